"""What a bot does for a team besides writing orders: repairs and the duel entry (E44).

This happens in the last hour before the deadline, and only if nobody has entered a vehicle. Repairs
use at most half of the money. A caretaker guards the base and leaves vehicles alone (C22).
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
from campaign.house_rules.rules.tables import DRIVER, GUNNER
from campaign.league.models import CARETAKER, Week
from campaign.league.selectors.duels import weekly_duel
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

GARAGE_LEAD_TIME: Final = timedelta(hours=1)
"""How long before the deadline a bot starts to look after the garage."""
REPAIR_DIVISOR: Final = 2
"""A bot spends at most the team's money divided by this number on repairs."""
SKILL_OF_PLACE: Final = {"driver": DRIVER, "gunner": GUNNER}


def run_errands(now: datetime) -> int:
    """Look after the garages of teams for which a bot acts, once in each week.

    Return the number of vehicles entered. Takes one query if no team needs this.
    """
    return sum(_try_garage(seat, now) for seat in _waiting_seats(now))


def _try_garage(seat: SealedSeat, now: datetime) -> int:
    """Look after one garage.

    An error is logged. It stops neither the other garages nor the week.
    """
    entered = 0
    try:
        with transaction.atomic():
            entered = look_after(seat.week, seat.team, now)
    except Exception as error:
        if isinstance(error, DatabaseError) and is_unwritable(error):
            raise
        log.error("bot_left_the_garage", team=str(seat.team_id), fault=type(error).__name__)  # noqa: TRY400 - the error itself may tell of a garage
    seat.errands_at = now
    seat.save(update_fields=["errands_at"])
    return entered


def _waiting_seats(now: datetime) -> QuerySet[SealedSeat]:
    own_entries = DuelEntry.objects.filter(
        duel=OuterRef("week"), team=OuterRef("team"), withdrawn_at=None
    )
    due_soon = Q(
        week__status=Week.Status.OPEN,
        week__due_at__gt=now,
        week__due_at__lte=now + GARAGE_LEAD_TIME,
    )
    run_by_bot = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    open_seats = SealedSeat.objects.filter(due_soon, run_by_bot, errands_at=None)
    rows = open_seats.exclude(team__bot__in=("", CARETAKER)).exclude(Exists(own_entries))
    return rows.select_related("week__season__campaign", "team__campaign", "team__bot_by")


def look_after(week: Week, team: Team, now: datetime) -> int:
    """Repair as much as half of the money can pay for, and enter the vehicles that can move.

    Each vehicle gets the fit members of its usual crew. The best of the remaining people fill the
    other places. Return the number of vehicles entered.
    """
    cars = list(Vehicle.objects.filter(team=team, gone_at=None).order_by("name", "id"))
    for car in cars:
        _repair(car, week, team, now)
    available, entered = _available_crew(week, team), 0
    duel = weekly_duel(week)
    records = {car: record for car in cars if can_move(record := record_of(car))}
    usual: dict[Vehicle, dict[str, UUID]] = {
        car: {mate.place: UUID(mate.character) for mate in record.crew}
        for car, record in records.items()
    }
    for car in records:
        others = {person for other in records if other != car for person in usual[other].values()}
        crew = _choose_crew(garage.crew_places(design_of(car)), available, usual[car], others)
        with suppress(Refusal):
            entries.enter(duel=duel, team=team, vehicle=car, crew=crew, now=now)
            entered += 1
            for people in available.values():
                people[:] = [person for person in people if person not in crew.values()]
    return entered


def _repair(car: Vehicle, week: Week, team: Team, now: datetime) -> None:
    """Repair the vehicle with at most half of the money, cheapest parts first."""
    parts, money = [], purse(team).free // REPAIR_DIVISOR
    for quote in sorted(
        quote_repairs(record_of(car), rules_in(week)), key=lambda part_quote: part_quote.cost
    ):
        if quote.cost <= money:
            money -= quote.cost
            parts.append(quote.part)
    if parts:
        with suppress(Refusal):
            garage.repair(vehicle=car, parts=parts, actor=team.bot_by, now=now)


def _available_crew(week: Week, team: Team) -> dict[str, list[UUID]]:
    """Return the fit people for each place, most skilled first."""
    fit = {person.id for person in team_files(week, [team])[team.pk].people if person.fit}
    people = [sheet for sheet in roster(team) if str(sheet.id) in fit]
    crew = {}
    for place, skill in SKILL_OF_PLACE.items():
        level = {
            sheet.id: next((row.level for row in sheet.skills if row.key == skill), -9)
            for sheet in people
        }
        crew[place] = sorted(level, key=lambda person: -level[person])
    return crew


def _choose_crew(
    places: tuple[str, ...],
    available: dict[str, list[UUID]],
    usual: dict[str, UUID],
    others: set[UUID],
) -> dict[str, UUID]:
    """Return a different person for each of these places.

    The usual person is preferred, then the best available person. Members of the usual crews in
    `others` are used last.
    """
    crew: dict[str, UUID] = {}
    for place in places:
        candidates = [person for person in available.get(place, ()) if person not in crew.values()]
        if candidates:
            crew[place] = min(
                candidates, key=lambda person: (person != usual.get(place), person in others)
            )
    return crew
