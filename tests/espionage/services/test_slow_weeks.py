"""Weeks that take too long: limits on CPU time and statements, and later attempts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.notifications.models import Notice
from core.web import clock
from espionage.services import due, stages, time_limits
from espionage.services.due import MAX_ATTEMPTS, MAX_SLOW_ATTEMPTS, RETRY_AFTER
from espionage.services.time_limits import TookTooLong, cpu_limit, limit_statements
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=1, vehicles=0)


def work_too_long(weeks: Sequence[Week], now: datetime) -> None:
    raise TookTooLong


def run(work: Callable[[Sequence[Week], datetime], None], moment: datetime) -> int:
    """Run the stage of the deadline at this time with this work."""
    with scopes_disabled(), clock.set_to(moment):
        return due.run_all(replace(stages.RESOLVE, work=work), now=moment)


def parked_week(club: Club) -> Week:
    """Let the week fail three times, and return it."""
    for minute in range(MAX_ATTEMPTS):
        assert not run(work_too_long, club.open_week.due_at + minute * MINUTE)
    return reload_week(club)


def reload_week(club: Club) -> Week:
    return Week._base_manager.get(pk=club.open_week.pk)


# --- the limits -----------------------------------------------------------------------------------


def test_waiting_for_the_database_uses_up_no_cpu_time() -> None:
    with cpu_limit(0.1), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.3)")


def test_work_that_never_ends_is_stopped() -> None:
    with pytest.raises(TookTooLong), cpu_limit(0.1):
        work_forever()


def work_forever() -> None:
    while True:
        pass


def test_a_statement_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limits, "STATEMENT_SECONDS", 0.1)
    with pytest.raises(OperationalError) as caught:
        wait_for_statement()
    assert time_limits.is_about_time(caught.value)
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",), "it ends with the transaction"


@transaction.atomic
def wait_for_statement() -> None:
    limit_statements()
    connection.cursor().execute("SELECT pg_sleep(20)")


# --- later attempts -------------------------------------------------------------------------------


def test_a_week_that_took_too_long_is_tried_again_an_hour_later(club: Club) -> None:
    week = parked_week(club)
    assert (week.attempts, week.fault) == (MAX_ATTEMPTS, "resolve: TookTooLong")
    assert week.parked_at is not None
    assert run(stages.RESOLVE.work, week.parked_at + RETRY_AFTER - MINUTE) == 0
    assert run(stages.RESOLVE.work, week.parked_at + RETRY_AFTER) == 1
    week = reload_week(club)
    assert (week.status, week.attempts, week.parked_at, week.fault) == ("settled", 0, None, "")


def test_a_week_that_always_takes_too_long_is_tried_a_few_times_and_reported_once(
    club: Club,
) -> None:
    parked_at = parked_week(club).parked_at
    assert parked_at is not None
    for hour in range(1, 24):
        run(work_too_long, parked_at + hour * RETRY_AFTER)
        run(work_too_long, parked_at + hour * RETRY_AFTER + MINUTE)
    week = reload_week(club)
    assert week.attempts == MAX_SLOW_ATTEMPTS and week.parked_at is not None
    assert Notice._base_manager.filter(kind="week-stuck", user=club.gm).count() == 1


def test_a_week_with_another_fault_waits_for_its_gm(club: Club) -> None:
    def fail(weeks: Sequence[Week], now: datetime) -> None:
        raise KeyError

    week = parked_week(club)
    assert week.parked_at is not None
    assert run(fail, week.parked_at + RETRY_AFTER) == 0
    week = reload_week(club)
    assert week.fault == "resolve: KeyError" and week.parked_at is not None
    assert run(stages.RESOLVE.work, week.parked_at + 5 * RETRY_AFTER) == 0


def test_a_busy_database_counts_as_too_slow(club: Club) -> None:
    class Locked(Exception):
        sqlstate = "55P03"

    def wait(weeks: Sequence[Week], now: datetime) -> None:
        raise OperationalError from Locked()

    run(wait, club.open_week.due_at)
    assert reload_week(club).fault == "resolve: TookTooLong"
