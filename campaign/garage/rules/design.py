"""A vehicle design and its totals: cost, weight, spaces, speed and handling."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from core.web.text import line
from engine.values import Value, changed

from .catalogue import BUILT_IN, Catalogue, with_parts
from .fittings import (
    Fitting,
    Share,
    ammunition,
    fitted_parts,
    plating,
    pod_spaces,
    power_factors,
    share_of,
    weapon_share,
)
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
    VehicleWeapon,
)

MAX_FITTINGS: Final = 60
HIGHEST_STEP: Final = 15
"""Acceleration of a vehicle whose power factors are at least its weight."""
DRAG_RACERS: Final = frozenset({"dragster", "funny_car"})
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

    `tyres` has the types on the front axle and on the back axle. `fittings` has the accessories
    that belong to a place on the vehicle or that have a size (C120). `own` has the club's parts
    that the design uses, with their numbers at the time of building (C39). Only the site sets it.
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
    fittings: Annotated[tuple[Fitting, ...], Meta(max_length=MAX_FITTINGS)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Normalise the model name to one line, and omit `fittings` if there are none."""
        if self.fittings == ():
            force_setattr(self, "fittings", UNSET)
        if not self.model.isprintable() or self.model != " ".join(self.model.split()):
            tidied = line(
                self.model, field="model", title="Model", min_length=0, max_length=len(self.model)
            )
            force_setattr(self, "model", tidied)

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue to which the design's keys refer."""
        return BUILT_IN if self.own is UNSET else with_parts(self.own)

    @property
    def placed(self) -> tuple[Fitting, ...]:
        """Return the fittings."""
        return () if self.fittings is UNSET else self.fittings

    def armour_on(self, location: Location) -> int:
        """Return the armour points on a facing, including those of fittings (C120)."""
        points = self.armour.points_on(location)
        return points + plating(self, location) if self.placed else points

    def weapon(self, number: int) -> VehicleWeapon:
        """Return a weapon, counted from 1, with the effects of its ammunition (C120)."""
        weapon = self.catalogue.weapons[self.weapons[number - 1].weapon]
        if not self.placed:
            return weapon
        rules = tuple(ammunition(self, number))
        plus = weapon.plus + sum(rule.plus_per_die for rule in rules) * weapon.dice
        return changed(
            weapon,
            plus=plus,
            fire=max(weapon.fire, *(rule.fire for rule in rules), 0),
            to_hit=min([weapon.to_hit, *(rule.hits_on for rule in rules if rule.hits_on)]),
        )

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
    acceleration: int | float  # Whole numbers stay whole in JSON, as in earlier records.
    hc: int


def percent_of(amount: int, share: int) -> int:
    """Return a percentage of an amount, rounded up (C5)."""
    return ceil(Fraction(amount * share, 100))


def bill(design: VehicleDesign) -> tuple[Line, ...]:
    """Return the lines of a vehicle's bill. Raise KeyError for a part outside the catalogue.

    Fractions are carried from line to line, so that the lines add up to the totals (C120).
    """
    lines, running = [], Share(Fraction(0), Fraction(0), Fraction(0))
    for name, share in exact_bill(design):
        before = running
        running = Share(*(old + new for old, new in zip(running, share, strict=True)))
        cost, weight, spaces = (
            ceil(new) - ceil(old) for old, new in zip(before, running, strict=True)
        )
        lines.append(Line(name=name, cost=cost, weight=weight, spaces=spaces))
    return tuple(lines)


def exact_bill(design: VehicleDesign) -> tuple[tuple[str, Share], ...]:
    """Return the names and exact numbers of the bill's lines."""
    lines = (
        *_frame_lines(design),
        *_tyre_lines(design),
        _armour_line(design),
        *_weapon_lines(design),
        *_accessory_lines(design),
        _crew_line(design),
    )
    return tuple(
        line if isinstance(line, tuple)
        else (line.name, Share(Fraction(line.cost), Fraction(line.weight), Fraction(line.spaces)))
        for line in lines
    )  # fmt: skip


def _frame_lines(design: VehicleDesign) -> Iterator[Line]:
    parts = design.catalogue
    body, plant = parts.bodies[design.body], parts.plants[design.plant]
    chassis, suspension = parts.chassis[design.chassis], parts.suspensions[design.suspension]
    yield Line(name=body.name, cost=body.cost, weight=body.weight)
    yield Line(name=chassis.name, cost=percent_of(body.cost, chassis.cost_percent), weight=0)
    yield Line(name=suspension.name, cost=percent_of(body.cost, suspension.cost_percent), weight=0)
    yield Line(name=plant.name, cost=plant.cost, weight=plant.weight, spaces=plant.spaces)


def _tyre_lines(design: VehicleDesign) -> Iterator[Line]:
    axles = design.catalogue.bodies[design.body].axles
    for axle, count, key in zip(("Front", "Back"), axles, design.tyres, strict=False):
        tyre = design.catalogue.tyres[key]
        name = f"{axle} {'tyre' if count == 1 else 'tyres'}: {tyre.name.lower()}"
        yield Line(name=name, cost=tyre.cost * count, weight=tyre.weight * count)


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


def _weapon_lines(design: VehicleDesign) -> Iterator[Line | tuple[str, Share]]:
    for number, mount in enumerate(design.weapons, 1):
        weapon, shots = design.catalogue.weapons[mount.weapon], design.loaded_shots(mount)
        share = weapon_share(design, weapon)
        share = share._replace(spaces=spaces_inside(design, number))
        yield f"{weapon.name}, {mount.facing}", share
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


def spaces_inside(design: VehicleDesign, number: int) -> Fraction:
    """Return the spaces that a weapon, counted from 1, takes inside the body (C6).

    Weapons in turrets and pods take none.
    """
    mount = design.weapons[number - 1]
    if mount.facing == "turret":
        return Fraction(0)
    spaces = weapon_share(design, design.catalogue.weapons[mount.weapon]).spaces
    return max(Fraction(0), spaces - pod_spaces(design, number))


def describe_spares(weapon: str, spares: int) -> str:
    """Return the name of a weapon's spare magazines, such as "Spare magazine (Machine gun)"."""
    label = "Spare magazine" if spares == 1 else f"{spares} spare magazines"
    return f"{label} ({weapon})"


def _accessory_lines(design: VehicleDesign) -> Iterator[tuple[str, Share]]:
    for fitted in fitted_parts(design):
        yield describe_fitting(design, fitted.fitting), share_of(design, fitted)


def describe_fitting(design: VehicleDesign, fitting: Fitting) -> str:
    """Return the name of a fitting with its size and place, such as "Wheelguard, 10, back"."""
    part = design.catalogue.accessories[fitting.part]
    place = fitting.place
    if fitting.weapon:
        mount = design.weapons[fitting.weapon - 1]
        place = design.catalogue.weapons[mount.weapon].name
    size = str(fitting.size) if fitting.size > 1 else ""
    return ", ".join(filter(None, (part.name, size, place)))


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
    shares, parts = [share for _, share in exact_bill(design)], design.catalogue
    body = parts.bodies[design.body]
    weight = ceil(sum(share.weight for share in shares))
    return Totals(
        cost=ceil(sum(share.cost for share in shares)),
        weight=weight,
        load=body.load * (100 + design.catalogue.chassis[design.chassis].load_percent) // 100
        + sum(fitted.rule.extra_load for fitted in fitted_parts(design)),
        spaces=ceil(sum(share.spaces for share in shares)),
        room=body.spaces + sum(fitted.rule.extra_spaces for fitted in fitted_parts(design)),
        cargo=body.cargo,
        armour=sum(design.armour_on(location) for location in LOCATIONS),
        top_speed=top_speed(design, weight),
        acceleration=acceleration(design, weight),
        hc=handling(design),
    )


def top_speed(design: VehicleDesign, weight: int) -> float:
    """Return the top speed in mph at this weight, rounded down to a multiple of 2.5 mph.

    The formula is 360 PF / (PF + weight) for electric plants, and 240 PF / (PF + weight) for gas
    engines.
    """
    power = power_factors(design)
    factor = 240 if design.catalogue.plants[design.plant].gas else 360
    best = Fraction(factor * power, max(1, power + weight))
    return float(int(best / Fraction(5, 2)) * Fraction(5, 2))


def acceleration(design: VehicleDesign, weight: int) -> float:
    """Return the acceleration in mph per turn.

    It is 0 if the power factors are less than a third of the weight, 5 below half the weight, 10
    below the full weight, and 15 otherwise. Dragsters and funny cars have 20 from twice the weight.
    Chargers add to it (C120). A heavy-duty transmission moves twice the weight at half the
    acceleration.
    """
    power = power_factors(design)
    gears = any(fitted.rule.gears for fitted in fitted_parts(design))
    if gears and power * 6 >= weight > power * 3:
        return 2.5
    steps = 0 if power * 3 < weight else 5 if power * 2 < weight else 10 if power < weight else 15
    if steps == HIGHEST_STEP and design.body in DRAG_RACERS and power >= 2 * weight:
        steps += 5
    if steps:
        steps += sum(fitted.rule.acceleration for fitted in fitted_parts(design))
    return steps / 2 if gears else steps


def handling(design: VehicleDesign) -> int:
    """Return the handling class: the suspension's, plus those of the body and accessories."""
    return (
        design.catalogue.suspensions[design.suspension].hc
        + design.catalogue.bodies[design.body].hc
        + sum(fitted.part.hc for fitted in fitted_parts(design))
    )
