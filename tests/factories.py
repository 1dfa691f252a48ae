"""A club for a test, made through the real services: `club = found_club(teams=2)`, then `with
club.scope(): …`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from django.test import Client
from django_scopes import scope

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.duels.models import DuelEntry
from campaign.duels.rules.doctrines import Drive
from campaign.duels.services import entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.vehicles import Facings, Mount, VehicleDesign
from campaign.garage.services import garage
from campaign.league.models import Campaign, Duel, Membership, Season, Team, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.viewer import Viewer, viewer
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.members.services import members
from campaign.roster.models import Character
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.accounts.models import User
from espionage.services.opening import open_weeks

from .moulds import moulded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from uuid import UUID

NOON = datetime(2040, 3, 1, 12, tzinfo=UTC)
"""Time when clubs are founded: a Thursday. Their first week opens on Monday the 5th at 9:00."""

NAMES = (
    "Anvil",
    "Basilisk",
    "Cobra",
    "Dynamo",
    "Ember",
    "Falcon",
    "Granite",
    "Hornet",
    "Ibis",
    "Jackal",
)

CAST: tuple[tuple[str, str, Mapping[str, int]], ...] = (
    (
        "Vesper",
        "spy",
        {
            "espionage": 20,
            "stealth": 10,
            "handgunner": 20,
            "explosives": 10,
            "driver": 20,
            "bodybuilding": 20,
        },
    ),
    (
        "Rook",
        "driver",
        {"driver": 40, "gunner": 20, "handgunner": 20, "espionage": 10, "running": 10},
    ),
    (
        "Sable",
        "gunner",
        {"gunner": 40, "driver": 20, "handgunner": 20, "espionage": 10, "martial_arts": 10},
    ),
    (
        "Wrench",
        "mechanic",
        {"mechanic": 40, "driver": 20, "explosives": 20, "espionage": 10, "handgunner": 10},
    ),
    (
        "Doc",
        "paramedic",
        {"paramedic": 40, "driver": 20, "espionage": 10, "handgunner": 20, "running": 10},
    ),
    (
        "Fuse",
        "spy",
        {
            "explosives": 20,
            "espionage": 15,
            "stealth": 15,
            "handgunner": 20,
            "blade": 10,
            "bodybuilding": 20,
        },
    ),
)
"""Six legal starting characters: name, role, skill points."""

KILLER = VehicleDesign(
    body="mid_sized",
    plant="large",
    suspension="heavy",
    tyres=("heavy_duty", "heavy_duty"),
    armour=Facings(front=25, back=20, left=20, right=20, top=8, under=7),
    weapons=(
        Mount(weapon="machine_gun", facing="front"),
        Mount(weapon="machine_gun", facing="back"),
    ),
    gunner=True,
)
"""A simple car with a gunner, well under Division 25."""

_people = count(10_001)
"""Numbers of equal length, so that names sort in the order of creation."""


@dataclass
class Club:
    """A club and its people. Lists are in the order of the teams; `characters[team][name]` and
    `vehicles[team][0]` by team id.
    """

    campaign: Campaign
    season: Season
    week: Week | None
    gm: User
    players: list[User] = field(default_factory=list)
    teams: list[Team] = field(default_factory=list)
    characters: dict[UUID, dict[str, Character]] = field(default_factory=dict)
    vehicles: dict[UUID, list[Vehicle]] = field(default_factory=dict)
    spectator: User | None = None
    at: datetime = NOON

    def scope(self) -> AbstractContextManager[None]:
        """Return the campaign's scope, which selectors need."""
        return scope(campaign=self.campaign.pk)

    def viewer(self, user: User) -> Viewer:
        """Return this user as a viewer of the campaign."""
        with self.scope():
            return viewer(user, self.campaign)

    def member(self, user: User) -> Membership:
        """Return this user's membership."""
        with self.scope():
            return Membership.objects.select_related("campaign", "user").get(user=user)

    def who(self, team: int, name: str) -> Character:
        """Return a character by the index of the team (from 0) and the name in `CAST`."""
        return self.characters[self.teams[team].pk][name]

    def car(self, team: int, number: int = 0) -> Vehicle:
        """Return a vehicle by the index of the team (from 0)."""
        return self.vehicles[self.teams[team].pk][number]

    def enter(
        self,
        team: int,
        *,
        duel: Duel | None = None,
        driver: str = "Rook",
        gunner: str = "",
        vehicle: Vehicle | None = None,
        at: datetime | None = None,
        drive: Drive | None = None,
    ) -> DuelEntry:
        """Enter a team's first car, or another, in the duel of the open week, or another."""
        crew = {"driver": driver, "gunner": gunner} if gunner else {"driver": driver}
        return entries.enter(
            duel=duel or self.duel,
            team=self.teams[team],
            vehicle=vehicle or self.car(team),
            crew={place: self.who(team, name).pk for place, name in crew.items()},
            now=at or self.at,
            drive=drive,
        )

    @property
    def open_week(self) -> Week:
        """Return the open week."""
        assert self.week is not None
        return self.week

    @property
    def duel(self) -> Duel:
        """Return the weekly duel of the open week."""
        return duel_of(self.open_week)


def duel_of(week: Week) -> Duel:
    """Return the weekly duel of a week."""
    with scope(campaign=week.season.campaign_id):
        return weekly_duel(week)


def heal(*patients: Character, at: datetime) -> None:
    """Heal these people after a week with random results. Call it inside the campaign's scope."""
    posting.post(
        Line(Book.WOUND, who.pk, "dp", -lost, f"test:{who.pk}:{at.isoformat()}", at)
        for who in patients
        if (lost := balances.wounds([who.pk]).get(who.pk, 0))
    )


def person(name: str = "") -> User:
    """Return a user with the password "secret"."""
    username = f"{name or 'person'}-{next(_people)}"
    return User.objects.create_user(username, f"{username}@example.org", "secret")


def signed_in(user: User | None, backend: str | None = None) -> Client:
    """Return a test client in which this user is signed in."""
    assert user is not None
    client = Client()
    client.force_login(user, backend=backend)
    return client


@moulded
def found_club(
    *,
    teams: int = 2,
    characters: int = 4,
    vehicles: int = 1,
    week: Literal["open", "planned"] | None = "open",
    weeks: int = 4,
    approved: bool = True,
    gm_plays: bool = False,
    spectator: bool = False,
    options: Mapping[str, Any] | None = None,
    timezone: str = "UTC",
    at: datetime = NOON,
    name: str = "Test club",
) -> Club:
    """Return a club with a GM, `teams` approved teams (each with an owner, `characters` of CAST and
    `vehicles` cars) and its first week open.

    With `gm_plays` the GM runs the first team. `club.at` is a time inside the open week, or `at`
    without one. The GM approves rosters unless the options say otherwise. Clubs are restored from
    stored rows where possible.
    """
    gm = person("gm")
    campaign = founding.create_club(
        new=Founding(
            name=name,
            options={"approve_legal_rosters": False, **(options or {})},
            timezone=timezone,
            weeks=weeks if week else 0,
        ),
        founder=gm,
        now=at,
    )
    club = Club(
        campaign=campaign,
        season=Season.objects.with_scopes_disabled().get(campaign=campaign),
        week=None,
        gm=gm,
        at=at,
    )
    for number in range(teams):
        add_team(
            club,
            NAMES[number] if number < len(NAMES) else f"Team {number}",
            gm if gm_plays and number == 0 else None,
            characters=characters,
            vehicles=vehicles,
            approved=approved,
        )
    if spectator:
        club.spectator = person("spectator")
        members.admit(
            campaign=campaign, user=club.spectator, role=Membership.Role.SPECTATOR, now=at
        )
    if week:
        with club.scope():
            club.week = Week.objects.select_related("season__campaign").get(
                season=club.season, number=1
            )
            if week == "open":
                open_week(club, club.week)
    return club


def add_team(
    club: Club,
    name: str,
    owner: User | None = None,
    *,
    characters: int = 4,
    vehicles: int = 1,
    approved: bool = True,
) -> Team:
    """Add a team with its owner (a new player unless given), people and cars."""
    if owner is None:
        owner = person(name.lower())
        members.admit(campaign=club.campaign, user=owner, role=Membership.Role.PLAYER, now=club.at)
    team = teams.found_team(
        campaign=club.campaign, owner=owner, now=club.at, face=NewTeam(name=name)
    )
    club.characters[team.pk] = {
        who: roster.hire(
            team=team,
            actor=owner,
            now=club.at,
            new=NewCharacter(name=who, role=role, points=points),
        )
        for who, role, points in CAST[:characters]
    }
    club.vehicles[team.pk] = [
        garage.build(
            team=team,
            design=KILLER,
            actor=owner,
            now=club.at,
            face=VehicleFace(name=f"{name} {number + 1}", colour="red"),
        )
        for number in range(vehicles)
    ]
    if approved:
        if characters:
            team = teams.ask_approval(team=team, now=club.at)
        if team.approved_at is None:
            team = teams.approve(team=team, actor=club.gm, now=club.at)
    club.players.append(owner)
    club.teams.append(team)
    return team


def open_week(club: Club, week: Week) -> None:
    """Open a planned week at its time and set `club.at` an hour later."""
    with club.scope():
        open_weeks([week], week.opens_at)
    club.at = week.opens_at + timedelta(hours=1)
