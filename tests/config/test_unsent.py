"""A form sent after the session ended or with a stale CSRF token is returned with its input. The
server stores nothing, and no other site can trigger it.
"""

from __future__ import annotations

import re
from html import unescape
from time import time
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from espionage.models import OrderSheet
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db

OWN = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate"}
INPUT = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@pytest.fixture
def club() -> Club:
    return found_club(teams=2)


def orders_of(club: Club) -> str:
    return f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/orders/"


def sheet(club: Club) -> dict[str, Any]:
    """Return one sealed order with a note of two lines and one that tries to break out of its
    attribute.
    """
    return {
        "row": ["r1"],
        "seen": "0",
        "do": "final",
        "idempotency": "one-form",
        "r1-spy": str(club.who(0, "Vesper").pk),
        "r1-action": "infiltrate",
        "r1-target_team": str(club.teams[1].pk),
        "said": ["first\r\nsecond", '"><script>alert(1)</script>', "  ’ٴ  "],
    }


def browser_of(club: Club) -> Client:
    """Return a browser that checks CSRF tokens, signed in as an owner."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(club.players[0])
    browser.get(orders_of(club))
    return browser


def token(browser: Client) -> str:
    return browser.cookies["deaddrop_csrf"].value


def returned_fields(answer: Any) -> dict[str, list[str]]:
    """Return the fields that the page would send again."""
    fields: dict[str, list[str]] = {}
    form = answer.content.decode().partition("Nothing was saved\n")[2].partition("</form>")[0]
    for name, value in INPUT.findall(form):
        fields.setdefault(unescape(name), []).append(unescape(value))
    return fields


def count_sheets(club: Club) -> int:
    with club.scope():
        return OrderSheet.objects.count()


def test_orders_sent_with_a_stale_token_are_returned_and_can_be_sealed(club: Club) -> None:
    browser, sent = browser_of(club), sheet(club)
    answer = browser.post(orders_of(club), sent | {"csrfmiddlewaretoken": "A" * 64}, headers=OWN)
    assert answer.status_code == 403 and count_sheets(club) == 0
    page = answer.content.decode()
    assert "Check your entries and send the form again" in page and "<script>alert" not in page
    assert "no-store" in answer["Cache-Control"]
    again = returned_fields(answer)
    fresh = again.pop("csrfmiddlewaretoken")
    assert again == {
        name: values if isinstance(values, list) else [values] for name, values in sent.items()
    }
    done = browser.post(orders_of(club), again | {"csrfmiddlewaretoken": fresh}, headers=OWN)
    assert done.status_code == 303 and count_sheets(club) == 1


def test_orders_sent_after_the_session_ended_wait_until_the_user_is_back(club: Club) -> None:
    browser, sent = browser_of(club), sheet(club)
    Session.objects.all().delete()
    answer = browser.post(
        orders_of(club), sent | {"csrfmiddlewaretoken": token(browser)}, headers=OWN
    )
    page = answer.content.decode()
    assert answer.status_code == 403 and "You were signed out" in page
    assert f"/accounts/login/?next={orders_of(club)}" in page
    assert not Session.objects.exists(), "nothing is kept on the server"
    again = returned_fields(answer)

    browser.force_login(club.players[0])  # in another tab; the token changes with it
    browser.cookies["deaddrop_csrf"] = "B" * 32
    answer = browser.post(orders_of(club), again, headers=OWN)
    assert answer.status_code == 403 and "Nothing was saved" in answer.content.decode()
    done = browser.post(orders_of(club), returned_fields(answer), headers=OWN)
    assert done.status_code == 303 and count_sheets(club) == 1


def test_the_next_user_of_the_browser_does_not_see_the_unsent_form(club: Club) -> None:
    browser, sent = browser_of(club), sheet(club)
    Session.objects.all().delete()
    browser.post(orders_of(club), sent | {"csrfmiddlewaretoken": token(browser)}, headers=OWN)
    browser.force_login(club.players[1])
    for address in ("/", f"/c/{club.campaign.slug}/", orders_of(club)):
        assert str(club.who(0, "Vesper").pk) not in browser.get(address).content.decode()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        OWN | {"HX-Request": "true"},
        OWN | {"Sec-Fetch-Mode": "cors"},
    ],
)
def test_a_form_of_another_site_is_never_returned(club: Club, headers: dict[str, str]) -> None:
    browser = browser_of(club)
    answer = browser.post(orders_of(club), {"said": "planted"}, headers=headers)
    assert answer.status_code == 403 and "planted" not in answer.content.decode()
    Session.objects.all().delete()
    answer = browser.post(
        orders_of(club), {"said": "planted"}, headers=headers | {"X-CSRFToken": token(browser)}
    )
    assert answer.status_code in {302, 403} and "planted" not in answer.content.decode()


def test_an_origin_header_alone_is_accepted(club: Club) -> None:
    answer = browser_of(club).post(
        orders_of(club), {"said": "mine"}, headers={"Origin": "http://testserver"}
    )
    assert returned_fields(answer)["said"] == ["mine"]


def test_passwords_and_files_are_not_returned_and_the_page_says_so(club: Club) -> None:
    sent = {
        "login": "vera",
        "password": "hush-hush-7",
        "sheet": SimpleUploadedFile("cars.csv", b"secret,rows"),
    }
    page = browser_of(club).post("/accounts/login/", sent, headers=OWN).content.decode()
    assert "vera" in page and "hush-hush-7" not in page and "secret,rows" not in page
    assert "Passwords are not saved" in page and "cars.csv" in page


def sign_up(browser: Client, name: str) -> Any:
    form = {"username": name, "email": f"{name}@example.org"}
    form |= dict.fromkeys(("password1", "password2"), "hush-hush-7")
    return browser.post("/accounts/signup/", form, headers=OWN)


def test_a_throttled_sign_up_is_returned_with_the_time_to_retry(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/10m/ip,60/d/ip"}
    cache.clear()
    browser, now = Client(), time()
    monkeypatch.setattr("time.time", lambda: now)
    for name in ("quilla", "rosamund"):
        assert sign_up(Client(), name).status_code == 302
    monkeypatch.setattr("time.time", lambda: now + 200)
    answer = sign_up(browser, "sidonie")
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Try again in 7 minutes." in page and answer["Retry-After"] == "400"
    assert returned_fields(answer)["username"] == ["sidonie"]
    assert returned_fields(answer)["email"] == ["sidonie@example.org"]
    assert "hush-hush-7" not in page and "Passwords are not saved" in page
    monkeypatch.setattr("time.time", lambda: now + 601)
    assert sign_up(browser, "sidonie").status_code == 302


def test_an_anonymous_visitor_is_sent_to_the_sign_in_page(club: Club) -> None:
    answer = Client().post(orders_of(club), {"said": "hello"}, headers=OWN)
    assert answer.status_code == 302
