"""Random legal cars, to measure duels beyond the stock cars (V80)."""

from __future__ import annotations

from typing import Final

from autoduel.rules.values import CarSetup
from campaign.garage.rules.catalogue import (
    ARMOURS,
    BODIES,
    CHASSIS,
    PLANTS,
    SUSPENSIONS,
    TYRES,
    WEAPONS,
)
from campaign.garage.rules.design import Facings, Mount, VehicleDesign, compute_totals
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.record import make_record
from engine.dice import Dice

from .cars import car_of
from .stock import DIVISIONS, DRIVER, GUNNER

GUNS: Final = tuple(sorted(key for key, weapon in WEAPONS.items() if weapon.dice and weapon.to_hit))
DROPPERS: Final = tuple(sorted(key for key, weapon in WEAPONS.items() if not weapon.to_hit))
MAX_PRICE: Final = max(DIVISIONS.values())
MAX_ARMOUR: Final = {"front": 60, "back": 50, "side": 40, "top": 15, "under": 15}
MAX_METAL: Final = {"front": 12, "back": 8, "side": 8, "top": 3, "under": 3}
"""Highest random armour of each side, in points."""


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
