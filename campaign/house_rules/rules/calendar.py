"""Weekly slots, calculated from a time zone and local times across daylight saving changes.

All functions take the zone and the current time. They do not read a clock. Times are aware
datetimes in UTC. A local time that is skipped when clocks go forward is moved forward by the
skipped time. For a local time that occurs twice (clocks go back), the first one is used. Both
follow RFC 5545 (C17). The times of a week are always in order.
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
MIN_WRITING_TIME: Final = timedelta(
    hours=6
)  # local time, so that a clock change cannot skip it (C17)
MAX_HOLDS: Final = 3
"""Maximum number of outage holds of one deadline, and of one publication, so that a site that keeps
failing does not postpone them forever.
"""
MAX_PLANNED_WEEKS: Final = 60
"""Maximum number of weeks that can be planned or postponed by at a time."""
MAX_PAUSE_WEEKS: Final = 26
"""Maximum length of a pause in weeks, extensions included."""
UNDO_TIME: Final = timedelta(hours=1)
"""Time within which a pause can be undone as if it had never happened."""
UNDO_NOTICE: Final = timedelta(hours=24)
"""Minimum time between an undone pause and everything it had postponed."""
_WEEK: Final = timedelta(days=7)
_MONDAY: Final = date(2001, 1, 1)


class Slot(Value):
    """A weekday and a local time "HH:MM"."""

    day: Day
    time: str


class Slots(Value):
    """A campaign's weekly schedule: opening, deadline, publication (hours after the deadline), duel
    and close.
    """

    opens: Slot
    due: Slot
    settle_hours: int
    duel: Slot
    closes: Slot


class EveningLength(Value):
    """Lengths of the parts of an evening, a week that a GM starts by hand.

    The parts are, in order: orders, fights and decisions, garage, duel.
    """

    orders: timedelta
    fights: timedelta
    garage: timedelta
    duel: timedelta


class WeekTimes(Value):
    """The five times of one week, in UTC and in this order."""

    number: int
    opens_at: datetime
    due_at: datetime
    settle_at: datetime
    duel_at: datetime
    closes_at: datetime


def to_utc(local: datetime, zone: tzinfo) -> datetime:
    """Return a naive local time in UTC. A time in a gap moves forward. For a time that occurs
    twice, use the first.
    """
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _next_slot(day: date, slot: Slot) -> datetime:
    """Return the first local time of `slot` on `day` or in the six days after it."""
    days_ahead = (DAYS.index(slot.day) - day.weekday()) % 7
    return datetime.combine(day + timedelta(days=days_ahead), time.fromisoformat(slot.time))


def _next_slot_after(start: datetime, slot: Slot) -> datetime:
    """Return the first local time of `slot` strictly after `start`."""
    moment = _next_slot(start.date(), slot)
    return moment if moment > start else moment + _WEEK


def _local_times(first: date, rhythm: Slots) -> tuple[datetime, datetime, datetime, datetime]:
    """Return opening, deadline, duel and close, in local time, of the week that opens on `first` or
    the next possible day.
    """
    opens = _next_slot(first, rhythm.opens)
    return (
        opens,
        _next_slot_after(opens, rhythm.due),
        _next_slot_after(opens, rhythm.duel),
        _next_slot_after(opens, rhythm.closes),
    )


def plan_evening(number: int, starts: datetime, length: EveningLength) -> WeekTimes:
    """Return the times of a week that starts now and takes one evening."""
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


def count_driving_hours(rhythm: Slots) -> int:
    """Return the whole hours from the duel to the week's close, by the local clock."""
    _, _, duel, closes = _local_times(_MONDAY, rhythm)
    return int((closes - duel) / timedelta(hours=1))


def check_slots(rhythm: Slots) -> tuple[Problem, ...]:
    """Return the errors of a schedule that does not fit into a week.

    The order is opening, at least six hours for orders, deadline, publication, duel, close.
    """
    opens, due, duel, closes = _local_times(_MONDAY, rhythm)
    settle = due + timedelta(hours=rhythm.settle_hours)
    rules = (
        (
            due - opens >= MIN_WRITING_TIME,
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
        for holds, field, code, sentence in rules
        if not holds
    )


def plan_season(
    zone: tzinfo, first: date, weeks: int, rhythm: Slots, *, number: int = 1
) -> tuple[WeekTimes, ...]:
    """Return the times of `weeks` weeks, numbered from `number`.

    The first week opens on the opening weekday on or after `first`, a local date.
    """
    times: list[WeekTimes] = []
    for index in range(weeks):
        earliest = times[-1].closes_at if times else None
        times.append(_week(zone, first + index * _WEEK, rhythm, number + index, earliest))
    return tuple(times)


def _week(
    zone: tzinfo, first: date, rhythm: Slots, number: int, earliest: datetime | None
) -> WeekTimes:
    opens, due, duel, closes = (to_utc(local, zone) for local in _local_times(first, rhythm))
    opens = opens if earliest is None else max(opens, earliest)
    due = max(due, opens)
    week = WeekTimes(
        number=number, opens_at=opens, due_at=due, settle_at=due, duel_at=duel, closes_at=closes
    )
    return _settled(week, timedelta(hours=rhythm.settle_hours))


def _settled(week: WeekTimes, window: timedelta) -> WeekTimes:
    """Return the week with its publication `window` after the deadline, and all times in order."""
    settle = week.due_at + window
    duel = max(week.duel_at, settle)
    return changed(week, settle_at=settle, duel_at=duel, closes_at=max(week.closes_at, duel))


def postpone(
    week: WeekTimes, due_at: datetime, window: timedelta, *, duel_at: datetime | None = None
) -> WeekTimes:
    """Return the week with another deadline, and another duel time if given.

    Publication follows the deadline by `window`. Other times move only if they must. Other weeks do
    not move. `check_week` says whether the week still fits between them.
    """
    moved = changed(week, due_at=due_at, duel_at=duel_at or week.duel_at)
    return _settled(moved, window)


def shift(week: WeekTimes, due_at: datetime) -> WeekTimes:
    """Return the week with another deadline. All later times move by the same amount."""
    delay = due_at - week.due_at
    return changed(
        week,
        due_at=due_at,
        settle_at=week.settle_at + delay,
        duel_at=week.duel_at + delay,
        closes_at=week.closes_at + delay,
    )


MIN_REPAIR_TIME: Final = timedelta(hours=2)
"""Minimum time for reading and repairs between publication and duel when a team asks for an
extension.
"""


def extend_deadline(
    week: WeekTimes, due_at: datetime, window: timedelta, *, evening: bool = False
) -> datetime:
    """Return the deadline after an extension (C22).

    The extension is half of the time from the opening to `due_at`, the original deadline. It is
    added to the current deadline. In a calendar week, `window` remains for the publication and
    `MIN_REPAIR_TIME` before the duel. An evening moves as a whole.
    """
    extended = week.due_at + (due_at - week.opens_at) / 2
    deadline = extended if evening else min(extended, week.duel_at - window - MIN_REPAIR_TIME)
    return deadline.replace(second=0, microsecond=0)


MOMENTS: Final = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
"""Names of the times of a week, in order."""


class Postponement(Value):
    """A time before a pause, and the number of weeks by which the pause postponed it."""

    before: datetime
    weeks: int


def add_weeks(moment: datetime, zone: tzinfo, weeks: int) -> datetime:
    """Return the time that many weeks later in local time, or earlier if negative (C17).

    Weekday and hour stay the same when the clocks change in between.
    """
    if not weeks:
        return moment
    return to_utc(moment.astimezone(zone).replace(tzinfo=None) + weeks * _WEEK, zone)


def paused_moments(week: WeekTimes, status: str, now: datetime) -> tuple[str, ...]:
    """Return the names of the times that a pause from `now` postpones for a week in this status
    (C26).

    For a planned week, these are all times. For an open week, they are all times from its deadline
    on. For other weeks, they are duel and close. Times that have passed are left out.
    """
    if status == "planned":
        return MOMENTS
    first = 1 if status == "open" and week.due_at > now else 3
    return tuple(name for name in MOMENTS[first:] if getattr(week, name) > now)


def replace_moments(
    week: WeekTimes, moments: Mapping[str, datetime], earliest: datetime | None = None
) -> WeekTimes:
    """Return the week with these times, each at or after the previous one.

    If the opening is among them, it is not before `earliest`.
    """
    changes: dict[str, datetime] = {}
    last = earliest if "opens_at" in moments else None
    for name in MOMENTS:
        moment = moments.get(name, getattr(week, name))
        last = changes[name] = moment if last is None else max(moment, last)
    return changed(week, **changes)


def count_weeks_kept(
    moments: Collection[datetime], began: datetime, ends: datetime, zone: tzinfo, max_weeks: int
) -> int:
    """Return the number of weeks, at most `max_weeks`, that remain postponed when a pause ends
    early (C26).

    It is the smallest number that leaves each time as far ahead as it was when the pause began. It
    is 0 if the pause is undone within `UNDO_TIME`.
    """
    elapsed = ends - began
    if elapsed <= UNDO_TIME and all(moment >= ends + UNDO_NOTICE for moment in moments):
        return 0
    return next(
        (
            weeks
            for weeks in range(max_weeks)
            if elapsed <= weeks * _WEEK
            and all(add_weeks(moment, zone, weeks) - moment >= elapsed for moment in moments)
        ),
        max_weeks,
    )


def take_back(now: datetime, postponement: Postponement, zone: tzinfo, weeks: int) -> datetime:
    """Return `now`, a postponed time, moved back by this many weeks. Other changes to it are
    kept.
    """
    remaining = max(0, postponement.weeks - weeks)
    if now == add_weeks(postponement.before, zone, postponement.weeks):
        return add_weeks(postponement.before, zone, remaining)
    return add_weeks(now, zone, remaining - postponement.weeks)


def move_publication(week: WeekTimes, settle_at: datetime) -> WeekTimes:
    """Return the week with another publication time. Duel and close move only if they must."""
    duel = max(week.duel_at, settle_at)
    return changed(week, settle_at=settle_at, duel_at=duel, closes_at=max(week.closes_at, duel))


def check_week(
    week: WeekTimes,
    now: datetime,
    *,
    before: WeekTimes | None = None,
    after: WeekTimes | None = None,
) -> tuple[Problem, ...]:
    """Return the errors of a changed week. It must be in the future, in order, and between its
    neighbours.
    """
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
        for holds, field, code, sentence in rules
        if not holds
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
