"""API tokens on their own page: shown once, stored as a hash, revoked at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from django_scopes import scopes_disabled

from core.accounts.models import ApiToken, User
from core.accounts.services import token_reminders, tokens
from core.notifications.models import Delivery, Notice
from tests.factories import found_club, person

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'value="(dd_[0-9a-f]{64})"')


@pytest.fixture
def user() -> User:
    return person("maker")


@pytest.fixture
def without_scope() -> Iterator[None]:
    """Read rows of every club."""
    with scopes_disabled():
        yield


@pytest.fixture
def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def make(client: Client, key: str = "one-form-one-key", **said: Any) -> Any:
    return client.post(
        "/me/tokens/", {"name": "League bot", "days": 90, "idempotency": key, **said}, follow=True
    )


def test_a_token_is_shown_once_and_works(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of).content.decode())
    assert shown
    me = Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {shown[1]}")
    assert me.status_code == 200
    assert not TOKEN.search(browser_of.get("/me/tokens/").content.decode())


def test_only_a_hash_is_stored(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of).content.decode())
    row = ApiToken.objects.get()
    assert shown
    assert shown[1] not in {row.digest, row.token_key}
    assert len(row.token_key) == 15
    assert row.name == "League bot"


def test_a_double_click_makes_one_token(browser_of: Client) -> None:
    make(browser_of)
    make(browser_of)
    assert ApiToken.objects.count() == 1


def test_a_token_needs_a_name_and_a_valid_period(browser_of: Client) -> None:
    assert make(browser_of, name="").status_code == 422
    assert make(browser_of, days=9999).status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_after_confirmation(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of).content.decode())
    row = ApiToken.objects.get()
    asked = browser_of.post(f"/me/tokens/{row.ref}/revoke/")
    assert asked.status_code == 200
    assert ApiToken.objects.exists()
    browser_of.post(
        f"/me/tokens/{row.ref}/revoke/", {"confirmed": "1", "idempotency": "another-key"}
    )
    assert shown
    assert Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {shown[1]}").status_code == 401


def test_another_users_token_is_not_found(browser_of: Client, user: User) -> None:
    other = Client()
    other.force_login(person("other"), backend="django.contrib.auth.backends.ModelBackend")
    make(browser_of)
    row = ApiToken.objects.get()
    assert other.post(f"/me/tokens/{row.ref}/revoke/", {"confirmed": "1"}).status_code == 404
    assert "League bot" not in other.get("/me/tokens/").content.decode()


def test_the_page_shows_when_a_token_was_last_used(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of).content.decode())
    assert "never used" in browser_of.get("/me/tokens/").content.decode()
    assert shown
    Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {shown[1]}")
    assert "last used" in browser_of.get("/me/tokens/").content.decode()


def test_the_page_creates_a_token_with_few_scopes_for_one_club(
    browser_of: Client, user: User
) -> None:
    club = found_club(teams=1)
    other = Client()
    other.force_login(club.players[0], backend="django.contrib.auth.backends.ModelBackend")
    page = make(other, scopes=["orders"], club=club.campaign.slug).content.decode()
    assert f"In {club.campaign.name} alone: read, orders." in page
    row = ApiToken.objects.get()
    assert (row.rights, row.club_slug) == ({"read", "orders"}, club.campaign.slug)
    assert make(browser_of, "second-key", club=club.campaign.slug).status_code == 422
    assert make(other, "third-key", scopes=["play"], club=club.campaign.slug).status_code == 422
    assert ApiToken.objects.count() == 1


def test_renewing_keeps_the_token(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of, days=30).content.decode())
    row = ApiToken.objects.get()
    path = f"/me/tokens/{row.ref}/renew/"
    assert browser_of.get(path).status_code == 200
    done = browser_of.post(path, {"days": 365, "idempotency": "renew-key"}, follow=True)
    assert "League bot was renewed." in done.content.decode()
    before, renewed = row.expiry, ApiToken.objects.get().expiry
    assert before is not None and renewed is not None and (renewed - before).days > 300
    assert shown
    answer = Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {shown[1]}")
    assert (answer.status_code, answer["Token-Expires"]) == (
        200,
        renewed.isoformat(timespec="seconds"),
    )
    other = Client()
    other.force_login(person("other"), backend="django.contrib.auth.backends.ModelBackend")
    assert other.get(path).status_code == 404


@pytest.mark.usefixtures("without_scope")
def test_an_owner_is_notified_14_and_3_days_before_a_token_expires(
    user: User, settings: Any
) -> None:
    settings.MAIL_LEAVES = True
    EmailAddress.objects.create(user=user, email="maker@example.org", verified=True, primary=True)
    now = timezone.now()
    row, _ = tokens.create_token(user=user, name="Club bot", days=30, now=now)
    told = []
    for day in range(31):
        before = Notice.objects.count()
        for minute in (0, 1):
            token_reminders.remind(now + timedelta(days=day, minutes=minute))
        told += [day] * (Notice.objects.count() - before)
    assert told == [16, 27]
    notice = Notice.objects.latest("at")
    assert (notice.user, notice.kind, notice.path) == (user, "token-ends", "/me/tokens/")
    assert "“Club bot” expires" in notice.text
    assert Delivery.objects.filter(user=user).count() == 2
    tokens.renew(token=row, days=30, now=now + timedelta(days=28))
    assert token_reminders.remind(now + timedelta(days=29)) == 0


@pytest.mark.usefixtures("without_scope")
def test_a_token_for_a_week_is_announced_three_days_before_it_expires(user: User) -> None:
    now = timezone.now()
    tokens.create_token(user=user, name="Club bot", days=7, now=now)
    said = [token_reminders.remind(now + timedelta(days=day)) for day in range(8)]
    assert said == [0, 0, 0, 0, 1, 0, 0, 0]
