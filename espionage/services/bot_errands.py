"""A bot's work for a team besides orders: repairs, entries and exchanges (E44, E47).

Repairs and entries happen in the last hour before the deadline, and only if nobody has entered a
vehicle. Repairs use at most half of the money. A caretaker does neither (C22).

An exchange happens in the last hour before the duel, and only if nobody has used the right to
exchange a vehicle. A caretaker decides like a careful bot.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.duels.models import DuelEntry, Exchange
from campaign.duels.selectors.muster import out_of_action, standing_entries
from campaign.duels.services import entries
from campaign.garage.models import Vehicle
from campaign.garage.rules.damage import can_move
from campaign.garage.rules.repairs import quote_repairs
from campaign.garage.selectors.garage import design_of, record_of, records_by_vehicle
from campaign.garage.services import garage
from campaign.house_rules.rules.tables import DRIVER, GUNNER
from campaign.league.models import CARETAKER, Team, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.house import rules_in
from campaign.ledger.selectors.books import purse
from campaign.roster.selectors.roster import roster
from core.web.unwritable import is_unwritable
from engine.game import Refusal
from espionage.models import SealedSeat
from espionage.rules.bots.exchange import rank_swaps
from espionage.rules.bots.tempers import CAREFUL, find_temper
from espionage.selectors.files import team_files
from espionage.selectors.rival_vehicles import snapshots_of_week

log = structlog.get_logger(__name__)

GARAGE_LEAD_TIME: Final = timedelta(hours=1)
"""Time before the deadline at which a bot starts to look after the garage.

A bot exchanges a vehicle the same time before the duel.
"""
REPAIR_DIVISOR: Final = 2
"""A bot spends at most the team's money divided by this number on repairs."""
SKILL_OF_PLACE: Final = {"driver": DRIVER, "gunner": GUNNER}


def run_errands(now: datetime) -> int:
    """Look after the garages of teams for which a bot acts, and exchange vehicles.

    Each is done once in a week. Return the number of vehicles entered or exchanged. This runs two
    queries if no team needs anything.
    """
    return sum(
        _try_task(task, seat, now)
        for task, seats in ((look_after, _waiting_seats), (exchange_vehicle, _unused_exchanges))
        for seat in seats(now)
    )


def _try_task(task: Callable[[Week, Team, datetime], int], seat: SealedSeat, now: datetime) -> int:
    """Run a task for one garage.

    An error is logged, and does not stop the work on other garages or the week.
    """
    entered = 0
    try:
        with transaction.atomic():
            entered = task(seat.week, seat.team, now)
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
    open_seats = _seats_of_bots().filter(due_soon, errands_at=None)
    return open_seats.exclude(team__bot=CARETAKER).exclude(Exists(own_entries))


def _unused_exchanges(now: datetime) -> QuerySet[SealedSeat]:
    """Return the seats with an unused right to exchange a vehicle, shortly before the duel."""
    rights = Exchange.objects.filter(duel=OuterRef("week"), team=OuterRef("team"), entry=None)
    due_soon = Q(
        week__status=Week.Status.SETTLED,
        week__duel_at__gt=now,
        week__duel_at__lte=now + GARAGE_LEAD_TIME,
    )
    not_done = Q(errands_at=None) | Q(errands_at__lt=F("week__settled_at"))
    return _seats_of_bots().filter(due_soon, not_done).filter(Exists(rights))


def _seats_of_bots() -> QuerySet[SealedSeat]:
    run_by_bot = Q(team__bot_week=None) | Q(team__bot_week=F("week"))
    rows = SealedSeat.objects.filter(run_by_bot).exclude(team__bot="")
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


def exchange_vehicle(week: Week, team: Team, now: datetime) -> int:
    """Exchange one entered vehicle if another suits the bot better (E47).

    Return the number of vehicles exchanged. The decision depends on the team's garage and on what
    its infiltrators saw this week.
    """
    duel, bot = weekly_duel(week), team.bot_for(week)
    entered = {
        str(entry.vehicle_id): entry for entry in standing_entries(duel) if entry.team_id == team.pk
    }
    cars = {str(car.pk): car for car in Vehicle.objects.filter(team=team, gone_at=None)}
    records = {str(pk): record for pk, record in records_by_vehicle(cars.values()).items()}
    swaps = rank_swaps(
        {key: record for key, record in records.items() if key in entered},
        {key: record for key, record in records.items() if key not in entered},
        snapshots_of_week(team, week),
        CAREFUL if bot == CARETAKER else find_temper(bot),
    )
    for swap in swaps:
        entry = entered[swap.entered]
        crew = _crew_for_exchange(entry, list(entered.values()), _available_crew(week, team))
        with suppress(Refusal):
            entries.replace(entry=entry, vehicle=cars[swap.spare], crew=crew, now=now)
            return 1
    return 0


def _crew_for_exchange(
    entry: DuelEntry, own_entries: list[DuelEntry], available: dict[str, list[UUID]]
) -> dict[str, UUID]:
    """Return an entry's crew, replacing those who cannot drive with the best available people."""
    crew = entries.crew_of(entry)
    unfit = out_of_action(entry.duel, crew.values())
    empty = tuple(place for place, person in crew.items() if person in unfit)
    busy = {person for row in own_entries for person in entries.crew_of(row).values()}
    free = {
        place: [person for person in people if person not in busy]
        for place, people in available.items()
    }
    staying = {place: person for place, person in crew.items() if person not in unfit}
    return staying | _choose_crew(empty, free, {}, set())


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
