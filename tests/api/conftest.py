"""The API for its users: a club with members in every role, and requests by any of them at any
time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.utils import timezone

from campaign.league.models import Membership
from campaign.members.services import members, owners
from core.accounts.models import User
from core.accounts.services import tokens
from core.web import clock
from play.models import Tournament
from play.services import seating, tables, tournaments
from tests.arenas import PIT, add_arena
from tests.factories import Club, found_club, heal, person
from tests.play.tables import installed_toys

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID


PEOPLE = (
    "owner",
    "co-owner",
    "rival",
    "gm",
    "gm-who-plays",
    "spectator",
    "stranger",
    "anonymous",
    "token",
)
"""The people of the tests. "token" is the owner with an API token; the others use a browser
session.
"""


@dataclass
class Api:
    """Sends requests to the API. `team` 0 is the owner's, 1 the rival's, 2 the playing GM's."""

    club: Club
    people: dict[str, User]
    token: str
    now: datetime
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.club.campaign.slug

    def club_url(self, tail: str = "") -> str:
        return f"/api/v1/campaigns/{self.slug}/{tail}"

    def team_url(self, tail: str = "", team: int = 0) -> str:
        return self.club_url(f"teams/{self.club.teams[team].slug}/{tail}")

    def ask(self, who: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request as this person."""
        said: dict[str, Any] = {
            f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()
        }
        if who == "token":
            said["HTTP_AUTHORIZATION"] = f"Token {self.token}"
        raw = (
            body if isinstance(body, (str, bytes)) else json.dumps(body) if body is not None else ""
        )
        return self.clients[who].generic(method, path, raw, content_type="application/json", **said)

    def get(self, path: str, who: str = "token", **headers: str) -> Any:
        return self.ask(who, "GET", path, **headers)

    def read(self, path: str, who: str = "token") -> Any:
        """Return the body of a successful GET."""
        answer = self.get(path, who)
        assert answer.status_code == 200, (path, answer.status_code, answer.content[:500])
        return answer.json()

    def do(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        who: str = "token",
        status: int = 200,
        **headers: str,
    ) -> Any:
        """Send a request, check the status and return the body."""
        answer = self.ask(who, method, path, body, **headers)
        assert answer.status_code == status, (
            method,
            path,
            answer.status_code,
            answer.content[:800],
        )
        return answer.json() if answer.content else None

    def sign_in(self, who: str) -> None:
        """Give this person a signed-in browser."""
        self.clients[who] = client = Client()
        if who in self.people and who != "token":
            client.force_login(
                self.people[who], backend="django.contrib.auth.backends.ModelBackend"
            )


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets the time of the whole site."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        monkeypatch.setattr(clock, "now", lambda: clock._SET_TO.get() or moment)

    return set_to


def gather(set_clock: Any, **options: Any) -> Api:
    """Return a club with members in every role, one hour into its first week."""
    club = found_club(teams=3, spectator=True, characters=6, **options)
    set_clock(club.at)
    campaign, at = club.campaign, club.at
    partner, boss = person("partner"), person("boss")
    members.admit(campaign=campaign, user=partner, role=Membership.Role.PLAYER, now=at)
    owners.add_owner(team=club.teams[0], user=partner, now=at)
    members.admit(campaign=campaign, user=boss, role=Membership.Role.GM, now=at)
    owners.hand_over(
        team=club.teams[2], to=boss, actor=club.gm, now=at, reason="They asked for it."
    )
    club.players[2] = boss
    assert club.spectator
    people = {
        "owner": club.players[0], "co-owner": partner, "rival": club.players[1], "gm": club.gm,
        "gm-who-plays": boss, "spectator": club.spectator, "stranger": person("stranger"),
        "token": club.players[0],
    }  # fmt: skip
    api = Api(club=club, people=people, token=token_of(people["token"], at), now=at)
    for who in PEOPLE:
        api.sign_in(who)
    return api


def token_of(user: User, at: datetime) -> str:
    """Return a token of this person, created as the page creates it."""
    return tokens.create_token(user=user, name="A club tool", days=365, now=at)[1]


@pytest.fixture
def api(db: None, set_clock: Any) -> Api:
    """Return the API of a club in its first week."""
    return gather(set_clock)


@pytest.fixture
def settled(api: Api, set_clock: Any) -> Api:
    """Return the same club after its first week: the owner spied, the rival guarded, the duel was
    driven.
    """
    return settle(api, set_clock)


def order(
    api: Api, team: int, name: str, action: str, against: int | None = None, **more: Any
) -> dict[str, Any]:
    """Return an order as JSON."""
    target = str(api.club.teams[against].pk) if against is not None else ""
    return {
        "spy": str(api.club.who(team, name).pk),
        "action": action,
        "target_team": target,
        **more,
    }


def settle(api: Api, set_clock: Any) -> Api:
    """Play the first week until settlement, with orders and duel entries on both sides."""
    from espionage.services.tick import tick

    for team, who, orders in (
        (
            0,
            "owner",
            [
                order(api, 0, "Vesper", "infiltrate", 1),
                order(api, 0, "Fuse", "blow_up", 1, bricks=2),
                order(api, 0, "Rook", "counterspy"),
            ],
        ),
        (
            1,
            "rival",
            [order(api, 1, "Vesper", "assassinate", 0), order(api, 1, "Sable", "counterspy")],
        ),
    ):
        path = api.team_url("weeks/1/orders/", team)
        tag = api.get(path, who)["ETag"]
        api.do("PUT", path, {"state": "final", "sheet": {"orders": orders}}, who=who, if_match=tag)
        crew = {"driver": str(api.club.who(team, "Wrench").pk)}
        entry = {"vehicle": str(api.club.car(team).pk), "crew": crew}
        api.do("POST", api.team_url("weeks/1/duels/0/entries/", team), entry, who=who, status=201)
    week = api.club.open_week
    tick(now=week.settle_at)
    api.now = week.settle_at + timedelta(hours=1)
    set_clock(api.now)
    with api.club.scope():
        heal(api.club.who(0, "Wrench"), api.club.who(1, "Wrench"), at=api.now)
    return api


@pytest.fixture
def toys() -> Iterator[None]:
    """Register Bids and Couriers."""
    with installed_toys():
        yield


def a_table(api: Api) -> UUID:
    """Return a private match of Bids between the owner and the rival."""
    owner, rival = api.people["owner"], api.people["rival"]
    table = tables.open_table(
        user=owner,
        game="bids",
        options={},
        seats=("me", "open"),
        visibility="invited",
        watched=False,
    )
    token = seating.make_invite(table_id=table.pk, user=owner)
    seating.sit_down(table_id=table.pk, user=rival, token=token)
    return table.pk


def a_tournament(api: Api) -> Tournament:
    """Return a tournament for the club's members, open for entries, announced by its GM."""
    return tournaments.announce(
        user=api.club.gm,
        name="Cup",
        game="bids",
        begins_at=clock.now() + timedelta(days=1),
        round_minutes=60,
        access="club",
        club=api.club.campaign.pk,
    )


def some_key() -> str:
    """Return a new Idempotency-Key."""
    return str(uuid4())


@pytest.fixture
def known(db: None, api: Api, set_clock: Any, toys: None) -> Iterator[dict[str, str]]:
    """Return a club's values for the parameters of addresses. Keep the test's database connection,
    which WSGI requests would close.
    """
    settle(api, set_clock)
    add_arena(api.club)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield {
        "slug": api.slug,
        "team": api.club.teams[0].slug,
        "number": "1",
        "duel": "0",
        "character": str(api.club.who(0, "Vesper").pk),
        "vehicle": str(api.club.car(0).pk),
        "design": "wasp",
        "arena": PIT.key,
        "username": api.people["spectator"].username,
        "name": "house-rules",
        "player": api.token,
        "gm": token_of(api.people["gm"], api.now),
        "table": str(a_table(api)),
        "tournament": str(a_tournament(api).pk),
        "game": "bids",
        "what": "view",
        "step": "1",
        "nth": "1",
        "day": "2040-03-01",
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
