"""A vehicle as it stands: its design, what is broken or fired, who sits in it; its parts, and what
others may see of it (E11).

A part's key is stable for the life of the vehicle and names its ledger rows: "armour:front",
"plant", "tyre:front_left", "weapon:1", "accessory:2"; shots fired are "ammo:weapon:1".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.values import Value

from .design import Mount, VehicleDesign
from .parts import SPARE_COST, Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PLANT = "plant"
Place: TypeAlias = Literal["driver", "gunner", "passenger"]
PLACES: tuple[Place, ...] = ("driver", "gunner", "passenger")


class Wear(Value):
    """What a part has lost: armour points, DP, or shots ("ammo:…")."""

    part: str
    lost: int


class Crew(Value):
    """Somebody aboard: where, by name, and whose record it is."""

    place: Place
    name: str
    character: str = ""


class VehicleRecord(Value):
    """A vehicle now. `damage` has one row a part that lost anything; `crew` is who usually drives
    it.
    """

    design: VehicleDesign
    name: str = ""
    colour: str = ""
    damage: tuple[Wear, ...] = ()
    crew: tuple[Crew, ...] = ()

    def lost(self, part: str) -> int:
        """What a part has lost so far."""
        return next((wear.lost for wear in self.damage if wear.part == part), 0)


class Part(Value):
    """A component that can be hit: DP when whole, list price; `location` "" is inside."""

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
    """The record of a vehicle from its design and the sums of its damage ledger (part → lost)."""
    return VehicleRecord(
        design=design,
        name=name,
        colour=colour,
        damage=as_damage(damage or {}),
        crew=in_places(crew),
    )


def as_damage(sums: Mapping[str, int]) -> tuple[Wear, ...]:
    """Sums by part as damage rows in a fixed order, nothing for whole parts."""
    return tuple(Wear(part=part, lost=lost) for part, lost in sorted(sums.items()) if lost > 0)


def in_places(crew: Iterable[Crew]) -> tuple[Crew, ...]:
    """The crew with the driver first, then the gunner."""
    return tuple(sorted(crew, key=lambda one: PLACES.index(one.place)))


def armour_key(location: Location) -> str:
    """The part key of one facing's armour."""
    return f"armour:{location}"


def ammo_key(weapon: str) -> str:
    """The key under which a weapon's fired shots are counted."""
    return f"ammo:{weapon}"


def parts(design: VehicleDesign) -> tuple[Part, ...]:
    """Every component with DP, in record order: tyres, weapons, accessories, power plant. KeyError
    for a part not in the catalogue.
    """
    plant = design.catalogue.plants[design.plant]
    engine = Part(key=PLANT, name=plant.name, location="", dp=plant.dp, cost=plant.cost)
    return (*_tyres(design), *_weapons(design), *_accessories(design), engine)


_WHEELS = {
    2: (("front", 0), ("back", 1)),
    4: (("front_left", 0), ("front_right", 0), ("back_left", 1), ("back_right", 1)),
}


def _tyres(design: VehicleDesign) -> Iterator[Part]:
    """Tyres are hit from below (C9)."""
    for wheel, axle in _WHEELS[design.catalogue.bodies[design.body].wheels]:
        tyre = design.catalogue.tyres[design.tyres[axle]]
        yield Part(
            key=f"tyre:{wheel}",
            name=f"{wheel.replace('_', ' ').capitalize()} tyre",
            location="under",
            dp=tyre.dp,
            cost=tyre.cost,
        )


def _weapons(design: VehicleDesign) -> Iterator[Part]:
    """Spare magazines are wrecked and mended with their weapon, at its price (C105)."""
    for at, mount in enumerate(design.weapons, 1):
        weapon = design.catalogue.weapons[mount.weapon]
        yield Part(
            key=f"weapon:{at}",
            name=weapon.name,
            location=_side(mount),
            dp=weapon.dp,
            cost=weapon.cost + SPARE_COST * mount.spare_magazines,
        )


def _side(mount: Mount) -> Location:
    """Where a weapon is hit: a turret stands on top (C9)."""
    return "top" if mount.facing == "turret" else mount.facing


def _accessories(design: VehicleDesign) -> Iterator[Part]:
    for at, key in enumerate(design.accessories, 1):
        extra = design.catalogue.accessories[key]
        if extra.dp:
            yield Part(
                key=f"accessory:{at}",
                name=extra.name,
                location=extra.location,
                dp=extra.dp,
                cost=extra.cost,
            )


def armour_left(record: VehicleRecord, location: Location) -> int:
    """Armour points still there on one facing."""
    return max(0, record.design.armour.at(location) - record.lost(armour_key(location)))


def dp_left(record: VehicleRecord, part: Part) -> int:
    """DP a part still has."""
    return max(0, part.dp - record.lost(part.key))


def shots_left(record: VehicleRecord, at: int) -> int:
    """Shots left to the weapon numbered `at` (from 1), in its magazine and its spares."""
    loaded = record.design.loaded(record.design.weapons[at - 1])
    return max(0, loaded - record.lost(ammo_key(f"weapon:{at}")))


class SeenWeapon(Value):
    """A weapon as seen from outside: where it points, what sort it is."""

    facing: str
    look: str


class Exterior(Value):
    """What can be seen of a vehicle from outside (E11)."""

    name: str
    colour: str
    body: str
    tyres: tuple[str, ...]
    turret: bool
    weapons: tuple[SeenWeapon, ...]


def exterior(record: VehicleRecord) -> Exterior:
    """Name, body, colour, tyres, turret, and the weapons' facings and kinds as seen (E11); nothing
    else.
    """
    design = record.design
    return Exterior(
        name=record.name,
        colour=record.colour,
        body=design.catalogue.bodies[design.body].name,
        tyres=tuple(design.catalogue.tyres[key].name for key in design.tyres),
        turret=any(design.catalogue.accessories[key].turret for key in design.accessories),
        weapons=tuple(
            SeenWeapon(facing=mount.facing, look=design.catalogue.weapons[mount.weapon].look)
            for mount in design.weapons
        ),
    )
