"""A club with people in every role, each with a test client."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaign.league.models import Week
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.accounts.models import User
from espionage.services.tick import tick
from tests.factories import NOON, Club, found_club, person

NOT_FOUND = 404
CAST = ("owner", "rival", "gm", "spectator", "stranger", "anonymous")


@dataclass
class House:
    """A club's pages as used by its people. The clock stands at `club.at`."""

    club: Club
    clock: time_machine.Traveller
    people: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client()
            if who != "anonymous":
                self.clients[who].force_login(
                    self.people[who], backend=settings.AUTHENTICATION_BACKENDS[0]
                )
        return self.clients[who]

    def path(self, name: str, **named: Any) -> str:
        """Return the address of a page. Pages of a duel are by default about the weekly duel."""
        if re.match("(api-|desk-)?duel(-|$)", name):
            named = {"duel": 0, **named}
        return reverse(name, kwargs={"slug": self.club.campaign.slug, **named})

    def own(self, name: str, **named: Any) -> str:
        """Return the address of a page of the owner's team."""
        return self.path(name, team=self.club.teams[0].slug, **named)

    def get(self, path: str, who: str = "owner") -> Any:
        return self.client(who).get(path)

    def read(self, path: str, who: str = "owner") -> str:
        """Return the text of a page that must open."""
        answer = self.get(path, who)
        assert answer.status_code == 200, (path, who, answer.status_code)
        return words(answer)

    def send(
        self, path: str, data: dict[str, Any] | None = None, who: str = "owner", *, key: str = ""
    ) -> Any:
        return self.client(who).post(path, {"idempotency": key or uuid4().hex, **(data or {})})

    def done(
        self, path: str, data: dict[str, Any] | None = None, who: str = "owner", *, key: str = ""
    ) -> str:
        """Send a form that must succeed, and return the text of the next page."""
        answer = self.send(path, data, who, key=key)
        assert answer.status_code == 303, words(answer)
        return self.read(answer["Location"], who)

    def refused(
        self, path: str, data: dict[str, Any] | None = None, who: str = "owner", *, key: str = ""
    ) -> str:
        """Send a form that must be refused, and return its text with the errors."""
        answer = self.send(path, data, who, key=key)
        assert answer.status_code == 422, answer.status_code
        return words(answer)

    def go_to(self, moment: datetime) -> None:
        self.clock.move_to(moment, tick=False)
        self.club.at = moment

    def week(self, number: int = 1) -> Week:
        with self.club.scope():
            return Week.objects.select_related("season__campaign").get(
                season=self.club.season, number=number
            )

    def book(self, book: Book, owner: Any, item: str, amount: int, cause: str = "") -> None:
        """Book one ledger row."""
        with self.club.scope():
            posting.post(
                [Line(book, owner, item, amount, cause or f"test:{uuid4()}", self.club.at)]
            )


def words(answer: Any) -> str:
    """Return the page's text without tags and with single spaces."""
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).replace("\xa0", " ").split())


@pytest.fixture
def at_club(db: None) -> Iterator[Callable[..., House]]:
    """Found a club, for example `at_club(teams=3)`, with owner (of team 0), rival (of team 1), gm,
    spectator and stranger.
    """
    with time_machine.travel(NOON, tick=False) as clock:

        def found(**options: Any) -> House:
            club = found_club(**{"spectator": True, **options})
            clock.move_to(club.at, tick=False)
            people = {"gm": club.gm, "spectator": club.spectator, "stranger": person("stranger")}
            people |= dict(zip(("owner", "rival"), club.players, strict=False))
            return House(club, clock, {name: user for name, user in people.items() if user})

        yield found


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    """Return two approved teams of four people and one car each, a GM without a team and a
    spectator, with week 1 open.
    """
    return at_club()


@pytest.fixture
def settled(house: House) -> House:
    """Return a club whose week is settled with a car of each team entered."""
    return settle_with_cars(house)


def settle_with_cars(house: House) -> House:
    """Enter a car of each team and settle the week."""
    week = house.club.open_week
    for team in (0, 1):
        house.club.enter(team)
    for moment in (week.due_at, week.settle_at):
        tick(now=moment)
    house.go_to(week.settle_at)
    return house
