"""A third demo club, whose duels are driven on the site.

Doctrines drove the first duel, which can be watched. The next duel is live and starts soon.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias

from django_scopes import scope

from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.duels.rules.doctrines import Drive
from campaign.duels.services import entries
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.services import garage
from campaign.league.models import Membership, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.members.services import members
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.rules.archetypes import find_archetype
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import Sheet
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from play.services import thinking

from .founding import WEEKDAYS

if TYPE_CHECKING:
    from campaign.duels.rules.doctrines import Doctrine
    from campaign.garage.models import Vehicle
    from campaign.league.models import Campaign, Team
    from campaign.roster.models import Character
    from core.accounts.models import User

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

    def day(after: int) -> str:
        return WEEKDAYS[(hour + timedelta(days=after)).weekday()]

    slot = {
        "opens_day": day(-5), "opens_time": "00:05", "due_day": day(-2), "due_time": "20:00",
        "settle_hours": 1, "duel_day": day(0), "duel_time": f"{hour:%H:%M}", "closes_day": day(1),
        "closes_time": "22:00", "duel_mode": "quick", "duel_books_at_once": True, "death": False,
        "stands": "anybody", "caretaker_after": 0,
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
    owner, duellist = users[login], find_archetype("duellist")
    assert duellist is not None  # noqa: S101 - it exists
    if login != "otto":
        members.admit(campaign=campaign, user=owner, role=Membership.Role.PLAYER, now=now)
    team = teams.found_team(
        campaign=campaign, owner=owner, now=now, face=NewTeam(name=name, colour=colour)
    )
    crews = []
    for driver_name, design, vehicle_name in cast:
        driver = roster.hire(
            team=team,
            actor=owner,
            now=now,
            new=NewCharacter(name=driver_name, role=duellist.role, points=duellist.points),
        )
        stock_design = find_stock_vehicle(design)
        assert stock_design is not None  # noqa: S101 - the cast names stock designs that exist
        face = VehicleFace(name=vehicle_name, colour=VEHICLE_COLOURS[login])
        car = garage.build(team=team, design=stock_design.design, actor=owner, now=now, face=face)
        crews.append((driver, car))
    return owner, teams.ask_approval(team=team, now=now), doctrine, crews
