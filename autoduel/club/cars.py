"""Conversion of a garage vehicle, its damage and its crew to a car in the arena (V4, V82).

Most properties come from fields of the catalogue. The catalogue's keys determine small and blunt
bodies, solid tyres, and the gun with recoil (V35, V38, V120), so a club's own parts have none of
these properties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final

from msgspec import UNSET

from autoduel.rules.values import (
    FACINGS,
    CarSetup,
    Extra,
    Look,
    Person,
    Weapon,
)
from campaign.garage.rules.design import VehicleDesign, compute_totals
from campaign.garage.rules.fittings import fitted_parts, suit_points
from campaign.garage.rules.parts import Marker, PartRule, VehicleWeapon
from campaign.garage.rules.record import (
    PLANT,
    Place,
    VehicleRecord,
    armour_left,
    dp_left,
    list_parts,
    shots_left,
)
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import CYCLIST, DRIVER, GUNNER
from campaign.roster.rules.people import body
from campaign.roster.rules.skills import is_trained, level
from engine.values import changed

SMALL_BODIES: Final = frozenset({"subcompact", "compact"})
BLUNT_BODIES: Final = frozenset({"van", "camper", "pickup"})
SOLID_TYRES: Final = frozenset({"solid", "plasticore"})
RECOIL: Final[Mapping[str, int]] = {"anti_tank_gun": 1}
"""D that the recoil of a weapon costs its own car (V38)."""
HEAVY_BRAKES: Final = "heavy_brakes"
HEAVY_SHOCKS: Final = "heavy_shocks"
LOOK_OF_MARKER: Final[Mapping[Marker, Look]] = {
    "mine": "mines",
    "spikes": "spikes",
    "oil": "oil",
    "burning_oil": "burning-oil",
    "smoke": "smoke",
    "gas": "smoke",
    "paint": "paint",
}
"""Look of a dropper by its marker. Gas counts as smoke (V121)."""


def car_of(record: VehicleRecord, crew: Sequence[Person]) -> CarSetup:
    """Return the car in its current state, with the given crew. The first crew member drives.

    Raise KeyError for a part that is not in the catalogue.
    """
    design = record.design
    catalogue, design_totals = design.catalogue, compute_totals(design)
    fitted = fitted_parts(design)
    rules = [one.rule for one in fitted]
    parts = {one.part.key for one in fitted}
    body, armour = catalogue.bodies[design.body], catalogue.armour[design.armour_type]
    dp_by_part = {part.key: dp_left(record, part) for part in list_parts(design)}
    return CarSetup(
        name=record.name or design.model or body.name,
        body=design.body,
        armour=(
            armour_left(record, FACINGS[0]),
            armour_left(record, FACINGS[1]),
            armour_left(record, FACINGS[2]),
            armour_left(record, FACINGS[3]),
            armour_left(record, FACINGS[4]),
            armour_left(record, FACINGS[5]),
        ),
        plant=dp_by_part[PLANT],
        tyres=tuple([dp for key, dp in dp_by_part.items() if key.startswith("tyre:")]),
        weight=design_totals.weight,
        hc=design_totals.hc,
        top_speed=_top_speed(design_totals.top_speed, rules),
        acceleration=_steps(design_totals.acceleration, rules),
        weapons=_weapons(record, dp_by_part),
        crew=_covered(crew, suit_points(design)),
        extras=_extras(design, dp_by_part),
        colour=record.colour,
        cycle=body.cycle,
        small=design.body in SMALL_BODIES,
        blunt=design.body in BLUNT_BODIES,
        gas=catalogue.plants[design.plant].gas,
        metal=armour.metal,
        reflective=armour.reflective,
        fireproof=armour.fireproof,
        sloped=armour.to_hit,
        spares_tyres=any(one.part.brakes for one in fitted),
        solid=all(key in SOLID_TYRES for key in design.tyres),
        radarproof=armour.radarproof,
        strong_brakes=True if HEAVY_BRAKES in parts else UNSET,
        strong_shocks=True if HEAVY_SHOCKS in parts else UNSET,
        no_paint=True if any(rule.no_paint for rule in rules) else UNSET,
    )


def _steps(acceleration: float, rules: Sequence[PartRule]) -> int:
    """Return the acceleration in steps of 5 mph (C120).

    High-torque motors and turbochargers are engaged. A slow transmission counts as 5.
    """
    if not acceleration:
        return 0
    return (max(5, int(acceleration) // 5 * 5) + sum(rule.surge for rule in rules)) // 5 * 5


def _top_speed(top_speed: float, rules: Sequence[PartRule]) -> int:
    """Return the top speed in steps of 5 mph, with overdrive and motors engaged (C120)."""
    percent = min([100, *(rule.surge_percent for rule in rules)])
    return int(top_speed * percent / 100 + sum(rule.overdrive for rule in rules)) // 5 * 5


def _covered(crew: Sequence[Person], points: Mapping[str, int]) -> tuple[Person, ...]:
    """Return the crew with the points that the car's parts add to their suits (V175)."""
    return tuple(
        changed(person, cover=points[person.place]) if points.get(person.place) else person
        for person in crew
    )


def person_of(
    name_and_place: tuple[str, Place],
    points: Mapping[str, int],
    dp_lost: int,
    house_rules: HouseRules,
    *,
    is_cycle: bool,
) -> Person:
    """Return a crew member from their skill points and wounds. Levels below base are None (V16)."""
    name, place = name_and_place
    condition = body(points, dp_lost, house_rules)
    return Person(
        name=name,
        place=place,
        dp=condition.dp,
        whole=condition.full_dp,
        driving=_level(points, CYCLIST if is_cycle else DRIVER, house_rules),
        gunnery=_level(points, GUNNER, house_rules),
    )


def _level(points: Mapping[str, int], skill: str, house_rules: HouseRules) -> int | None:
    skill_level = level(points.get(skill, 0), skill, house_rules)
    return skill_level if is_trained(skill_level) else None


def _weapons(record: VehicleRecord, dp_by_part: Mapping[str, int]) -> tuple[Weapon, ...]:
    """Return the usable weapons with the keys of their parts. Droppers that drop nothing are left
    out, and guns that do no damage (V121).
    """
    design, links = record.design, _links(record.design)
    weapons = []
    for number, mount in enumerate(design.weapons, 1):
        kind, key = design.weapon(number), f"weapon:{number}"
        look = _look(kind)
        if look is None:
            continue
        is_dropper = kind.look == "dropper"
        weapons.append(
            Weapon(
                key=key,
                name=kind.name,
                look=look,
                facing=mount.facing,
                to_hit=0 if is_dropper else kind.to_hit,
                dice=0 if is_dropper else kind.dice,
                dp=dp_by_part[key],
                shots=shots_left(record, number) if kind.shots else -1,
                plus=0 if is_dropper else kind.plus,
                fire=kind.fire,
                volatile=kind.volatile,
                hazard=RECOIL.get(kind.key, 0),
                link=links.get(number, 0),
            )
        )
    return tuple(weapons)


def _look(kind: VehicleWeapon) -> Look | None:
    if kind.look == "dropper":
        return LOOK_OF_MARKER.get(kind.marker)
    return kind.look if kind.dice or kind.plus > 0 else None


def _links(design: VehicleDesign) -> dict[int, int]:
    """Return the link number of each linked weapon (V37).

    Each link joins the first two suitable weapons that are not linked yet, in the order of the
    vehicle record. Droppers are never linked.
    """
    weapons = [
        (number, mount)
        for number, mount in enumerate(design.weapons, 1)
        if design.catalogue.weapons[mount.weapon].look != "dropper"
    ]
    link_numbers: dict[int, int] = {}
    groups = count(1)
    for one in fitted_parts(design):
        links = one.part.links
        unlinked = [weapon for weapon in weapons if weapon[0] not in link_numbers]
        pair = next(
            (
                (first, second)
                for index, (first, weapon) in enumerate(unlinked)
                for second, other_weapon in unlinked[index + 1 :]
                if weapon.facing == other_weapon.facing
                and (links == "any" or weapon.weapon == other_weapon.weapon)
            ),
            None,
        )
        if links and pair:
            link_numbers |= dict.fromkeys(pair, next(groups))
    return link_numbers


def _extras(design: VehicleDesign, dp_by_part: Mapping[str, int]) -> tuple[Extra, ...]:
    """Return the working accessories with the keys of their parts.

    Wrecked turrets are included, because weapons in them cannot fire (V90).
    """
    extras = []
    for part, _, kind in fitted_parts(design):
        dp = dp_by_part.get(part, 0)
        if kind.dp and not dp and not kind.turret:
            continue
        extras.append(
            Extra(
                key=part,
                name=kind.name,
                location=kind.location,
                dp=dp,
                to_hit=kind.to_hit,
                puts_out=kind.puts_out,
                rams=kind.rams,
                turret=kind.turret > 0,
                ejects=kind.ejects,
                hc_at_speed=kind.hc_at_speed,
                sees=kind.sees,
            )
        )
    return tuple(extras)
