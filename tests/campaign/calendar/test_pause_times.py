"""The effect of a pause on the times of weeks, across time changes (C26)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from campaign.house_rules.rules import calendar, house
from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS, MOMENTS, Postponement, WeekTimes

CLUB = house.slots(house.DEFAULT)
ZONES = [ZoneInfo(name) for name in ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata")]
WEEK = timedelta(weeks=1)

zones = st.sampled_from(ZONES)
pauses = st.integers(1, MAX_PAUSE_WEEKS)
days = st.dates(date(2026, 1, 1), date(2027, 12, 31))
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
statuses = st.sampled_from(["planned", "open", "playing", "settled"])


def put_off(week: WeekTimes, status: str, zone: ZoneInfo, weeks: int, at: datetime) -> WeekTimes:
    names = calendar.paused_moments(week, status, at)
    moved = {name: calendar.add_weeks(getattr(week, name), zone, weeks) for name in names}
    return calendar.replace_moments(week, moved)


def in_order(week: WeekTimes) -> list[datetime]:
    return [getattr(week, name) for name in MOMENTS]


@given(zones, days, pauses, statuses, st.floats(0, 1))
def test_c26_the_times_of_a_week_stay_in_order(
    zone: ZoneInfo, first: date, weeks: int, status: str, into: float
) -> None:
    week = calendar.plan_season(zone, first, 1, CLUB)[0]
    at = week.opens_at + into * (week.closes_at - week.opens_at)
    later = put_off(week, status, zone, weeks, at)
    assert in_order(later) == sorted(in_order(later)) and later.opens_at < later.due_at


@given(zones, days, pauses)
def test_c26_a_planned_week_keeps_its_weekdays_and_hours(
    zone: ZoneInfo, first: date, weeks: int
) -> None:
    week = calendar.plan_season(zone, first, 1, CLUB)[0]
    later = put_off(week, "planned", zone, weeks, week.opens_at - WEEK)
    for before, after in zip(in_order(week), in_order(later), strict=True):
        wall = [moment.astimezone(zone).replace(tzinfo=None) for moment in (before, after)]
        assert wall[1] - wall[0] == weeks * WEEK


@given(zones, moments, pauses)
def test_c26_undoing_a_whole_pause_moves_nothing(
    zone: ZoneInfo, moment: datetime, weeks: int
) -> None:
    """Also for local times that a time change skips or repeats."""
    now = calendar.add_weeks(moment, zone, weeks)
    back = calendar.take_back(now, Postponement(before=moment, weeks=weeks), zone, weeks)
    assert back == moment


@given(zones, moments, pauses, st.floats(0, 1), st.integers(1, 60 * 24 * 20))
def test_c26_an_early_end_leaves_everyone_their_remaining_time(
    zone: ZoneInfo, began: datetime, weeks: int, gone: float, ahead: int
) -> None:
    due = began + timedelta(minutes=ahead)
    slip = calendar.UNDO_TIME + timedelta(minutes=1)
    ends = began + slip + gone * (weeks * WEEK - slip)
    kept = calendar.count_weeks_kept([due], began, ends, zone, weeks)
    now = calendar.add_weeks(due, zone, weeks)
    goes_on = calendar.take_back(now, Postponement(before=due, weeks=weeks), zone, weeks - kept)
    assert goes_on <= now
    if kept < weeks:  # a pause that was nearly over leaves all as far as it put it off
        assert goes_on - ends >= due - began
        assert goes_on - ends < due - began + WEEK + timedelta(hours=1), "no week more than needed"


def test_c26_a_pause_ended_at_once_is_undone_completely() -> None:
    began = datetime(2026, 3, 2, 12, tzinfo=UTC)
    soon, ahead = began + timedelta(hours=20), began + timedelta(days=2)
    quick, slow = began + timedelta(minutes=40), began + timedelta(minutes=61)
    assert calendar.count_weeks_kept([ahead], began, quick, ZONES[1], 3) == 0
    assert calendar.count_weeks_kept([ahead], began, slow, ZONES[1], 3) == 1
    assert calendar.count_weeks_kept([soon, ahead], began, quick, ZONES[1], 3) == 1, (
        "people relied on it"
    )


def test_c26_other_changes_are_kept_when_a_pause_is_undone() -> None:
    zone, moment = ZONES[1], datetime(2026, 3, 26, 19, tzinfo=UTC)
    extended = calendar.add_weeks(moment, zone, 4) + timedelta(days=2)
    back = calendar.take_back(extended, Postponement(before=moment, weeks=4), zone, 3)
    assert back == calendar.add_weeks(moment, zone, 1) + timedelta(days=2)
