"""The API called by pages, with a session and a CSRF token instead of an API token."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from .conftest import Api, some_key

OFFERS = {"wanted": {"knife": 1}}
TOKEN = re.compile(r"""csrfmiddlewaretoken" value="(\w+)"|X-CSRFToken&quot;: &quot;(\w+)""")


class Page:
    """A browser that signed in by the form, with a script that calls the API."""

    def __init__(self, api: Api, who: str = "owner") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.person = api.people[who]
        self.person.set_password("correct horse battery")
        self.person.save()
        login = reverse("account_login")
        typed = {"login": self.person.username, "password": "correct horse battery"}
        token = {"csrfmiddlewaretoken": self.token_of(login)}
        answer = self.client.post(login, typed | token)
        assert answer.status_code == 302, answer.content
        self.csrf_token = self.token_of("/me/")

    def token_of(self, path: str) -> str:
        """Return the CSRF token of a page's forms or scripts."""
        found = TOKEN.search(self.client.get(path).content.decode())
        assert found, path
        return found[1] or found[2]

    def send(self, method: str, path: str, body: Any, **headers: str) -> Any:
        return self.client.generic(
            method, path, json.dumps(body), content_type="application/json", headers=headers
        )


def count_knives(api: Api) -> int:
    return sum(
        shelf["count"]
        for shelf in api.read(api.team_url("store/"))["results"]
        if shelf["gear"] == "knife"
    )


def test_a_post_repeated_by_a_session_runs_once(api: Api) -> None:
    page, path, key = Page(api), api.team_url("store/buy/"), some_key()
    sent = {"Idempotency-Key": key, "X-CSRFToken": page.csrf_token}
    before = count_knives(api)
    first, again = (page.send("POST", path, OFFERS, **sent) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200), first.content
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert count_knives(api) == before + 1
    third = page.send("POST", path, OFFERS, **{**sent, "Idempotency-Key": some_key()})
    assert third.status_code == 200
    assert count_knives(api) == before + 2


@pytest.mark.parametrize("key", [True, False])
@pytest.mark.parametrize("token", [None, "x" * 32])
def test_a_post_without_a_valid_csrf_token_changes_nothing(
    api: Api, key: bool, token: str | None
) -> None:
    page, before = Page(api), count_knives(api)
    headers = {"X-CSRFToken": token} if token else {}
    headers |= {"Idempotency-Key": some_key()} if key else {}
    answer = page.send("POST", api.team_url("store/buy/"), OFFERS, **headers)
    assert answer.status_code == 401
    assert answer.json()["errors"][0]["code"] == "csrf_failed"
    assert count_knives(api) == before


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [("{", "application/json", 400), ("wanted=knife", "text/plain", 415)],
)
def test_an_unreadable_body_is_refused_with_the_reason(
    api: Api, body: str, content_type: str, status: int
) -> None:
    page = Page(api)
    answer = page.client.generic(
        "POST",
        api.team_url("store/buy/"),
        body,
        content_type=content_type,
        headers={"Idempotency-Key": some_key(), "X-CSRFToken": page.csrf_token},
    )
    assert answer.status_code == status, answer.content


def test_a_page_with_a_stale_version_gets_412(api: Api) -> None:
    page, path = Page(api), api.team_url("weeks/1/orders/")
    seen = page.client.get(path)
    assert page.client.get(path, headers={"If-None-Match": seen["ETag"]}).status_code == 304
    written = {"X-CSRFToken": page.csrf_token, "If-Match": seen["ETag"]}
    saved = page.send("PUT", path, {"state": "passed"}, **written)
    assert saved.status_code == 200, saved.content
    late = page.send("PUT", path, {"state": "passed"}, **written)
    assert late.status_code == 412
