"""A vehicle's current state, its parts, and its exterior (E11).

A part's key never changes. Ledger rows use these keys, such as "armour:front", "plant",
"tyre:front_left", "weapon:1" and "accessory:2". "ammo:weapon:1" counts the shots that a weapon has
fired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Literal, TypeAlias

from engine.values import Value

from .design import Mount, VehicleDesign
from .fittings import fitted_parts, protection, share_of, tyre_dp, weapon_share
from .parts import SPARE_COST, Body, Location

PLANT = "plant"
Place: TypeAlias = Literal["driver", "gunner", "passenger"]
PLACES: tuple[Place, ...] = ("driver", "gunner", "passenger")


class Wear(Value):
    """The loss of a part, in armour points, DP or shots. Keys for shots start with "ammo:"."""

    part: str
    lost: int


class Crew(Value):
    """A person in a vehicle, with the place, the name and the character."""

    place: Place
    name: str
    character: str = ""


class VehicleRecord(Value):
    """The current state of a vehicle.

    `damage` has one row for each part with a loss. `crew` is the usual crew.
    """

    design: VehicleDesign
    name: str = ""
    colour: str = ""
    damage: tuple[Wear, ...] = ()
    crew: tuple[Crew, ...] = ()

    def lost(self, part: str) -> int:
        """Return the current loss of a part."""
        return next((wear.lost for wear in self.damage if wear.part == part), 0)


class Part(Value):
    """A component that can be hit, with its full DP and its list price.

    If `location` is "", the component is inside the vehicle.
    """

    key: str
    name: str
    location: Location | Literal[""]
    dp: int
    cost: int


def make_record(
    design: VehicleDesign,
    name: str,
    colour: str,
    damage: Mapping[str, int] | None = None,
    crew: Iterable[Crew] = (),
) -> VehicleRecord:
    """Return a vehicle's record, based on its design and the sums in its damage ledger."""
    return VehicleRecord(
        design=design,
        name=name,
        colour=colour,
        damage=wear_rows(damage or {}),
        crew=sort_crew(crew),
    )


def wear_rows(lost_by_part: Mapping[str, int]) -> tuple[Wear, ...]:
    """Return the losses by part as rows in a fixed order. Undamaged parts are left out."""
    return tuple(
        Wear(part=part, lost=lost) for part, lost in sorted(lost_by_part.items()) if lost > 0
    )


def sort_crew(crew: Iterable[Crew]) -> tuple[Crew, ...]:
    """Return the crew, starting with the driver and the gunner."""
    return tuple(sorted(crew, key=lambda member: PLACES.index(member.place)))


def armour_key(location: Location) -> str:
    """Return the part key of a facing's armour."""
    return f"armour:{location}"


def ammo_key(weapon: str) -> str:
    """Return the key under which a weapon's fired shots are counted."""
    return f"ammo:{weapon}"


def list_parts(design: VehicleDesign) -> tuple[Part, ...]:
    """Return the components that have DP, in record order: tyres, weapons, accessories and power
    plant.

    Raise KeyError for a part that is not in the catalogue.
    """
    plant = design.catalogue.plants[design.plant]
    dp = plant.dp + protection(design).get(PLANT, 0)
    engine = Part(key=PLANT, name=plant.name, location="", dp=dp, cost=plant.cost)
    return (*_tyre_parts(design), *_weapon_parts(design), *_accessory_parts(design), engine)


_WHEELS = {
    2: (("front", 0), ("back", 1)),
    3: (("single", 0), ("left", 1), ("right", 1)),
    4: (("front_left", 0), ("front_right", 0), ("back_left", 1), ("back_right", 1)),
}


def wheels_of(body: Body) -> tuple[tuple[str, int], ...]:
    """Return the wheels of a body with their axles. The single wheel of a trike comes first."""
    wheels = _WHEELS[body.wheels]
    return tuple((name, 1 - axle) for name, axle in wheels) if body.reversed is True else wheels


def _tyre_parts(design: VehicleDesign) -> Iterator[Part]:
    """Yield the tyres. They are hit from below the vehicle (C9)."""
    dp = tuple(tyre_dp(design, axle) for axle in range(len(design.tyres)))
    for wheel, axle in wheels_of(design.catalogue.bodies[design.body]):
        tyre = design.catalogue.tyres[design.tyres[axle]]
        yield Part(
            key=f"tyre:{wheel}",
            name=f"{wheel.replace('_', ' ').capitalize()} tyre",
            location="under",
            dp=dp[axle],
            cost=tyre.cost,
        )


def _weapon_parts(design: VehicleDesign) -> Iterator[Part]:
    """Yield the weapons. Their price, damage and repairs include spare magazines (C105)."""
    protected = protection(design)
    for number, mount in enumerate(design.weapons, 1):
        weapon, key = design.catalogue.weapons[mount.weapon], f"weapon:{number}"
        yield Part(
            key=key,
            name=weapon.name,
            location=_weapon_location(mount),
            dp=weapon.dp + protected.get(key, 0),
            cost=ceil(weapon_share(design, weapon).cost) + SPARE_COST * mount.spare_magazines,
        )


def _weapon_location(mount: Mount) -> Location:
    """Return the location in which a weapon is hit. A turret is hit from the top (C9)."""
    return "top" if mount.facing == "turret" else mount.facing


def _accessory_parts(design: VehicleDesign) -> Iterator[Part]:
    for fitted in fitted_parts(design):
        if fitted.part.dp:
            yield Part(
                key=fitted.key,
                name=fitted.part.name,
                location=fitted.part.location,
                dp=fitted.part.dp,
                cost=ceil(share_of(design, fitted).cost),
            )


def armour_left(record: VehicleRecord, location: Location) -> int:
    """Return the armour points left on a facing."""
    return max(0, record.design.armour_on(location) - record.lost(armour_key(location)))


def dp_left(record: VehicleRecord, part: Part) -> int:
    """Return the DP that a part has left."""
    return max(0, part.dp - record.lost(part.key))


def shots_left(record: VehicleRecord, number: int) -> int:
    """Return the shots left in a weapon's magazine and spares. Weapons are numbered from 1."""
    loaded = record.design.loaded_shots(record.design.weapons[number - 1])
    return max(0, loaded - record.lost(ammo_key(f"weapon:{number}")))


class SeenWeapon(Value):
    """A weapon as seen from outside, with its facing and its look."""

    facing: str
    look: str


class Exterior(Value):
    """All features of a vehicle that are visible from outside (E11)."""

    name: str
    colour: str
    body: str
    tyres: tuple[str, ...]
    turret: bool
    weapons: tuple[SeenWeapon, ...]


def view_exterior(record: VehicleRecord) -> Exterior:
    """Return a vehicle's exterior (E11)."""
    design = record.design
    return Exterior(
        name=record.name,
        colour=record.colour,
        body=design.catalogue.bodies[design.body].name,
        tyres=tuple(design.catalogue.tyres[key].name for key in design.tyres),
        turret=any(fitted.part.turret for fitted in fitted_parts(design)),
        weapons=tuple(
            SeenWeapon(facing=mount.facing, look=design.catalogue.weapons[mount.weapon].look)
            for mount in design.weapons
        ),
    )
