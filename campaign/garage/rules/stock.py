"""Stock vehicles that can be bought unchanged or modified in the builder.

All designs are our own.
"""

from __future__ import annotations

from typing import Final

from engine.values import Value

from .design import Facings, Mount, VehicleDesign
from .parts import Facing


class StockVehicle(Value):
    """A design with a name and a description for buyers."""

    key: str
    name: str
    blurb: str
    design: VehicleDesign


def _stock(name: str, blurb: str, design: VehicleDesign) -> StockVehicle:
    key = name.lower().replace(" ", "_")
    return StockVehicle(key=key, name=name, blurb=blurb, design=design)


def _armour(front: int, back: int, sides: int, top: int, under: int) -> Facings:
    return Facings(front=front, back=back, left=sides, right=sides, top=top, under=under)


def _weapons(*mounts: tuple[str, Facing], spares: int = 0) -> tuple[Mount, ...]:
    """Return weapons with full magazines. The first weapon has the spare magazines (C105)."""
    return tuple(
        Mount(weapon=weapon, facing=facing, spares=0 if index else spares)
        for index, (weapon, facing) in enumerate(mounts)
    )


STOCK: Final[tuple[StockVehicle, ...]] = (
    _stock(
        "Wasp", "Stings from the front and is gone.",
        VehicleDesign(
            model="Wasp", body="light_cycle", plant="small_cycle", suspension="heavy",
            tyres=("heavy_duty", "heavy_duty"), armour=_armour(6, 5, 2, 0, 3),
            weapons=_weapons(("medium_rocket", "front")),
        ),
    ),
    _stock(
        "Kestrel", "A rider, a machine gun, and nothing to spare.",
        VehicleDesign(
            model="Kestrel", body="medium_cycle", plant="large_cycle", suspension="heavy",
            tyres=("puncture_resistant", "puncture_resistant"), armour=_armour(8, 8, 2, 0, 3),
            weapons=_weapons(("machine_gun", "front")),
        ),
    ),
    _stock(
        "Night Heron", "The heavy cycle for riders who shoot first.",
        VehicleDesign(
            model="Night Heron", body="heavy_cycle", plant="medium_cycle", suspension="heavy",
            armour=_armour(10, 6, 1, 0, 1), weapons=_weapons(("vulcan", "front")),
        ),
    ),
    _stock(
        "Sparrow", "The cheapest way to be shot at.",
        VehicleDesign(
            model="Sparrow", body="subcompact", plant="small", suspension="heavy",
            armour=_armour(12, 10, 8, 4, 4), weapons=_weapons(("heavy_rocket", "front")),
        ),
    ),
    _stock(
        "Terrier", "Small, quick, and does not let go.",
        VehicleDesign(
            model="Terrier", body="compact", plant="medium", chassis="heavy",
            tyres=("heavy_duty", "heavy_duty"), armour=_armour(16, 12, 10, 4, 4),
            weapons=_weapons(("recoilless_rifle", "front"), ("spike_dropper", "back"), spares=1),
        ),
    ),
    _stock(
        "Greyhound", "The club racer with a pair of linked guns.",
        VehicleDesign(
            model="Greyhound", body="mid_sized", plant="large", chassis="heavy", suspension="heavy",
            tyres=("puncture_resistant", "puncture_resistant"), armour=_armour(45, 30, 25, 10, 12),
            weapons=_weapons(("machine_gun", "front"), ("machine_gun", "front")),
            accessories=("link",),
        ),
    ),
    _stock(
        "Lamplighter", "One medium laser, well kept.",
        VehicleDesign(
            model="Lamplighter", body="mid_sized", plant="super", chassis="extra_heavy",
            suspension="heavy", tyres=("puncture_resistant", "puncture_resistant"),
            armour_type="laser_reflective", armour=_armour(52, 40, 32, 14, 16),
            weapons=_weapons(("medium_laser", "front")), accessories=("targeting_computer",),
        ),
    ),
    _stock(
        "Magistrate", "A sedan that passes sentence in front and drops mines behind.",
        VehicleDesign(
            model="Magistrate", body="sedan", plant="large", chassis="heavy", suspension="heavy",
            tyres=("puncture_resistant", "solid"), armour=_armour(42, 36, 28, 10, 12),
            weapons=_weapons(("recoilless_rifle", "front"), ("mine_dropper", "back"), spares=1),
        ),
    ),
    _stock(
        "Chairman", "For the board: a vulcan in the turret, a gunner to turn it.",
        VehicleDesign(
            model="Chairman", body="luxury", plant="super", chassis="extra_heavy",
            suspension="heavy", tyres=("solid", "solid"), armour=_armour(22, 20, 17, 8, 8),
            weapons=_weapons(("vulcan", "turret"), ("smokescreen", "back")), gunner=True,
            accessories=("turret_2", "cool_box"),
        ),
    ),
    _stock(
        "Homestead", "Room for the family silver, and a rocket for anyone who asks.",
        VehicleDesign(
            model="Homestead", body="station_wagon", plant="large", chassis="extra_heavy",
            suspension="heavy", tyres=("heavy_duty", "heavy_duty"),
            armour=_armour(46, 40, 32, 10, 12),
            weapons=_weapons(("rocket_launcher", "front"), ("mine_dropper", "back"), spares=1),
            passengers=1, accessories=("fire_extinguisher",),
        ),
    ),
    _stock(
        "Prospector", "The pickup that digs with an anti-tank gun.",
        VehicleDesign(
            model="Prospector", body="pickup", plant="super", chassis="heavy",
            suspension="heavy", tyres=("solid", "solid"), armour=_armour(50, 38, 34, 12, 20),
            weapons=_weapons(("anti_tank_gun", "front"), spares=1), gunner=True,
            accessories=("ram_bar", "fine_targeting_computer"),
        ),
    ),
    _stock(
        "Snail", "Home, kitchen, flamethrower.",
        VehicleDesign(
            model="Snail", body="camper", plant="large_gas", chassis="extra_heavy",
            suspension="heavy", tyres=("heavy_duty", "solid"), armour=_armour(30, 30, 25, 10, 10),
            weapons=_weapons(("flamethrower", "back"), ("machine_gun", "front")), gunner=True,
        ),
    ),
    _stock(
        "Bulwark", "A van behind metal. It arrives late and stays.",
        VehicleDesign(
            model="Bulwark", body="van", plant="super", chassis="heavy", suspension="heavy",
            tyres=("solid", "solid"), armour_type="metal", armour=_armour(13, 4, 5, 1, 3),
            weapons=_weapons(("autocannon", "front"), spares=1), gunner=True,
            accessories=("targeting_computer",),
        ),
    ),
)  # fmt: skip


def find_stock_vehicle(key: str) -> StockVehicle | None:
    """Return the stock vehicle with this key, or None."""
    return next((vehicle for vehicle in STOCK if vehicle.key == key), None)
