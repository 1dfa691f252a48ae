"""Moments as people read them: by the reader's own clock, one way everywhere.

A page is made for one reader, so it shows their own time. A line that is written once for many
(news, a notice, the desk log) holds the moment itself (`in_text`), and whoever shows or sends the
line says it by the clock of who reads it (`told`).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, available_timezones

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from django.http import HttpRequest

COOKIE: Final = "zone"
"""What the browser's script says of its zone, for whoever has not chosen one."""
IN_TEXT: Final = re.compile(r"\{(20\d\d-\d\d-\d\dT\d\d:\d\dZ)\}")
"""How a line holds a moment. Of this century: somebody may type the first or the last day that
there is, which no other zone has a name for.
"""


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Every zone that the site knows, by name."""
    return tuple(sorted(available_timezones()))


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo | None:
    """The zone of this name; None where the site knows none."""
    return ZoneInfo(name) if name in zone_names() else None


def own_zone(request: HttpRequest | None) -> ZoneInfo | None:
    """The reader's own zone: the one they chose, else what their browser says of itself. None where
    neither says anything, or nothing that the site knows.
    """
    if request is None:
        return None
    chosen = getattr(getattr(request, "user", None), "timezone", "")
    return zone_named(chosen) or zone_named(request.COOKIES.get(COOKIE, "")[:64])


def day_and_time(local: datetime) -> str:
    """A moment in its own zone: "Mon 5 Mar, 20:00"."""
    return f"{local:%a} {local.day} {local:%b, %H:%M}"


def in_text(at: datetime) -> str:
    """A moment for a line that many will read: "{2026-03-05T19:00Z}"."""
    return f"{{{at.astimezone(UTC):%Y-%m-%dT%H:%MZ}}}"


def span_in_text(began: datetime, ended: datetime) -> str:
    """From when to when, for a line that many will read."""
    return f"{in_text(began)} to {in_text(ended)}"


def pieces(text: str) -> Iterator[str | datetime]:
    """A line cut at its moments. What only looks like one, since somebody typed it, stays words."""
    for place, piece in enumerate(IN_TEXT.split(text)):
        try:
            yield datetime.fromisoformat(piece) if place % 2 else piece
        except ValueError:
            yield f"{{{piece}}}"


def next_moment(text: str, at: datetime) -> datetime | None:
    """The first of a line's moments that is still to come at `at`; None where it names none."""
    ahead = [piece for piece in pieces(text) if isinstance(piece, datetime) and piece > at]
    return min(ahead, default=None)


def told(text: str, zone: tzinfo) -> str:
    """A line as plain words by the clock of a zone, which is named once, with the last moment:
    "Mon 5 Mar, 20:00 (Europe/Berlin)".
    """
    words, named = "", f" ({zone})"
    for piece in reversed(tuple(pieces(text))):
        if isinstance(piece, str):
            words = piece + words
        else:
            words, named = f"{day_and_time(piece.astimezone(zone))}{named}{words}", ""
    return words
