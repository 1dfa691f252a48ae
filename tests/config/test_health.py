"""Health checks: not ready, degraded, and the canary for overdue work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django_scopes import scopes_disabled

from config import health
from core.notifications.services import outbox
from core.web import clock
from espionage.services import failed_weeks
from monitoring.selectors import figures
from monitoring.services import job_runs
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
TOKEN = "a-long-random-text-that-nobody-guesses"
WELL = {"ready": True, "degraded": False}
AMISS = {"ready": True, "degraded": True}


@pytest.fixture
def club() -> Iterator[Club]:
    """Return a club a minute before its deadline; the tick has just run."""
    found = found_club(teams=2, characters=1, vehicles=0)
    with clock.set_to(found.open_week.due_at - MINUTE):
        job_runs.record("tick", "worker")
        yield found


def leave_letters(club: Club) -> None:
    job_runs.record("tick", "worker")
    outbox.put_test(user=club.gm, now=clock.now() - 6 * MINUTE)


def raise_database_error(*_: object) -> Any:
    raise DatabaseError


def readyz(client: Client, **headers: str) -> tuple[int, Any]:
    answer = client.get("/readyz", headers=headers)
    return answer.status_code, answer.json()


def canary(client: Client) -> tuple[int, str]:
    answer = client.get("/overduez")
    return answer.status_code, answer.content.decode()


OK, OVERDUE = (200, "ok\n"), (503, "overdue\n")


def test_a_site_without_late_work_is_well(client: Client, club: Club) -> None:
    assert readyz(client) == (200, WELL)
    assert canary(client) == OK


def test_an_unresolved_week_is_overdue_after_five_minutes(client: Client, club: Club) -> None:
    with clock.set_to(club.open_week.due_at + 4 * MINUTE):
        job_runs.record("tick", "worker")
        assert canary(client) == OK
    with clock.set_to(club.open_week.due_at + 6 * MINUTE):
        job_runs.record("tick", "worker")
        assert canary(client) == OVERDUE
        assert readyz(client) == (200, AMISS)


def test_the_overdue_limit_is_a_setting(client: Client, club: Club, settings: Any) -> None:
    settings.OVERDUE_MINUTES = 15
    with clock.set_to(club.open_week.due_at + 14 * MINUTE):
        assert canary(client) == OK
    with clock.set_to(club.open_week.due_at + 16 * MINUTE):
        assert canary(client) == OVERDUE


def test_a_stopped_tick_is_overdue_before_any_week(client: Client, club: Club) -> None:
    with scopes_disabled():
        type(club.open_week).objects.update(status="planned", opens_at=club.at + 999 * MINUTE)
    with clock.set_to(clock.now() + 6 * MINUTE):
        assert canary(client) == OVERDUE
        assert readyz(client) == (200, AMISS)


def test_a_site_whose_tick_never_ran_is_degraded(client: Client) -> None:
    assert canary(client) == OVERDUE
    assert readyz(client) == (200, AMISS)


def test_unsent_letters_are_overdue(client: Client, club: Club) -> None:
    leave_letters(club)
    assert canary(client) == OVERDUE
    assert readyz(client) == (200, AMISS)


def test_a_parked_week_shows_in_no_check(client: Client, club: Club) -> None:
    with scopes_disabled():
        failed_weeks.park([club.open_week.pk], now=clock.now(), fault="resolve: KeyError")
    with clock.set_to(club.open_week.due_at + 9 * MINUTE):
        job_runs.record("tick", "worker")
        assert canary(client) == OK
        assert readyz(client) == (200, WELL)


def test_one_of_two_tick_runners_can_stop_without_lateness(
    client: Client, club: Club, settings: Any
) -> None:
    settings.TICK_RUNNERS = ["worker", "loop"]
    assert canary(client) == OK
    assert readyz(client) == (200, AMISS)
    job_runs.record("tick", "loop")
    assert readyz(client) == (200, WELL)


def test_only_the_metrics_token_shows_what_is_degraded(
    client: Client, club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(cache, "get", lambda _: None)
    leave_letters(club)
    owner = readyz(client, Authorization=f"Bearer {TOKEN}")
    assert owner == (200, {**AMISS, "missing": ["outbox", "redis"]})
    assert readyz(client) == readyz(client, Authorization="Bearer x") == (200, AMISS)


def test_missing_migrations_make_the_site_unready(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one"])
    assert readyz(client) == (503, {"ready": False, "degraded": False})


@pytest.mark.parametrize("broken", [(health, "database_is_ready"), (figures, "read")])
def test_an_unavailable_database_makes_the_site_unready_and_overdue(
    client: Client, monkeypatch: pytest.MonkeyPatch, broken: tuple[Any, str]
) -> None:
    where, name = broken
    answer = raise_database_error if name == "read" else lambda: False
    monkeypatch.setattr(where, name, answer)
    assert readyz(client) == (503, {"ready": False, "degraded": False})
    if name == "read":
        assert canary(client) == OVERDUE


def test_checks_accept_any_host_and_scheme_and_are_not_cached(
    client: Client, club: Club, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, []
    for address in ("/livez", "/readyz", "/overduez"):
        answer = client.get(address, headers={"Host": "10.0.0.7"})
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "no-store"
        assert not answer.cookies
