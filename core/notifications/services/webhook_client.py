"""HTTPS requests to webhooks of clubs and people, on Discord and on allowed hosts."""

from __future__ import annotations

import hmac
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.conf import settings

from core.notifications.models import Outgoing
from core.web import clock
from core.web.deadlines import finish_within, shut_down
from core.web.refusals import Refused

from .delivery_worker import Channel, DeliveryResult, State

RowT = TypeVar("RowT", bound=Outgoing)

DISCORD: Final = frozenset(
    {"discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com"}
)
_DISCORD_PATH: Final = re.compile(r"/api/(?:v\d+/)?webhooks/\d+/[\w-]+/?")
_DISCORD_QUERY: Final = re.compile(r"(?:thread_id=\d{1,20})?")
MAX_THREAD_NAME_LENGTH: Final = 100
"""Maximum length of the title of a forum channel's post, in characters."""
BAD_REQUEST: Final = 400
PLAIN_ADDRESS: Final = re.compile(r"(?i:https)://[!\"$-\[\]-~]+")
"""Pattern for printable ASCII addresses without a fragment or a backslash."""
_SECONDS_PATTERN: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
PORT: Final = 443
SECONDS: Final = 10.0
"""Timeout for a whole request in seconds, from resolving the host to the end of the response
headers.
"""
MAX_WAIT_SECONDS: Final = 3600.0
"""Maximum delay that the other side can request, in seconds."""
MAX_MESSAGE_LENGTH: Final = 1900
"""Maximum length of a message in characters. Discord accepts 2,000."""
MAX_ADDRESS_LENGTH: Final = 400
NOT_ALLOWED: Final = "this site no longer sends to that address"
"""Error message for an address that is no longer allowed."""


SUCCESS: Final = range(200, 300)
FIRST_SERVER_ERROR: Final = 500
GONE_STATUSES: Final = frozenset({401, 404, 410})
RETRY_STATUSES: Final = frozenset({0, 403, 429})
"""Statuses after which to retry: no response, a temporary block, or too many requests."""


class Kind(StrEnum):
    """The type of receiver."""

    DISCORD = "discord"
    TOOL = "tool"


class Address(Protocol):
    """A webhook's address, and the secret that signs messages to a tool."""

    pk: UUID
    kind: str
    address: str
    secret: str
    stopped_at: datetime | None


class Answer(NamedTuple):
    """A response from the other side.

    `wait` is the requested delay in seconds. Status 0 means that there was no response.
    """

    status: int
    wait: float = 0.0
    fault: str = ""


def kind_of(address: str) -> Kind:
    """Return whether an address belongs to Discord or to a tool.

    Raise Refused if the address is not allowed.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    is_plain = PLAIN_ADDRESS.fullmatch(address) and "@" not in parts.netloc
    if not is_plain or not host or port not in {None, PORT}:
        raise Refused(
            "Enter the full webhook URL, starting with https://.",
            field="address",
            code="bad-address",
        )
    if len(address) > MAX_ADDRESS_LENGTH:
        raise Refused(
            f"Enter a URL of at most {MAX_ADDRESS_LENGTH} characters. "
            f"This one has {len(address):,}.",
            field="address",
            code="bad-address",
        )
    if host in DISCORD:
        is_webhook = _DISCORD_PATH.fullmatch(parts.path) and _DISCORD_QUERY.fullmatch(parts.query)
        if not is_webhook:
            raise Refused(
                (
                    "This is not a Discord webhook. In Discord, open the channel's settings, go "
                    "to Integrations, create a webhook and copy its URL."
                ),
                field="address",
                code="bad-address",
            )
        return Kind.DISCORD
    if host in settings.HOOK_HOSTS:
        return Kind.TOOL
    allowed = " and ".join(["Discord", *settings.HOOK_HOSTS])
    raise Refused(
        f"This site sends webhooks only to {allowed}. The site administrator can allow more hosts.",
        field="address",
        code="host-not-allowed",
    )


def send(hook: Address, body: dict[str, Any]) -> Answer:
    """Send a message to a webhook. Messages to a tool are signed.

    Discord's forum channels require a thread name, and other channels refuse one. The message is
    therefore sent without a name first, and then with a name if it was refused.
    """
    answer = _send(hook, {name: value for name, value in body.items() if name != "thread_name"})
    if answer.status == BAD_REQUEST and "thread_name" in body and "?" not in hook.address:
        return _send(hook, body)
    return answer


def _send(hook: Address, body: dict[str, Any]) -> Answer:
    sent = msgspec.json.encode(body)
    headers = {"Content-Type": "application/json", "User-Agent": "DeadDrop"}
    if hook.secret:
        signature = hmac.new(hook.secret.encode(), sent, sha256).hexdigest()
        headers["X-Dead-Drop-Signature"] = f"sha256={signature}"
    return post(hook.address, sent, headers)


def for_discord(
    title: str, lines: Sequence[str], url: str, cards: Iterable[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Return a message for Discord without mentions and formatting.

    If some lines do not fit, the message says how many, and they can be read at the address.
    `cards` are pages with their images, of which the last is shown.
    """
    content, footer = f"**{_escape_markdown(title)}**", f"\n<{url}>"
    for index, line in enumerate([f"- {_escape_markdown(item)}" for item in lines]):
        if _length(content) + _length(line) + _length(footer) > MAX_MESSAGE_LENGTH:
            content += f"\nand {len(lines) - index} more"
            break
        content += f"\n{line}"
    pictures = [{"url": page, "image": {"url": card}} for page, card in cards]
    extras: dict[str, Any] = {"embeds": pictures[-1:]} if pictures else {"flags": 4}
    return {
        "content": content + footer,
        "allowed_mentions": {"parse": []},
        "thread_name": " ".join(title.split())[:MAX_THREAD_NAME_LENGTH],
        **extras,
    }


def _escape_markdown(text: str) -> str:
    return re.sub(r"([\\*_~`|>#\[\]<@:-])", r"\\\1", " ".join(text.split()))


def _length(text: str) -> int:
    """Return the length in UTF-16 code units, which is how Discord counts."""
    return len(text.encode("utf-16-le")) // 2


def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Make a POST request. Errors, such as a forbidden address, are also returned as an answer."""
    try:
        kind = kind_of(address)
    except Refused:
        return Answer(410, fault=NOT_ALLOWED)
    if kind == Kind.DISCORD:
        # Discord does not accept paths that end with a slash.
        address = re.sub(r"/(?=\?|$)", "", address)
    host = urlsplit(address).hostname or ""
    return exchange(lambda: SecureConnection(host), address, body, headers)


class SecureConnection(HTTPSConnection):
    """An HTTPS connection that can be shut down even during the TLS handshake.

    It connects to `address`, if given, but verifies the certificate for the host.
    """

    def __init__(self, host: str, address: str = "") -> None:
        super().__init__(host, PORT, timeout=SECONDS)
        self.address = address or host
        self.trust = ssl.create_default_context()

    def connect(self) -> None:
        """Connect, and store the socket before the handshake."""
        raw_socket = socket.create_connection((self.address, PORT), self.timeout)
        self.sock = self.trust.wrap_socket(
            raw_socket, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()


def exchange(
    connect: Callable[[], HTTPConnection], address: str, body: bytes, headers: dict[str, str]
) -> Answer:
    """Make a POST request within `SECONDS`. Errors are also returned as an answer."""
    parts, opened = urlsplit(address), list[HTTPConnection]()

    def ask() -> Answer:
        connection = connect()
        opened.append(connection)
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, headers)
            response = connection.getresponse()
            return Answer(response.status, wait=seconds_of(response.headers.get("Retry-After")))
        finally:
            connection.close()

    def hang_up() -> None:
        for connection in opened:
            shut_down(connection.sock)

    try:
        return finish_within(SECONDS, ask, hang_up)
    except (OSError, HTTPException) as error:
        return Answer(0, fault=fault_of(error))


def fault_of(error: OSError | HTTPException) -> str:
    """Describe an error without including text from the other side."""
    match error:
        case socket.gaierror():
            return "its host was not found"
        case TimeoutError():
            return "it did not respond in time"
        case ssl.SSLError():
            return "a secure connection could not be established"
        case HTTPException():
            return "its response could not be read"
    return "it could not be reached"


def seconds_of(header: str | None) -> float:
    """Return the seconds in a `Retry-After` header. Dates and invalid values count as 0."""
    if header and _SECONDS_PATTERN.fullmatch(header):
        return min(float(header), MAX_WAIT_SECONDS)
    return 0.0


class HookChannel(Channel[RowT]):
    """A channel for messages to webhooks of people or clubs. Each webhook gets one message with
    everything that is due.
    """

    def __init__(self) -> None:
        super().__init__()
        self.discord_failure: DeliveryResult | None = None
        """Result for the remaining messages to Discord after a connection failed, so that each
        batch tries to connect only once.
        """

    def send_to_hook(self, hook: Address, tell: Callable[[], Answer]) -> DeliveryResult:
        """Send a message, unless the webhook was removed after the claim.

        If the webhook no longer exists, stop it.
        """
        working = type(hook)._base_manager.filter(pk=hook.pk, stopped_at=None)  # type: ignore[attr-defined]
        if not working.exists():
            return DeliveryResult(State.NEEDLESS)
        on_discord = hook.kind == Kind.DISCORD
        if on_discord and self.discord_failure is not None:
            return self.discord_failure
        answer = tell()
        result = result_of(answer)
        if answer.status in GONE_STATUSES:
            working.update(stopped_at=clock.now(), stopped_why=result.fault[:80])
        if on_discord and answer.status == 0:
            self.discord_failure = result
        return result


def result_of(answer: Answer) -> DeliveryResult:
    """Return the delivery result for an answer."""
    if answer.status in SUCCESS:
        return DeliveryResult(State.SENT)
    fault = answer.fault or f"the server responded with {answer.status}"
    is_retry = answer.status in RETRY_STATUSES or answer.status >= FIRST_SERVER_ERROR
    return DeliveryResult(State.WAITING if is_retry else State.FAILED, fault, answer.wait)
