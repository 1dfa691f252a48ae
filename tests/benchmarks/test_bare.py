"""The bare pages need a session, a user and twenty rows, and nothing else of the site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test.utils import CaptureQueriesContext
from django.urls import set_urlconf

from benchmarks.bare import MIDDLEWARE, PAGE, READ, ROWS, BareHandler, asking
from core.accounts.models import User
from tests.conftest import session_cookie

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _isolated_requests() -> Iterator[None]:
    """Keep the connection of a test's transaction, which the end of a request would close.

    A request that fails before its response is closed leaves the bare URLs to the next test.
    """
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)
    set_urlconf(None)


@pytest.fixture
def cookies() -> dict[str, str]:
    name, value = session_cookie(User.objects.create_user("reader", password="x"))
    return {name: value}


@pytest.mark.parametrize("address", [PAGE, READ])
def test_bare_page_needs_a_session_a_user_and_one_query(
    address: str, cookies: dict[str, str]
) -> None:
    ask = asking(BareHandler(), address, cookies)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        ask()
    tables = ("django_session", "accounts_user", "auth_permission")
    assert len(asked) == len(tables)
    for table, query in zip(tables, asked.captured_queries, strict=True):
        assert f'FROM "{table}"' in query["sql"]


def test_page_and_api_contain_twenty_rows(cookies: dict[str, str]) -> None:
    bare = BareHandler()
    assert asking(bare, PAGE, cookies)().count(b"<li>") == ROWS
    rows = json.loads(asking(bare, READ, cookies)())
    assert len(rows) == ROWS
    assert set(rows[0]) == {"id", "name", "codename"}


def test_bare_page_uses_only_the_default_middleware(cookies: dict[str, str], settings: Any) -> None:
    before = list(settings.MIDDLEWARE)
    bare = BareHandler()
    assert settings.MIDDLEWARE == before != MIDDLEWARE
    assert all(each.startswith("django.") for each in MIDDLEWARE)
    asking(bare, "/me/", cookies, status=404)()
    asking(WSGIHandler(), "/me/", cookies)()


def test_unexpected_status_is_not_measured() -> None:
    with pytest.raises(AssertionError, match="answers 404"):
        asking(BareHandler(), "/nothing-is-here/", {})()
