"""Entries for the weekly duel: locked with the order sheets; after settlement only what settlement
damaged is replaced, and late entries come in where the house has them (E22).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from campaign.duels.models import DuelEntry
from campaign.duels.rules import duel as rules
from campaign.duels.rules.doctrines import DRIVE, Drive
from campaign.duels.rules.duel import Entered, Rider
from campaign.duels.selectors.driven import is_driven_here, row_of
from campaign.duels.selectors.events import closing
from campaign.duels.selectors.muster import out_of_action, seats_of
from campaign.garage.models import Vehicle
from campaign.garage.rules.vehicles import compute_totals
from campaign.garage.selectors.garage import design_of
from campaign.garage.services.garage import check_crew, check_not_offered
from campaign.league.models import Team, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Damage, Wound
from campaign.ledger.rules.causes import week_cause
from campaign.roster.models import Character
from campaign.roster.selectors.roster import bodies
from core.web.locks import club, is_double, locked
from core.web.problems import Problem
from core.web.refusals import BadForm, WrongTime, refuse_if
from engine.values import changed

from . import events, meets, substitutes
from .locking import relocked

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.rules.house import HouseRules

DRIVE_TILL_THE_HOUR = frozenset({Week.Status.OPEN, Week.Status.PLAYING, Week.Status.SETTLED})
"""The weeks in which a team may say how its cars are driven, before the duel's hour (C100)."""
Crew = Mapping[str, UUID]
"""Place ("driver", "gunner", "passenger:1") → character."""


def enter(
    *,
    week: Week,
    team: Team,
    vehicle: Vehicle,
    crew: Crew,
    at: datetime,
    away: Collection[UUID] = (),
    drive: Drive | None = None,
) -> DuelEntry:
    """Enter a vehicle with its crew while entries are open (`takes_entries`). `away` are characters
    who cannot take part, such as captives. `drive` is how the site drives the vehicle (C98); the
    default is the doctrine of its last entry, or the usual one.

    Entering a vehicle that is entered changes its crew; in heats and a final, where a team has one
    car, another takes its place (C65). With its crew as it is, how it is driven may be changed
    until the duel's hour (C100). Raises WrongTime, BadForm, NotFit for a vehicle that is offered to
    another team.
    """
    with club(team.campaign_id):
        week = relocked(week)
        team, vehicle = locked(team), locked(vehicle)
        if drive and (told := _only_the_drive(week, team, vehicle, crew, at)):
            return _driven_so(told, drive)
        _may_enter(week, team, at)
        meet = week.event.meet if week.event else None
        if meet:
            meets.insist_on_its_car(week, team, vehicle)
        standing = DuelEntry.objects.filter(
            week=week,
            event=week.event,
            withdrawn_at=None,
            **{"team": team} if meet else {"vehicle": vehicle},
        ).first()
        _check(week, team, vehicle, crew, away, instead_of=standing)
        drive = _drive(week, drive, standing)
        if standing:
            _take_out(standing, at)
            substitutes.done(standing, at)
        return _new(week, team, vehicle, crew, at, drive)


def _only_the_drive(
    week: Week, team: Team, vehicle: Vehicle, crew: Crew, at: datetime
) -> DuelEntry | None:
    """The team's entry of this vehicle with this very crew, where entries are locked and how it is
    driven may still be said (C100); None at any other time, and once the cars are lined up. An
    event takes whole entries until its hour.
    """
    if (
        week.event
        or not is_driven_here(week)
        or at >= week.duel_at
        or week.status not in DRIVE_TILL_THE_HOUR
    ):
        return None
    if week.status == Week.Status.OPEN and at < week.due_at:
        return None
    rows = DuelEntry.objects.filter(
        week=week, event=None, team=team, vehicle=vehicle, withdrawn_at=None
    )
    entry = rows.first()
    if entry is None or crew_of(entry) != dict(crew) or row_of(week) is not None:
        return None
    return entry


def _driven_so(entry: DuelEntry, drive: Drive) -> DuelEntry:
    entry.doctrine, entry.yields = drive.doctrine, drive.yields
    entry.save(update_fields=["doctrine", "yields"])
    return entry


def _drive(week: Week, said: Drive | None, before: DuelEntry | None) -> Drive:
    """How a car is to be driven. Raises BadForm where that is said of a duel that the site does not
    drive.
    """
    if said is not None and not is_driven_here(week):
        sentence = "Players drive this duel themselves. Leave out the doctrine."
        raise BadForm([Problem(field="drive", code="not-driven-here", sentence=sentence)])
    return said or (before.drive if before else DRIVE)


def _may_enter(week: Week, team: Team, at: datetime) -> None:
    if team.approved_at is None or team.left_at:
        raise NotFit(f"{team.name} is not in the league yet. Its roster must be approved first.")
    if week.event:
        events.insist_on_open(week, team, at)
        return
    if not takes_entries(week, team, at):
        raise WrongTime(_why_closed(week, at))


def takes_entries(week: Week, team: Team | None, at: datetime) -> bool:
    """Return whether a team can enter the duel or event now. Without a team: whether any team can.

    Entries for the week's own duel close at the order deadline. With the option `late_entries`,
    teams that had no entry then can enter between settlement and the duel (E22).
    """
    if week.event:
        return events.takes_entries(week, team, at)
    if week.status == Week.Status.OPEN:
        return at < week.due_at
    if week.status != Week.Status.SETTLED or at >= week.duel_at or not rules_in(week).late_entries:
        return False
    return team is None or not _had_entry_at_deadline(week, team)


def _had_entry_at_deadline(week: Week, team: Team) -> bool:
    rows = DuelEntry.objects.filter(week=week, event=None, team=team, entered_at__lt=week.due_at)
    return rows.filter(Q(withdrawn_at=None) | Q(withdrawn_at__gte=week.due_at)).exists()


def entries_close(week: Week) -> datetime:
    """Return when entries close: at the start or draw of an event, at the order deadline for the
    week's own duel, and at the duel for late entries (E22).
    """
    if week.event:
        return closing(week.event)
    return week.due_at if week.status == Week.Status.OPEN else week.duel_at


def _why_closed(week: Week, at: datetime) -> str:
    if at >= week.duel_at or not rules_in(week).late_entries:
        return "Entries are closed. They close with the order deadline (E22)."
    if week.status == Week.Status.SETTLED:
        return "Late entries are for teams that had none at the deadline (E22)."
    return "Entries are closed. Late entries open when the reports are published (E22)."


def _check(
    week: Week,
    team: Team,
    vehicle: Vehicle,
    crew: Crew,
    away: Collection[UUID],
    *,
    instead_of: DuelEntry | None = None,
) -> None:
    """Raise BadForm with everything that is wrong with this entry beside the team's others."""
    if vehicle.team_id != team.pk or vehicle.gone_at:
        raise BadForm(
            [
                Problem(
                    field="vehicle",
                    code="no-such-vehicle",
                    sentence="Choose a vehicle from your garage.",
                )
            ]
        )
    check_not_offered(vehicle)
    refuse_if(check_crew(vehicle, crew))
    gone = [
        Problem(field=place, code="away", sentence="Choose an available character.")
        for place, person in crew.items()
        if person in away
    ]
    if "driver" not in crew:
        gone.append(
            Problem(field="driver", code="no-driver", sentence=f"{vehicle.name} needs a driver.")
        )
    refuse_if(gone)
    refuse_if(events.elsewhere(week, team, vehicle.pk, crew))
    others = DuelEntry.objects.filter(
        week=week, event=week.event, team=team, withdrawn_at=None
    ).select_related("vehicle")
    kept = [
        (entry.vehicle, crew_of(entry))
        for entry in others
        if instead_of is None or entry.pk != instead_of.pk
    ]
    *beside, new = _entered([*kept, (vehicle, crew)], rules_in(week))
    refuse_if(rules.check_entry((new,), event_rules(week), beside=beside))


def event_rules(week: Week) -> HouseRules:
    """The week's rules with the duel's own budget, if it has one; looked at as an event, with that
    of the event, without points where it does not count, without money where it does not pay
    (purse, survivors and fans), and without prestige where it brings none (C54, C69). In heats and
    a final a team has one car, which may cost as much as the highest division says (C65).
    """
    house, event = rules_in(week), week.event
    budget = event.budget if event else week.budget
    if budget:
        house = changed(house, event_budget=budget)
    if event and not event.counts:
        house = changed(house, standings_points=(0,))
    if event and not event.pays:
        house = changed(house, purse_shares=(), survivor_pay=0, survivor_pay_large=0, fan_money=0)
    if event and not event.fame:
        unsung = tuple(changed(row, points=0) for row in house.prestige)
        house = changed(house, prestige=unsung)
    if event and event.meet_id:
        house = changed(house, vehicles_a_team=1)
        if event.budget:
            house = changed(house, vehicle_limit=event.budget)
    return house


def crew_of(entry: DuelEntry) -> dict[str, UUID]:
    """An entry's crew: place → character, driver first."""
    return dict(seats_of(entry))


def _entered(cars: list[tuple[Vehicle, Crew]], house: HouseRules) -> tuple[Entered, ...]:
    people = list(
        Character.objects.filter(pk__in=[person for _, crew in cars for person in crew.values()])
    )
    body, named = bodies(people, house), {one.pk: one.name for one in people}
    return tuple(
        Entered(
            vehicle=str(car.pk),
            name=car.name,
            cost=compute_totals(design_of(car)).cost,
            crew=tuple(
                Rider(character=str(pk), name=named[pk], dp=body[pk].dp) for pk in crew.values()
            ),
        )
        for car, crew in cars
    )


def _new(
    week: Week, team: Team, vehicle: Vehicle, crew: Crew, at: datetime, drive: Drive
) -> DuelEntry:
    places = ["driver", "gunner"]
    order = sorted(crew, key=lambda place: (places.index(place) if place in places else 2, place))
    try:
        with transaction.atomic():
            return DuelEntry.objects.create(
                week=week,
                event=week.event,
                team=team,
                vehicle=vehicle,
                entered_at=at,
                doctrine=drive.doctrine,
                yields=drive.yields,
                crew=[{"place": place, "character": str(crew[place])} for place in order],
            )
    except IntegrityError as error:
        if is_double(error):
            raise WrongTime("This vehicle is already entered.") from error
        raise


def withdraw(*, entry: DuelEntry, at: datetime) -> None:
    """Take an entry back: while entries are taken, or after settlement if the week harmed it (E22).
    Raises WrongTime.
    """
    with club(entry.team.campaign_id):
        week = relocked(entry.duel)
        locked(entry.team)
        entry = locked(entry)
        if week.event:
            events.insist_on_open(week, entry.team, at)
        elif not takes_entries(week, entry.team, at) and not (
            _replacing(week, at) and replaceable(entry)
        ):
            raise WrongTime(_why_closed(week, at))
        if entry.withdrawn_at is None:
            _take_out(entry, at)
            substitutes.done(entry, at)


def replace(
    *,
    entry: DuelEntry,
    vehicle: Vehicle,
    crew: Crew,
    at: datetime,
    away: Collection[UUID] = (),
    drive: Drive | None = None,
) -> DuelEntry:
    """After settlement and before the duel: put another vehicle in for one that settlement damaged,
    other people in for those it hurt and for who cannot drive; everybody else stays aboard (E22).
    `drive` is how the site drives it (C98), by itself as before. Raises WrongTime, NotFit, BadForm.
    """
    with club(entry.team.campaign_id):
        week = relocked(entry.duel)
        team = locked(entry.team)
        entry, vehicle = locked(entry), locked(vehicle)
        if not _replacing(week, at) or entry.withdrawn_at:
            raise WrongTime("You can replace entries only between settlement and the duel.")
        damaged, hurt = harm(entry)
        if vehicle.pk != entry.vehicle_id and not damaged:
            raise NotFit(
                f"{entry.vehicle.name} was not damaged. You can replace only vehicles that were "
                "damaged this week (E22)."
            )
        _keep_the_unhurt(entry, crew, {*hurt, *away, *_unfit(entry)})
        _check(week, team, vehicle, crew, away, instead_of=entry)
        drive = _drive(week, drive, entry)
        _take_out(entry, at)
        substitutes.done(entry, at)
        return _new(week, team, vehicle, crew, at, drive)


def _take_out(entry: DuelEntry, at: datetime) -> None:
    entry.withdrawn_at = at
    entry.save(update_fields=["withdrawn_at"])


def _replacing(week: Week, at: datetime) -> bool:
    return week.event is None and week.status == Week.Status.SETTLED and at < week.duel_at


def replaceable(entry: DuelEntry) -> bool:
    """Whether something of an entry may be replaced once its week is settled: the vehicle was
    damaged, or somebody hurt or unable to drive.
    """
    return any(harm(entry)) or bool(_unfit(entry))


def _unfit(entry: DuelEntry) -> Collection[UUID]:
    """Those of the crew who cannot drive as they are: dead, unconscious, or held elsewhere
    (E12).
    """
    return out_of_action(entry.duel, crew_of(entry).values())


def harm(entry: DuelEntry) -> tuple[bool, frozenset[UUID]]:
    """What the week's settlement did to an entry: whether it damaged the vehicle, and whom of the
    crew it hurt (E22).

    Counted from the settlement's own ledger rows, so that later repairs or rest do not take the
    right to replace away.
    """
    settled = {
        "week": entry.week_id,
        "at": entry.week.settled_at,
        "amount__gt": 0,
        "cause__startswith": f"{week_cause(entry.week_id)}/",
    }
    damaged = Damage.objects.filter(vehicle=entry.vehicle_id, **settled).exists()
    hurt = Wound.objects.filter(character__in=list(crew_of(entry).values()), **settled)
    return damaged, frozenset(hurt.values_list("character_id", flat=True))


def _keep_the_unhurt(entry: DuelEntry, crew: Crew, hurt: Collection[UUID]) -> None:
    stay = {person for person in crew_of(entry).values() if person not in hurt}
    missing = stay - set(crew.values())
    new = set(crew.values()) - set(crew_of(entry).values())
    if missing and len(crew) > len(stay - missing):
        name = Character.objects.get(pk=min(missing)).name
        raise NotFit(f"{name} was not hurt and cannot be replaced (E22).")
    if len(new) > len(hurt):
        raise NotFit("You can replace only people who were hurt (E22).")
