"""Actions on vehicles and crews: building, renaming, refitting, repairing, selling and
scrapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import asdict

from campaign.garage.models import CrewPlace, Offer, Vehicle
from campaign.garage.rules import damage, repairs
from campaign.garage.rules import refit as refitting
from campaign.garage.rules import vehicles as rules
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import record_of
from campaign.league.models import Duel, Team, Week
from campaign.league.refusals import NotFit
from campaign.league.selectors.house import rules_of
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.records import filled, tidy
from core.web.refusals import BadForm, NameTaken, refuse_if
from core.web.text import is_taken, lookup_key


def build(
    *,
    team: Team,
    face: VehicleFace,
    design: VehicleDesign | Mapping[str, Any],
    actor: User,
    now: datetime,
) -> Vehicle:
    """Build a vehicle and pay for it.

    Raise BadForm with an error for each invalid field of the design. Raise NameTaken or
    NotEnoughMoney.
    """
    with club(team.campaign_id):
        team = locked(team)
        valid_design = validate_design(team, design)
        face = tidy(filled(VehicleFace, face))
        check_name_is_free(team, face.name)
        vehicle = Vehicle(
            team=team, design=msgspec.to_builtins(valid_design), built_at=now, **asdict(face)
        )
        cost = rules.compute_totals(valid_design).cost
        paid = treasury.pay(
            team=team,
            amount=cost,
            item="vehicle",
            cause=f"build:{vehicle.pk}",
            now=now,
            user_id=actor.pk,
            note=face.name,
        )
        vehicle.save(force_insert=True)
        posting.post([paid])
        return vehicle


def validate_design(
    team: Team,
    design: VehicleDesign | Mapping[str, Any],
    before: VehicleDesign | None = None,
) -> VehicleDesign:
    """Return the design after checking that this team can use its parts.

    The team can use parts from the catalogue, the club's parts, and the parts in `before`, the
    vehicle's existing design (C39). Raise BadForm with an error for each invalid field.
    """
    if not isinstance(design, VehicleDesign):
        parsed, problems = rules.read_design(dict(design), parts_of(team.campaign_id), before)
        refuse_if(problems)
        assert parsed is not None  # noqa: S101 - unreadable designs come with a problem
        return parsed
    valid_design = with_club_parts(design, parts_of(team.campaign_id), before)
    refuse_if(rules.check_design(valid_design))
    return valid_design


def check_name_is_free(team: Team, name: str, advice: str = "choose another name") -> None:
    """Raise NameTaken if the team already has a vehicle with this name."""
    names = Vehicle.objects.filter(team=team, gone_at=None).values_list("name", flat=True)
    if is_taken(name, names):
        raise NameTaken(f"{team.name} already has a vehicle called {name}: {advice}.", field="name")


def rename(*, vehicle: Vehicle, face: VehicleFace) -> Vehicle:
    """Change a vehicle's name, colour or notes. Raise NameTaken or BadForm."""
    with club(vehicle.team.campaign_id):
        team, vehicle = lock_with_team(vehicle)
        face = tidy(face)
        if lookup_key(face.name) != lookup_key(vehicle.name):
            check_name_is_free(team, face.name)
        for field, value in asdict(face).items():
            setattr(vehicle, field, value)
        vehicle.save(update_fields=VehicleFace.__struct_fields__)
        return vehicle


def assign_crew(*, vehicle: Vehicle, crew: Mapping[str, UUID]) -> None:
    """Set the usual crew by place ("driver", "gunner", "passenger:1"). Omitted places become empty.

    Raise BadForm for unknown places, for people from other teams, and for people named twice.
    """
    with club(vehicle.team.campaign_id):
        _, vehicle = lock_with_team(vehicle)
        refuse_if(check_crew(vehicle, crew))
        CrewPlace.objects.filter(vehicle=vehicle).delete()
        CrewPlace.objects.bulk_create(
            CrewPlace(vehicle=vehicle, place=place, character_id=character_id)
            for place, character_id in crew.items()
        )


def crew_places(design: VehicleDesign) -> tuple[str, ...]:
    """Return the places for people in a vehicle, starting with the driver's."""
    return (
        "driver",
        *(["gunner"] if design.gunner else []),
        *(f"passenger:{n}" for n in range(1, design.passengers + 1)),
    )


def check_crew(vehicle: Vehicle, crew: Mapping[str, UUID]) -> tuple[Problem, ...]:
    """Return the errors in a crew, at most one for each place."""
    roster_ids = set(
        Character.objects.filter(
            team=vehicle.team_id, left_at=None, pk__in=crew.values()
        ).values_list("pk", flat=True)
    )
    vehicle_places = crew_places(rules.decode_design(vehicle.design))
    problems = []
    for place, character_id in crew.items():
        if place not in vehicle_places:
            problems.append(
                Problem(
                    field=place,
                    code="no-such-place",
                    sentence=f"{vehicle.name} does not have the place “{place}”.",
                )
            )
        elif character_id not in roster_ids:
            problems.append(
                Problem(
                    field=place,
                    code="no-such-character",
                    sentence="Choose a character from your roster.",
                )
            )
        elif list(crew.values()).count(character_id) > 1:
            problems.append(
                Problem(
                    field=place,
                    code="named-twice",
                    sentence="A character cannot be in two places. Choose someone else.",
                )
            )
    return tuple(problems)


def lock_with_team(vehicle: Vehicle) -> tuple[Team, Vehicle]:
    """Lock a vehicle and its team, and return both in their current state.

    Raise BadForm if the vehicle has a different owner now.
    """
    team, current = locked(vehicle.team), locked(vehicle)
    if current.team_id != team.pk:
        raise _gone_error(vehicle)
    return team, current


def check_in_garage(vehicle: Vehicle) -> Vehicle:
    """Return the vehicle. Raise BadForm if it is no longer in the garage."""
    if vehicle.gone_at:
        raise _gone_error(vehicle)
    return vehicle


def _gone_error(vehicle: Vehicle) -> BadForm:
    return BadForm(
        [
            Problem(
                field="vehicle", code="gone", sentence=f"{vehicle.name} is no longer in the garage."
            )
        ]
    )


def _lock_in_garage(vehicle: Vehicle) -> tuple[Team, Vehicle]:
    """Lock a vehicle and its team, and return both. Raise BadForm if the vehicle is gone."""
    team, vehicle = lock_with_team(vehicle)
    return team, check_in_garage(vehicle)


def refit(
    *,
    vehicle: Vehicle,
    design: VehicleDesign | Mapping[str, Any],
    actor: User,
    now: datetime,
    entry_id: UUID | None = None,
) -> Vehicle:
    """Turn a vehicle into another design on the same body.

    The team pays for new parts and receives a share of the value of removed parts. The damage of
    removed parts is cleared. `entry_id` names a duel entry that does not prevent the refit (E47).
    Raise BadForm or NotEnoughMoney. Raise NotFit if the vehicle has another entry, is offered, or
    is in the arena.
    """
    with club(vehicle.team.campaign_id):
        team, vehicle = _lock_in_garage(vehicle)
        check_not_committed(vehicle, entry_id)
        check_not_in_arena(vehicle)
        record = record_of(vehicle)
        new_design = validate_design(team, design, record.design)
        refuse_if(refitting.check_refit(record, new_design))
        bill = refitting.price_refit(record, new_design, rules_of(team.campaign))
        cause = f"refit:{uuid4()}"
        money = _payment_line(team, bill.cost, "refit", cause, now, actor, vehicle.name)
        cleared = [
            Line(Book.DAMAGE, vehicle.pk, wear.part, -wear.lost, cause, now, booked_by=actor.pk)
            for wear in bill.cleared
        ]
        vehicle.design = msgspec.to_builtins(new_design)
        vehicle.save(update_fields=["design"])
        CrewPlace.objects.filter(vehicle=vehicle).exclude(
            place__in=crew_places(new_design)
        ).delete()
        posting.post([money, *cleared])
        return vehicle


def _payment_line(
    team: Team, cost: int, item: str, cause: str, now: datetime, actor: User, note: str
) -> Line:
    """Return the ledger line for a cost in dollars. A negative cost is a gain."""
    if cost > 0:
        return treasury.pay(
            team=team, amount=cost, item=item, cause=cause, now=now, user_id=actor.pk, note=note
        )
    return Line(Book.MONEY, team.pk, item, -cost, cause, now, booked_by=actor.pk, note=note)


def check_not_committed(vehicle: Vehicle, allowed_entry_id: UUID | None = None) -> None:
    """Raise NotFit if a vehicle is entered for a current duel, offered to another team, or lent for
    an amateur night that is not recorded yet (C137).

    The entry `allowed_entry_id` is ignored. Only the vehicle's owners can see this error.
    """
    check_not_offered(vehicle)
    if vehicle.is_lent:
        raise NotFit(f"{vehicle.name} is lent. It is yours if it survives {vehicle.event}.")
    entries = vehicle.entries.filter(withdrawn_at=None).exclude(
        duel__week__status__in=[Week.Status.PLANNED, *Week.FINISHED]
    )
    if any(entry_id != allowed_entry_id for entry_id in entries.values_list("pk", flat=True)):
        raise NotFit(
            f"{vehicle.name} is entered for the duel. Withdraw it first, or wait until the week "
            "has closed."
        )


def check_not_offered(vehicle: Vehicle) -> None:
    """Raise NotFit if a vehicle is offered. It must not change before the buyer answers (C20)."""
    offer = Offer.objects.filter(vehicle=vehicle, closed_at=None).select_related("buyer").first()
    if offer:
        raise NotFit(f"{vehicle.name} is offered to {offer.buyer.name}. Withdraw the offer first.")


def check_not_in_arena(vehicle: Vehicle) -> None:
    """Raise NotFit if a vehicle is in a duel that the site drives and whose result is not recorded
    yet.

    The duel uses the state of the vehicle at its start, and losses are booked with the result (V4).
    """
    duels = Duel.objects.filter(
        called_off_at=None, results=None, driven__table__isnull=False, driven__paper_at=None
    )
    lineups = duels.exclude(week__status__in=Week.FINISHED).values_list("driven__lineup", flat=True)
    vehicles_in_arena = {
        car["vehicle"] for sides in lineups for side in sides for car in side["cars"]
    }
    if str(vehicle.pk) in vehicles_in_arena:
        raise NotFit(
            f"{vehicle.name} is in the arena. You can repair it after the duel is recorded."
        )


def repair(*, vehicle: Vehicle, parts: Iterable[str], actor: User | None, now: datetime) -> int:
    """Have the hired workshop restore parts and magazines ("ammo:…"). Return the cost in dollars.

    `actor` is None for a bot that was assigned by a vote. Raise BadForm for undamaged parts, or if
    the club has no workshop. Raise NotEnoughMoney. Raise NotFit if the vehicle is in the arena.
    """
    with club(vehicle.team.campaign_id):
        team, vehicle = _lock_in_garage(vehicle)
        check_not_in_arena(vehicle)
        quotes = {
            quote.part: quote
            for quote in repairs.quote_repairs(record_of(vehicle), rules_of(team.campaign))
        }
        chosen_parts = list(dict.fromkeys(parts))
        refuse_if(_undamaged_problem(part) for part in chosen_parts if part not in quotes)
        if not chosen_parts:
            raise BadForm(
                [
                    Problem(
                        field="parts",
                        code="nothing",
                        sentence="Choose at least one part to repair.",
                    )
                ]
            )
        actor_id = actor.pk if actor else None
        cost, cause = sum(quotes[part].cost for part in chosen_parts), f"workshop:{uuid4()}"
        paid = treasury.pay(
            team=team,
            amount=cost,
            item="repair",
            cause=cause,
            now=now,
            user_id=actor_id,
            note=vehicle.name,
        )
        posting.post(
            [
                paid,
                *(
                    Line(
                        Book.DAMAGE,
                        vehicle.pk,
                        part,
                        -quotes[part].lost,
                        cause,
                        now,
                        booked_by=actor_id,
                    )
                    for part in chosen_parts
                ),
            ]
        )
        return cost


def _undamaged_problem(part: str) -> Problem:
    return Problem(
        field="parts",
        code="nothing-to-repair",
        sentence=f"{part} is not damaged. Remove it from the list.",
    )


def sell(*, vehicle: Vehicle, actor: User, now: datetime) -> int:
    """Sell a vehicle to the used-car lot for a share of its current value.

    Return the dollars received. Raise NotFit if the vehicle is entered or offered. Raise BadForm if
    the vehicle is gone.
    """
    with club(vehicle.team.campaign_id):
        team, vehicle = _lock_in_garage(vehicle)
        check_not_committed(vehicle)
        proceeds = (
            damage.current_value(record_of(vehicle)) * rules_of(team.campaign).resale_percent // 100
        )
        remove_from_garage(vehicle, Vehicle.Gone.SOLD, now)
        posting.post(
            [
                Line(
                    Book.MONEY,
                    team.pk,
                    "sale",
                    proceeds,
                    f"sell:{vehicle.pk}",
                    now,
                    booked_by=actor.pk,
                    note=vehicle.name,
                )
            ]
        )
        return proceeds


def scrap(*, vehicle: Vehicle, now: datetime) -> Vehicle:
    """Scrap a vehicle. The team receives no payment.

    Raise NotFit if the vehicle is entered or offered. Raise BadForm if the vehicle is gone.
    """
    with club(vehicle.team.campaign_id):
        _, vehicle = _lock_in_garage(vehicle)
        check_not_committed(vehicle)
        return remove_from_garage(vehicle, Vehicle.Gone.SCRAPPED, now)


def remove_from_garage(vehicle: Vehicle, departure: str, now: datetime) -> Vehicle:
    """Remove a locked vehicle from the garage, but keep its row in the database."""
    CrewPlace.objects.filter(vehicle=vehicle).delete()
    vehicle.gone_at, vehicle.gone_how = now, departure
    vehicle.save(update_fields=["gone_at", "gone_how"])
    return vehicle
