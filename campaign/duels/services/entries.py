"""Services for entries in duels.

Entries for the weekly duel close together with the order sheets. After settlement, a team can
replace cars and people that were harmed. It can also enter late if the house rules allow it (E22).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from campaign.duels.models import DuelEntry
from campaign.duels.rules import duel as rules
from campaign.duels.rules.doctrines import DEFAULT_DRIVE, Drive
from campaign.duels.rules.duel import Entered, Rider
from campaign.duels.selectors.driven import driven_duel_of, is_driven_here
from campaign.duels.selectors.events import entries_close_at
from campaign.duels.selectors.exchanges import exchange_for
from campaign.duels.selectors.muster import out_of_action, seats_of
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import design_of
from campaign.garage.services.garage import check_crew, check_not_offered
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Duel, Team, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Damage, Wound
from campaign.ledger.rules.causes import week_cause
from campaign.roster.models import Character
from campaign.roster.selectors.roster import bodies
from core.web.locks import club, is_double, locked
from core.web.problems import Problem
from core.web.refusals import WrongTime, bad_field, refuse_if
from engine.values import changed

from . import event_cars, events, meets, substitutes
from .locking import locked_duel

Crew = Mapping[str, UUID]
"""Maps places ("driver", "gunner", "passenger:1") to characters."""


def enter(
    *,
    duel: Duel,
    team: Team,
    vehicle: Vehicle,
    crew: Crew,
    now: datetime,
    unavailable: Collection[UUID] = (),
    drive: Drive | None = None,
) -> DuelEntry:
    """Enter a vehicle with its crew while entries are open (`takes_entries`).

    `unavailable` lists characters who cannot take part, such as captives. `drive` says how the site
    drives the vehicle (C98). The default is the doctrine of the vehicle's last entry, or the
    general default.

    Entering the same vehicle again changes its crew. In heats and finals, where a team has one car,
    another vehicle replaces the first (C65). If the crew stays the same, the doctrine can be
    changed until the duel (C100). Raise WrongTime, BadForm, and NotFit for a vehicle that is
    offered to another team.
    """
    with club(team.campaign_id):
        duel = locked_duel(duel)
        team, vehicle = locked(team), locked(vehicle)
        if drive and (entry := _entry_for_new_doctrine(duel, team, vehicle, crew, now)):
            return _set_doctrine(entry, drive)
        _check_can_enter(duel, team, now)
        meet = duel.meet
        if meet:
            meets.check_drawn_car(duel, team, vehicle)
        current = DuelEntry.objects.filter(
            duel=duel,
            withdrawn_at=None,
            **{"team": team} if meet else {"vehicle": vehicle},
        ).first()
        check_entry(duel, team, vehicle, crew, unavailable, replaced=current)
        drive = _drive(duel, drive, current)
        if current:
            _withdraw(current, now)
            substitutes.outdate_requests(current, now)
        return _create(duel, team, vehicle, crew, now, drive)


def _entry_for_new_doctrine(
    duel: Duel, team: Team, vehicle: Vehicle, crew: Crew, now: datetime
) -> DuelEntry | None:
    """Return the team's entry of this vehicle if only its doctrine can still change (C100).

    The crew must be the same, and entries must be locked. Return None at any other time, and once
    the cars are lined up. Events accept complete entries until their start.
    """
    if (
        not duel.is_weekly
        or not is_driven_here(duel.week)
        or now >= duel.start
        or duel.week.status not in Week.RUNNING
    ):
        return None
    if duel.week.status == Week.Status.OPEN and now < duel.week.due_at:
        return None
    rows = DuelEntry.objects.filter(duel=duel, team=team, vehicle=vehicle, withdrawn_at=None)
    entry = rows.first()
    if entry is None or crew_of(entry) != dict(crew) or driven_duel_of(duel) is not None:
        return None
    return entry


def _set_doctrine(entry: DuelEntry, drive: Drive) -> DuelEntry:
    entry.doctrine, entry.yields = drive.doctrine, drive.yields
    entry.save(update_fields=["doctrine", "yields"])
    return entry


def _drive(duel: Duel, drive: Drive | None, previous: DuelEntry | None) -> Drive:
    """Return how a car is driven.

    Raise BadForm if a doctrine is given for a duel that the site does not drive.
    """
    if drive is not None and not is_driven_here(duel.week):
        sentence = "Players drive this duel themselves. Leave out the doctrine."
        raise bad_field("drive", "not-driven-here", sentence)
    return drive or (previous.drive if previous else DEFAULT_DRIVE)


def _check_can_enter(duel: Duel, team: Team, now: datetime) -> None:
    if team.approved_at is None or team.left_at:
        raise NotFit(f"{team.name} is not in the league yet. Its roster must be approved first.")
    if not duel.is_weekly:
        events.check_open(duel, team, now)
        return
    if not takes_entries(duel, team, now):
        raise WrongTime(_why_closed(duel, now))


def takes_entries(duel: Duel, team: Team | None, now: datetime) -> bool:
    """Return whether the team can enter the duel now.

    If `team` is None, return whether any team can.
    """
    if not duel.is_weekly:
        return events.takes_entries(duel, team, now)
    if duel.week.status == Week.Status.OPEN:
        return now < duel.week.due_at
    if duel.week.status != Week.Status.SETTLED or now >= duel.start:
        return False
    if not rules_in(duel.week).late_entries:
        return False
    return team is None or not _had_entry_at_deadline(duel, team)


def _had_entry_at_deadline(duel: Duel, team: Team) -> bool:
    rows = DuelEntry.objects.filter(duel=duel, team=team, entered_at__lt=duel.week.due_at)
    return rows.filter(Q(withdrawn_at=None) | Q(withdrawn_at__gte=duel.week.due_at)).exists()


def duel_entries_close_at(duel: Duel) -> datetime:
    """Return when entries close (E22).

    Entries for an event close at its start or draw. Entries for the weekly duel close at the order
    deadline, and late entries when the duel starts.
    """
    if not duel.is_weekly:
        return entries_close_at(duel)
    return duel.week.due_at if duel.week.status == Week.Status.OPEN else duel.start


def _why_closed(duel: Duel, now: datetime) -> str:
    if now >= duel.start or not rules_in(duel.week).late_entries:
        return "Entries are closed. They close with the order deadline (E22)."
    if duel.week.status == Week.Status.SETTLED:
        return "Late entries are for teams that had none at the deadline (E22)."
    return "Entries are closed. Late entries open when the reports are published (E22)."


def check_entry(
    duel: Duel,
    team: Team,
    vehicle: Vehicle,
    crew: Crew,
    unavailable: Collection[UUID] = (),
    *,
    replaced: DuelEntry | None = None,
) -> None:
    """Raise BadForm with all problems that this entry would have.

    The team's other entries are taken into account.
    """
    if vehicle.team_id != team.pk or vehicle.gone_at:
        raise bad_field("vehicle", "no-such-vehicle", "Choose a vehicle from your garage.")
    check_not_offered(vehicle)
    event_cars.check_car(duel, vehicle)
    refuse_if(check_crew(vehicle, crew))
    problems = [
        Problem(place, "away", "Choose an available character.")
        for place, person in crew.items()
        if person in unavailable
    ]
    if "driver" not in crew:
        problems.append(Problem("driver", "no-driver", f"{vehicle.name} needs a driver."))
    refuse_if(problems)
    refuse_if(events.problems_elsewhere(duel, team, vehicle.pk, crew))
    others = DuelEntry.objects.filter(duel=duel, team=team, withdrawn_at=None).select_related(
        "vehicle"
    )
    other_cars = [
        (entry.vehicle, crew_of(entry))
        for entry in others
        if replaced is None or entry.pk != replaced.pk
    ]
    *other_entries, new = _entered_vehicles([*other_cars, (vehicle, crew)], rules_in(duel.week))
    refuse_if(rules.check_entry((new,), duel_rules(duel), other_entries=other_entries))


def duel_rules(duel: Duel) -> HouseRules:
    """Return the week's rules as they apply to this duel.

    A duel can have its own budget. Points are 0 if the duel does not count. Prize money, survivor
    pay, fan money and salvage are 0 if the duel does not pay. Prestige is 0 if the duel brings none
    (C54, C69). The order at the finish decides the places of a race (C136). In heats and finals, a
    team has one car, and the cost limit is that of the highest division (C65).
    """
    house_rules = rules_in(duel.week)
    if duel.budget:
        house_rules = changed(house_rules, event_budget=duel.budget)
    if duel.laps:
        house_rules = changed(house_rules, event_formula=False)
    if not duel.counts:
        house_rules = changed(house_rules, standings_points=(0,))
    if not duel.pays:
        house_rules = changed(
            house_rules,
            purse_shares=(),
            survivor_pay=0,
            survivor_pay_large=0,
            fan_money=0,
            salvage_percent=0,
        )
    if not duel.fame:
        no_prestige = tuple(changed(row, points=0) for row in house_rules.prestige)
        house_rules = changed(house_rules, prestige=no_prestige)
    if duel.meet_id:
        house_rules = changed(house_rules, vehicles_a_team=1)
        if duel.budget:
            house_rules = changed(house_rules, vehicle_limit=duel.budget)
    return house_rules


def crew_of(entry: DuelEntry) -> dict[str, UUID]:
    """Return an entry's crew as a map from places to characters, driver first."""
    return dict(seats_of(entry))


def _entered_vehicles(
    cars: list[tuple[Vehicle, Crew]], house_rules: HouseRules
) -> tuple[Entered, ...]:
    people = list(
        Character.objects.filter(pk__in=[person for _, crew in cars for person in crew.values()])
    )
    body = bodies(people, house_rules)
    names = {character.pk: character.name for character in people}
    return tuple(
        Entered(
            vehicle=str(car.pk),
            name=car.name,
            cost=compute_totals(design_of(car)).cost,
            crew=tuple(
                Rider(character=str(pk), name=names[pk], dp=body[pk].dp) for pk in crew.values()
            ),
        )
        for car, crew in cars
    )


def _create(
    duel: Duel, team: Team, vehicle: Vehicle, crew: Crew, now: datetime, drive: Drive
) -> DuelEntry:
    places = ["driver", "gunner"]
    order = sorted(crew, key=lambda place: (places.index(place) if place in places else 2, place))
    try:
        with transaction.atomic():
            return DuelEntry.objects.create(
                duel=duel,
                team=team,
                vehicle=vehicle,
                entered_at=now,
                doctrine=drive.doctrine,
                yields=drive.yields,
                crew=[{"place": place, "character": str(crew[place])} for place in order],
            )
    except IntegrityError as error:
        if is_double(error):
            raise WrongTime("This vehicle is already entered.") from error
        raise


def withdraw(*, entry: DuelEntry, now: datetime) -> None:
    """Withdraw an entry while entries are open, or after settlement if it can be replaced (E22).

    Raise WrongTime at any other time.
    """
    with club(entry.team.campaign_id):
        duel = locked_duel(entry.duel)
        locked(entry.team)
        entry = locked(entry)
        if not duel.is_weekly:
            events.check_open(duel, entry.team, now)
        elif not takes_entries(duel, entry.team, now) and not (
            _is_replacement_time(duel, now) and is_harmed(entry)
        ):
            raise WrongTime(_why_closed(duel, now))
        if entry.withdrawn_at is None:
            _withdraw(entry, now)
            substitutes.outdate_requests(entry, now)


def replace(
    *,
    entry: DuelEntry,
    vehicle: Vehicle,
    crew: Crew,
    now: datetime,
    unavailable: Collection[UUID] = (),
    drive: Drive | None = None,
) -> DuelEntry:
    """Replace parts of an entry between settlement and the duel.

    A vehicle can be replaced if settlement damaged it (E22), or if the team can exchange it after
    an infiltration (E47). People can be replaced if they were hurt or cannot drive. All others stay
    aboard. `drive` says how the site drives the vehicle (C98), and is unchanged by default. Raise
    WrongTime, NotFit or BadForm.
    """
    with club(entry.team.campaign_id):
        duel = locked_duel(entry.duel)
        team = locked(entry.team)
        entry, vehicle = locked(entry), locked(vehicle)
        if not _is_replacement_time(duel, now) or entry.withdrawn_at:
            raise WrongTime("You can replace entries only between settlement and the duel.")
        damaged, hurt = harm(entry)
        right = exchange_for(entry)
        if vehicle.pk != entry.vehicle_id and not damaged and right is None:
            raise NotFit(
                f"{entry.vehicle.name} was not damaged. You can replace only vehicles that were "
                "damaged this week (E22)."
            )
        _check_replaced(entry, crew, {*hurt, *unavailable, *_unfit(entry)})
        check_entry(duel, team, vehicle, crew, unavailable, replaced=entry)
        drive = _drive(duel, drive, entry)
        _withdraw(entry, now)
        substitutes.outdate_requests(entry, now)
        new_entry = _create(duel, team, vehicle, crew, now, drive)
        if right and (right.entry_id or (vehicle.pk != entry.vehicle_id and not damaged)):
            right.entry = new_entry
            right.save(update_fields=["entry"])
        return new_entry


def _withdraw(entry: DuelEntry, now: datetime) -> None:
    entry.withdrawn_at = now
    entry.save(update_fields=["withdrawn_at"])


def _is_replacement_time(duel: Duel, now: datetime) -> bool:
    return duel.is_weekly and duel.week.status == Week.Status.SETTLED and now < duel.start


def is_harmed(entry: DuelEntry) -> bool:
    """Return whether the week harmed an entry.

    An entry is harmed if settlement damaged the vehicle, or if people aboard were hurt or cannot
    drive.
    """
    return any(harm(entry)) or bool(_unfit(entry))


def _unfit(entry: DuelEntry) -> Collection[UUID]:
    """Return the crew members who are dead, unconscious or held elsewhere (E12)."""
    return out_of_action(entry.duel, crew_of(entry).values())


def harm(entry: DuelEntry) -> tuple[bool, frozenset[UUID]]:
    """Return whether settlement damaged an entry's vehicle, and which crew members it hurt (E22).

    The result depends on the settlement's own ledger rows. The right to replace is therefore not
    lost through later repairs or healing.
    """
    settled = {
        "week": entry.duel.week_id,
        "at": entry.duel.week.settled_at,
        "amount__gt": 0,
        "cause__startswith": f"{week_cause(entry.duel.week_id)}/",
    }
    damaged = Damage.objects.filter(vehicle=entry.vehicle_id, **settled).exists()
    hurt = Wound.objects.filter(character__in=list(crew_of(entry).values()), **settled)
    return damaged, frozenset(hurt.values_list("character_id", flat=True))


def _check_replaced(entry: DuelEntry, crew: Crew, hurt: Collection[UUID]) -> None:
    staying = {person for person in crew_of(entry).values() if person not in hurt}
    missing = staying - set(crew.values())
    new = set(crew.values()) - set(crew_of(entry).values())
    if missing and len(crew) > len(staying - missing):
        name = Character.objects.get(pk=min(missing)).name
        raise NotFit(f"{name} was not hurt and cannot be replaced (E22).")
    if len(new) > len(hurt):
        raise NotFit("You can replace only people who were hurt (E22).")
