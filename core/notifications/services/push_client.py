"""Requests to push services. They use HTTPS to hosts on the public internet, without redirects.

Users of the API can submit any endpoint. Therefore, all addresses of its host must be public, and
the connection uses the address that was checked.
"""

from __future__ import annotations

import socket
from http.client import HTTPConnection
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from core.web.refusals import Refused

from .webhook_client import PLAIN_ADDRESS, PORT, SECONDS, Answer, SecureConnection, exchange

MAX_ENDPOINT_LENGTH: Final = 1000
TRANSLATED_ADDRESSES: Final = ip_network("64:ff9b::/96")
"""IPv6 addresses that are translated to IPv4 addresses."""
SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""Hosts of the push services of browsers, including subdomains. `PUSH_HOSTS` adds more."""
NOT_PUBLIC_TEXT: Final = "its host is inside a private network"
"""Error for a host in a private network."""


class NotPublic(Exception):
    """The host is not on the public internet."""


def check(endpoint: str) -> None:
    """Raise Refused for an endpoint that is not allowed. The host is resolved only when sending."""
    if _is_test_server(endpoint):
        return
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    is_plain = PLAIN_ADDRESS.fullmatch(endpoint) and "@" not in parts.netloc
    if (
        not is_plain
        or len(endpoint) > MAX_ENDPOINT_LENGTH
        or port not in {None, PORT}
        or not _is_push_service(host)
    ):
        raise Refused(
            "Send the endpoint returned by the browser: an https:// address of its push service.",
            field="endpoint",
            code="bad-endpoint",
        )


def _is_push_service(host: str) -> bool:
    """Return whether a host belongs to a browser's push service, or was added by the owner."""
    return host in settings.PUSH_HOSTS or any(
        host == service or host.endswith(f".{service}") for service in SERVICES
    )


def _is_test_server(endpoint: str) -> bool:
    return bool(settings.PUSH_STAND_IN) and endpoint.startswith(settings.PUSH_STAND_IN)


def post(endpoint: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Make a POST request. Errors are also returned as an answer."""
    try:
        check(endpoint)
    except Refused:
        return Answer(410, fault="this site does not send to that address")
    try:
        return exchange(lambda: _connection(endpoint), endpoint, body, headers)
    except NotPublic:
        return Answer(410, fault=NOT_PUBLIC_TEXT)


def _connection(endpoint: str) -> HTTPConnection:
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if _is_test_server(endpoint):
        return HTTPConnection(host, parts.port, timeout=SECONDS)
    return SecureConnection(host, public_address(host))


def public_address(host: str) -> str:
    """Return an IP address of a host.

    Raise NotPublic if any of its addresses is not public, and OSError if it has none.
    """
    results = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    addresses = [str(row[4][0]) for row in results]
    if not addresses or not all(map(is_public, addresses)):
        raise NotPublic
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether an IP address is public. An IPv4 address embedded in it must be public too."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip.sixtofour or ip.teredo or ip in TRANSLATED_ADDRESSES:
            return False
        if ip.ipv4_mapped:
            ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast
