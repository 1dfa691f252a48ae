"""Writing to addresses outside: over HTTPS, to named hosts alone, following nobody anywhere
else.
"""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from http.client import HTTPException, HTTPSConnection
from socket import gaierror
from ssl import SSLError
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.urls import reverse

from campaign.league.models import Hook
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.news import RECAP
from core.web.moments import told
from core.web.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.models import News

DISCORD: Final = frozenset(
    {"discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com"}
)
_DISCORD_PATH: Final = re.compile(r"/api/(?:v\d+/)?webhooks/\d+/[\w-]+")
_ADDRESS: Final = re.compile(r"(?i:https)://[!\"$-\[\]-~]+")
"""Printable ASCII, with no fragment and no backslash."""
_TOLD: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
SECONDS: Final = 10.0
PATIENCE: Final = 3600.0
"""So many seconds at most are waited because the other side asks for it."""
LONGEST: Final = 1900
"""Letters of a message; Discord takes 2,000."""
LONGEST_ADDRESS: Final = 400
NO_LONGER: Final = "this site sends nothing to that address any more"
"""The fault of an address that was good when it was given."""


class Answer(NamedTuple):
    """What the other side said; `wait` are the seconds it asks for, and `status` 0 stands for no
    answer at all.
    """

    status: int
    wait: float = 0.0
    fault: str = ""


def kind_of(address: str) -> Hook.Kind:
    """Whether this is an address of Discord's or of a tool. Raises Refused for one to which nothing
    is sent.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    plain = _ADDRESS.fullmatch(address) and "@" not in parts.netloc
    if not plain or not host or port not in {None, 443}:
        raise Refused(
            "Give the whole address of the channel, beginning with https://, as it was copied.",
            field="address",
            code="bad-address",
        )
    if len(address) > LONGEST_ADDRESS:
        raise Refused(
            f"Give an address of at most {LONGEST_ADDRESS} letters; this has {len(address):,}.",
            field="address",
            code="bad-address",
        )
    if host in DISCORD:
        if not _DISCORD_PATH.fullmatch(parts.path) or parts.query:
            raise Refused(
                (
                    "This is no webhook of Discord's: in the channel's settings, under "
                    "Integrations, make a webhook and copy its URL."
                ),
                field="address",
                code="bad-address",
            )
        return Hook.Kind.DISCORD
    if host in settings.HOOK_HOSTS:
        return Hook.Kind.TOOL
    allowed = " and ".join(["Discord", *settings.HOOK_HOSTS])
    raise Refused(
        f"This site sends to {allowed} only; its owner can name more hosts.",
        field="address",
        code="host-not-allowed",
    )


def tell(hook: Hook, news: Sequence[News]) -> Answer:
    """Send these lines of public news, all in one message; without any, a test."""
    body = _for_discord(hook, news) if hook.kind == Hook.Kind.DISCORD else _for_a_tool(hook, news)
    sent = msgspec.json.encode(body)
    headers = {"Content-Type": "application/json", "User-Agent": "DeadDrop"}
    if hook.secret:
        signature = hmac.new(hook.secret.encode(), sent, sha256).hexdigest()
        headers["X-Dead-Drop-Signature"] = f"sha256={signature}"
    return post(
        hook.address,
        sent,
        headers,
    )


def _for_discord(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    """Nobody is pinged, and whatever a name holds is text. What does not fit is counted, and stands
    on the club's page.
    """
    lines = [f"- {_plain(_told(hook, row))}" for row in news] or [
        "This is a test: the news of this club will appear here."
    ]
    said, end = f"**{_plain(hook.campaign.name)}**", f"\n<{_club(hook)}>"
    for at, line in enumerate(lines):
        if _length(said) + _length(line) + _length(end) > LONGEST:
            said += f"\nand {len(lines) - at} more"
            break
        said += f"\n{line}"
    pictures = [
        {"url": address, "image": {"url": card}} for address, card in map(shown_at, news) if card
    ]
    shown: dict[str, Any] = {"embeds": pictures[-1:]} if pictures else {"flags": 4}
    return {"content": said + end, "allowed_mentions": {"parse": []}, **shown}


def shown_at(row: News) -> tuple[str, str]:
    """Where anybody may read the week that a line sums up, and its picture; "" twice for any other
    line, and for a club without a public page.
    """
    if row.kind != RECAP or row.week is None or row.campaign.public_at is None:
        return "", ""
    named = {"slug": row.campaign.slug, "number": row.week.number}
    season = f"?season={row.week.season.number}"
    site = settings.SITE_URL.rstrip("/")
    page, card = (
        f"{site}{reverse(name, kwargs=named)}{season}"
        for name in ("club-public-week", "club-public-week-card")
    )
    return page, card


def _told(hook: Hook, row: News) -> str:
    """A line by the club's clock, which it names: nobody knows who reads it there."""
    return told(row.text, zone_of(hook.campaign))


def _plain(text: str) -> str:
    return re.sub(r"([\\*_~`|>#\[\]<@:-])", r"\\\1", " ".join(text.split()))


def _length(text: str) -> int:
    """Letters as a browser counts them: an emoji may be two."""
    return len(text.encode("utf-16-le")) // 2


def _for_a_tool(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [
        {"id": row.pk, "at": row.at, "kind": row.kind, "text": _told(hook, row)}
        | ({"url": shown_at(row)[0], "card": shown_at(row)[1]} if shown_at(row)[1] else {})
        for row in news
    ]
    return {
        "campaign": hook.campaign.slug,
        "name": hook.campaign.name,
        "url": _club(hook),
        "test": not news,
        "news": lines,
    }


def _club(hook: Hook) -> str:
    return str(settings.SITE_URL.rstrip("/") + reverse("club", kwargs={"slug": hook.campaign.slug}))


def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
    """One POST; whatever goes wrong on the way is an answer too. An address that nothing may be
    sent to any more is not sent to.
    """
    try:
        kind_of(address)
    except Refused:
        return Answer(410, fault=NO_LONGER)
    parts = urlsplit(address)
    connection = HTTPSConnection(parts.hostname or "", timeout=SECONDS)
    try:
        connection.request(
            "POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, headers
        )
        response = connection.getresponse()
        return Answer(response.status, wait=_seconds(response.headers.get("Retry-After")))
    except (OSError, HTTPException) as error:
        return Answer(0, fault=_fault(error))
    finally:
        connection.close()


def _fault(error: OSError | HTTPException) -> str:
    """What went wrong, in a few words and none of the other side's."""
    match error:
        case gaierror():
            return "its host was not found"
        case TimeoutError():
            return "no answer in time"
        case SSLError():
            return "no safe connection could be made"
        case HTTPException():
            return "its answer could not be read"
    return "it could not be reached"


def _seconds(said: str | None) -> float:
    """Seconds, the way Discord and most others say them; a date counts for nothing, and neither
    does nonsense.
    """
    return min(float(said), PATIENCE) if said and _TOLD.fullmatch(said) else 0.0
