"""A vehicle design and its totals: cost, weight, spaces, speed and handling."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from core.web.text import line
from engine.values import Value

from .catalogue import BUILT_IN, Catalogue, with_parts
from .parts import (
    CREW_SPACES,
    CREW_WEIGHT,
    LOCATIONS,
    MAX_SPARES,
    PASSENGER_SPACES,
    SPARE_COST,
    SPARE_SPACES,
    SPARE_WEIGHT,
    ClubParts,
    Facing,
    Location,
    PartKey,
)

Points = Annotated[int, Meta(ge=0, le=500)]


class Facings(Value):
    """Armour points by facing."""

    front: Points = 0
    back: Points = 0
    left: Points = 0
    right: Points = 0
    top: Points = 0
    under: Points = 0

    def points_on(self, location: Location) -> int:
        """Return the armour points on a facing."""
        points: int = getattr(self, location)
        return points

    @property
    def total(self) -> int:
        return sum(self.points_on(location) for location in LOCATIONS)


class Mount(Value):
    """A weapon and its facing.

    `shots` is the number of loaded shots, or None for full magazines. `spares` is the number of
    spare magazines. It is omitted if there are none (C105).
    """

    weapon: PartKey
    facing: Facing = "front"
    shots: Annotated[int, Meta(ge=0, le=500)] | None = None
    spares: Annotated[int, Meta(ge=0, le=MAX_SPARES)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Omit `spares` if it is 0. Older designs do not have this field."""
        if self.spares == 0:
            force_setattr(self, "spares", UNSET)

    @property
    def spare_magazines(self) -> int:
        """Return the number of spare magazines."""
        return 0 if self.spares is UNSET else self.spares


class VehicleDesign(Value):
    """A vehicle as built. It refers to parts by their keys.

    `tyres` has the types on the front axle and on the back axle. `own` has the club's parts that
    the design uses, with their numbers at the time of building (C39). Only the site sets `own`.
    """

    body: PartKey
    plant: PartKey
    model: Annotated[str, Meta(max_length=60)] = ""
    chassis: PartKey = "standard"
    suspension: PartKey = "standard"
    tyres: Annotated[tuple[PartKey, ...], Meta(max_length=10)] = ("standard", "standard")
    armour_type: PartKey = "plastic"
    armour: Facings = Facings()
    weapons: Annotated[tuple[Mount, ...], Meta(max_length=30)] = ()
    accessories: Annotated[tuple[PartKey, ...], Meta(max_length=30)] = ()
    gunner: bool = False
    passengers: Annotated[int, Meta(ge=0, le=20)] = 0
    own: ClubParts | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Normalise the model name to one line without control characters."""
        if not self.model.isprintable() or self.model != " ".join(self.model.split()):
            tidied = line(
                self.model, field="model", title="Model", min_length=0, max_length=len(self.model)
            )
            force_setattr(self, "model", tidied)

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue to which the design's keys refer."""
        return BUILT_IN if self.own is UNSET else with_parts(self.own)

    def shot_capacity(self, mount: Mount) -> int:
        """Return the number of shots in a weapon's magazine and spare magazines (C105)."""
        return self.catalogue.weapons[mount.weapon].shots * (1 + mount.spare_magazines)

    def loaded_shots(self, mount: Mount) -> int:
        """Return the number of shots in a weapon's magazine and spare magazines as built."""
        full = self.shot_capacity(mount)
        return full if mount.shots is None else min(mount.shots, full)

    @property
    def crew(self) -> int:
        """Return the number of places for people: driver, gunner and passengers."""
        return 1 + self.gunner + self.passengers


class Line(Value):
    """A line of the bill, in dollars, pounds and spaces."""

    name: str
    cost: int
    weight: int
    spaces: int = 0


class Totals(Value):
    """The totals of a design.

    `top_speed` is in mph, in steps of 2.5. `acceleration` is in mph per turn. `hc` is the handling
    class.
    """

    cost: int
    weight: int
    load: int
    spaces: int
    room: int
    cargo: int
    armour: int
    top_speed: float
    acceleration: int
    hc: int


def percent_of(amount: int, share: int) -> int:
    """Return a percentage of an amount, rounded up (C5)."""
    return ceil(Fraction(amount * share, 100))


def bill(design: VehicleDesign) -> tuple[Line, ...]:
    """Return the lines of a vehicle's bill. Raise KeyError for a part outside the catalogue."""
    return (
        *_frame_lines(design),
        *_tyre_lines(design),
        _armour_line(design),
        *_weapon_lines(design),
        *_accessory_lines(design),
        _crew_line(design),
    )


def _frame_lines(design: VehicleDesign) -> Iterator[Line]:
    parts = design.catalogue
    body, plant = parts.bodies[design.body], parts.plants[design.plant]
    chassis, suspension = parts.chassis[design.chassis], parts.suspensions[design.suspension]
    yield Line(name=body.name, cost=body.cost, weight=body.weight)
    yield Line(name=chassis.name, cost=percent_of(body.cost, chassis.cost_percent), weight=0)
    yield Line(name=suspension.name, cost=percent_of(body.cost, suspension.cost_percent), weight=0)
    yield Line(name=plant.name, cost=plant.cost, weight=plant.weight, spaces=plant.spaces)


def _tyre_lines(design: VehicleDesign) -> Iterator[Line]:
    tyres_per_axle = design.catalogue.bodies[design.body].wheels // 2
    for axle, key in zip(("Front", "Back"), design.tyres, strict=False):
        tyre = design.catalogue.tyres[key]
        name = f"{axle} {'tyre' if tyres_per_axle == 1 else 'tyres'}: {tyre.name.lower()}"
        yield Line(name=name, cost=tyre.cost * tyres_per_axle, weight=tyre.weight * tyres_per_axle)


def _armour_line(design: VehicleDesign) -> Line:
    parts, points = design.catalogue, design.armour.total
    body, kind = parts.bodies[design.body], parts.armour[design.armour_type]
    return Line(
        name=f"{kind.name} armour, {points} points",
        cost=armour_cost(design, points),
        weight=percent_of(points * body.armour_weight, kind.weight_percent),
        spaces=armour_spaces(design),
    )


def armour_cost(design: VehicleDesign, points: int) -> int:
    """Return the cost in dollars of armour points in this design, rounded up (C5)."""
    parts = design.catalogue
    price = points * parts.bodies[design.body].armour_cost
    return percent_of(price, parts.armour[design.armour_type].cost_percent)


def armour_spaces(design: VehicleDesign) -> int:
    """Return the spaces of the body that sloped armour takes, rounded up.

    Return 0 if the design has no armour.
    """
    parts = design.catalogue
    share = parts.armour[design.armour_type].spaces_percent if design.armour.total else 0
    return percent_of(parts.bodies[design.body].spaces, share)


def _weapon_lines(design: VehicleDesign) -> Iterator[Line]:
    for mount in design.weapons:
        weapon, shots = design.catalogue.weapons[mount.weapon], design.loaded_shots(mount)
        spaces = (
            0 if mount.facing == "turret" else weapon.spaces
        )  # weapons in a turret use the turret's own spaces (C6)
        yield Line(
            name=f"{weapon.name}, {mount.facing}",
            cost=weapon.cost,
            weight=weapon.weight,
            spaces=spaces,
        )
        if weapon.has_magazine:
            weight = ceil(Fraction(weapon.magazine_weight * shots, weapon.shots))
            yield Line(name=f"{shots} shots for it", cost=weapon.shot_cost * shots, weight=weight)
        if spares := mount.spare_magazines:
            yield Line(
                name=describe_spares(weapon.name, spares),
                cost=SPARE_COST * spares,
                weight=SPARE_WEIGHT * spares,
                spaces=SPARE_SPACES * spares,
            )


def describe_spares(weapon: str, spares: int) -> str:
    """Return the name of a weapon's spare magazines, such as "Spare magazine (Machine gun)"."""
    label = "Spare magazine" if spares == 1 else f"{spares} spare magazines"
    return f"{label} ({weapon})"


def _accessory_lines(design: VehicleDesign) -> Iterator[Line]:
    for key in design.accessories:
        extra = design.catalogue.accessories[key]
        yield Line(name=extra.name, cost=extra.cost, weight=extra.weight, spaces=extra.spaces)


def _crew_line(design: VehicleDesign) -> Line:
    spaces = CREW_SPACES * (1 + design.gunner) + PASSENGER_SPACES * design.passengers
    return Line(
        name="Driver and gunner" if design.gunner else "Driver",
        cost=0,
        weight=CREW_WEIGHT * design.crew,
        spaces=spaces,
    )


def compute_totals(design: VehicleDesign) -> Totals:
    """Return the totals of the bill, with speed and handling.

    Raise KeyError for a part that is not in the catalogue.
    """
    lines, parts = bill(design), design.catalogue
    body = parts.bodies[design.body]
    weight = sum(line.weight for line in lines)
    return Totals(
        cost=sum(line.cost for line in lines),
        weight=weight,
        load=body.load * (100 + design.catalogue.chassis[design.chassis].load_percent) // 100,
        spaces=sum(line.spaces for line in lines),
        room=body.spaces,
        cargo=body.cargo,
        armour=design.armour.total,
        top_speed=top_speed(design.plant, weight, parts),
        acceleration=acceleration(design.plant, weight, parts),
        hc=handling(design),
    )


def top_speed(plant: str, weight: int, parts: Catalogue = BUILT_IN) -> float:
    """Return the top speed in mph at this weight, rounded down to a multiple of 2.5 mph.

    The formula is 360 PF / (PF + weight) for electric plants, and 240 PF / (PF + weight) for gas
    engines.
    """
    engine = parts.plants[plant]
    best = Fraction((240 if engine.gas else 360) * engine.power, engine.power + weight)
    return float(int(best / Fraction(5, 2)) * Fraction(5, 2))


def acceleration(plant: str, weight: int, parts: Catalogue = BUILT_IN) -> int:
    """Return the acceleration in mph per turn.

    It is 0 if the power factors are less than a third of the weight, 5 below half the weight, 10
    below the full weight, and 15 otherwise.
    """
    power = parts.plants[plant].power
    return 0 if power * 3 < weight else 5 if power * 2 < weight else 10 if power < weight else 15


def handling(design: VehicleDesign) -> int:
    """Return the handling class: the suspension's, plus those of the body and accessories."""
    return (
        design.catalogue.suspensions[design.suspension].hc
        + design.catalogue.bodies[design.body].hc
        + sum(design.catalogue.accessories[key].hc for key in design.accessories)
    )
