"""Rules for damage to the parts of a vehicle (E13), and for what a damaged vehicle can still do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from engine.values import Value, changed

from .design import Mount, armour_cost, compute_totals
from .parts import LOCATIONS, Location
from .record import (
    PLANT,
    Part,
    VehicleRecord,
    Wear,
    armour_key,
    armour_left,
    dp_left,
    list_parts,
    shots_left,
    wear_rows,
)

Condition: TypeAlias = Literal["sound", "damaged", "disarmed", "immobile", "destroyed"]


class Aboard(Value):
    """A person who is in the vehicle when it is hit, with their remaining DP."""

    character: str
    dp: int


class CrewHit(Value):
    """The loss of DP of a person aboard."""

    character: str
    lost: int


class Strike(Value):
    """The hits of one attack and their effects.

    The number of hits equals the hits absorbed, plus the DP lost by parts and crew, plus `spent`,
    which counts hits without effect. `damage` is booked in the vehicle's ledger, as armour points
    and DP by part. Metal armour absorbs more hits than it loses points.
    """

    location: Location
    hits: int
    absorbed: int = 0
    damage: tuple[Wear, ...] = ()
    crew: tuple[CrewHit, ...] = ()
    spent: int = 0


def struck_location(face: int) -> Location:
    """Return the location for a die (E13).

    The locations are 1 front, 2 back, 3 left, 4 right, 5 top and 6 underbody.
    """
    return LOCATIONS[face - 1]


def strike(
    record: VehicleRecord,
    location: Location,
    hits: int,
    *,
    sixes: int = 0,
    aboard: Sequence[Aboard] = (),
) -> Strike:
    """Apply `hits` to one side of a vehicle (E13).

    The side's armour absorbs hits first. The remaining hits damage the components in that location
    in record order, then the power plant, then the people `aboard`, driver first. A parked vehicle
    has nobody aboard. Hits that are left have no effect. `sixes` is the number of dice that showed
    a 6. Metal armour loses only that many points.
    """
    absorbed, armour = _absorb(record, location, hits, sixes)
    remaining, broken = _damage_parts(record, _exposed_parts(record, location), hits - absorbed)
    remaining, crew = _damage_crew(aboard, remaining)
    return Strike(
        location=location,
        hits=hits,
        absorbed=absorbed,
        damage=armour + broken,
        crew=crew,
        spent=remaining,
    )


def _absorb(
    record: VehicleRecord, location: Location, hits: int, sixes: int
) -> tuple[int, tuple[Wear, ...]]:
    points = armour_left(record, location)
    absorbed = min(points, hits)
    lost = (
        min(sixes, points)
        if record.design.catalogue.armour[record.design.armour_type].metal
        else absorbed
    )
    return absorbed, (Wear(part=armour_key(location), lost=lost),) if absorbed and lost else ()


def _exposed_parts(record: VehicleRecord, location: Location) -> tuple[Part, ...]:
    components = list_parts(record.design)
    return tuple(part for part in components if part.location == location) + tuple(
        part for part in components if part.key == PLANT
    )


def _damage_parts(
    record: VehicleRecord, exposed: Sequence[Part], hits: int
) -> tuple[int, tuple[Wear, ...]]:
    broken: list[Wear] = []
    for part in exposed:
        lost = min(hits, dp_left(record, part))
        hits -= lost
        if lost:
            broken.append(Wear(part=part.key, lost=lost))
    return hits, tuple(broken)


def _damage_crew(aboard: Sequence[Aboard], hits: int) -> tuple[int, tuple[CrewHit, ...]]:
    hurt: list[CrewHit] = []
    for person in aboard:
        lost = min(hits, max(0, person.dp))
        hits -= lost
        if lost:
            hurt.append(CrewHit(character=person.character, lost=lost))
    return hits, tuple(hurt)


def apply_strikes(record: VehicleRecord, *blows: Strike) -> VehicleRecord:
    """Return the record after these attacks."""
    lost_by_part = {wear.part: wear.lost for wear in record.damage}
    for blow in blows:
        for wear in blow.damage:
            lost_by_part[wear.part] = lost_by_part.get(wear.part, 0) + wear.lost
    return changed(record, damage=wear_rows(lost_by_part))


def can_move(record: VehicleRecord) -> bool:
    """Return whether the power plant works and enough tyres are left.

    A car needs three tyres. A cycle needs both (C10).
    """
    components = list_parts(record.design)
    tyres = [part for part in components if part.key.startswith("tyre:")]
    rolling = sum(dp_left(record, tyre) > 0 for tyre in tyres)
    needed = 2 if record.design.catalogue.bodies[record.design.body].cycle else 3
    return rolling >= needed and any(
        part.key == PLANT and dp_left(record, part) > 0 for part in components
    )


def can_fire(record: VehicleRecord) -> bool:
    """Return whether at least one weapon works and has shots, or power from a working plant."""
    return any(working_mounts(record))


def working_mounts(record: VehicleRecord) -> Iterator[Mount]:
    """Yield the weapons that work and have shots, or power from a working plant."""
    components = {part.key: part for part in list_parts(record.design)}
    powered = dp_left(record, components[PLANT]) > 0
    for number, mount in enumerate(record.design.weapons, 1):
        if _can_weapon_fire(record, number, components[f"weapon:{number}"], powered):
            yield mount


def _can_weapon_fire(record: VehicleRecord, number: int, weapon: Part, powered: bool) -> bool:
    design = record.design
    needs_shots = design.catalogue.weapons[design.weapons[number - 1].weapon].shots > 0
    return dp_left(record, weapon) > 0 and (
        shots_left(record, number) > 0 if needs_shots else powered
    )


def is_killed(record: VehicleRecord) -> bool:
    """Return whether the vehicle can neither move nor fire (C11)."""
    return not can_move(record) and not can_fire(record)


def assess_condition(record: VehicleRecord) -> Condition:
    """Return the vehicle's condition.

    A vehicle that has been killed is "destroyed". Only vehicles with weapons can be "disarmed".
    """
    if is_killed(record):
        return "destroyed"
    if not can_move(record):
        return "immobile"
    if record.design.weapons and not can_fire(record):
        return "disarmed"
    return "damaged" if record.damage else "sound"


def part_price(record: VehicleRecord, item: str, lost: int) -> int:
    """Return the list price of a part's loss in dollars, rounded up.

    Armour is priced by the point and ammunition by the shot. The price is 0 if the vehicle does not
    have the part.
    """
    kind, _, key = item.partition(":")
    if kind == "armour":
        return armour_cost(record.design, lost)
    if kind == "ammo":
        mount = record.design.weapons[int(key.partition(":")[2]) - 1]
        return record.design.catalogue.weapons[mount.weapon].shot_cost * lost
    part = next((part for part in list_parts(record.design) if part.key == item), None)
    return share_lost(part.cost, lost, part) if part else 0


def share_lost(cost: int, lost: int, part: Part) -> int:
    """Return the share of a price that corresponds to a part's lost DP, rounded up."""
    return -(-cost * min(lost, part.dp) // part.dp)


def current_value(record: VehicleRecord) -> int:
    """Return the vehicle's value in dollars (C12). It is the cost minus the price of all damage."""
    return max(
        0,
        compute_totals(record.design).cost
        - sum(part_price(record, wear.part, wear.lost) for wear in record.damage),
    )
