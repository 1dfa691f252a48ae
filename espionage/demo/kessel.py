"""A third demo club, whose duels are driven on the site.

Doctrines drove the first duel, which can be watched. The next duel is live and starts soon.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django_scopes import scope

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.duels.rules.doctrines import Doctrine, Drive
from campaign.duels.services import entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.roster.models import Character
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.accounts.models import User
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import Sheet
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from play.services import thinking

from .cast import Member
from .founding import build, found_team, hire, weekday

SLUG: Final = "kessel-evenings"
TIME_TO_DUEL: Final = timedelta(minutes=20)
"""Time between the creation of the club and the live duel."""
TIME_BETWEEN_DUELS: Final = timedelta(weeks=1)
SIDES: Final[tuple[tuple[str, str, str, Doctrine, tuple[tuple[str, str, str], ...]], ...]] = (
    (
        "ines",
        "Third Rail",
        "#7a3fa0",
        "duellist",
        (("Lena Marsh", "magistrate", "Gavel"), ("Piet Oram", "greyhound", "Whippet")),
    ),
    (
        "otto",
        "Cinder Track",
        "#a8641a",
        "charger",
        (("Greta Holm", "greyhound", "Clinker"), ("Abel Voss", "magistrate", "Bailiff")),
    ),
)
"""Owner, team, colour, doctrine, and for each week the driver with the car's design and name."""

VEHICLE_COLOURS: Final = {"ines": "violet", "otto": "rust red"}
Side: TypeAlias = "tuple[User, Team, Doctrine, list[tuple[Character, Vehicle]]]"


def play_club(users: dict[str, User], now: datetime) -> None:
    """Create the club in the past, play its first duel to the end, and prepare the second duel."""
    duel_time = (now + TIME_TO_DUEL).replace(second=0, microsecond=0)
    founding_time = duel_time - TIME_BETWEEN_DUELS - timedelta(days=6)
    campaign = _found_campaign(users["otto"], duel_time, founding_time)
    sides = [_found_team(campaign, users, side, founding_time) for side in SIDES]
    with scope(campaign=campaign.pk):
        rows = Week.objects.filter(season__campaign=campaign).select_related("season__campaign")
        first, second = list(rows.order_by("number"))[:2]
    _play_to_reports(first, 0, sides)
    with clock.set_to(first.duel_at):
        tick(now=first.duel_at)
        while thinking.think(limit=500, seconds=60):
            pass
        tick(now=first.duel_at + timedelta(minutes=1))
    tick(now=first.closes_at)
    founding.change_rules(
        campaign=campaign,
        options={"duel_mode": "live"},
        actor=users["otto"],
        now=first.closes_at,
    )
    _play_to_reports(second, 1, sides)


def _play_to_reports(week: Week, number: int, sides: list[Side]) -> None:
    """Enter cars and play a week up to its reports. Both teams pass on orders."""
    tick(now=week.opens_at)
    for owner, team, doctrine, crews in sides:
        driver, car = crews[number]
        with scope(campaign=team.campaign_id), clock.set_to(week.opens_at):
            save_sheet(
                week_id=week.pk,
                team=team,
                sheet=Sheet(),
                state=OrderSheet.State.PASSED,
                seen_version=0,
                saved_by=owner,
            )
            duel = weekly_duel(week)
        entries.enter(
            duel=duel,
            team=team,
            vehicle=car,
            crew={"driver": driver.pk},
            now=week.opens_at,
            drive=Drive(doctrine=doctrine),
        )
    for moment in (week.due_at, week.settle_at):
        tick(now=moment)


def _found_campaign(gm: User, hour: datetime, now: datetime) -> Campaign:
    """Create the campaign. Weeks open five days before the duel and close a day after it."""
    slot = {
        "opens_day": weekday(hour, -5), "opens_time": "00:05", "due_day": weekday(hour, -2),
        "due_time": "20:00", "settle_hours": 1, "duel_day": weekday(hour),
        "duel_time": f"{hour:%H:%M}", "closes_day": weekday(hour, 1), "closes_time": "22:00",
        "duel_mode": "quick", "duel_books_at_once": True, "death": False, "stands": "anybody",
        "caretaker_after": 0,
    }  # fmt: skip
    return founding.create_club(
        new=Founding(
            name="Kessel Evenings",
            options=slot,
            first=(hour - TIME_BETWEEN_DUELS - timedelta(days=5)).date(),
            weeks=4,
            blurb="Two garages and an oval. In this club duels are driven on the site.",
        ),
        slug=SLUG,
        founder=gm,
        now=now,
    )


def _found_team(
    campaign: Campaign,
    users: dict[str, User],
    side: tuple[str, str, str, Doctrine, tuple[tuple[str, str, str], ...]],
    now: datetime,
) -> Side:
    login, name, colour, doctrine, cast = side
    owner = users[login]
    team = found_team(campaign, owner, NewTeam(name=name, colour=colour), now)
    crews = []
    for driver, design, vehicle_name in cast:
        face = VehicleFace(name=vehicle_name, colour=VEHICLE_COLOURS[login])
        crews.append(
            (
                hire(team, owner, Member(driver, "duellist"), now),
                build(team, owner, design, face, now),
            )
        )
    return owner, teams.ask_approval(team=team, now=now), doctrine, crews
