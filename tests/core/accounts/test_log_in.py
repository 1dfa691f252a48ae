"""Signing in during guessing attacks: the attacker is stopped, the player is not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from config import settings as site
from core.accounts.models import User
from tests.factories import NOON, person, signed_in

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def _limits(settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = getattr(site, "ACCOUNT_RATE_LIMITS", {})  # type: ignore[attr-defined]


def try_in(name: str, password: str, address: str, client: Client | None = None) -> str:
    """Sign in from an address and return "in", "wrong" or "limited"."""
    answer = (client or Client()).post(
        LOGIN, {"login": name, "password": password}, REMOTE_ADDR=address
    )
    if answer.status_code == 302:
        return "in"
    return "limited" if "too many" in answer.content.decode().lower() else "wrong"


@pytest.fixture
def vera() -> User:
    return person("vera")


def test_a_guessing_rival_does_not_lock_out_the_player(vera: User) -> None:
    """Signing in works from a known browser, from any address and by name or mail address."""
    own = Client()
    assert try_in(vera.username, "secret", "198.51.100.7", own) == "in"
    own.post("/accounts/logout/")
    for number in range(12):
        try_in(vera.username, "guess", f"203.0.113.{number}")
        try_in(vera.email, "guess", f"203.0.113.{number}")
    assert try_in(vera.username, "secret", "198.51.100.99", own) == "in", (
        "her phone's address changes; her browser does not"
    )
    own.post("/accounts/logout/")
    assert try_in(vera.email.upper(), "secret", "198.51.100.7", own) == "in"


def test_guesses_from_thirty_addresses_are_limited(vera: User) -> None:
    said = [try_in(vera.username, "guess", f"203.0.113.{number}") for number in range(30)]
    assert said.count("limited") >= 25
    assert try_in(vera.username, "secret", "203.0.113.77") == "limited", (
        "nor does the right word help a browser that nobody knows"
    )


def test_five_guesses_are_allowed_even_in_a_known_browser(vera: User) -> None:
    own = Client()
    try_in(vera.username, "secret", "198.51.100.7", own)
    own.post("/accounts/logout/")
    said = [try_in(vera.username, "guess", "198.51.100.7", own) for _ in range(8)]
    assert said == ["wrong"] * 5 + ["limited"] * 3


def test_guesses_of_one_name_do_not_limit_another_name(vera: User) -> None:
    tom = person("tom")
    for _ in range(8):
        try_in(vera.username, "guess", "198.51.100.7")
    assert try_in(tom.username, "secret", "198.51.100.7") == "in"


def test_the_slow_limit_ends_after_a_quarter_of_an_hour(vera: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(6):
            try_in(vera.username, "guess", f"203.0.113.{number}")
        clock.shift(timedelta(minutes=6))
        assert try_in(vera.username, "secret", "203.0.113.50") == "limited"
        clock.shift(timedelta(minutes=10))
        assert try_in(vera.username, "secret", "203.0.113.50") == "in"


def test_the_cookie_of_a_known_browser_cannot_be_forged(vera: User) -> None:
    """The cookie contains no name and no address, and works only for its user."""
    tom, toms = person("tom"), Client()
    try_in(tom.username, "secret", "198.51.100.7", toms)
    toms.post("/accounts/logout/")
    known = next(cookie for name, cookie in toms.cookies.items() if name.endswith("known"))
    assert known["httponly"] and known["samesite"] == "Lax"
    assert tom.username not in known.value and "198.51" not in known.value
    for number in range(6):
        try_in(vera.username, "guess", f"203.0.113.{number}")
    assert try_in(vera.username, "secret", "198.51.100.7", toms) == "limited"
    forged = Client()
    forged.cookies[next(name for name in toms.cookies if name.endswith("known"))] = f"{vera.pk}:x:y"
    assert try_in(vera.username, "secret", "198.51.100.7", forged) == "limited"


def test_a_signed_in_user_can_confirm_their_password_during_guessing(vera: User) -> None:
    own = signed_in(vera)
    for number in range(6):
        try_in(vera.username, "guess", f"203.0.113.{number}")
    answer = own.post(
        "/accounts/reauthenticate/",
        {"password": "secret", "next": "/me/"},
        REMOTE_ADDR="198.51.100.7",
    )
    assert answer.status_code == 302


def test_a_password_reset_works_during_guessing(vera: User) -> None:
    """Afterwards the browser is known."""
    EmailAddress.objects.create(user=vera, email=vera.email, verified=True, primary=True)
    phone = Client()
    for number in range(6):
        try_in(vera.username, "guess", f"203.0.113.{number}")
    phone.post("/accounts/password/reset/", {"email": vera.email})
    link = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    form = phone.get(link[1], follow=True)
    said = {"password1": "a long one indeed", "password2": "a long one indeed"}
    assert phone.post(form.redirect_chain[-1][0], said).status_code == 302
    assert phone.get("/me/").status_code == 200
    phone.post("/accounts/logout/")
    assert try_in(vera.username, "a long one indeed", "198.51.100.7", phone) == "in"
