"""A club with people in every role, each with a test client."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from campaign.league.models import Week
from core.accounts.models import User
from tests.factories import Club, found_club, person


@dataclass
class Desk:
    """The desk of a club, used by one person at a time. The clock stands at `club.at`."""

    club: Club
    clock: time_machine.Traveller
    people: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str | User) -> Client:
        user = self.people[who] if isinstance(who, str) else who
        if user.username not in self.clients:
            client = self.clients[user.username] = Client()
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        return self.clients[user.username]

    def path(self, name: str, **named: Any) -> str:
        """Return the address of a page. Pages of a duel are by default about the weekly duel."""
        if re.match("(api-|desk-)?duel(-|$)", name):
            named = {"duel": 0, **named}
        return reverse(name, kwargs={"slug": self.club.campaign.slug, **named})

    def get(self, name: str, who: str | User = "gm", *, query: str = "", **named: Any) -> Any:
        return self.client(who).get(self.path(name, **named) + query)

    def send(
        self,
        name: str,
        data: dict[str, Any] | None = None,
        who: str | User = "gm",
        *,
        key: str = "",
        sure: bool = False,
        **named: Any,
    ) -> Any:
        """Send a form. `key` is its one-time key; `sure` answers the confirmation page."""
        said = {
            "idempotency": key or uuid4().hex,
            **(data or {}),
            **({"confirmed": "1"} if sure else {}),
        }
        return self.client(who).post(self.path(name, **named), said)

    def go_to(self, moment: datetime) -> None:
        self.clock.move_to(moment, tick=False)
        self.club.at = moment

    def week(self, number: int = 1) -> Week:
        with self.club.scope():
            return Week.objects.select_related("season__campaign").get(
                season=self.club.season, number=number
            )


@pytest.fixture
def at_desk(db: None) -> Iterator[Callable[..., Desk]]:
    """Found a club, for example `at_desk(gm_plays=True)`, with gm, player, rival, spectator,
    other_gm and stranger.
    """
    with time_machine.travel(datetime.fromisoformat("2040-03-01T12:00+00:00"), tick=False) as clock:

        def sit(**options: Any) -> Desk:
            club = found_club(**{"spectator": True, **options})
            other = found_club(teams=0, week=None, name="Another club")
            clock.move_to(club.at, tick=False)
            owners = club.players
            people = {
                "gm": club.gm,
                "other_gm": other.gm,
                "stranger": person("stranger"),
                "spectator": club.spectator,
            }
            if owners:
                people |= {"player": owners[-1], "first": owners[0]}
            return Desk(club, clock, {name: user for name, user in people.items() if user})

        yield sit


@pytest.fixture
def desk(at_desk: Callable[..., Desk]) -> Desk:
    """Return a club with a GM without a team, two teams and a spectator, with week 1 open."""
    return at_desk()


@pytest.fixture
def playing(at_desk: Callable[..., Desk]) -> Desk:
    """Return the same club with a GM who runs the first team, Anvil; Basilisk is the rival."""
    return at_desk(gm_plays=True)


def words(response: HttpResponseBase) -> str:
    """Return the page as text."""
    return response.content.decode()  # type: ignore[attr-defined]
