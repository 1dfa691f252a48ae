"""Posting to push services: over HTTPS, to hosts outside this site's own network, following nobody
anywhere else.

Where a browser takes messages, its maker says, and whoever writes to the API says whatever they
like: so the host's addresses are looked up, all of them have to be of the public internet, and the
connection goes to the very address that was looked at.
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

LONGEST: Final = 1000
TRANSLATED: Final = ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones behind a translator."""
SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of browsers: these hosts and all below them. `PUSH_HOSTS` adds others."""
INSIDE: Final = "its host is inside a private network"


class Inside(Exception):
    """A host that is not of the public internet."""


def check(endpoint: str) -> None:
    """Raises Refused for an address to which no message is sent. What its host's name leads to is
    looked at when something is sent.
    """
    if _is_stand_in(endpoint):
        return
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    plain = PLAIN_ADDRESS.fullmatch(endpoint) and "@" not in parts.netloc
    if not plain or len(endpoint) > LONGEST or port not in {None, PORT} or not _is_known(host):
        raise Refused(
            "Send the endpoint returned by the browser: an https:// address of its push service.",
            field="endpoint",
            code="bad-endpoint",
        )


def _is_known(host: str) -> bool:
    """Return whether a host belongs to a browser's push service, or is one that the owner named."""
    return host in settings.PUSH_HOSTS or any(
        host == service or host.endswith(f".{service}") for service in SERVICES
    )


def _is_stand_in(endpoint: str) -> bool:
    """Whether this is the server that tests put in place of a push service."""
    return bool(settings.PUSH_STAND_IN) and endpoint.startswith(settings.PUSH_STAND_IN)


def post(endpoint: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST; whatever goes wrong on the way is an answer too."""
    try:
        check(endpoint)
    except Refused:
        return Answer(410, fault="this site sends nothing to that address")
    try:
        return exchange(lambda: _connection(endpoint), endpoint, body, headers)
    except Inside:
        return Answer(410, fault=INSIDE)


def _connection(endpoint: str) -> HTTPConnection:
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if _is_stand_in(endpoint):
        return HTTPConnection(host, parts.port, timeout=SECONDS)
    return SecureConnection(host, public_address(host))


def public_address(host: str) -> str:
    """An address of a host. Raises Inside where one of them is not of the public internet, and
    OSError where there is none.
    """
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    addresses = [str(row[4][0]) for row in found]
    if not addresses or not all(map(is_public, addresses)):
        raise Inside
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is of the public internet, an IPv4 one within it included."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.sixtofour or found.teredo or found in TRANSLATED:
            return False
        if found.ipv4_mapped:
            found = found.ipv4_mapped
    return found.is_global and not found.is_multicast
