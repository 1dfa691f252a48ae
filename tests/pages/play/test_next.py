"""Going on to the next of one's own tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from core.accounts.services import tokens
from play.models import Table
from play.services import seating, tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

    from .parlour import Parlour

pytestmark = pytest.mark.django_db


def open_second_table(at: Parlour) -> Table:
    """Open another running table between the same two people."""
    table = tables.open_table(
        user=at.people["first"], game="bids", options={}, seats=("me", "open")
    )
    return seating.sit_down(table_id=table.pk, user=at.people["second"])


def tool(user: User) -> Client:
    _, token = tokens.create_token(user=user, name="A bot", days=1, now=timezone.now())
    return Client(headers={"Authorization": f"Token {token}"})


def test_the_next_table_is_the_one_waiting_longest(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    assert "Next table" not in at.read("first")
    second, third = open_second_table(at), open_second_table(at)
    page = at.read("first")
    assert "Next table 2" in page and "wait for you" in page

    def onward(after: object) -> str:
        return str(at.get("first", f"/play/next/?after={after}").headers["Location"])

    assert onward("") == f"/play/{at.table.pk}/"
    assert onward(at.table.pk) == f"/play/{second.pk}/"
    assert onward(second.pk) == f"/play/{third.pk}/"
    assert onward(third.pk) == f"/play/{at.table.pk}/"


def test_the_next_table_is_offered_right_after_a_move(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    second = open_second_table(at)
    answer = at.move("first", "bid:3", fragment="play").content.decode()
    assert f"/play/next/?after={at.table.pk}" in answer
    found = at.get("first", f"/play/next/?after={at.table.pk}")
    assert found.headers["Location"] == f"/play/{second.pk}/"


def test_nobody_else_learns_of_a_players_pending_turns(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    before = at.get("watcher").content
    open_second_table(at)
    assert b"Next table" not in before
    assert b"Next table" not in at.get("watcher").content
    assert at.get("watcher", "/play/next/").headers["Location"] == "/play/"


def test_the_api_returns_the_next_table(parlour: Callable[..., Parlour]) -> None:
    at = parlour()
    second = open_second_table(at)

    def read(**query: Any) -> Any:
        return tool(at.people["first"]).get("/api/v1/play/next/", query).json()

    assert read(after=str(at.table.pk)) == {
        "waiting": 1,
        "table": str(second.pk),
        "path": f"/play/{second.pk}/",
    }
    assert read()["waiting"] == 2
    assert tool(at.people["watcher"]).get("/api/v1/play/next/").json() == {
        "waiting": 0,
        "table": None,
        "path": None,
    }
