"""Weekly slots from a time zone and local times, safe across daylight saving.

All functions are given the zone and the present; none reads a clock. Moments are aware datetimes in
UTC. A local time that does not exist (clocks go forward) moves forward by the gap; one that exists
twice (clocks go back) is the first of the two: both as in RFC 5545 (C17). No moment of a week ever
comes before the one that precedes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, Literal, TypeAlias

from core.web.problems import Problem
from engine.values import Value, changed

Day: TypeAlias = Literal[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
]
DAYS: Final[tuple[Day, ...]] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
TIME: Final = r"^([01]\d|2[0-3]):[0-5]\d$"
LEAST_WRITING: Final = timedelta(
    hours=6
)  # local time, so that no clock change can swallow it (C17)
MOST_HOLDS: Final = 3
"""So often outages hold one week's deadline, and so often its publication: a site that goes on
failing must not put them off for ever.
"""
MOST_PAUSED: Final = 26
"""Weeks that a league can be paused for, all in all, before it goes on."""
SLIP: Final = timedelta(hours=1)
"""Within this time a pause counts as a slip that can be taken back as if it had never been."""
SLIP_LEAVES: Final = timedelta(hours=24)
"""A slip is taken back like that only while what it put off is so far ahead."""
_WEEK: Final = timedelta(days=7)
_MONDAY: Final = date(2001, 1, 1)


class Slot(Value):
    """A weekday and a local time "HH:MM"."""

    day: Day
    time: str


class Slots(Value):
    """A campaign's weekly rhythm: opening, deadline, publication (hours after the deadline), duel,
    close.
    """

    opens: Slot
    due: Slot
    settle_hours: int
    duel: Slot
    closes: Slot


class EveningLength(Value):
    """How long the parts of a week take that a GM starts by hand and that is over within an
    evening: orders, then fights and decisions of people, then the garage until the duel, then the
    duel.
    """

    orders: timedelta
    fights: timedelta
    garage: timedelta
    duel: timedelta


class WeekTimes(Value):
    """The five moments of one week, in UTC and in this order."""

    number: int
    opens_at: datetime
    due_at: datetime
    settle_at: datetime
    duel_at: datetime
    closes_at: datetime


def instant(local: datetime, zone: tzinfo) -> datetime:
    """The UTC moment of a naive local time: gaps move forward, of two the first counts."""
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _at(day: date, slot: Slot) -> datetime:
    """The first local moment of `slot` on `day` or in the six days after it."""
    ahead = (DAYS.index(slot.day) - day.weekday()) % 7
    return datetime.combine(day + timedelta(days=ahead), time.fromisoformat(slot.time))


def _after(start: datetime, slot: Slot) -> datetime:
    """The first local moment of `slot` strictly after `start`."""
    found = _at(start.date(), slot)
    return found if found > start else found + _WEEK


def _locals(first: date, rhythm: Slots) -> tuple[datetime, datetime, datetime, datetime]:
    """Opening, deadline, duel and close of the week that opens on `first` or soon after, in local
    time.
    """
    opens = _at(first, rhythm.opens)
    return (
        opens,
        _after(opens, rhythm.due),
        _after(opens, rhythm.duel),
        _after(opens, rhythm.closes),
    )


def evening(number: int, starts: datetime, length: EveningLength) -> WeekTimes:
    """The moments of a week that starts now and is over within the evening."""
    due = starts + length.orders
    settle = due + length.fights
    duel = settle + length.garage
    return WeekTimes(
        number=number,
        opens_at=starts,
        due_at=due,
        settle_at=settle,
        duel_at=duel,
        closes_at=duel + length.duel,
    )


def hours_to_drive(rhythm: Slots) -> int:
    """The whole hours from the duel to the week's close, by the local clock."""
    _, _, duel, closes = _locals(_MONDAY, rhythm)
    return int((closes - duel) / timedelta(hours=1))


def check_slots(rhythm: Slots) -> tuple[Problem, ...]:
    """Whether the rhythm fits into a week: open, six hours or more to write, deadline, publication,
    duel, close.
    """
    opens, due, duel, closes = _locals(_MONDAY, rhythm)
    settle = due + timedelta(hours=rhythm.settle_hours)
    rules = (
        (
            due - opens >= LEAST_WRITING,
            "due_time",
            "too-short",
            "Leave at least 6 hours between opening and deadline.",
        ),
        (
            settle <= duel,
            "settle_hours",
            "after-duel",
            (
                "The week must be published before its duel. Shorten the time for fights or move "
                "the duel."
            ),
        ),
        (duel < closes, "closes_time", "before-duel", "The week must close after the duel."),
    )
    return tuple(
        Problem(field=field, code=code, sentence=sentence)
        for fine, field, code, sentence in rules
        if not fine
    )


def season(
    zone: tzinfo, first: date, weeks: int, rhythm: Slots, *, number: int = 1
) -> tuple[WeekTimes, ...]:
    """The moments of `weeks` weeks, counted from `number`; the first opens on the opening weekday
    on or after `first` (local date).
    """
    found: list[WeekTimes] = []
    for index in range(weeks):
        earliest = found[-1].closes_at if found else None
        found.append(_week(zone, first + index * _WEEK, rhythm, number + index, earliest))
    return tuple(found)


def _week(
    zone: tzinfo, first: date, rhythm: Slots, number: int, earliest: datetime | None
) -> WeekTimes:
    opens, due, duel, closes = (instant(local, zone) for local in _locals(first, rhythm))
    opens = opens if earliest is None else max(opens, earliest)
    due = max(due, opens)
    week = WeekTimes(
        number=number, opens_at=opens, due_at=due, settle_at=due, duel_at=duel, closes_at=closes
    )
    return _settled(week, timedelta(hours=rhythm.settle_hours))


def _settled(week: WeekTimes, window: timedelta) -> WeekTimes:
    """The week with its publication after the deadline and nothing out of order."""
    settle = week.due_at + window
    duel = max(week.duel_at, settle)
    return changed(week, settle_at=settle, duel_at=duel, closes_at=max(week.closes_at, duel))


def postpone(
    week: WeekTimes, due_at: datetime, window: timedelta, *, duel_at: datetime | None = None
) -> WeekTimes:
    """This week with another deadline, and another duel if given; publication follows by `window`,
    the rest moves only if it must.

    Other weeks stay where they are; `check_week` says whether the week still fits among them.
    """
    moved = changed(week, due_at=due_at, duel_at=duel_at or week.duel_at)
    return _settled(moved, window)


def shift(week: WeekTimes, due_at: datetime) -> WeekTimes:
    """This week with another deadline, and all after it moved as much."""
    by = due_at - week.due_at
    return changed(
        week,
        due_at=due_at,
        settle_at=week.settle_at + by,
        duel_at=week.duel_at + by,
        closes_at=week.closes_at + by,
    )


TO_REPAIR: Final = timedelta(hours=2)
"""So much time to read and to mend is left between reports and duel when a team asks for more."""


def more_time(
    week: WeekTimes, due_at: datetime, window: timedelta, *, evening: bool = False
) -> datetime:
    """The deadline of a week whose team asks for more time (C22): half of the time from the opening
    to `due_at`, the deadline as it was first told, added to the one that stands; by the calendar
    no later than leaves `window` for the publication, and `TO_REPAIR`, before the duel. An evening
    moves as a whole.
    """
    longer = week.due_at + (due_at - week.opens_at) / 2
    latest = longer if evening else min(longer, week.duel_at - window - TO_REPAIR)
    return latest.replace(second=0, microsecond=0)


MOMENTS: Final = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
"""The moments of a week, in order."""


class PutOff(Value):
    """When a moment was before a pause, and by how many weeks the pause has put it off."""

    before: datetime
    weeks: int


def later(moment: datetime, zone: tzinfo, weeks: int) -> datetime:
    """The moment so many weeks later (earlier, if fewer than none) by local time: on the same
    weekday, at the same hour, whatever the clocks do in between (C17).
    """
    if not weeks:
        return moment
    return instant(moment.astimezone(zone).replace(tzinfo=None) + weeks * _WEEK, zone)


def in_pause(week: WeekTimes, status: str, at: datetime) -> tuple[str, ...]:
    """Which moments of a week, of this status, a pause that begins at `at` puts off (C26): all of a
    planned one; of an open one all from the deadline on; of one whose deadline has passed the duel
    and the close, as far as they are ahead.
    """
    if status == "planned":
        return MOMENTS
    from_here = 1 if status == "open" and week.due_at > at else 3
    return tuple(name for name in MOMENTS[from_here:] if getattr(week, name) > at)


def with_moments(
    week: WeekTimes, moments: Mapping[str, datetime], earliest: datetime | None = None
) -> WeekTimes:
    """The week with these of its moments, none before the one that precedes it, nor before
    `earliest`, if given, where it opens.
    """
    found: dict[str, datetime] = {}
    last = earliest if "opens_at" in moments else None
    for name in MOMENTS:
        moment = moments.get(name, getattr(week, name))
        last = found[name] = moment if last is None else max(moment, last)
    return changed(week, **found)


def weeks_kept(
    befores: Collection[datetime], began: datetime, ends: datetime, zone: tzinfo, most: int
) -> int:
    """By how many weeks, `most` at most, all stays put off when a pause that began at `began` ends
    at `ends`: the fewest with which every moment keeps the time that was left to it (C26). None
    where the pause was a slip.
    """
    gone = ends - began
    if gone <= SLIP and all(moment >= ends + SLIP_LEAVES for moment in befores):
        return 0
    return next(
        (
            weeks
            for weeks in range(most)
            if gone <= weeks * _WEEK
            and all(later(moment, zone, weeks) - moment >= gone for moment in befores)
        ),
        most,
    )


def taken_back(now: datetime, put_off: PutOff, zone: tzinfo, weeks: int) -> datetime:
    """A moment that is `now` with so many weeks of its putting-off taken back. What was moved
    besides stays moved as far.
    """
    rest = max(0, put_off.weeks - weeks)
    if now == later(put_off.before, zone, put_off.weeks):
        return later(put_off.before, zone, rest)
    return later(now, zone, rest - put_off.weeks)


def publish_later(week: WeekTimes, settle_at: datetime) -> WeekTimes:
    """This week with its publication at another moment; duel and close move only if they must."""
    duel = max(week.duel_at, settle_at)
    return changed(week, settle_at=settle_at, duel_at=duel, closes_at=max(week.closes_at, duel))


def check_week(
    week: WeekTimes,
    now: datetime,
    *,
    before: WeekTimes | None = None,
    after: WeekTimes | None = None,
) -> tuple[Problem, ...]:
    """Whether a changed week is possible: still ahead, in order, and between its neighbours."""
    rules = (
        (week.due_at > now, "due_at", "past", "The new deadline must be in the future."),
        (
            week.opens_at < week.due_at,
            "due_at",
            "out-of-order",
            "The deadline must come after the opening.",
        ),
        (
            week.due_at <= week.settle_at <= week.duel_at,
            "duel_at",
            "out-of-order",
            "The duel cannot start before the week is published.",
        ),
        (
            week.duel_at <= week.closes_at,
            "closes_at",
            "out-of-order",
            "The week must close after the duel.",
        ),
        (
            before is None or before.closes_at <= week.opens_at,
            "opens_at",
            "overlaps",
            _overlap(before),
        ),
        (after is None or week.closes_at <= after.opens_at, "due_at", "overlaps", _overlap(after)),
    )
    return tuple(
        Problem(field=field, code=code, sentence=sentence)
        for fine, field, code, sentence in rules
        if not fine
    )


def _overlap(other: WeekTimes | None) -> str:
    return (
        (
            f"This week would overlap with week {other.number}. Choose an earlier time, or move "
            "that week first."
        )
        if other
        else ""
    )
