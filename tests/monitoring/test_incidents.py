"""Incidents: confirmed when they last, reported once, and reported again when they are over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.notifications.services.delivery_worker import deliver
from core.web import clock
from espionage.services import failed_weeks
from monitoring.models import Incident, OwnerDelivery
from monitoring.services import incidents, job_runs
from monitoring.services.incidents import CONFIRM_AFTER, update_incidents
from tests.factories import Club

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
At = Callable[[datetime], None]
Ticked = Callable[..., None]


@pytest.fixture(autouse=True)
def owner(settings: Any) -> None:
    """Set the site's owner and enable mail."""
    settings.SITE_OWNER_EMAIL = ["owner@site.example"]
    settings.MAIL_LEAVES = True


@pytest.fixture
def begin(at: At, ticked: Ticked, club: Club) -> datetime:
    """Return a quiet time at which a runner has just ticked."""
    at(club.at)
    ticked()
    return club.at


def stand_still_until(moment: datetime, at: At) -> None:
    """Run the watch every minute until this time without a tick."""
    while clock.now() < moment:
        at(clock.now() + MINUTE)
        update_incidents()
        deliver()


def subjects() -> list[str]:
    """Return the subjects of mails to the owner after the delivery worker has run."""
    deliver()
    return [str(letter.subject) for letter in mail.outbox]


@pytest.mark.slow("starts the loop of ticks")
def test_a_stopped_tick_is_reported_once_and_again_when_it_is_over(
    begin: datetime, at: At, ticked: Ticked
) -> None:
    stand_still_until(begin + 60 * MINUTE, at)
    assert subjects() == ["Dead Drop: The tick job is not running"]
    assert mail.outbox[0].to == ["owner@site.example"]
    for _ in range(4):
        at(clock.now() + MINUTE)
        ticked()
        update_incidents()
    assert subjects() == [
        "Dead Drop: The tick job is not running",
        "Dead Drop: Resolved: The tick job is not running",
    ]
    assert "From 2040-03-05 10:06 UTC to 2040-03-05 11:00 UTC." in mail.outbox[1].body


def test_a_healthy_site_reports_nothing(begin: datetime, at: At, ticked: Ticked) -> None:
    for _ in range(10):
        at(clock.now() + MINUTE)
        ticked()
        assert not any(update_incidents().values())
    assert not subjects() and not Incident.objects.exists()


def test_a_problem_shorter_than_two_minutes_is_not_reported(
    begin: datetime, at: At, ticked: Ticked
) -> None:
    stand_still_until(begin + 7 * MINUTE, at)
    assert Incident.objects.get().confirmed_at is None
    ticked()
    at(clock.now() + CONFIRM_AFTER)
    ticked()
    update_incidents()
    assert not Incident.objects.exists() and not subjects()


@pytest.mark.slow("looks at every minute of hours")
def test_a_short_recovery_does_not_end_an_incident(begin: datetime, at: At, ticked: Ticked) -> None:
    stand_still_until(begin + 10 * MINUTE, at)
    ticked(ago=4 * MINUTE)
    update_incidents()
    stand_still_until(begin + 12 * MINUTE, at)
    assert Incident.objects.get().over_at is None
    assert len(subjects()) == 1


@pytest.mark.slow("looks at every minute of hours")
def test_two_watchers_report_an_incident_once(
    begin: datetime, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one read the incidents before the first one wrote."""
    stand_still_until(begin + 7 * MINUTE, at)
    at(begin + 8 * MINUTE)
    [seen] = Incident.objects.all()
    update_incidents()
    monkeypatch.setattr(incidents.Incident.objects, "filter", lambda **said: _as_seen(seen, said))
    update_incidents()
    monkeypatch.undo()
    assert OwnerDelivery.objects.count() == 1


def _as_seen(seen: Incident, said: dict[str, Any]) -> Any:
    return [seen] if said == {"over_at": None} else Incident.objects.all().filter(**said)


def test_each_parked_week_is_reported_without_naming_its_club(
    begin: datetime, at: At, ticked: Ticked, club: Club
) -> None:
    with scopes_disabled():
        failed_weeks.park([club.open_week.pk], now=clock.now(), fault="resolve: KeyError")
    for _ in range(5):
        at(clock.now() + MINUTE)
        ticked()
        update_incidents()
    assert subjects() == ["Dead Drop: A week is parked"]
    said = mail.outbox[0].body
    for secret in (club.campaign.name, club.campaign.slug, str(club.open_week.pk), "KeyError"):
        assert secret not in said
    with scopes_disabled():
        another = Week.objects.exclude(pk=club.open_week.pk).first()
        failed_weeks.park([another.pk], now=clock.now(), fault="open: KeyError")
    for _ in range(5):
        at(clock.now() + MINUTE)
        ticked()
        update_incidents()
    assert subjects() == ["Dead Drop: A week is parked"] * 2


def test_an_overdue_week_is_reported_while_the_tick_runs(
    at: At, ticked: Ticked, club: Club
) -> None:
    for minute in range(5, 9):
        at(club.open_week.due_at + minute * MINUTE)
        ticked()
        update_incidents()
    assert subjects() == ["Dead Drop: Weeks are overdue"]
    assert "since 2040-" in mail.outbox[0].body


def test_worker_and_loop_report_each_other(
    begin: datetime, at: At, ticked: Ticked, settings: Any
) -> None:
    settings.TICK_RUNNERS = ["worker", "loop"]
    for _ in range(9):
        at(clock.now() + MINUTE)
        ticked("loop")
        update_incidents()
    assert subjects() == ["Dead Drop: A tick process is not running"]
    assert "is not running (worker), since" in mail.outbox[0].body


def test_unsent_messages_are_reported(begin: datetime, at: At, ticked: Ticked, club: Club) -> None:
    from core.notifications.services import outbox

    outbox.put_test(user=club.gm, now=begin)
    for _ in range(9):
        at(clock.now() + MINUTE)
        ticked()
        update_incidents()
    assert "Dead Drop: Emails or messages are not being sent" in subjects()


def test_simultaneous_incidents_share_one_mail(begin: datetime, at: At, club: Club) -> None:
    with scopes_disabled():
        failed_weeks.park([club.open_week.pk], now=clock.now(), fault="resolve: KeyError")
    for minutes in range(9):
        at(begin + minutes * MINUTE)
        update_incidents()
    assert subjects() == ["Dead Drop: A week is parked (and 1 more)"]
    assert mail.outbox[0].extra_headers["Auto-Submitted"] == "auto-generated"
    assert "A week is parked" in mail.outbox[0].body
    assert "The tick job is not running" in mail.outbox[0].body


@pytest.mark.slow("looks at every minute of hours")
def test_a_failing_mail_server_delays_the_report_but_does_not_lose_it(
    begin: datetime, at: At, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "tests.monitoring.test_incidents.Down"
    stand_still_until(begin + 9 * MINUTE, at)
    assert not mail.outbox
    assert OwnerDelivery.objects.get().fault == "ConnectionRefusedError"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    at(clock.now() + 9 * MINUTE)
    assert subjects() == ["Dead Drop: The tick job is not running"]


class Down:
    """A mail server that does not answer."""

    def __init__(self, **_: Any) -> None: ...

    def open(self) -> None:
        raise ConnectionRefusedError

    def close(self) -> None: ...


def test_without_an_owner_address_incidents_are_stored_without_mail(
    begin: datetime, at: At, settings: Any
) -> None:
    settings.SITE_OWNER_EMAIL = []
    stand_still_until(begin + 9 * MINUTE, at)
    assert Incident.objects.get().confirmed_at is not None
    assert not OwnerDelivery.objects.exists()


def test_every_scheduled_job_records_its_runs(begin: datetime, settings: Any) -> None:
    from celery.signals import task_success

    from config.celery import app
    from monitoring.models import JobRun

    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task_success.send(sender=app.tasks[entry["task"]], result=None)
    noted = set(JobRun.objects.filter(runner=job_runs.WORKER).values_list("job", flat=True))
    assert noted == set(settings.CELERY_BEAT_SCHEDULE)
