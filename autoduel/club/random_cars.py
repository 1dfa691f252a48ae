"""Random legal cars, to measure duels beyond the stock cars (V80)."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from autoduel.rules.values import CarSetup
from campaign.garage.rules.catalogue import (
    ARMOURS,
    BODIES,
    CHASSIS,
    PLANTS,
    SUSPENSIONS,
    TYRES,
    WEAPONS,
    with_parts,
)
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.design import Facings, Mount, VehicleDesign, compute_totals
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.fittings import Fitting
from campaign.garage.rules.parts import FACINGS, LOCATIONS, rule_of
from campaign.garage.rules.published import PACK
from campaign.garage.rules.record import make_record
from engine.dice import Dice
from engine.values import changed

from .cars import car_of
from .stock import DIVISIONS, DRIVER, GUNNER

GUNS: Final = tuple(sorted(key for key, weapon in WEAPONS.items() if weapon.dice and weapon.to_hit))
DROPPERS: Final = tuple(sorted(key for key, weapon in WEAPONS.items() if not weapon.to_hit))
MAX_PRICE: Final = max(DIVISIONS.values())
MAX_ARMOUR: Final = {"front": 60, "back": 50, "side": 40, "top": 15, "under": 15}
MAX_METAL: Final = {"front": 12, "back": 8, "side": 8, "top": 3, "under": 3}
"""Highest random armour of each side, in points."""
PARTS_TO_TRY: Final = 30
"""Number of random parts that a car of the published list is offered."""


def random_car(dice: Dice) -> CarSetup:
    """Return a random car with at least one gun that is legal in the highest division."""
    while True:
        design = _random_design(dice)
        if not check_design(design) and compute_totals(design).cost <= MAX_PRICE:
            crew = (DRIVER, GUNNER) if design.gunner else (DRIVER,)
            return car_of(make_record(design, "Random", "", {}), crew)


def _random_design(dice: Dice) -> VehicleDesign:
    body = dice.pick(sorted(BODIES))
    armour_type = dice.pick(sorted(ARMOURS))
    highest = MAX_METAL if ARMOURS[armour_type].metal else MAX_ARMOUR
    points = {side: dice.die(limit) for side, limit in highest.items()}
    is_cycle = BODIES[body].cycle
    tyre = dice.pick(sorted(TYRES))
    weapons = [Mount(weapon=dice.pick(GUNS), facing="front")]
    if dice.die(2) == 1:
        weapons.append(Mount(weapon=dice.pick(DROPPERS), facing="back"))
    return VehicleDesign(
        model="Random",
        body=body,
        plant=dice.pick(sorted(key for key, plant in PLANTS.items() if plant.cycle == is_cycle)),
        chassis="standard" if is_cycle else dice.pick(sorted(CHASSIS)),
        suspension=dice.pick(sorted(SUSPENSIONS)),
        tyres=(tyre, tyre),
        armour_type=armour_type,
        armour=Facings(
            front=points["front"],
            back=points["back"],
            left=points["side"],
            right=points["side"],
            top=points["top"],
            under=points["under"],
        ),
        weapons=tuple(weapons),
        gunner=not is_cycle and dice.die(3) == 1,
    )


def random_published_car(dice: Dice) -> CarSetup:
    """Return a random legal car with parts of the published list (C121), at any price."""
    design = random_published_design(dice)
    crew = (DRIVER, GUNNER) if design.gunner else (DRIVER,)
    return car_of(make_record(design, "Random", "", {}), crew)


def random_published_design(dice: Dice) -> VehicleDesign:
    """Return a random legal design of the whole catalogue and the published list.

    It starts with a frame and a plant. Then random parts are added as long as they fit.
    """
    design = _random_frame(dice)
    while check_design(design) or not compute_totals(design).acceleration:
        design = _random_frame(dice)
    for _ in range(PARTS_TO_TRY):
        wider = _with_random_part(design, dice)
        if not check_design(wider):
            design = wider
    return design


def _random_frame(dice: Dice) -> VehicleDesign:
    parts = with_parts(PACK)
    plant = dice.pick(sorted(parts.plants))
    tyres = [dice.pick(sorted(parts.tyres))] * 2
    tanks = ("economy_tank", "heavy_duty_tank", "racing_tank", "duelling_tank")
    tank = Fitting(part=dice.pick(tanks), size=dice.die(10))
    design = VehicleDesign(
        model="Random",
        body=dice.pick(sorted(parts.bodies)),
        plant=plant,
        chassis=dice.pick(sorted(parts.chassis)),
        suspension=dice.pick(sorted(parts.suspensions)),
        tyres=(tyres[0], tyres[1]),
        armour_type=dice.pick(sorted(parts.armour)),
        fittings=(tank,) if parts.plants[plant].gas else UNSET,
    )
    return with_club_parts(design, PACK)


def _with_random_part(design: VehicleDesign, dice: Dice) -> VehicleDesign:
    """Return the design with a random weapon, accessory or fitting, or with more armour."""
    parts, kind = with_parts(PACK), dice.die(4)
    if kind == 1:
        facing = dice.pick(FACINGS)
        mount = Mount(weapon=dice.pick(sorted(parts.weapons)), facing=facing)
        wider = changed(design, weapons=(*design.weapons, mount))
    elif kind == 2:
        sides = {side: design.armour.points_on(side) for side in LOCATIONS}
        side = dice.pick(LOCATIONS)
        armour = Facings(**{**sides, side: sides[side] + dice.die(15)})
        wider = changed(design, armour=armour)
    else:
        part = parts.accessories[dice.pick(sorted(parts.accessories))]
        rule = rule_of(part)
        places = {
            "vehicle": ("",),
            "axle": ("front", "back", ""),
            "facing": LOCATIONS,
            "weapon": ("weapon:1", "weapon:2"),
            "part": ("plant", "driver", "gunner", "weapon:1"),
        }
        fitting = Fitting(
            part=part.key,
            place=dice.pick(places[rule.site]),
            size=dice.die(rule.largest) if rule.largest else 1,
        )
        wider = (
            changed(design, accessories=(*design.accessories, part.key))
            if part.rule is UNSET
            else changed(design, fittings=(*design.placed, fitting))
        )
    return with_club_parts(wider, PACK)
