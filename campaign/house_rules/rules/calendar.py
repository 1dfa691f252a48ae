"""The weekly schedule, calculated from a time zone and local times.

All functions take the zone and the current time, and do not read a clock. Times are aware datetimes
in UTC. If a local time is skipped because clocks go forward, it is moved forward by the skipped
time. If a local time occurs twice because clocks go back, the first occurrence is used. Both rules
follow RFC 5545 (C17). The times of a week are always in order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
MIN_WRITING_TIME: Final = timedelta(hours=6)
"""Minimum time between a week's opening and its deadline (C17)."""
MAX_HOLDS: Final = 3
"""Maximum number of outage holds of a deadline, and of a publication.

Without this limit, a site that keeps failing would postpone them forever.
"""
MAX_PLANNED_WEEKS: Final = 60
"""Maximum number of weeks that can be planned at a time, or by which weeks can be postponed."""
MAX_LEAD_TIME: Final = timedelta(days=730)
"""Maximum time from now to the first day of a schedule."""
MAX_PAUSE_WEEKS: Final = 26
"""Maximum length of a pause in weeks, including extensions."""
UNDO_TIME: Final = timedelta(hours=1)
"""Time within which a pause can be undone as if it had never existed."""
UNDO_NOTICE: Final = timedelta(hours=24)
"""Minimum time between undoing a pause and the first event that it had postponed."""
_WEEK: Final = timedelta(days=7)
_MONDAY: Final = date(2001, 1, 1)


class Slot(Value):
    """A weekday and a local time in the form "HH:MM"."""

    day: Day
    time: str


class Slots(Value):
    """A campaign's weekly schedule, with opening, deadline, publication, duel and close.

    Publication is given in hours after the deadline.
    """

    opens: Slot
    due: Slot
    settle_hours: int
    duel: Slot
    closes: Slot


class EveningLength(Value):
    """Lengths of the parts of an evening, which is a week that a GM starts by hand.

    The parts are orders, fights and decisions, garage, and duel, in this order.
    """

    orders: timedelta
    fights: timedelta
    garage: timedelta
    duel: timedelta


class WeekTimes(Value):
    """The five times of a week in UTC, in order."""

    number: int
    opens_at: datetime
    due_at: datetime
    settle_at: datetime
    duel_at: datetime
    closes_at: datetime


def to_utc(local: datetime, zone: tzinfo) -> datetime:
    """Return a naive local time in UTC.

    A time that does not exist moves forward. If a time occurs twice, the first one is used.
    """
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _next_slot(day: date, slot: Slot) -> datetime:
    """Return the first local time of `slot` on `day` or in the following six days."""
    days_ahead = (DAYS.index(slot.day) - day.weekday()) % 7
    return datetime.combine(day + timedelta(days=days_ahead), time.fromisoformat(slot.time))


def _next_slot_after(start: datetime, slot: Slot) -> datetime:
    """Return the first local time of `slot` strictly after `start`."""
    moment = _next_slot(start.date(), slot)
    return moment if moment > start else moment + _WEEK


def next_opening(now: datetime, rhythm: Slots) -> date:
    """Return the day of the next opening after `now`, which is in the club's time zone."""
    return _next_slot_after(now.replace(tzinfo=None), rhythm.opens).date()


def _local_times(first: date, rhythm: Slots) -> tuple[datetime, datetime, datetime, datetime]:
    """Return the local times of opening, deadline, duel and close.

    The week opens on `first` or on the next possible day.
    """
    opens = _next_slot(first, rhythm.opens)
    return (
        opens,
        _next_slot_after(opens, rhythm.due),
        _next_slot_after(opens, rhythm.duel),
        _next_slot_after(opens, rhythm.closes),
    )


def plan_evening(number: int, starts: datetime, length: EveningLength) -> WeekTimes:
    """Return the times of a week that starts at `starts` and takes one evening."""
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
    """Return the number of whole hours from the duel to the week's close, in local time."""
    _, _, duel, closes = _local_times(_MONDAY, rhythm)
    return int((closes - duel) / timedelta(hours=1))


def check_slots(rhythm: Slots) -> tuple[Problem, ...]:
    """Return the errors in a schedule that does not fit into a week.

    The required order is opening, at least six hours for orders, deadline, publication, duel and
    close.
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
        Problem(field, code, sentence) for holds, field, code, sentence in rules if not holds
    )


def plan_season(
    zone: tzinfo, first: date, weeks: int, rhythm: Slots, *, number: int = 1
) -> tuple[WeekTimes, ...]:
    """Return the times of `weeks` weeks. The first week has the number `number`.

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
    due = max(due, opens + MIN_WRITING_TIME)  # a clock change can take some of the local time
    week = WeekTimes(
        number=number, opens_at=opens, due_at=due, settle_at=due, duel_at=duel, closes_at=closes
    )
    return _settled(week, timedelta(hours=rhythm.settle_hours))


def reschedule(
    weeks: Sequence[WeekTimes],
    zone: tzinfo,
    rhythm: Slots,
    earliest: datetime,
    first: date | None = None,
) -> tuple[WeekTimes, ...]:
    """Return planned weeks in another weekly schedule, with the same breaks between them (C106).

    The first week opens on or after `first`, a local date. By default, it opens as near as possible
    to its current opening, at or after `earliest`.
    """
    old_days = [week.opens_at.astimezone(zone).date() for week in weeks]
    if first is None:
        first = old_days[0] - timedelta(days=3)
        while to_utc(_next_slot(first, rhythm.opens), zone) < earliest:
            first += _WEEK
    times: list[WeekTimes] = []
    offset = 0
    for week, day, previous_day in zip(weeks, old_days, [old_days[0], *old_days], strict=False):
        if times:
            offset += max(1, round((day - previous_day) / _WEEK))
        closed_at = times[-1].closes_at if times else None
        times.append(_week(zone, first + offset * _WEEK, rhythm, week.number, closed_at))
    return tuple(times)


def _settled(week: WeekTimes, window: timedelta) -> WeekTimes:
    """Return the week, published `window` after the deadline, with all times in order."""
    settle = week.due_at + window
    duel = max(week.duel_at, settle)
    return changed(week, settle_at=settle, duel_at=duel, closes_at=max(week.closes_at, duel))


def postpone(
    week: WeekTimes, due_at: datetime, window: timedelta, *, duel_at: datetime | None = None
) -> WeekTimes:
    """Return the week with a new deadline, and a new time for the duel if one is given.

    Publication follows `window` after the deadline. Other times move only if necessary. Other weeks
    do not move. `check_week` says whether the week still fits between them.
    """
    moved = changed(week, due_at=due_at, duel_at=duel_at or week.duel_at)
    return _settled(moved, window)


def shift(week: WeekTimes, due_at: datetime) -> WeekTimes:
    """Return the week with a new deadline. All later times move by the same amount."""
    delay = due_at - week.due_at
    return changed(
        week,
        due_at=due_at,
        settle_at=week.settle_at + delay,
        duel_at=week.duel_at + delay,
        closes_at=week.closes_at + delay,
    )


MIN_REPAIR_TIME: Final = timedelta(hours=2)
"""Minimum time for reading and repairs between publication and duel after a team's extension."""


def extend_deadline(
    week: WeekTimes, due_at: datetime, window: timedelta, *, evening: bool = False
) -> datetime:
    """Return the deadline after an extension (C22).

    The current deadline is extended by half of the time between the opening and `due_at`, the
    original deadline. In a calendar week, the extension leaves `window` for the publication and
    `MIN_REPAIR_TIME` before the duel. In an evening, all later times move with the deadline.
    """
    extended = week.due_at + (due_at - week.opens_at) / 2
    deadline = extended if evening else min(extended, week.duel_at - window - MIN_REPAIR_TIME)
    return deadline.replace(second=0, microsecond=0)


MAX_DUEL_DELAY: Final = timedelta(hours=3)
"""Maximum delay of a duel on its own day after an outage."""


def keep_duel(planned: WeekTimes, postponed: WeekTimes, zone: tzinfo) -> WeekTimes:
    """Return a postponed week with a duel that can still be driven (C21).

    `MIN_REPAIR_TIME`, or the planned time if it is shorter, remains between publication and duel.
    If the duel has to move by more than `MAX_DUEL_DELAY`, it moves by whole days to the same local
    time. The week closes as long after its duel as planned.
    """
    earliest = postponed.settle_at + min(MIN_REPAIR_TIME, planned.duel_at - planned.settle_at)
    duel, days = planned.duel_at, 0
    if earliest - duel <= MAX_DUEL_DELAY:
        duel = max(duel, earliest)
    while duel < earliest:
        days += 1
        duel = _add_local(planned.duel_at, zone, timedelta(days=days))
    closes = duel + (planned.closes_at - planned.duel_at)
    return changed(postponed, duel_at=duel, closes_at=max(planned.closes_at, closes))


MOMENTS: Final = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
"""Names of the times of a week, in order."""


class Postponement(Value):
    """A time before a pause, and the number of weeks by which pauses have postponed it."""

    before: datetime
    weeks: int


def add_weeks(moment: datetime, zone: tzinfo, weeks: int) -> datetime:
    """Return the time `weeks` weeks later in local time, or earlier if `weeks` is negative (C17).

    The weekday and the local time of day stay the same even if the clocks change in between.
    """
    return _add_local(moment, zone, weeks * _WEEK) if weeks else moment


def _add_local(moment: datetime, zone: tzinfo, time_span: timedelta) -> datetime:
    """Return the time that much later on the local clock."""
    return to_utc(moment.astimezone(zone).replace(tzinfo=None) + time_span, zone)


def paused_moments(week: WeekTimes, status: str, now: datetime) -> tuple[str, ...]:
    """Return the names of the times that a pause from `now` postpones (C26).

    For a planned week, these are all times. For an open week, they are the deadline and all later
    times. For other weeks, they are the duel and the close. Times that have passed are left out.
    """
    if status == "planned":
        return MOMENTS
    first = 1 if status == "open" and week.due_at > now else 3
    return tuple(name for name in MOMENTS[first:] if getattr(week, name) > now)


def replace_moments(
    week: WeekTimes, moments: Mapping[str, datetime], earliest: datetime | None = None
) -> WeekTimes:
    """Return the week with these times changed. Each time is at or after the previous one.

    If the opening is changed, it is not before `earliest`.
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
    """Return the number of weeks that remain postponed when a pause ends early (C26).

    This is the smallest number that leaves each time as far away as it was when the pause began,
    but at most `max_weeks`. It is 0 if the pause is undone within `UNDO_TIME`.
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
    """Return the postponed time `now`, moved back by `weeks` weeks. Other changes stay."""
    remaining = max(0, postponement.weeks - weeks)
    if now == add_weeks(postponement.before, zone, postponement.weeks):
        return add_weeks(postponement.before, zone, remaining)
    return add_weeks(now, zone, remaining - postponement.weeks)


def move_publication(week: WeekTimes, settle_at: datetime, *, evening: bool = False) -> WeekTimes:
    """Return the week with a new publication time. Duel and close move only if necessary, but in an
    evening by the same amount.
    """
    if evening:
        moved = shift(week, week.due_at + (settle_at - week.settle_at))
        return changed(moved, due_at=week.due_at)
    duel = max(week.duel_at, settle_at)
    return changed(week, settle_at=settle_at, duel_at=duel, closes_at=max(week.closes_at, duel))


def check_week(
    week: WeekTimes,
    now: datetime,
    *,
    before: WeekTimes | None = None,
    after: WeekTimes | None = None,
) -> tuple[Problem, ...]:
    """Return the errors in a week that has been changed.

    The week must be in the future, its times must be in order, and it must fit between its
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
        Problem(field, code, sentence) for holds, field, code, sentence in rules if not holds
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
