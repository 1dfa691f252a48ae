"""Weekly schedules across time changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.house_rules.rules import calendar, house
from campaign.house_rules.rules.calendar import DAYS, Slot, Slots, WeekTimes
from campaign.house_rules.rules.presets import PRESETS
from engine.values import changed

CLUB = house.slots(house.DEFAULT)
BERLIN = ZoneInfo("Europe/Berlin")
ZONES = sorted(available_timezones())


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def moments(week: WeekTimes) -> tuple[datetime, ...]:
    return week.opens_at, week.due_at, week.settle_at, week.duel_at, week.closes_at


def test_a_week_follows_the_clubs_schedule() -> None:
    week = calendar.plan_season(BERLIN, date(2026, 1, 5), 1, CLUB)[0]
    assert moments(week) == tuple(
        utc(text)
        for text in (
            "2026-01-05T08:00",
            "2026-01-08T19:00",
            "2026-01-08T19:00",
            "2026-01-10T18:00",
            "2026-01-11T21:00",
        )
    )


def test_the_first_week_opens_on_or_after_the_first_date() -> None:
    week = calendar.plan_season(BERLIN, date(2026, 1, 6), 1, CLUB, number=7)[0]
    assert (week.number, week.opens_at) == (7, utc("2026-01-12T08:00"))


def test_local_times_stay_the_same_across_a_time_change() -> None:
    weeks = calendar.plan_season(BERLIN, date(2026, 3, 23), 2, CLUB)
    assert [week.due_at for week in weeks] == [utc("2026-03-26T19:00"), utc("2026-04-02T18:00")]


def test_a_nonexistent_local_time_moves_forward_by_the_gap() -> None:
    assert calendar.to_utc(datetime(2026, 3, 29, 2, 30), BERLIN) == utc("2026-03-29T01:30")  # noqa: DTZ001 - a wall clock's time
    assert calendar.to_utc(datetime(2026, 3, 29, 2, 30), BERLIN).astimezone(BERLIN).hour == 3  # noqa: DTZ001


def test_an_ambiguous_local_time_is_the_first() -> None:
    assert calendar.to_utc(datetime(2026, 10, 25, 2, 30), BERLIN) == utc("2026-10-25T00:30")  # noqa: DTZ001


def test_a_time_gap_never_reverses_the_order_of_a_week() -> None:
    rhythm = changed(
        CLUB, duel=Slot(day="sunday", time="02:30"), closes=Slot(day="sunday", time="03:00")
    )
    week = calendar.plan_season(BERLIN, date(2026, 3, 23), 1, rhythm)[0]
    assert (week.duel_at, week.closes_at) == (utc("2026-03-29T01:30"), utc("2026-03-29T01:30"))


def test_the_week_is_published_after_the_settling_period() -> None:
    rhythm = changed(CLUB, settle_hours=36)
    week = calendar.plan_season(BERLIN, date(2026, 1, 5), 1, rhythm)[0]
    assert week.settle_at - week.due_at == timedelta(hours=36)


def test_c17_a_clock_change_takes_no_time_for_orders() -> None:
    tight = changed(
        CLUB, opens=Slot(day="saturday", time="22:00"), due=Slot(day="sunday", time="04:00"),
        duel=Slot(day="tuesday", time="19:00"), closes=Slot(day="wednesday", time="22:00"),
    )  # fmt: skip
    week = calendar.plan_season(BERLIN, date(2026, 3, 28), 1, tight)[0]
    assert week.due_at - week.opens_at == calendar.MIN_WRITING_TIME
    assert week.due_at.astimezone(BERLIN).hour == 5


FRIDAYS = changed(
    CLUB, opens=Slot(day="saturday", time="09:00"), due=Slot(day="wednesday", time="20:00"),
    duel=Slot(day="friday", time="20:00"), closes=Slot(day="friday", time="23:30"),
)  # fmt: skip


def test_c106_rescheduled_weeks_open_as_near_as_possible_to_their_old_dates() -> None:
    old = calendar.plan_season(BERLIN, date(2026, 1, 5), 3, CLUB)
    long_ago = old[0].opens_at - timedelta(days=30)
    new = calendar.reschedule(old, BERLIN, FRIDAYS, long_ago)
    assert [week.opens_at for week in new] == [
        utc(text) for text in ("2026-01-03T08:00", "2026-01-10T08:00", "2026-01-17T08:00")
    ]
    busy = calendar.reschedule(old, BERLIN, FRIDAYS, old[0].opens_at)
    assert busy[0].opens_at == utc("2026-01-10T08:00"), "not before the week before them closes"
    chosen = calendar.reschedule(old, BERLIN, FRIDAYS, long_ago, date(2026, 2, 1))
    assert chosen[0].opens_at == utc("2026-02-07T08:00")


def test_c106_a_new_time_zone_keeps_the_local_times() -> None:
    old = calendar.plan_season(BERLIN, date(2026, 1, 5), 2, CLUB)
    new = calendar.reschedule(old, ZoneInfo("America/New_York"), CLUB, old[0].opens_at)
    assert [b.due_at - a.due_at for a, b in zip(old, new, strict=True)] == [timedelta(hours=6)] * 2


def test_c106_a_break_between_weeks_stays() -> None:
    first, second, _, fourth = calendar.plan_season(BERLIN, date(2026, 1, 5), 4, CLUB)
    new = calendar.reschedule([first, second, fourth], BERLIN, FRIDAYS, first.opens_at)
    assert [b.opens_at - a.opens_at for a, b in pairwise(new)] == [
        timedelta(weeks=1),
        timedelta(weeks=2),
    ]


RHYTHMS = st.builds(
    Slots,
    opens=st.builds(
        Slot,
        day=st.sampled_from(DAYS),
        time=st.sampled_from(["00:00", "00:30", "01:30", "02:30", "09:00", "23:30"]),
    ),
    due=st.builds(
        Slot,
        day=st.sampled_from(DAYS),
        time=st.sampled_from(["00:00", "00:30", "01:30", "02:30", "20:00", "23:59"]),
    ),
    settle_hours=st.sampled_from([0, 1, 24, 48]),
    duel=st.builds(
        Slot,
        day=st.sampled_from(DAYS),
        time=st.sampled_from(["00:00", "01:30", "02:15", "02:45", "19:00"]),
    ),
    closes=st.builds(
        Slot,
        day=st.sampled_from(DAYS),
        time=st.sampled_from(["00:15", "02:00", "02:50", "03:00", "22:00"]),
    ),
).filter(lambda rhythm: not calendar.check_slots(rhythm))


def in_order(weeks: tuple[WeekTimes, ...]) -> bool:
    line = [moment for week in weeks for moment in moments(week)]
    return line == sorted(line) and all(week.opens_at < week.due_at for week in weeks)


@pytest.mark.slow("walks a season in every time zone")
@settings(deadline=None)
@given(st.sampled_from(ZONES), st.dates(date(2012, 1, 1), date(2035, 1, 1)), RHYTHMS)
def test_the_weeks_of_a_season_are_in_order_in_every_zone(
    zone: str, first: date, rhythm: Slots
) -> None:
    weeks = calendar.plan_season(ZoneInfo(zone), first, 8, rhythm)
    assert [week.number for week in weeks] == list(range(1, 9))
    assert in_order(weeks)


@pytest.mark.slow("walks two schedules in pairs of time zones")
@settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.tuples(st.sampled_from(ZONES), st.sampled_from(ZONES)),
    st.dates(date(2012, 1, 1), date(2035, 1, 1)),
    st.tuples(RHYTHMS, RHYTHMS),
    st.lists(st.integers(0, 3), min_size=8, max_size=8),
    st.none() | st.integers(0, 30),
)
def test_c106_rescheduled_weeks_are_in_order_with_enough_time_for_orders(
    zones: tuple[str, str],
    start: date,
    rhythms: tuple[Slots, Slots],
    breaks: list[int],
    later: int | None,
) -> None:
    old_zone, new_zone = map(ZoneInfo, zones)
    planned = calendar.plan_season(old_zone, start, 8 + sum(breaks), rhythms[0])
    kept = [planned[at + sum(breaks[: at + 1])] for at in range(8)]
    earliest = kept[0].opens_at + timedelta(days=later or 0)
    first = None if later is None else earliest.astimezone(new_zone).date() + timedelta(days=1)
    weeks = calendar.reschedule(kept, new_zone, rhythms[1], earliest, first)
    assert [week.number for week in weeks] == [week.number for week in kept]
    assert in_order(weeks), "they never overlap"
    assert all(week.due_at - week.opens_at >= calendar.MIN_WRITING_TIME for week in weeks)
    assert weeks[0].opens_at >= earliest
    for at in range(1, 8):
        gap = weeks[at].opens_at - weeks[at - 1].opens_at
        assert round(gap / timedelta(weeks=1)) == 1 + breaks[at], "breaks stay"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_year_of_every_preset_is_in_order_in_every_zone(preset: object) -> None:
    rhythm = house.slots(next(found.house for found in PRESETS if found is preset))
    for zone in ZONES[::7]:
        assert in_order(calendar.plan_season(ZoneInfo(zone), date(2026, 1, 1), 53, rhythm))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"due": Slot(day="monday", time="12:00")}, "due_time"),
        ({"settle_hours": 60}, "settle_hours"),
        ({"duel": Slot(day="wednesday", time="12:00")}, "settle_hours"),
        ({"closes": Slot(day="friday", time="12:00")}, "closes_time"),
    ],
)
def test_a_schedule_that_does_not_fit_a_week_is_refused(
    changes: dict[str, object], field: str
) -> None:
    assert field in {problem.field for problem in calendar.check_slots(changed(CLUB, **changes))}


def test_postponing_a_deadline_moves_as_little_as_possible() -> None:
    first, second = calendar.plan_season(BERLIN, date(2026, 1, 5), 2, CLUB)
    later = calendar.postpone(first, first.due_at + timedelta(hours=24), timedelta(0))
    assert moments(later) == (
        first.opens_at,
        first.due_at + timedelta(hours=24),
        first.due_at + timedelta(hours=24),
        first.duel_at,
        first.closes_at,
    )
    assert calendar.check_week(later, first.opens_at, after=second) == ()


def test_a_deadline_after_the_duel_moves_the_duel() -> None:
    first, _ = calendar.plan_season(BERLIN, date(2026, 1, 5), 2, CLUB)
    later = calendar.postpone(first, first.duel_at + timedelta(hours=3), timedelta(hours=2))
    assert (later.settle_at, later.duel_at) == (first.duel_at + timedelta(hours=5),) * 2


def test_a_week_can_be_postponed_until_the_next_one_only() -> None:
    first, second = calendar.plan_season(BERLIN, date(2026, 1, 5), 2, CLUB)
    later = calendar.postpone(first, second.opens_at + timedelta(hours=1), timedelta(0))
    problem = calendar.check_week(later, first.opens_at, after=second)[0]
    assert (
        problem.sentence
        == "This week would overlap with week 2. Choose an earlier time, or move that week first."
    )


@pytest.mark.parametrize(
    ("now", "due", "code"),
    [
        ("2026-01-09T00:00", "2026-01-08T20:00", "past"),
        ("2026-01-01T00:00", "2026-01-04T00:00", "out-of-order"),
    ],
)
def test_a_deadline_cannot_be_moved_into_the_past(now: str, due: str, code: str) -> None:
    first = calendar.plan_season(BERLIN, date(2026, 1, 5), 1, CLUB)[0]
    assert code in {
        problem.code
        for problem in calendar.check_week(
            calendar.postpone(first, utc(due), timedelta(0)), utc(now)
        )
    }
