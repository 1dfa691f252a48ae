"""A site without mail does not mention any: sign-up, lost passwords, addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.factories import person

pytestmark = pytest.mark.django_db

CLAIMS = re.compile(
    r"sent|we(’|'|&#x27;)ll send|spam|inbox|verif|confirmation e-?mail", re.IGNORECASE
)


@pytest.fixture
def _no_mail(settings: Any) -> None:
    settings.MAIL_LEAVES = False


def words(answer: Any) -> str:
    """Return the page's text between header and footer."""
    found = re.search(r"<main.*?</main>", answer.content.decode(), re.DOTALL)
    assert found
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


SIGN_UP = {
    "username": "hana",
    "email": "hana@example.org",
    "password1": "a long one indeed",
    "password2": "a long one indeed",
}


@pytest.mark.usefixtures("_no_mail")
def test_sign_up_does_not_mention_mail(client: Client) -> None:
    answer = client.post("/accounts/signup/", SIGN_UP, follow=True)
    assert answer.redirect_chain
    assert not CLAIMS.search(words(answer)), words(answer)
    assert not mail.outbox


def test_sign_up_sends_a_confirmation_mail_if_mail_is_set_up(client: Client) -> None:
    answer = client.post("/accounts/signup/", SIGN_UP, follow=True)
    assert "Confirmation email sent" in words(answer)
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("_no_mail")
@pytest.mark.parametrize(
    "path",
    ["/accounts/password/reset/", "/accounts/password/reset/done/", "/accounts/confirm-email/"],
)
def test_the_lost_password_page_refers_to_a_gm(client: Client, path: str) -> None:
    """There is no form that could not work."""
    page = client.get(path)
    assert page.status_code == 200
    assert not CLAIMS.search(words(page)), words(page)
    assert "<form" not in page.content.decode()
    assert "ask a GM of your club" in words(page)


@pytest.mark.usefixtures("_no_mail")
def test_a_password_reset_request_sends_nothing_and_says_so(client: Client) -> None:
    vera = person("vera")
    answer = client.post("/accounts/password/reset/", {"email": vera.email}, follow=True)
    assert "ask a GM of your club" in words(answer)
    assert not mail.outbox


@pytest.mark.usefixtures("_no_mail")
def test_the_address_page_promises_no_mail(client: Client) -> None:
    vera = person("vera")
    client.force_login(vera)
    page = client.get("/accounts/email/")
    assert not CLAIMS.search(words(page)), words(page)
    assert "does not send email" in words(page)
    assert 'name="action_send"' not in page.content.decode()
    for said in (
        {"action_add": "", "email": "new@example.org"},
        {"action_send": "", "email": vera.email},
    ):
        assert not CLAIMS.search(words(client.post("/accounts/email/", said, follow=True)))
    assert not mail.outbox


def test_the_password_reset_is_a_form_if_mail_is_set_up(client: Client) -> None:
    assert "<form" in client.get("/accounts/password/reset/").content.decode()
