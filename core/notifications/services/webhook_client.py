"""Writing to hooks, a club's or a person's own: over HTTPS, to Discord and to named hosts alone,
following nobody anywhere else.
"""

from __future__ import annotations

import hmac
import re
import socket
import ssl
from enum import StrEnum
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec
from django.conf import settings

from core.notifications.models import Outgoing
from core.web import clock
from core.web.deadlines import finish_within, shut_down
from core.web.refusals import Refused

from .delivery_worker import Channel, DeliveryResult, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

RowT = TypeVar("RowT", bound=Outgoing)

DISCORD: Final = frozenset(
    {"discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com"}
)
_DISCORD_PATH: Final = re.compile(r"/api/(?:v\d+/)?webhooks/\d+/[\w-]+/?")
_DISCORD_QUERY: Final = re.compile(r"(?:thread_id=\d{1,20})?")
LONGEST_THREAD_NAME: Final = 100
"""Maximum length of the title of a post in a forum channel, in characters."""
BAD_REQUEST: Final = 400
PLAIN_ADDRESS: Final = re.compile(r"(?i:https)://[!\"$-\[\]-~]+")
"""Printable ASCII, with no fragment and no backslash."""
_TOLD: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
PORT: Final = 443
SECONDS: Final = 10.0
"""Seconds for a whole exchange, from looking up the host to the last line of the answer's head."""
PATIENCE: Final = 3600.0
"""So many seconds at most are waited because the other side asks for it."""
LONGEST: Final = 1900
"""Letters of a message; Discord takes 2,000."""
LONGEST_ADDRESS: Final = 400
NO_LONGER: Final = "this site sends nothing to that address any more"
"""The fault of an address that was good when it was given."""


DONE: Final = range(200, 300)
BROKEN: Final = 500
GONE: Final = frozenset({401, 404, 410})
LATER: Final = frozenset({0, 403, 429})
"""No answer, a guard before the other side that is shut for a while, and too much at once."""


class Kind(StrEnum):
    """Who reads at the other end."""

    DISCORD = "discord"
    TOOL = "tool"


class Address(Protocol):
    """A hook: where it leads, and the secret that signs what a tool is sent."""

    pk: UUID
    kind: str
    address: str
    secret: str
    stopped_at: datetime | None


class Answer(NamedTuple):
    """What the other side said; `wait` are the seconds it asks for, and `status` 0 stands for no
    answer at all.
    """

    status: int
    wait: float = 0.0
    fault: str = ""


def kind_of(address: str) -> Kind:
    """Whether this is an address of Discord's or of a tool. Raises Refused for one to which nothing
    is sent.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    plain = PLAIN_ADDRESS.fullmatch(address) and "@" not in parts.netloc
    if not plain or not host or port not in {None, PORT}:
        raise Refused(
            "Enter the full webhook URL, starting with https://.",
            field="address",
            code="bad-address",
        )
    if len(address) > LONGEST_ADDRESS:
        raise Refused(
            f"Enter a URL of at most {LONGEST_ADDRESS} characters. This one has {len(address):,}.",
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
    """Send this to a hook, signed for a tool.

    Discord's forum channels take only messages that have a thread's name, and all other channels
    take only messages that have none. So the name is left out, and sent if that was refused.
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
    """A message to Discord: nobody is pinged, and whatever a name holds is text. What does not fit
    is counted, and stands at the address. Of `cards`, which are a page and its picture each, the
    last is shown.
    """
    said, end = f"**{_plain(title)}**", f"\n<{url}>"
    for place, line in enumerate([f"- {_plain(each)}" for each in lines]):
        if _length(said) + _length(line) + _length(end) > LONGEST:
            said += f"\nand {len(lines) - place} more"
            break
        said += f"\n{line}"
    pictures = [{"url": at, "image": {"url": card}} for at, card in cards]
    shown: dict[str, Any] = {"embeds": pictures[-1:]} if pictures else {"flags": 4}
    return {
        "content": said + end,
        "allowed_mentions": {"parse": []},
        "thread_name": " ".join(title.split())[:LONGEST_THREAD_NAME],
        **shown,
    }


def _plain(text: str) -> str:
    return re.sub(r"([\\*_~`|>#\[\]<@:-])", r"\\\1", " ".join(text.split()))


def _length(text: str) -> int:
    """Letters as a browser counts them: an emoji may be two."""
    return len(text.encode("utf-16-le")) // 2


def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST; whatever goes wrong on the way is an answer too. An address that nothing may be
    sent to any more is not sent to.
    """
    try:
        kind = kind_of(address)
    except Refused:
        return Answer(410, fault=NO_LONGER)
    if kind == Kind.DISCORD:
        address = re.sub(r"/(?=\?|$)", "", address)  # Discord knows no path with a slash at its end
    host = urlsplit(address).hostname or ""
    return exchange(lambda: SecureConnection(host), address, body, headers)


class SecureConnection(HTTPSConnection):
    """An HTTPS connection that can be shut down during the TLS handshake, too.

    It goes to `address` if that is given, in the host's name.
    """

    def __init__(self, host: str, address: str = "") -> None:
        super().__init__(host, PORT, timeout=SECONDS)
        self.address = address or host
        self.trust = ssl.create_default_context()

    def connect(self) -> None:
        """Connect, and keep the socket before the handshake begins."""
        plain = socket.create_connection((self.address, PORT), self.timeout)
        self.sock = self.trust.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()


def exchange(
    connect: Callable[[], HTTPConnection], address: str, body: bytes, headers: dict[str, str]
) -> Answer:
    """Make one POST over the connection within `SECONDS`; whatever goes wrong is an answer too."""
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
    """What went wrong, in a few words and none of the other side's."""
    match error:
        case socket.gaierror():
            return "its host was not found"
        case TimeoutError():
            return "no answer in time"
        case ssl.SSLError():
            return "no safe connection could be made"
        case HTTPException():
            return "its answer could not be read"
    return "it could not be reached"


def seconds_of(said: str | None) -> float:
    """Seconds, the way Discord and most others say them; a date counts for nothing, and neither
    does nonsense.
    """
    return min(float(said), PATIENCE) if said and _TOLD.fullmatch(said) else 0.0


class HookChannel(Channel[RowT]):
    """Messages to hooks, whoever's they are: one to each hook with all that is due for it."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf: DeliveryResult | None = None
        """What becomes of messages to Discord once it does not answer: it is asked once a batch."""

    def leave(self, hook: Address, tell: Callable[[], Answer]) -> DeliveryResult:
        """Send what `tell` sends. A hook may have been taken away since its message was claimed;
        one that is gone is stopped.
        """
        working = type(hook)._base_manager.filter(pk=hook.pk, stopped_at=None)  # type: ignore[attr-defined]
        if not working.exists():
            return DeliveryResult(State.NEEDLESS)
        on_discord = hook.kind == Kind.DISCORD
        if on_discord and self.deaf is not None:
            return self.deaf
        answer = tell()
        result = result_of(answer)
        if answer.status in GONE:
            working.update(stopped_at=clock.now(), stopped_why=result.fault[:80])
        if on_discord and answer.status == 0:
            self.deaf = result
        return result


def result_of(answer: Answer) -> DeliveryResult:
    """What an answer makes of a message."""
    if answer.status in DONE:
        return DeliveryResult(State.SENT)
    fault = answer.fault or f"the other side answered {answer.status}"
    again = answer.status in LATER or answer.status >= BROKEN
    return DeliveryResult(State.WAITING if again else State.FAILED, fault, answer.wait)
