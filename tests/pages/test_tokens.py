"""API tokens on their own page: shown once, kept as a hash, revoked at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from core.accounts.models import ApiToken, User
from tests.factories import person

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'value="(dd_[0-9a-f]{64})"')


@pytest.fixture
def user() -> User:
    return person("maker")


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


def test_only_a_hash_is_kept(browser_of: Client) -> None:
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


def test_a_token_needs_a_name_and_a_time(browser_of: Client) -> None:
    assert make(browser_of, name="").status_code == 422
    assert make(browser_of, days=9999).status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_after_asking(browser_of: Client) -> None:
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


def test_somebody_elses_token_is_not_there(browser_of: Client, user: User) -> None:
    other = Client()
    other.force_login(person("other"), backend="django.contrib.auth.backends.ModelBackend")
    make(browser_of)
    row = ApiToken.objects.get()
    assert other.post(f"/me/tokens/{row.ref}/revoke/", {"confirmed": "1"}).status_code == 404
    assert "League bot" not in other.get("/me/tokens/").content.decode()


def test_the_page_says_when_a_token_was_last_used(browser_of: Client) -> None:
    shown = TOKEN.search(make(browser_of).content.decode())
    assert "never used" in browser_of.get("/me/tokens/").content.decode()
    assert shown
    Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {shown[1]}")
    assert "last used" in browser_of.get("/me/tokens/").content.decode()
