"""The account pages do not reveal whether a mail address has an account: answers, later pages,
queries and password hashes are the same, and the owner is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import settings as site
from core.accounts.models import User
from core.web import clock
from tests.factories import NOON, person

pytestmark = pytest.mark.django_db

UNKNOWN = "nobody@example.org"
PASSWORD = "a long one indeed"
RANDOM = re.compile(r'(csrfmiddlewaretoken" value|nonce|request-id)="?[^"]+"?')
NOT_COMPARED = {
    "Expires": "now",
    "Content-Length": "as long as what was typed",
    "X-Reader": "a word for whoever asks",
}
_numbers = count(1)


@pytest.fixture
def vera() -> User:
    """Return a player with a confirmed address."""
    user = person("vera")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def tomas() -> User:
    """Return a player with an unconfirmed address."""
    user = person("tomas")
    EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
    return user


@pytest.fixture(autouse=True)
def one_moment() -> Iterator[None]:
    """Stop the clock, because pages count down to the next open event."""
    with clock.set_to(NOON):
        yield


@dataclass
class Seen:
    """Everything by which a visitor can tell two answers apart, and their cost."""

    status: list[int]
    headers: list[dict[str, str]]
    bodies: list[str]
    cookies: list[str]
    statements: list[str]
    hashes: int
    letters: int


@pytest.fixture
def hashes() -> Iterator[list[str]]:
    """Count the computed password hashes."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(salt)
        return encode(self, password, salt)

    with patch.object(MD5PasswordHasher, "encode", counted):
        yield done


@pytest.fixture
def ask(hashes: list[str]) -> Callable[..., Seen]:
    """Send a form and follow its redirects, with the input blanked out."""

    def asked(path: str, sent: dict[str, str], client: Client | None = None) -> Seen:
        client = client or Client()
        hashes.clear()
        letters = len(mail.outbox)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.post(path, sent)
        cost, left = len(hashes), len(mail.outbox) - letters
        answers = [answer]
        while answers[-1].status_code == 302:
            answers.append(client.get(answers[-1]["Location"]))
        return Seen(
            [each.status_code for each in answers],
            [
                {name: NOT_COMPARED.get(name, value) for name, value in each.items()}
                for each in answers
            ],
            [_blotted(each.content.decode(), sent) for each in answers],
            sorted(client.cookies),
            [_shape(query["sql"]) for query in queries.captured_queries],
            cost,
            left,
        )

    return asked


def _blotted(page: str, sent: dict[str, str]) -> str:
    for name, value in sent.items():
        page = page.replace(value, name) if len(value) > 1 else page
    return RANDOM.sub("", page)


def _shape(sql: str) -> str:
    """Return the kind of a statement and its table."""
    return " ".join(re.findall(r'^\w+|(?:FROM|INTO|UPDATE) "\w+"', sql))


def form(email: str) -> dict[str, str]:
    """Return a sign-up form with a free name."""
    return {
        "username": f"newcomer-{next(_numbers)}",
        "email": email,
        "password1": PASSWORD,
        "password2": PASSWORD,
    }


def sign_up(ask: Callable[..., Seen], email: str) -> Seen:
    return ask("/accounts/signup/", form(email))


# --- signing up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["vera", "tomas"])
@pytest.mark.parametrize("verification", ["optional", "mandatory"])
def test_sign_up_answers_the_same_for_known_and_unknown_addresses(
    who: str, verification: str, ask: Any, settings: Any, request: pytest.FixtureRequest
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    known = request.getfixturevalue(who).email
    assert sign_up(ask, known) == (strange := sign_up(ask, UNKNOWN))
    assert strange.status[0] == 302 and strange.hashes == 1 and strange.letters == 1


def test_sign_up_answers_the_same_if_the_site_sends_no_mail(
    tomas: User, ask: Any, settings: Any
) -> None:
    settings.MAIL_LEAVES, settings.ACCOUNT_EMAIL_VERIFICATION = False, "none"
    assert sign_up(ask, tomas.email) == (strange := sign_up(ask, UNKNOWN))
    assert strange.status[0] == 302 and strange.letters == 0


def test_a_recently_used_address_answers_like_any_other(ask: Any, settings: Any) -> None:
    """Mails to one address are limited; the page does not show that."""
    settings.ACCOUNT_RATE_LIMITS = site.ACCOUNT_RATE_LIMITS
    first = sign_up(ask, UNKNOWN)
    second = sign_up(ask, UNKNOWN)
    assert (second.status, second.headers, second.bodies) == (
        first.status,
        first.headers,
        first.bodies,
    )
    assert (first.letters, second.letters) == (1, 0)


@pytest.mark.parametrize("who", ["vera", "tomas"])
def test_the_owner_of_a_known_address_is_told_about_the_sign_up(
    who: str, ask: Any, request: pytest.FixtureRequest
) -> None:
    owner = request.getfixturevalue(who)
    sign_up(ask, owner.email)
    (letter,) = mail.outbox
    assert letter.to == [owner.email]
    assert "it already belongs to another account" in letter.body
    assert "/accounts/password/reset/" in letter.body
    assert "/accounts/confirm-email/" not in letter.body, "nothing is confirmed by mistake"


def test_a_new_users_address_gets_a_confirmation_mail(ask: Any) -> None:
    sign_up(ask, UNKNOWN)
    (letter,) = mail.outbox
    assert letter.to == [UNKNOWN]
    assert "/accounts/confirm-email/" in letter.body


def test_signing_up_with_someone_elses_address_gives_no_control_of_it(vera: User, ask: Any) -> None:
    sent = form(vera.email)
    ask("/accounts/signup/", sent)
    intruder = User.objects.get(username=sent["username"])
    assert not EmailAddress.objects.get(user=intruder).set_verified()
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": vera.email})
    (letter,) = mail.outbox
    assert vera.username in letter.body and intruder.username not in letter.body


@pytest.mark.parametrize("verification", ["optional", "mandatory"])
def test_the_user_name_is_taken_after_either_sign_up(
    vera: User, verification: str, ask: Any, settings: Any
) -> None:
    """Otherwise one could sign up with another's address and check whether the name is still
    free.
    """
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    for address in (vera.email, UNKNOWN):
        sent = form(address)
        ask("/accounts/signup/", sent)
        again = Client().post("/accounts/signup/", {**sent, "email": "third@example.org"})
        assert "A user with that username already exists." in again.content.decode()


# --- logging in -----------------------------------------------------------------------------------


def log_in(ask: Any, typed: str, password: str = "wrong") -> Seen:
    return ask("/accounts/login/", {"login": typed, "password": password})


@pytest.mark.parametrize("who", ["vera", "tomas"])
def test_a_wrong_password_and_an_unknown_account_answer_the_same(
    who: str, ask: Any, request: pytest.FixtureRequest
) -> None:
    known = request.getfixturevalue(who)
    for typed, nobody in ((known.email, UNKNOWN), (known.username, "nobody")):
        wrong, unknown = log_in(ask, typed), log_in(ask, nobody)
        assert (wrong.status, wrong.headers, wrong.bodies, wrong.cookies) == (
            unknown.status,
            unknown.headers,
            unknown.bodies,
            unknown.cookies,
        )
        assert wrong.hashes == unknown.hashes > 0


def test_two_accounts_with_one_address_can_both_sign_in_by_it(vera: User, ask: Any) -> None:
    """So trying it reveals nothing and does not affect the owner."""
    for address in (vera.email, UNKNOWN):
        ask("/accounts/signup/", form(address))
        assert log_in(ask, address, PASSWORD).status[0] == 302
    client = Client()
    assert log_in(ask, vera.email, "secret").status[0] == 302
    client.post("/accounts/login/", {"login": vera.email, "password": "secret"})
    assert client.session["_auth_user_id"] == str(vera.pk)


def test_a_failed_sign_in_costs_the_same_after_a_second_sign_up(vera: User, ask: Any) -> None:
    """For one account with the address, or two."""
    costs = set()
    for address in (vera.email, UNKNOWN):
        ask("/accounts/signup/", form(address))
        costs.add(log_in(ask, address).hashes)
    assert len(costs) == 1


# --- a lost password, a second address ------------------------------------------------------------


@pytest.mark.parametrize("who", ["vera", "tomas"])
def test_password_reset_answers_the_same_for_any_address(
    who: str, ask: Any, request: pytest.FixtureRequest
) -> None:
    known = request.getfixturevalue(who).email
    one, two = (ask("/accounts/password/reset/", {"email": each}) for each in (known, UNKNOWN))
    assert (one.status, one.headers, one.bodies, one.cookies, one.letters) == (
        two.status,
        two.headers,
        two.bodies,
        two.cookies,
        two.letters,
    )
    assert one.letters == 1


def test_password_reset_links_look_the_same_for_unknown_accounts(
    vera: User, client: Client
) -> None:
    pages = {
        RANDOM.sub("", client.get(f"/accounts/password/reset/key/{uid}-x-y/").content.decode())
        for uid in (vera.pk.hex, "0" * 32)
    }
    assert len(pages) == 1


@pytest.mark.parametrize("who", ["vera", "tomas"])
def test_adding_a_known_address_answers_like_any_other(
    who: str, ask: Any, request: pytest.FixtureRequest
) -> None:
    known = request.getfixturevalue(who)
    seen = []
    for address in (known.email, UNKNOWN):
        browser, twin = Client(), User.objects.create_user(f"twin-{next(_numbers)}")
        browser.force_login(twin, backend="django.contrib.auth.backends.ModelBackend")
        seen.append(
            ask(
                "/accounts/email/",
                {"action_add": "", "email": address, "name": twin.username},
                browser,
            )
        )
    assert seen[0] == seen[1]
    letters = [letter.body for letter in mail.outbox]
    told = "it already belongs to another account" in letters[0]
    assert told == (who == "vera"), "an address that nobody has confirmed may yet be"
    assert "/accounts/confirm-email/" in letters[1]


# --- how often ------------------------------------------------------------------------------------


def test_the_eleventh_sign_up_in_ten_minutes_from_one_address_is_throttled(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = site.ACCOUNT_RATE_LIMITS
    answers = [
        Client().post(
            "/accounts/signup/", form(f"new-{number}@example.org"), REMOTE_ADDR="198.51.100.7"
        )
        for number in range(12)
    ]
    assert [answer.status_code for answer in answers] == [302] * 10 + [429] * 2
    assert "again in 10 minutes" in answers[-1].content.decode()
    assert User.objects.count() == 10
    elsewhere = Client().post(
        "/accounts/signup/", form("new@example.org"), REMOTE_ADDR="203.0.113.9"
    )
    assert elsewhere.status_code == 302


def test_thirty_people_can_sign_up_from_one_address_in_an_evening(settings: Any) -> None:
    import time_machine

    from tests.factories import NOON

    settings.ACCOUNT_RATE_LIMITS = site.ACCOUNT_RATE_LIMITS
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(30):
            if number and number % 10 == 0:
                clock.shift(601)
            answer = Client().post("/accounts/signup/", form(f"new-{number}@example.org"))
            assert answer.status_code == 302
