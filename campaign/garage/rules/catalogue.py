"""The vehicle catalogue.

Rows marked "ours" have numbers of our own (C8). All other rows have the numbers of the classic
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from .parts import (
    Accessory,
    ArmourType,
    Body,
    Chassis,
    ClubParts,
    Location,
    Look,
    Marker,
    Plant,
    Suspension,
    Tyre,
    VehicleWeapon,
    index_by_key,
)


def _body(key: str, name: str, *row: int, cargo: int = 0, wheels: int = 4, hc: int = 0) -> Body:
    cost, weight, load, spaces, armour_cost, armour_weight = row
    return Body(
        key=key,
        name=name,
        cost=cost,
        weight=weight,
        load=load,
        spaces=spaces,
        armour_cost=armour_cost,
        armour_weight=armour_weight,
        cargo=cargo,
        wheels=wheels,
        hc=hc,
    )


BODIES: Final = index_by_key(
    (
        _body(
            "light_cycle", "Light cycle", 200, 250, 800, 4, 10, 4, wheels=2, hc=-1
        ),  # handling of cycles: ours
        _body("medium_cycle", "Medium cycle", 300, 300, 1100, 5, 11, 5, wheels=2, hc=-1),
        _body("heavy_cycle", "Heavy cycle", 400, 350, 1300, 7, 12, 6, wheels=2, hc=-1),
        _body("subcompact", "Subcompact", 300, 1000, 2300, 7, 11, 5, hc=1),
        _body("compact", "Compact", 400, 1300, 3700, 10, 13, 6),
        _body("mid_sized", "Mid-sized", 600, 1600, 4800, 13, 16, 8),
        _body("sedan", "Sedan", 700, 1700, 5100, 16, 18, 9),
        _body("luxury", "Luxury", 800, 1800, 5500, 19, 20, 10),
        _body("station_wagon", "Station wagon", 800, 1800, 5500, 14, 20, 10, cargo=7),
        _body("pickup", "Pickup", 900, 2100, 6500, 13, 22, 11, cargo=11, hc=-1),
        _body("camper", "Camper", 1400, 2300, 6500, 17, 30, 14, cargo=7, hc=-1),
        _body("van", "Van", 1000, 2000, 6000, 24, 30, 14, cargo=6, hc=-1),
    )
)

CHASSIS: Final = index_by_key(
    (
        Chassis(key="light", name="Light chassis", cost_percent=-20, load_percent=-10),
        Chassis(key="standard", name="Standard chassis", cost_percent=0, load_percent=0),
        Chassis(key="heavy", name="Heavy chassis", cost_percent=50, load_percent=10),
        Chassis(key="extra_heavy", name="Extra-heavy chassis", cost_percent=100, load_percent=20),
    )
)

SUSPENSIONS: Final = index_by_key(
    (
        Suspension(key="light", name="Light suspension", cost_percent=0, hc=1),
        Suspension(key="standard", name="Improved suspension", cost_percent=100, hc=2),
        Suspension(key="heavy", name="Heavy suspension", cost_percent=150, hc=3),
        Suspension(key="off_road", name="Off-road suspension", cost_percent=500, hc=2),
    )
)

TYRES: Final = index_by_key(
    (
        Tyre(key="standard", name="Standard", cost=50, weight=30, dp=4),
        Tyre(key="heavy_duty", name="Heavy-duty", cost=100, weight=40, dp=6),
        Tyre(key="puncture_resistant", name="Puncture-resistant", cost=200, weight=50, dp=9),
        Tyre(key="solid", name="Solid", cost=500, weight=75, dp=12),
        Tyre(key="plasticore", name="Plasticore", cost=1000, weight=150, dp=25),
    )
)


def _plant(key: str, name: str, *row: int, gas: bool = False, cycle: bool = False) -> Plant:
    cost, weight, spaces, dp, power = row
    return Plant(
        key=key,
        name=name,
        cost=cost,
        weight=weight,
        spaces=spaces,
        dp=dp,
        power=power,
        gas=gas,
        cycle=cycle,
    )


PLANTS: Final = index_by_key(
    (
        _plant("small", "Small electric", 500, 500, 3, 5, 800),
        _plant("medium", "Medium electric", 1000, 700, 4, 8, 1400),
        _plant("large", "Large electric", 2000, 900, 5, 10, 2000),
        _plant("super", "Super electric", 3000, 1100, 6, 12, 2600),
        _plant("sport", "Sport electric", 6000, 1000, 6, 12, 3000),
        _plant("thundercat", "Thundercat electric", 12000, 2000, 8, 15, 6700),
        _plant(
            "small_gas", "Small gas engine", 800, 400, 3, 4, 1200, gas=True
        ),  # gas engines: ours
        _plant("medium_gas", "Medium gas engine", 1600, 600, 4, 8, 2000, gas=True),
        _plant("large_gas", "Large gas engine", 3200, 850, 5, 11, 3000, gas=True),
        _plant(
            "small_cycle", "Small cycle electric", 500, 100, 1, 2, 400, cycle=True
        ),  # cycle plants: ours
        _plant("medium_cycle", "Medium cycle electric", 1000, 150, 2, 3, 600, cycle=True),
        _plant("large_cycle", "Large cycle electric", 1500, 175, 2, 4, 700, cycle=True),
        _plant("super_cycle", "Super cycle electric", 2000, 200, 2, 5, 800, cycle=True),
    )
)

ARMOURS: Final = index_by_key((
    ArmourType(key="plastic", name="Plastic", cost_percent=100, weight_percent=100),
    ArmourType(
        key="laser_reflective", name="Laser-reflective", cost_percent=110, weight_percent=110,
        reflective=True,
    ),
    ArmourType(
        key="fireproof", name="Fireproof", cost_percent=200, weight_percent=100, fireproof=True,
    ),
    ArmourType(
        key="reflective_fireproof", name="Reflective fireproof", cost_percent=250,
        weight_percent=110, reflective=True, fireproof=True,
    ),
    ArmourType(
        key="radarproof", name="Radarproof", cost_percent=200, weight_percent=100,
        radarproof=True,
    ),
    ArmourType(
        key="radarproof_fireproof", name="Radarproof fireproof", cost_percent=400,
        weight_percent=100, radarproof=True, fireproof=True,
    ),
    ArmourType(key="metal", name="Metal", cost_percent=250, weight_percent=500, metal=True),
))  # fmt: skip


def _weapon(
    key: str,
    name: str,
    look: Look,
    *row: int,
    ammo: tuple[int, int, int] = (0, 0, 0),
    note: str = "",
    fire: int = 0,
    volatile: bool = False,
    marker: Marker = "",
) -> VehicleWeapon:
    """Return a weapon built from its numbers.

    `row` has the to-hit number, dice, DP, price, weight and spaces. `ammo` has the number of shots,
    the price per shot, and the weight of the magazine.
    """
    to_hit, dice, dp, cost, weight, spaces = row
    shots, shot_cost, magazine = ammo
    return VehicleWeapon(
        key=key,
        name=name,
        look=look,
        to_hit=to_hit,
        dice=dice,
        dp=dp,
        cost=cost,
        weight=weight,
        spaces=spaces,
        shots=shots,
        shot_cost=shot_cost,
        magazine_weight=magazine,
        fire=fire,
        volatile=volatile,
        marker=marker,
        note=note,
    )


# These numbers are our own: magazines (shots, price per shot, weight), all rows from the light
# laser onwards, and the flamethrower's spaces.
WEAPONS: Final = index_by_key((
    _weapon("machine_gun", "Machine gun", "gun", 7, 1, 3, 1000, 150, 1, ammo=(20, 25, 50)),
    _weapon("vulcan", "Vulcan machine gun", "gun", 6, 2, 3, 2000, 350, 2, ammo=(20, 35, 100)),
    _weapon(
        "recoilless_rifle", "Recoilless rifle", "cannon", 7, 2, 4, 1500, 300, 2,
        ammo=(10, 35, 50),
    ),
    _weapon("autocannon", "Autocannon", "cannon", 6, 3, 4, 6500, 500, 3, ammo=(10, 75, 100)),
    _weapon(
        "anti_tank_gun", "Anti-tank gun", "cannon", 8, 3, 6, 2000, 600, 3, ammo=(10, 50, 100),
    ),
    _weapon(
        "blast_cannon", "Blast cannon", "cannon", 7, 4, 5, 4500, 500, 4, ammo=(10, 100, 100),
    ),
    _weapon(
        "rocket_launcher", "Rocket launcher", "rockets", 8, 2, 2, 1000, 200, 2,
        ammo=(10, 35, 50), volatile=True,
    ),
    _weapon(
        "heavy_rocket", "Heavy rocket", "rockets", 9, 3, 2, 200, 100, 1, ammo=(1, 0, 0),
        note="One rocket, included in the price.", volatile=True,
    ),
    _weapon(
        "medium_rocket", "Medium rocket", "rockets", 9, 2, 2, 140, 50, 1, ammo=(1, 0, 0),
        note="One rocket, included in the price.", volatile=True,
    ),
    _weapon("medium_laser", "Medium laser", "laser", 6, 2, 2, 5500, 350, 2, fire=2),
    _weapon(
        "flamethrower", "Flamethrower", "flamethrower", 6, 1, 2, 500, 450, 2, ammo=(10, 25, 50),
        note="Sets things on fire.", fire=4, volatile=True,
    ),
    _weapon("light_laser", "Light laser", "laser", 6, 1, 2, 3000, 200, 1, fire=1),
    _weapon("laser", "Laser", "laser", 6, 3, 2, 8000, 500, 2, fire=2),
    _weapon(
        "grenade_launcher", "Grenade launcher", "gun", 7, 1, 2, 1000, 200, 2, ammo=(10, 25, 40),
        volatile=True,
    ),
    _weapon(
        "mine_dropper", "Mine dropper", "dropper", 0, 2, 2, 500, 150, 2, ammo=(10, 50, 50),
        marker="mine", volatile=True,
    ),
    _weapon(
        "spike_dropper", "Spike dropper", "dropper", 0, 1, 4, 100, 25, 1, ammo=(10, 20, 50),
        note="Damages tyres.", marker="spikes",
    ),
    _weapon(
        "oil_jet", "Oil jet", "dropper", 0, 0, 3, 250, 25, 2, ammo=(25, 10, 50),
        note="A slick behind the vehicle.", marker="oil",
    ),
    _weapon(
        "flaming_oil_jet", "Flaming oil jet", "dropper", 0, 0, 3, 300, 30, 2, ammo=(25, 35, 50),
        note="A burning slick behind the vehicle.", fire=3, volatile=True, marker="burning_oil",
    ),
    _weapon(
        "paint_spray", "Paint spray", "dropper", 0, 0, 2, 400, 25, 1, ammo=(25, 10, 50),
        note="A cloud that covers windscreens.", marker="paint",
    ),
    _weapon(
        "smokescreen", "Smokescreen", "dropper", 0, 0, 4, 250, 25, 1, ammo=(10, 10, 50),
        note="A cloud that makes aiming harder.", marker="smoke",
    ),
))  # fmt: skip


def _extra(
    key: str,
    name: str,
    cost: int,
    weight: int,
    spaces: int,
    dp: int,
    location: Location | Literal[""] = "",
    *,
    note: str,
    turret: int = 0,
    **effects: Any,
) -> Accessory:
    return Accessory(
        key=key,
        name=name,
        cost=cost,
        weight=weight,
        spaces=spaces,
        dp=dp,
        location=location,
        turret=turret,
        note=note,
        **effects,
    )


# Accessories. All numbers are our own, but similar to the classic list.
ACCESSORIES: Final = index_by_key((
    _extra(
        "turret_1", "Small turret", 1000, 150, 1, 2, "top", turret=1,
        note="Turns weapons of 1 space.",
    ),
    _extra(
        "turret_2", "Turret", 1500, 200, 2, 3, "top", turret=2,
        note="Turns weapons of 2 spaces.",
    ),
    _extra(
        "turret_3", "Large turret", 2500, 300, 3, 4, "top", turret=3,
        note="Turns weapons of 3 spaces.",
    ),
    _extra(
        "targeting_computer", "Targeting computer", 1000, 0, 0, 1,
        note="+1 to hit for its user.", to_hit=1,
    ),
    _extra(
        "fine_targeting_computer", "Fine targeting computer", 4000, 0, 0, 1,
        note="+2 to hit for its user.", to_hit=2,
    ),
    _extra(
        "link", "Weapon link", 50, 0, 0, 0, note="Two weapons fire as one action.",
        links="alike", many=True,
    ),
    _extra(
        "smart_link", "Smart link", 500, 0, 0, 0,
        note="Links weapons that point in the same direction.", links="any",
    ),
    _extra(
        "fire_extinguisher", "Fire extinguisher", 300, 150, 1, 1,
        note="Puts a fire out on 1–3 of a die.", puts_out=3,
    ),
    _extra(
        "improved_extinguisher", "Improved fire extinguisher", 500, 200, 1, 1,
        note="Puts a fire out on 1–5.", puts_out=5,
    ),
    _extra(
        "radar", "Radar", 1000, 100, 1, 1, "top",
        note="Lets you see through smoke and at night.", sees=True,
    ),
    _extra("searchlight", "Searchlight", 100, 10, 0, 1, "front", note="Lights the area ahead."),
    _extra(
        "ram_bar", "Ram bar", 400, 150, 0, 4, "front", note="Protects the front in collisions.",
        rams=True,
    ),
    _extra(
        "tail_bar", "Tail bar", 300, 100, 0, 3, "back", note="Protects the back in collisions.",
        rams=True,
    ),
    _extra(
        "skid_plate", "Skid plate", 350, 120, 0, 4, "under", note="Protects the underbody.",
        rams=True,
    ),
    _extra(
        "spoiler", "Spoiler", 500, 50, 0, 1, "back", note="Steadier at speed.", hc_at_speed=1,
    ),
    _extra(
        "airdam", "Airdam", 500, 50, 0, 1, "front", note="Steadier at speed.", hc_at_speed=1,
    ),
    _extra(
        "antilock_brakes", "Anti-lock brakes", 1000, 0, 0, 0, note="Hard braking is easier.",
        brakes=True,
    ),
    _extra(
        "active_suspension", "Active suspension", 4000, 100, 0, 0, hc=1,
        note="+1 handling class.",
    ),
    _extra(
        "ejection_seat", "Ejection seat", 500, 100, 0, 0, note="Lets the driver escape.",
        ejects=True,
    ),
    _extra(
        "cool_box", "Armoured cool box", 120, 40, 1, 4,
        note="The one part that survives every wreck.",
    ),
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All vehicle parts, by kind and key."""

    bodies: Mapping[str, Body]
    chassis: Mapping[str, Chassis]
    suspensions: Mapping[str, Suspension]
    tyres: Mapping[str, Tyre]
    plants: Mapping[str, Plant]
    armour: Mapping[str, ArmourType]
    weapons: Mapping[str, VehicleWeapon]
    accessories: Mapping[str, Accessory]


BUILT_IN: Final = Catalogue(
    BODIES, CHASSIS, SUSPENSIONS, TYRES, PLANTS, ARMOURS, WEAPONS, ACCESSORIES
)
KINDS: Final = tuple(Catalogue.__dataclass_fields__)


@lru_cache(maxsize=256)
def with_parts(club_parts: ClubParts) -> Catalogue:
    """Return the catalogue with a club's parts, including retired parts (C38).

    Use `parts_on_sale` to get only the parts that are on sale.
    """
    added = {
        kind: getattr(BUILT_IN, kind) | index_by_key(getattr(club_parts, kind)) for kind in KINDS
    }
    return Catalogue(**added)
