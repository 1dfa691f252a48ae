"""Creates the demo club in the past: people, teams, rosters and garages."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.services import garage
from campaign.league.demo import LOGINS, SLUG
from campaign.league.models import Campaign, Membership, Season, Team
from campaign.ledger.services import stores
from campaign.members.services import members
from campaign.news.services.public_page import set_public
from campaign.roster.models import Character
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.rules.archetypes import find_archetype
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.accounts.models import User

from .cast import TEAMS, Cast, Member

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKS_PLAYED: Final = 3


@dataclass
class Club:
    """The demo club under construction. All lists are in the same order as the cast."""

    campaign: Campaign
    season: Season
    gm: User
    users: dict[str, User]
    teams: list[Team] = field(default_factory=list)
    people: list[list[Character]] = field(default_factory=list)
    cars: list[list[Vehicle]] = field(default_factory=list)


def found_club(now: datetime) -> Club:
    """Create the club with three finished weeks, and a fourth week due two days after `now`."""
    opening_day = (now - timedelta(days=2)).date()
    first_day = opening_day - timedelta(weeks=WEEKS_PLAYED)
    founded_at = datetime.combine(first_day, datetime.min.time(), now.tzinfo) - timedelta(days=2)
    users = _create_users()
    campaign = _found_campaign(users["morgan"], opening_day, first_day, founded_at)
    set_public(campaign=campaign, is_public=True, actor=users["morgan"], now=founded_at)
    club = Club(campaign, _season(campaign), users["morgan"], users)
    members.admit(
        campaign=campaign, user=users["sam"], role=Membership.Role.SPECTATOR, now=founded_at
    )
    for cast in TEAMS:
        _found_team(club, cast, founded_at)
    return club


def _create_users() -> dict[str, User]:
    """Create the demo's users. Their passwords are printed, so they are not secret."""
    return {
        name: User.objects.create_user(name, f"{name}@example.org", password)
        for name, password, _ in LOGINS
    }


def _found_campaign(gm: User, opening_day: date, first_day: date, now: datetime) -> Campaign:
    """Create the campaign. The deadline is two days from now, whatever day of the week that is."""
    slot = {
        "opens_day": weekday(opening_day), "opens_time": "00:05",
        "due_day": weekday(opening_day, 4), "due_time": "20:00",
        "duel_day": weekday(opening_day, 5), "duel_time": "19:00",
        "closes_day": weekday(opening_day, 6), "closes_time": "22:00",
    }  # fmt: skip
    return founding.create_club(
        new=Founding(
            name="Midville Autoduel Association",
            options=slot,
            first=first_day,
            weeks=8,
            blurb=(
                "Four corporations, one arena, and a great deal of creeping about at night. A "
                "demo club: break anything you like."
            ),
        ),
        slug=SLUG,
        founder=gm,
        now=now,
    )


def _season(campaign: Campaign) -> Season:
    return Season.objects.with_scopes_disabled().get(campaign=campaign)


def weekday(day: date, days_later: int = 0) -> str:
    """Return the key of the weekday of a later day in the house rules."""
    return WEEKDAYS[(day + timedelta(days=days_later)).weekday()]


def _found_team(club: Club, cast: Cast, now: datetime) -> None:
    owner = club.users[cast.owner]
    face = NewTeam(name=cast.name, colour=cast.colour, emblem=cast.emblem, motto=cast.motto)
    team = found_team(club.campaign, owner, face, now)
    people = [hire(team, owner, member, now) for member in cast.people]
    cars = []
    for number, (design, name, colour) in enumerate(cast.vehicles):
        car = build(team, owner, design, VehicleFace(name=name, colour=colour), now)
        garage.assign_crew(vehicle=car, crew={"driver": people[2 + number].pk})
        cars.append(car)
    stores.buy(team=team, counts=cast.store, actor=owner, now=now)
    club.teams.append(teams.ask_approval(team=team, now=now))
    club.people.append(people)
    club.cars.append(cars)


def found_team(campaign: Campaign, owner: User, face: NewTeam, now: datetime) -> Team:
    """Admit a player to a club and found a team for them."""
    members.admit(campaign=campaign, user=owner, role=Membership.Role.PLAYER, now=now)
    return teams.found_team(campaign=campaign, owner=owner, now=now, face=face)


def hire(team: Team, owner: User, member: Member, now: datetime) -> Character:
    """Hire a member of the cast."""
    archetype = find_archetype(member.archetype)
    assert archetype is not None  # noqa: S101 - the cast names archetypes that exist
    new = NewCharacter(
        name=member.name, role=archetype.role, points=archetype.points, blurb=member.blurb
    )
    return roster.hire(team=team, actor=owner, now=now, new=new)


def build(team: Team, owner: User, stock: str, face: VehicleFace, now: datetime) -> Vehicle:
    """Build a stock vehicle."""
    vehicle = find_stock_vehicle(stock)
    assert vehicle is not None  # noqa: S101 - the cast names stock designs that exist
    return garage.build(team=team, design=vehicle.design, actor=owner, now=now, face=face)
