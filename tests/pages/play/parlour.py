"""A table for a test, with a client for everyone at it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.urls import reverse

from engine import registry as games
from play.models import Table
from play.services import moving, seating, tables, talking
from play.tabletop import registry
from play.tabletop.board import Draft
from tests.factories import person
from tests.pages.club.conftest import words

from .bids_table import BIDS_TABLE

if TYPE_CHECKING:
    import pytest

    from core.accounts.models import User


def add_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game during a test."""
    monkeypatch.setattr(registry, "_tabletops", dict(registry._tabletops))
    monkeypatch.setattr(games.GAMES, "_games", dict(games.GAMES._games))
    registry.register(BIDS_TABLE)


@dataclass
class Parlour:
    """A table with two players and a spectator."""

    table: Table
    people: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client()
            if who in self.people:
                self.clients[who].force_login(
                    self.people[who], backend=settings.AUTHENTICATION_BACKENDS[0]
                )
        return self.clients[who]

    def path(self, name: str = "play-table") -> str:
        return reverse(name, kwargs={"table": self.table.pk})

    def get(self, who: str, path: str = "", **headers: str) -> Any:
        return self.client(who).get(path or self.path(), headers=headers)

    def read(self, who: str, path: str = "") -> str:
        answer = self.get(who, path)
        assert answer.status_code == 200, (path, who, answer.status_code)
        return words(answer)

    def post(
        self,
        who: str,
        name: str,
        data: dict[str, Any] | None = None,
        *,
        query: str = "",
        fragment: str = "",
    ) -> Any:
        headers = {"HX-Request": "true", "HX-Target": fragment} if fragment else {}
        path = self.path(name) + query
        return self.client(who).post(
            path, {"idempotency": uuid4().hex, **(data or {})}, headers=headers
        )

    def heard(self, who: str) -> str:
        """Return how many events this player's page says they have heard."""
        page = self.get(who).content.decode()
        found = re.search(r'name="heard"\s+value="([^"]*)"', page)
        return found[1] if found else ""

    def move(self, who: str, choice: str, **more: Any) -> Any:
        fragment, query = more.pop("fragment", ""), more.pop("query", "")
        fields = {name.replace("__", "."): value for name, value in more.items()}
        return self.post(
            who,
            "play-move",
            {"choice": choice, "heard": self.heard(who), **fields},
            query=query,
            fragment=fragment,
        )

    def bid(self, who: str, amount: int) -> None:
        """Make a move without a page."""
        moving.make_move(
            table_id=self.table.pk, user=self.people[who], move=Draft(choice=f"bid:{amount}")
        )

    def say(self, who: str, text: str) -> None:
        """Say something without a page."""
        talking.say(table_id=self.table.pk, user=self.people[who], text=text)

    def play_out(self) -> None:
        """Play to the end; the first player wins every round."""
        for _ in range(3):
            self.bid("first", 5)
            self.bid("second", 2)
        self.table.refresh_from_db()


def set_table(*, open_seat: bool = False, **options: Any) -> Parlour:
    """Create a running table of Bids; with `open_seat` it waits for the second player."""
    people = {name: person(name) for name in ("first", "second", "watcher")}
    table = tables.open_table(
        user=people["first"], game="bids", options={}, seats=("me", "open"), **options
    )
    if not open_seat:
        table = seating.sit_down(
            table_id=table.pk, user=people["second"], seat=1, token=_token(table, people["first"])
        )
    return Parlour(table, people)


def _token(table: Table, host: User) -> str:
    return (
        ""
        if table.visibility == Table.Visibility.LISTED
        else seating.make_invite(table_id=table.pk, user=host)
    )
