"""Formatting of times in the reader's time zone.

A page is for one reader and shows times in their time zone. Lines for many readers, such as news,
notices and the desk log, contain placeholders (`in_text`), which are replaced when the line is
shown or sent (`localize`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

COOKIE: Final = "zone"
"""Cookie for the browser's time zone, which a script sets."""
IN_TEXT: Final = re.compile(r"\{(20\d\d-\d\d-\d\dT\d\d:\d\dZ)\}")
"""Placeholder for a time in a line.

It matches only this century, because users can type the first or the last possible date, which
cannot be converted to other time zones.
"""


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones."""
    return tuple(sorted(available_timezones()))


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo | None:
    """Return the time zone with this name, or None."""
    return ZoneInfo(name) if name in zone_names() else None


def own_zone(request: HttpRequest | None) -> ZoneInfo | None:
    """Return the time zone that the reader has chosen, or else that of their browser, or None."""
    if request is None:
        return None
    zone_name = getattr(getattr(request, "user", None), "timezone", "")
    return zone_named(zone_name) or zone_named(request.COOKIES.get(COOKIE, "")[:64])


def day_and_time(local: datetime) -> str:
    """Format a local time, as in "Mon 5 Mar, 20:00"."""
    return f"{local:%a} {local.day} {local:%b, %H:%M}"


def in_text(moment: datetime) -> str:
    """Return the placeholder for a time, as in "{2026-03-05T19:00Z}"."""
    return f"{{{moment.astimezone(UTC):%Y-%m-%dT%H:%MZ}}}"


def span_in_text(began: datetime, ended: datetime) -> str:
    """Return the placeholders for a start and an end."""
    return f"{in_text(began)} to {in_text(ended)}"


def pieces(text: str) -> Iterator[str | datetime]:
    """Yield the words and times of a line. Invalid placeholders, which users have typed, are
    treated as words.
    """
    for place, piece in enumerate(IN_TEXT.split(text)):
        try:
            yield datetime.fromisoformat(piece) if place % 2 else piece
        except ValueError:
            yield f"{{{piece}}}"


def next_moment(text: str, now: datetime) -> datetime | None:
    """Return the first time in a line that is after `now`, or None."""
    coming = [piece for piece in pieces(text) if isinstance(piece, datetime) and piece > now]
    return min(coming, default=None)


def localize(text: str, zone: tzinfo) -> str:
    """Return a line with its times in a time zone. The zone is named once, after the last time.

    For example, a time becomes "Mon 5 Mar, 20:00 (Europe/Berlin)".
    """
    result, zone_note = "", f" ({zone})"
    for piece in reversed(tuple(pieces(text))):
        if isinstance(piece, str):
            result = piece + result
        else:
            result, zone_note = f"{day_and_time(piece.astimezone(zone))}{zone_note}{result}", ""
    return result
