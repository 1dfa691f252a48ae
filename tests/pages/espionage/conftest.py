"""A running club: the clock stands within the open week, and every role has a client."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from campaign.league.models import Membership, TeamOwner
from campaign.members.services import members
from core.web import clock
from espionage.services.tick import tick
from tests.espionage.ambushes import LIVE, PLAYED, save_sheets_with_ambush
from tests.factories import Club, found_club, person, signed_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.accounts.models import User


def text(response: Any) -> str:
    """Return a page with single spaces."""
    return " ".join(response.content.decode().split())


@dataclass
class Stage:
    """A club, its clock, and its people's clients."""

    club: Club
    traveller: time_machine.Traveller

    def at(self, moment: datetime) -> None:
        """Set the clock."""
        self.traveller.move_to(moment, tick=False)

    def url(self, page: str = "orders/", team: int = 0) -> str:
        return f"/c/{self.club.campaign.slug}/teams/{self.club.teams[team].slug}/{page}"

    def browser(self, who: User | int = 0) -> Client:
        """Return the client of a person, or of an owner by the number of the team."""
        return signed_in(self.club.players[who] if isinstance(who, int) else who)

    def get(self, page: str = "orders/", who: User | int = 0, team: int = 0) -> Any:
        return self.browser(who).get(self.url(page, team))

    def post(
        self, data: Mapping[str, Any], page: str = "orders/", who: User | int = 0, team: int = 0
    ) -> Any:
        return self.browser(who).post(self.url(page, team), data)

    def id(self, name: str, team: int = 0) -> str:
        """Return a character's id as text."""
        return str(self.club.who(team, name).pk)

    def team_id(self, team: int) -> str:
        return str(self.club.teams[team].pk)

    def form(
        self, *rows: Mapping[str, Any], do: str = "draft", seen: int = 0, key: str = "", **more: Any
    ) -> dict[str, Any]:
        """Return the form of these rows, each with its own fields."""
        sent: dict[str, Any] = {
            "row": [f"r{at}" for at in range(1, len(rows) + 1)],
            "seen": str(seen),
            "do": do,
            **more,
        }
        if key:
            sent["idempotency"] = key
        for at, row in enumerate(rows, 1):
            sent |= {f"r{at}-{name}": value for name, value in row.items()}
        return sent

    def infiltrate(self, name: str = "Vesper", against: int = 1) -> dict[str, Any]:
        return {"spy": self.id(name), "action": "infiltrate", "target_team": self.team_id(against)}

    def guard(self, name: str = "Rook") -> dict[str, Any]:
        return {"spy": self.id(name), "action": "counterspy"}

    def play(self) -> None:
        """Go past the deadline, settle the week, and set the clock an hour later."""
        week = self.club.open_week
        self.at(week.due_at)
        tick(now=week.due_at)
        with self.club.scope():
            week.refresh_from_db()

    def cast(self) -> dict[str, Client]:
        """Return everyone who must not see the first team's pages."""
        spectator, stranger, gone = person("spectator"), person("stranger"), person("gone")
        members.admit(
            campaign=self.club.campaign,
            user=spectator,
            role=Membership.Role.SPECTATOR,
            now=self.club.at,
        )
        members.admit(
            campaign=self.club.campaign, user=gone, role=Membership.Role.PLAYER, now=self.club.at
        )
        with self.club.scope():
            TeamOwner.objects.create(
                team=self.club.teams[0], user=gone, since=self.club.at, until=self.club.at
            )
        others = {
            "rival": self.club.players[1],
            "gm": self.club.gm,
            "spectator": spectator,
            "stranger": stranger,
            "former owner": gone,
        }
        return {name: self.browser(user) for name, user in others.items()}


@pytest.fixture
def make_stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Stage]]:
    """Found a club with these options and create its clients."""
    with time_machine.travel(
        datetime(2040, 3, 1, 12, tzinfo=timezone.get_current_timezone()), tick=False
    ) as traveller:
        monkeypatch.setattr(clock, "now", timezone.now)

        def made(**options: Any) -> Stage:
            stage = Stage(found_club(**{"teams": 3, **options}), traveller)
            stage.at(stage.club.at)
            return stage

        yield made


@pytest.fixture
def stage(make_stage: Callable[..., Stage]) -> Stage:
    """Return three teams of four in an open week."""
    return make_stage()


@pytest.fixture
def met(make_stage: Callable[..., Stage]) -> Stage:
    """Return a club whose first two teams fight an ambush on the site."""
    stage = make_stage(options=PLAYED)
    save_sheets_with_ambush(stage.club, LIVE, LIVE)
    stage.play()
    return stage
