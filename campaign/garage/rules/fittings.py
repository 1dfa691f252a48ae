"""Parts that are fitted to a place on the vehicle, and whose numbers depend on it (C120).

All amounts are exact fractions. The totals round them up once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, Final, NamedTuple, Protocol

from msgspec import Meta

from engine.values import Value

from .catalogue import Catalogue
from .parts import (
    CREW_SPACES,
    CREW_WEIGHT,
    LOCATIONS,
    Accessory,
    Location,
    Measure,
    PartKey,
    PartRule,
    Site,
    VehicleWeapon,
    amount,
    rule_of,
)

ENDS: Final = ("front", "back")
CREW: Final = ("driver", "gunner")
PLANT_SITE: Final = "plant"
WEAPON_SITE: Final = "weapon:"
SIX_WHEELS: Final = "six_wheels"
MAX_SIZE: Final = 500
SITE_PATTERN: Final = (
    r"^(|front|back|left|right|top|under|plant|tank|driver|gunner|weapon:[1-9][0-9]?)$"
)


class Fitting(Value, omit_defaults=True):
    """An accessory on a place of the vehicle.

    `size` is its points, gallons or shots. `place` is an axle ("front", "back"), a facing,
    "plant", "tank", "driver", "gunner", a weapon ("weapon:1" is the first), or "" for the whole
    vehicle.
    """

    part: PartKey
    size: Annotated[int, Meta(ge=1, le=500)] = 1
    place: Annotated[str, Meta(pattern=SITE_PATTERN, max_length=10)] = ""

    @property
    def weapon(self) -> int:
        """Return the number of the weapon, counted from 1, or 0."""
        return (
            int(self.place.removeprefix(WEAPON_SITE)) if self.place.startswith(WEAPON_SITE) else 0
        )


_LINE: Final = re.compile(
    r"^(.{2,60}?)"
    r"(?: (front|back|left|right|top|under|plant|(?<!fuel )tank|driver|gunner|weapon:\d{1,2}))?"
    r"(?: (\d{1,3}))?$"
)


def write_fittings(design: Design) -> str:
    """Return the fittings of a design, one per line, such as "Wheelguards back 10"."""
    return "\n".join(fitting_line(fitting, design.catalogue) for fitting in design.placed)


def fitting_line(fitting: Fitting, catalogue: Catalogue) -> str:
    """Return a fitting as its name, place and size, such as "Wheelguards back 10"."""
    size = str(fitting.size) if fitting.size > 1 else ""
    name = catalogue.accessories[fitting.part].name
    return " ".join(filter(None, (name, fitting.place, size)))


def split_fitting(line: str) -> tuple[str, str, int]:
    """Return the name, the place (or "") and the size (or 1) in a line of `fitting_line`."""
    match = _LINE.match(line)
    return (match[1], match[2] or "", int(match[3] or 1)) if match else (line, "", 1)


def read_fittings(text: str, catalogue: Catalogue) -> tuple[Fitting, ...]:
    """Return the fittings in the lines of `write_fittings`.

    Raise ValueError with the first line that names no accessory of the catalogue.
    """
    keys = {part.name.casefold(): part.key for part in catalogue.accessories.values()}
    fittings = []
    for line in filter(None, (" ".join(line.split()) for line in text.splitlines())):
        folded = line.casefold()
        name, place, size = (folded, "", 1) if folded in keys else split_fitting(folded)
        if name not in keys or not 1 <= size <= MAX_SIZE:
            raise ValueError(line)
        fittings.append(Fitting(part=keys[name], size=size, place=place))
    return tuple(fittings)


def paper_parts(design: Design) -> tuple[str, ...]:
    """Return the names of the design's parts that the driven duel does not use (C120)."""
    weapons = [design.catalogue.weapons[mount.weapon] for mount in design.weapons]
    names = [weapon.name for weapon in weapons if rule_of(weapon).on_paper]
    names += [fitted.part.name for fitted in fitted_parts(design) if fitted.rule.on_paper]
    return tuple(dict.fromkeys(names))


class Design(Protocol):
    """The features of a vehicle design that fittings depend on."""

    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def body(self) -> str: ...
    @property
    def chassis(self) -> str: ...
    @property
    def plant(self) -> str: ...
    @property
    def tyres(self) -> Sequence[str]: ...
    @property
    def armour_type(self) -> str: ...
    @property
    def armour(self) -> Any: ...
    @property
    def weapons(self) -> Sequence[Any]: ...
    @property
    def accessories(self) -> Sequence[str]: ...
    @property
    def placed(self) -> Sequence[Fitting]: ...
    def loaded_shots(self, mount: Any) -> int: ...


class Share(NamedTuple):
    """An exact cost in dollars, weight in pounds, and number of spaces."""

    cost: Fraction
    weight: Fraction
    spaces: Fraction


class Fitted(NamedTuple):
    """A fitting of a design, with its key on the vehicle record and its part."""

    key: str
    fitting: Fitting
    part: Accessory

    @property
    def rule(self) -> PartRule:
        return rule_of(self.part)


NOTHING: Final = Share(Fraction(0), Fraction(0), Fraction(0))


def _scalar(number: int | Fraction) -> Share:
    return Share(Fraction(number), Fraction(number), Fraction(number))


def fitted_parts(design: Design) -> tuple[Fitted, ...]:
    """Return the accessories and fittings. Raise KeyError for a part outside the catalogue."""
    extras = design.catalogue.accessories
    accessories = (
        Fitted(f"accessory:{number}", Fitting(part=key), extras[key])
        for number, key in enumerate(design.accessories, 1)
    )
    return (*accessories, *placed_parts(design))


def placed_parts(design: Design) -> tuple[Fitted, ...]:
    """Return only the fittings. Parts that protect, plate or load something are always fittings."""
    extras = design.catalogue.accessories
    return tuple(
        Fitted(f"fitting:{number}", fitting, extras[fitting.part])
        for number, fitting in enumerate(design.placed, 1)
    )


def share_of(design: Design, fitted: Fitted) -> Share:
    """Return the exact cost, weight and spaces of an accessory or fitting."""
    part = fitted.part
    total = Share(Fraction(part.cost), Fraction(part.weight), Fraction(part.spaces))
    return _add(total, _terms(design, fitted.fitting, fitted.rule))


def weapon_share(design: Design, weapon: VehicleWeapon) -> Share:
    """Return the exact cost, weight and spaces of a weapon without its shots."""
    total = Share(Fraction(weapon.cost), Fraction(weapon.weight), Fraction(weapon.spaces))
    return _add(total, _terms(design, Fitting(part=weapon.key), rule_of(weapon)))


def pod_spaces(design: Design, number: int) -> int:
    """Return the spaces of a weapon, counted from 1, that a pod outside the body can hold."""
    return sum(
        fitted.rule.pod_spaces for fitted in placed_parts(design) if fitted.fitting.weapon == number
    )


def _terms(design: Design, fitting: Fitting, rule: PartRule) -> Share:
    total = NOTHING
    for term in rule.terms:
        unit, size = _measure(design, fitting, term.measure), fitting.size if term.sized else 1
        total = _add(
            total,
            Share(
                unit.cost * amount(term.cost) * size,
                unit.weight * amount(term.weight) * size,
                unit.spaces * amount(term.spaces) * size,
            ),
        )
    return total


def _add(left: Share, right: Share) -> Share:
    return Share(left.cost + right.cost, left.weight + right.weight, left.spaces + right.spaces)


def _measure(design: Design, fitting: Fitting, measure: Measure) -> Share:
    parts, body = design.catalogue, design.catalogue.bodies[design.body]
    plant = parts.plants[design.plant]
    numbers = {
        "one": 1,
        "tens": max(0, ceil(Fraction(fitting.size - 5, 10))),
        "power": plant.power,
    }
    if measure in numbers:
        return _scalar(numbers[measure])
    if measure == "wheels":
        return _scalar(sum(wheels for wheels, _ in _axles(design, fitting.place)))
    if measure == "tyres":
        tyres = [(wheels, parts.tyres[key]) for wheels, key in _axles(design, fitting.place)]
        return Share(
            Fraction(sum(wheels * tyre.cost for wheels, tyre in tyres)),
            Fraction(sum(wheels * tyre.weight for wheels, tyre in tyres)),
            Fraction(0),
        )
    if measure == "point":
        return Share(Fraction(body.armour_cost), Fraction(body.armour_weight), Fraction(0))
    if measure == "body":
        return Share(Fraction(body.cost), Fraction(body.weight), Fraction(body.spaces))
    if measure == "frame":
        chassis = Fraction(body.cost * parts.chassis[design.chassis].cost_percent, 100)
        return Share(body.cost + chassis, Fraction(body.weight), Fraction(body.spaces))
    if measure == "plant":
        return Share(Fraction(plant.cost), Fraction(plant.weight), Fraction(plant.spaces))
    if measure == "facing":
        return _facing(design, fitting.place)
    if measure == "room":
        return _scalar(_part(design, fitting).spaces)
    if measure == "load":
        return _one_shot(design, fitting.weapon)
    return _part(design, fitting)


def _one_shot(design: Design, number: int) -> Share:
    """Return the cost and weight of one shot of a weapon, counted from 1. They are 0 if it has no
    shots, or for number 0.
    """
    if not number:
        return NOTHING
    weapon = design.catalogue.weapons[design.weapons[number - 1].weapon]
    magazine = Fraction(weapon.magazine_weight, max(1, weapon.shots))
    return Share(Fraction(weapon.shot_cost), magazine, Fraction(0))


def _axles(design: Design, place: str) -> list[tuple[int, str]]:
    """Return the number of wheels and the tyre of each axle that a fitting covers."""
    ends = zip(ENDS, design.catalogue.bodies[design.body].axles, design.tyres, strict=False)
    return [(wheels, tyre) for end, wheels, tyre in ends if place in ("", end)]


def _facing(design: Design, place: str) -> Share:
    body = design.catalogue.bodies[design.body]
    kind = design.catalogue.armour[design.armour_type]
    points = next((design.armour.points_on(side) for side in LOCATIONS if side == place), 0)
    return Share(
        Fraction(points * body.armour_cost * kind.cost_percent, 100),
        Fraction(points * body.armour_weight * kind.weight_percent, 100),
        Fraction(0),
    )


def _part(design: Design, fitting: Fitting) -> Share:
    """Return the numbers of the weapon, plant, tank or crew member that a fitting is on."""
    if fitting.weapon:
        mount = design.weapons[fitting.weapon - 1]
        return weapon_share(design, design.catalogue.weapons[mount.weapon])
    if fitting.place == PLANT_SITE:
        return _measure(design, fitting, "plant")
    if fitting.place in CREW:
        return Share(Fraction(0), Fraction(CREW_WEIGHT), Fraction(CREW_SPACES))
    tank = next((fitted for fitted in fitted_parts(design) if fitted.rule.tank), None)
    spaces = share_of(design, tank).spaces if tank else Fraction(0)
    return Share(Fraction(0), Fraction(0), max(Fraction(1), spaces))


def site_of(fitting: Fitting) -> frozenset[Site]:
    """Return the kinds of places that a fitting's place can mean."""
    if not fitting.place:
        return frozenset({"vehicle", "axle"})
    if fitting.weapon:
        return frozenset({"weapon", "part"})
    if fitting.place in ENDS:
        return frozenset({"axle", "facing"})
    if fitting.place in LOCATIONS:
        return frozenset({"facing"})
    return frozenset({"part"})


def protection(design: Design) -> Mapping[str, int]:
    """Return the DP that fittings add to weapons, plant and axles, by the fittings' places."""
    points: dict[str, int] = {}
    for fitted in placed_parts(design):
        if fitted.rule.protects:
            for place in [fitted.fitting.place] if fitted.fitting.place else ENDS:
                points[place] = points.get(place, 0) + fitted.fitting.size
    return points


def suit_points(design: Design) -> Mapping[str, int]:
    """Return the points that parts add to the suits of the driver and the gunner.

    The driver gets the first suit without a place, and the gunner the second.
    """
    protected = protection(design)
    points = {place: protected.get(place, 0) for place in CREW}
    suits = [fitted.rule.suit_points for fitted in fitted_parts(design) if fitted.rule.suit_points]
    for place, suit in zip(CREW, suits, strict=False):
        points[place] += suit
    return points


def plating(design: Design, location: Location) -> int:
    """Return the armour points that fittings add to a facing."""
    return sum(
        fitted.rule.plates * fitted.fitting.size
        for fitted in placed_parts(design)
        if fitted.fitting.place == location
    )


def tyre_dp(design: Design, axle: int) -> int:
    """Return the DP of each tyre on an axle, with its guards."""
    base = design.catalogue.tyres[design.tyres[axle]].dp
    share = sum(
        (amount(fitted.rule.tyre_dp) for fitted in placed_parts(design)
         if fitted.fitting.place in ("", ENDS[axle])),
        Fraction(0),
    )  # fmt: skip
    return int(base * (1 + share)) + protection(design).get(ENDS[axle], 0)


def power_factors(design: Design) -> int:
    """Return the plant's power factors with all improvements, rounded down, but at least 0."""
    percent = max(0, 100 + sum(fitted.rule.power_percent for fitted in fitted_parts(design)))
    return design.catalogue.plants[design.plant].power * percent // 100


def ammunition(design: Design, number: int) -> Iterator[PartRule]:
    """Yield the rules of the ammunition that is at least half of a weapon's shots."""
    shots = design.loaded_shots(design.weapons[number - 1])
    for fitted in placed_parts(design):
        if fitted.fitting.weapon == number and 2 * fitted.fitting.size >= shots:
            yield fitted.rule
