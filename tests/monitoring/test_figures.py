"""Figures about the site's own work: due, overdue and parked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.notifications.models import Delivery
from core.notifications.services import outbox
from core.notifications.services.delivery_worker import CHANNELS
from core.web import clock
from espionage.services import failed_weeks, stages
from espionage.services.due import run_all
from espionage.services.tick import STAGES, tick
from monitoring.models import JobRun
from monitoring.rules.alarms import Backlog
from monitoring.selectors import figures
from monitoring.services import job_runs
from play.clocking import Clock
from play.models import Chair
from play.services import clocks, tournament_rounds, tournaments
from tests.factories import Club, person
from tests.play.tables import Time, chairs, installed_toys, table_of

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
At = Callable[[datetime], None]


def change(week: Week, **changes: Any) -> None:
    with scopes_disabled():
        Week.objects.filter(pk=week.pk).update(**changes)


def test_a_week_is_due_until_its_stage_is_done(club: Club, at: At) -> None:
    week = club.open_week
    at(week.due_at - MINUTE)
    assert figures.read().weeks["resolve"] == Backlog()
    at(week.due_at + MINUTE)
    now = figures.read()
    assert now.weeks["resolve"] == Backlog(1, week.due_at)
    assert now.weeks["resolve"].seconds(now.measured_at) == 60
    assert now.overdue["resolve"] == 0
    tick()
    assert figures.read().weeks["resolve"] == Backlog()


def test_a_week_is_overdue_after_five_minutes(club: Club, at: At) -> None:
    at(club.open_week.due_at + 6 * MINUTE)
    assert figures.read().overdue == {
        "open": 0,
        "resolve": 1,
        "draw": 0,
        "start": 0,
        "settle": 0,
        "detonate": 0,
        "draw heats": 0,
        "drive": 0,
        "hand over": 0,
        "write": 0,
        "close": 0,
    }


@pytest.mark.slow("plays a week stage by stage")
def test_every_stage_of_the_tick_is_counted_by_its_own_rule(club: Club, at: At) -> None:
    """In each phase of a week the counted work is what the stage would do."""
    week, seen = club.open_week, set[str]()
    change(week, settle_at=week.due_at + MINUTE)
    with scopes_disabled():
        after = Week.objects.get(season=week.season, number=week.number + 1)
    for moment in (week.due_at, week.due_at + MINUTE, week.closes_at, after.opens_at):
        for stage in (stages.RESOLVE, stages.SETTLE, stages.DETONATE, stages.CLOSE, stages.OPEN):
            at(moment)
            counted = figures.read().weeks
            with scopes_disabled():
                due = {
                    each.name: each.due(clock.now()).count()
                    for each in STAGES
                    if each.name in counted
                }
                run_all(stage, now=clock.now())
            assert {name: counted[name].number for name in due} == due
            seen |= {name for name, number in due.items() if number}
    assert seen == {"resolve", "settle", "close", "open"}


def test_a_parked_week_is_counted_only_as_parked(club: Club, at: At) -> None:
    week = club.open_week
    at(week.due_at + 6 * MINUTE)
    with scopes_disabled():
        failed_weeks.park([week.pk], now=clock.now(), fault="resolve: KeyError")
    now = figures.read()
    assert [(parked.week, parked.since) for parked in now.parked] == [
        (str(week.pk), now.measured_at)
    ]
    assert now.weeks["resolve"] == Backlog()
    assert now.overdue["resolve"] == 0


def test_a_week_with_a_later_deadline_is_no_longer_due(club: Club, at: At) -> None:
    week = club.open_week
    at(week.due_at + 6 * MINUTE)
    change(week, due_at=clock.now() + MINUTE, settle_at=clock.now() + MINUTE)
    assert figures.read().overdue["resolve"] == 0


def test_a_letter_is_due_from_its_sending_time_until_it_is_sent(club: Club, at: At) -> None:
    at(club.at)
    outbox.put_test(user=club.gm, now=club.at - MINUTE)
    Delivery.objects.create(user=club.gm, at=club.at - 2 * MINUTE, next_at=club.at + MINUTE)
    now = figures.read()
    assert now.due["mail"] == Backlog(1, club.at - MINUTE)
    assert now.waiting["mail"] == Backlog(2, club.at - 2 * MINUTE)
    assert now.due["hooks"] == now.waiting["hooks"] == Backlog()
    Delivery.objects.update(state=Delivery.State.SENT)
    assert figures.read().waiting["mail"] == Backlog()


def test_every_outgoing_channel_is_counted() -> None:
    assert {channel.model for channel in CHANNELS} == set(figures.OUTBOXES.values())


def test_an_expired_clock_is_counted_until_the_host_has_moved(time: Time) -> None:
    with installed_toys():
        table = table_of(
            person("ann"), person("bob"), clock=Clock(kind="correspondence", seconds=3600)
        )
        assert figures.read().clocks == Backlog()
        time.later(hours=1, minutes=1)
        now = figures.read()
        assert (now.clocks.number, now.clocks.seconds(now.measured_at)) == (len(chairs(table)), 60)
        assert clocks.move_for_expired_clocks()
        assert figures.read().clocks == Backlog()


def test_a_seat_skipped_after_an_error_is_due_from_its_retry_time(time: Time) -> None:
    with installed_toys():
        table_of(person("ann"), person("bob"), clock=Clock(kind="correspondence", seconds=3600))
        time.later(hours=2)
        Chair.objects.update(claimed_until=clock.now() + MINUTE)
        assert figures.read().clocks == Backlog(), "nobody may take it on"
        time.later(minutes=2)
        assert figures.read().clocks.oldest == clock.now() - MINUTE


def test_a_tournament_is_counted_from_its_start_until_it_has_begun(time: Time) -> None:
    with installed_toys():
        people = [person(name) for name in ("ann", "bob", "cat")]
        cup = tournaments.announce(
            user=people[0],
            name="Cup",
            game="bids",
            begins_at=time.now + 60 * MINUTE,
            round_minutes=60,
        )
        for who in people:
            tournaments.enter(tournament_id=cup.pk, user=who)
        assert figures.read().tournaments == Backlog()
        time.later(hours=1, minutes=2)
        assert figures.read().tournaments == Backlog(1, clock.now() - 2 * MINUTE)
        assert tournament_rounds.advance_due() == 1
        assert figures.read().tournaments == Backlog()
        time.later(hours=1)
        assert figures.read().tournaments == Backlog(1, clock.now())


def test_a_job_run_is_one_row_for_any_number_of_runs(at: At, club: Club) -> None:
    for minutes in range(3):
        at(club.at + minutes * MINUTE)
        job_runs.record("tick", "loop")
        job_runs.record("tick", "worker")
    assert JobRun.objects.count() == 2
    now = figures.read()
    assert now.last_run("tick") == now.last_run("tick", "loop") == club.at + 2 * MINUTE
    assert now.last_run("post") is None


def test_reading_the_figures_takes_six_queries(
    club: Club, at: At, django_assert_num_queries: Any
) -> None:
    at(club.open_week.due_at + MINUTE)
    outbox.put_test(user=club.gm, now=club.at)
    job_runs.record("tick", "loop")
    with django_assert_num_queries(6):
        figures.read()
