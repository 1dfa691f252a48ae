"""Damage of a vehicle by part (E13), and its remaining abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.values import Value, changed

from .design import armour_cost, totals
from .parts import LOCATIONS, Location
from .record import (
    PLANT,
    Part,
    VehicleRecord,
    Wear,
    armour_key,
    armour_left,
    as_damage,
    dp_left,
    parts,
    shots_left,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Condition: TypeAlias = Literal["sound", "damaged", "disarmed", "immobile", "destroyed"]


class Aboard(Value):
    """A person in the vehicle when it is hit, with the DP they have left."""

    character: str
    dp: int


class CrewHit(Value):
    """DP that a person aboard lost."""

    character: str
    lost: int


class Strike(Value):
    """The hits of one blow: hits = absorbed + the parts' DP + the crew's + `spent` (lost in the
    air).

    `damage` is for the vehicle's ledger: armour points and DP by part. Metal armour absorbs more
    than it loses.
    """

    location: Location
    hits: int
    absorbed: int = 0
    damage: tuple[Wear, ...] = ()
    crew: tuple[CrewHit, ...] = ()
    spent: int = 0


def struck_location(face: int) -> Location:
    """Return the location for a die (E13): 1 front, 2 back, 3 left, 4 right, 5 top, 6 underbody."""
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

    The armour there absorbs hits first. The rest damage the components of that location in record
    order, then the power plant, then the people `aboard` (driver first; none for a parked vehicle).
    Remaining hits are spent. `sixes` is the number of dice that showed a 6, which is all that metal
    armour loses.
    """
    absorbed, armour = _armour(record, location, hits, sixes)
    rest, broken = _through(record, _in_the_way(record, location), hits - absorbed)
    rest, crew = _people(aboard, rest)
    return Strike(
        location=location,
        hits=hits,
        absorbed=absorbed,
        damage=armour + broken,
        crew=crew,
        spent=rest,
    )


def _armour(
    record: VehicleRecord, location: Location, hits: int, sixes: int
) -> tuple[int, tuple[Wear, ...]]:
    points = armour_left(record, location)
    absorbed = min(points, hits)
    gone = (
        min(sixes, points)
        if record.design.catalogue.armour[record.design.armour_type].metal
        else absorbed
    )
    return absorbed, (Wear(part=armour_key(location), lost=gone),) if absorbed and gone else ()


def _in_the_way(record: VehicleRecord, location: Location) -> tuple[Part, ...]:
    found = parts(record.design)
    return tuple(part for part in found if part.location == location) + tuple(
        part for part in found if part.key == PLANT
    )


def _through(record: VehicleRecord, way: Sequence[Part], hits: int) -> tuple[int, tuple[Wear, ...]]:
    broken: list[Wear] = []
    for part in way:
        taken = min(hits, dp_left(record, part))
        hits -= taken
        if taken:
            broken.append(Wear(part=part.key, lost=taken))
    return hits, tuple(broken)


def _people(aboard: Sequence[Aboard], hits: int) -> tuple[int, tuple[CrewHit, ...]]:
    hurt: list[CrewHit] = []
    for one in aboard:
        taken = min(hits, max(0, one.dp))
        hits -= taken
        if taken:
            hurt.append(CrewHit(character=one.character, lost=taken))
    return hits, tuple(hurt)


def struck(record: VehicleRecord, *blows: Strike) -> VehicleRecord:
    """Return the record after these blows."""
    sums = {wear.part: wear.lost for wear in record.damage}
    for blow in blows:
        for wear in blow.damage:
            sums[wear.part] = sums.get(wear.part, 0) + wear.lost
    return changed(record, damage=as_damage(sums))


def can_move(record: VehicleRecord) -> bool:
    """Return whether the power plant works and enough tyres are left.

    A car rolls on three tyres. A cycle needs both (C10).
    """
    found = parts(record.design)
    tyres = [part for part in found if part.key.startswith("tyre:")]
    rolling = sum(dp_left(record, tyre) > 0 for tyre in tyres)
    needed = 2 if record.design.catalogue.bodies[record.design.body].cycle else 3
    return rolling >= needed and any(
        part.key == PLANT and dp_left(record, part) > 0 for part in found
    )


def can_fire(record: VehicleRecord) -> bool:
    """Return whether any weapon works and has shots, or power from a working plant."""
    found = {part.key: part for part in parts(record.design)}
    powered = dp_left(record, found[PLANT]) > 0
    return any(
        _fires(record, at, found[f"weapon:{at}"], powered)
        for at in range(1, len(record.design.weapons) + 1)
    )


def _fires(record: VehicleRecord, at: int, weapon: Part, powered: bool) -> bool:
    design = record.design
    needs_shots = design.catalogue.weapons[design.weapons[at - 1].weapon].shots > 0
    return dp_left(record, weapon) > 0 and (shots_left(record, at) > 0 if needs_shots else powered)


def killed(record: VehicleRecord) -> bool:
    """Return whether the vehicle can neither move nor fire (C11)."""
    return not can_move(record) and not can_fire(record)


def condition(record: VehicleRecord) -> Condition:
    """Return the vehicle's condition: "destroyed" if killed, "disarmed" only if it has weapons."""
    if killed(record):
        return "destroyed"
    if not can_move(record):
        return "immobile"
    if record.design.weapons and not can_fire(record):
        return "disarmed"
    return "damaged" if record.damage else "sound"


def part_price(record: VehicleRecord, item: str, lost: int) -> int:
    """Return the list price in dollars of a part's loss, rounded up.

    Armour is priced by the point and ammunition by the shot. The price is 0 if the vehicle does not
    have the part.
    """
    kind, _, rest = item.partition(":")
    if kind == "armour":
        return armour_cost(record.design, lost)
    if kind == "ammo":
        mount = record.design.weapons[int(rest.partition(":")[2]) - 1]
        return record.design.catalogue.weapons[mount.weapon].shot_cost * lost
    part = next((part for part in parts(record.design) if part.key == item), None)
    return share_lost(part.cost, lost, part) if part else 0


def share_lost(cost: int, lost: int, part: Part) -> int:
    """Return the share of a price for a part's lost DP, rounded up."""
    return -(-cost * min(lost, part.dp) // part.dp)


def value(record: VehicleRecord) -> int:
    """Return the vehicle's value in dollars: its cost, less the price of its damage (C12)."""
    return max(
        0,
        totals(record.design).cost
        - sum(part_price(record, wear.part, wear.lost) for wear in record.damage),
    )
