"""What a bot that stands in for a team sees to besides its orders, in the last hour before the
deadline and only where nobody has entered a vehicle: repairs for half the money, and the entry
(E44). A caretaker keeps watch and touches nothing (C22).
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q

from campaign.duels.models import DuelEntry
from campaign.duels.services import entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.damage import can_move
from campaign.garage.rules.repairs import quote_repairs
from campaign.garage.selectors.garage import design_of, record_of
from campaign.garage.services import garage
from campaign.league.models import CARETAKER, Week
from campaign.league.rules.tables import DRIVER, GUNNER
from campaign.league.selectors.house import rules_in
from campaign.ledger.selectors.books import purse
from campaign.roster.selectors.roster import roster
from core.web.unwritable import is_unwritable
from engine.game import Refusal
from espionage.models import SealedSeat
from espionage.selectors.files import team_files

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Team

log = structlog.get_logger(__name__)

AHEAD: Final = timedelta(hours=1)
"""So long before the deadline a bot looks after the garage."""
FOR_REPAIRS: Final = 2
"""One dollar in so many goes into repairs."""
SKILLS: Final = {"driver": DRIVER, "gunner": GUNNER}


def run_errands(at: datetime) -> int:
    """Look after the garages of teams that a bot stands in for, each once a week; how many vehicles
    were entered. One query while there is none.
    """
    return sum(_try(seat, at) for seat in _waiting(at))


def _try(seat: SealedSeat, at: datetime) -> int:
    """One garage. What fails is given up and stops neither the others nor the week."""
    entered = 0
    try:
        with transaction.atomic():
            entered = look_after(seat.week, seat.team, at)
    except Exception as error:
        if isinstance(error, DatabaseError) and is_unwritable(error):
            raise
        log.error("bot_left_the_garage", team=str(seat.team_id), fault=type(error).__name__)  # noqa: TRY400 - the error itself may tell of a garage
    seat.errands_at = at
    seat.save(update_fields=["errands_at"])
    return entered


def _waiting(at: datetime) -> QuerySet[SealedSeat]:
    mine = DuelEntry.objects.filter(
        week=OuterRef("week"), event=None, team=OuterRef("team"), withdrawn_at=None
    )
    near = Q(week__status=Week.Status.OPEN, week__due_at__gt=at, week__due_at__lte=at + AHEAD)
    bots = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    open_seats = SealedSeat.objects.filter(near, bots, errands_at=None)
    rows = open_seats.exclude(team__bot__in=("", CARETAKER)).exclude(Exists(mine))
    return rows.select_related("week__season__campaign", "team__campaign", "team__bot_by")


def look_after(week: Week, team: Team, at: datetime) -> int:
    """Repair what half the money pays for, and enter the vehicles that can move, each with the fit
    people of its usual crew, and with the best of the others in their other seats; how many were
    entered.
    """
    cars = list(Vehicle.objects.filter(team=team, gone_at=None).order_by("name", "id"))
    for car in cars:
        _repair(car, week, team, at)
    left, entered = _crew(week, team), 0
    records = {car: record for car in cars if can_move(record := record_of(car))}
    usual: dict[Vehicle, dict[str, UUID]] = {
        car: {mate.place: UUID(mate.character) for mate in record.crew}
        for car, record in records.items()
    }
    for car in records:
        others = {who for one in records if one != car for who in usual[one].values()}
        crew = _seated(garage.crew_places(design_of(car)), left, usual[car], others)
        with suppress(Refusal):
            entries.enter(week=week, team=team, vehicle=car, crew=crew, now=at)
            entered += 1
            for people in left.values():
                people[:] = [who for who in people if who not in crew.values()]
    return entered


def _repair(car: Vehicle, week: Week, team: Team, at: datetime) -> None:
    """The cheapest parts first, as far as half the money goes."""
    wanted, money = [], purse(team).free // FOR_REPAIRS
    for quote in sorted(quote_repairs(record_of(car), rules_in(week)), key=lambda one: one.cost):
        if quote.cost <= money:
            money -= quote.cost
            wanted.append(quote.part)
    if wanted:
        with suppress(Refusal):
            garage.repair(vehicle=car, parts=wanted, actor=team.bot_by, now=at)


def _crew(week: Week, team: Team) -> dict[str, list[UUID]]:
    """Who is fit, for each place the best first."""
    fit = {who.id for who in team_files(week, [team])[team.pk].people if who.fit}
    people = [sheet for sheet in roster(team) if str(sheet.id) in fit]
    found = {}
    for place, skill in SKILLS.items():
        level = {
            sheet.id: next((row.level for row in sheet.skills if row.key == skill), -9)
            for sheet in people
        }
        found[place] = sorted(level, key=lambda who: -level[who])
    return found


def _seated(
    places: tuple[str, ...],
    left: dict[str, list[UUID]],
    usual: dict[str, UUID],
    others: set[UUID],
) -> dict[str, UUID]:
    """Who sits in each of these places, nobody in two: whoever usually does, else the best of those
    who are left. The usual crews of `others` come last.
    """
    crew: dict[str, UUID] = {}
    for place in places:
        free = [who for who in left.get(place, ()) if who not in crew.values()]
        if free:
            crew[place] = min(free, key=lambda who: (who != usual.get(place), who in others))
    return crew
