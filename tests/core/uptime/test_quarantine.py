"""A copy of a site sends nothing until its operator releases it."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from core.accounts.models import User
from core.notifications.models import Delivery
from core.notifications.services import delivery_worker, outbox
from core.notifications.services.quarantine_release import release
from core.uptime.models import DatabasePlace, Quarantine
from core.uptime.selectors.quarantine import current
from core.uptime.services import quarantine
from core.web import clock
from tests.staff import log_in_as_staff

pytestmark = pytest.mark.django_db
WORDS = "This site is in quarantine"


@pytest.fixture
def alice(settings: object) -> User:
    settings.MAIL_LEAVES = True  # type: ignore[attr-defined]
    user = User.objects.create_user("alice", "alice@example.org", "a long password")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def put(user: User, minutes: int) -> Delivery:
    """Queue a mail this many minutes ago."""
    return outbox.put_test(user=user, now=clock.now() - timedelta(minutes=minutes))


def test_an_original_site_is_not_in_quarantine_and_sends(alice: User) -> None:
    row = put(alice, 5)
    assert not quarantine.is_active() and current() is None
    delivery_worker.deliver()
    row.refresh_from_db()
    assert row.state == Delivery.State.SENT and len(mail.outbox) == 1


def test_quarantine_stops_sending_and_its_release_sends_only_new_messages(alice: User) -> None:
    old = put(alice, 5)
    quarantine.begin_quarantine("restored")
    new = put(alice, 0)
    assert delivery_worker.deliver() == {} and not mail.outbox
    said = StringIO()
    call_command("release", stdout=said)
    assert said.getvalue() == "Quarantine ended. 1 old emails and messages were deleted.\n"
    delivery_worker.deliver()
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.state, old.fault) == (Delivery.State.NEEDLESS, "of a restored copy")
    assert new.state == Delivery.State.SENT and len(mail.outbox) == 1


def test_a_release_can_send_the_waiting_messages(alice: User) -> None:
    put(alice, 5)
    quarantine.begin_quarantine("restored")
    assert release(send_waiting=True) == 0
    delivery_worker.deliver()
    assert len(mail.outbox) == 1


def test_password_reset_in_quarantine_sends_no_mail_and_looks_the_same(
    alice: User, client: Client
) -> None:
    quarantine.begin_quarantine("restored")
    answer = client.post("/accounts/password/reset/", {"email": alice.email})
    assert answer.status_code == 302 and not mail.outbox
    release()
    again = client.post("/accounts/password/reset/", {"email": alice.email})
    assert again["Location"] == answer["Location"] and len(mail.outbox) == 1


def test_a_database_found_in_another_place_is_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not quarantine.is_active()
    there = DatabasePlace.objects.get().place
    assert there.startswith("postgresql ")
    monkeypatch.setattr(quarantine, "database_location", lambda: "")
    assert not quarantine.is_active(), "what cannot be told is no proof"
    monkeypatch.setattr(quarantine, "database_location", lambda: f"{there} or not")
    assert quarantine.is_active() and quarantine.is_active()
    assert Quarantine.objects.get().reason == quarantine.MOVED_REASON
    release()
    assert not quarantine.is_active(), "this is where it lives now"


def test_a_location_that_was_unknown_is_stored_once_it_is_known() -> None:
    here = quarantine.database_location()
    DatabasePlace.objects.create(pk=1, place="")
    assert not quarantine.is_active()
    assert DatabasePlace.objects.get().place == here


def test_only_one_quarantine_is_active_at_a_time() -> None:
    first = quarantine.begin_quarantine("one")
    assert quarantine.begin_quarantine("another") == first and current() == first
    with pytest.raises(IntegrityError), transaction.atomic():
        Quarantine.objects.create(began_at=clock.now(), reason="a third")
    assert release() == 0
    assert release() is None


def test_only_site_administrators_see_the_quarantine_banner(alice: User, client: Client) -> None:
    quarantine.begin_quarantine("restored")
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert WORDS not in client.get("/me/").content.decode()
    alice.is_staff = True
    alice.save()
    log_in_as_staff(client, alice)
    assert WORDS in client.get("/me/").content.decode()
    release()
    assert WORDS not in client.get("/me/").content.decode()
