"""Pure functions for clocks and the time per move."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from core.uptime.rules import outages as outage_rules
from core.uptime.rules.outages import Span
from core.web.problems import plural
from engine.values import Value

Kind: TypeAlias = Literal["none", "live", "correspondence", "slot"]

SLOWEST_LIVE: Final = 3_600
MAX_CLOCK_SECONDS: Final = 14 * 24 * 3_600
SHORTEST_SLOT: Final = timedelta(hours=1)
"""Minimum time to answer before a slot. A seat with less time has until the following slot."""


class Clock(Value):
    """The time that a seat has for each move.

    A "live" or "correspondence" clock gives the seat `seconds` from the moment it is asked to move.
    A "slot" clock runs until the next `slot` ("19:30" in `zone`), either every day or on one
    `weekday` (0 is Monday). With "none", time is unlimited.
    """

    kind: Kind = "none"
    seconds: int = 0
    slot: str = ""
    zone: str = "UTC"
    weekday: int | None = None

    @property
    def is_slow(self) -> bool:
        """Whether holidays extend the clock."""
        return self.kind in {"correspondence", "slot"}

    @property
    def description(self) -> str:
        """A short description of the clock."""
        match self.kind:
            case "none":
                return "no clock"
            case "live":
                return f"{plural(self.seconds, 'second')} per move"
            case "correspondence":
                return f"{span_of(self.seconds)} per move"
            case "slot":
                days = (
                    "Monday",
                    "Tuesday",
                    "Wednesday",
                    "Thursday",
                    "Friday",
                    "Saturday",
                    "Sunday",
                )
                return (
                    "moves are due "
                    f"{'every day' if self.weekday is None else f'on {days[self.weekday]}s'} "
                    f"at {self.slot} ({self.zone})"
                )


NO_CLOCK: Final = Clock()


def span_of(seconds: int) -> str:
    """Describe a duration in the largest unit, up to hours, that fits exactly.

    >>> span_of(172_800), span_of(3_600), span_of(120), span_of(90)
    ('48 hours', '1 hour', '2 minutes', '90 seconds')
    """
    if seconds and seconds % 3600 == 0:
        return plural(seconds // 3600, "hour")
    if seconds and seconds % 60 == 0:
        return plural(seconds // 60, "minute")
    return plural(seconds, "second")


def runs_out(
    clock: Clock, since: datetime, holidays: Iterable[tuple[datetime, datetime]] = ()
) -> datetime | None:
    """Return when the clock of a seat that was asked at `since` runs out, or None if there is no
    clock. `holidays` holds the player's holidays as (start, end).

    A slow clock that would run out during a holiday runs out at its end.
    """
    if clock.kind == "none":
        return None
    due = (
        _next_slot(clock, since + SHORTEST_SLOT)
        if clock.kind == "slot"
        else since + timedelta(seconds=clock.seconds)
    )
    if clock.is_slow:
        for starts, ends in sorted(holidays):
            if starts <= due < ends:
                due = ends
    return due


def held_until(
    clock: Clock, asked_at: datetime, due_at: datetime, outages: Iterable[Span]
) -> datetime:
    """Return when the clock of a seat runs out, taking outages into account. The seat was asked at
    `asked_at` and due at `due_at`.

    After an outage, the seat gets its full time again, but at most an hour. An outage before
    `asked_at` is ignored.
    """
    full = min(due_at - asked_at, outage_rules.RECOVERY_TIME)
    if not clock.is_slow and clock.seconds:
        full = min(full, timedelta(seconds=clock.seconds))
    meanwhile = [span for span in outages if asked_at < span.ended_at]
    return outage_rules.held_until(due_at, meanwhile, full)


def _next_slot(clock: Clock, after: datetime) -> datetime:
    """Return the first slot at or after a moment. A time that a daylight saving change skips is
    moved one hour later.
    """
    hour, minute = clock.slot.split(":")
    zone = ZoneInfo(clock.zone)
    day = after.astimezone(zone).date()
    while True:
        moment = datetime.combine(day, time(int(hour), int(minute)), zone).astimezone(after.tzinfo)
        if moment >= after and clock.weekday in {None, day.weekday()}:
            return moment
        day += timedelta(days=1)
