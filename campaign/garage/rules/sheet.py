"""The full sheet of a vehicle (E11).

It is stored in words and numbers, so old reports never change.
"""

from __future__ import annotations

from campaign.ledger.rules.gear_values import damage_words
from engine.values import Value
from engine.words import told_apart

from .damage import Condition, condition, value
from .design import Totals, VehicleDesign, spare_words, totals
from .parts import LOCATIONS, Location
from .record import Crew, VehicleRecord, armour_left, dp_left, parts, shots_left


class ArmourRow(Value):
    """Armour points of one side: current, and as built."""

    location: Location
    now: int
    built: int


class PartRow(Value):
    """DP of one component: current, and as built. A `location` of "" is inside."""

    key: str
    name: str
    location: str
    now: int
    built: int


class WeaponRow(Value):
    """A weapon. `shots` are left of `magazine`, its capacity with spares as built.

    Both are 0 for weapons that fire from the power plant.
    """

    key: str
    name: str
    facing: str
    to_hit: int
    damage: str
    shots: int
    magazine: int


class VehicleSheet(Value):
    """Everything about a vehicle at one moment. Spare magazines are listed as accessories."""

    name: str
    colour: str
    model: str
    body: str
    chassis: str
    suspension: str
    plant: str
    tyres: tuple[str, ...]
    armour_type: str
    armour: tuple[ArmourRow, ...]
    weapons: tuple[WeaponRow, ...]
    parts: tuple[PartRow, ...]
    accessories: tuple[str, ...]
    crew: tuple[Crew, ...]
    totals: Totals
    value: int
    condition: Condition


def full_sheet(record: VehicleRecord) -> VehicleSheet:
    """Return the full sheet of a record, independent of the catalogue."""
    design = record.design
    return VehicleSheet(
        name=record.name,
        colour=record.colour,
        model=design.model,
        body=design.catalogue.bodies[design.body].name,
        chassis=design.catalogue.chassis[design.chassis].name,
        suspension=design.catalogue.suspensions[design.suspension].name,
        plant=design.catalogue.plants[design.plant].name,
        tyres=tuple(design.catalogue.tyres[key].name for key in design.tyres),
        armour_type=design.catalogue.armour[design.armour_type].name,
        armour=tuple(
            ArmourRow(location=at, now=armour_left(record, at), built=design.armour.at(at))
            for at in LOCATIONS
        ),
        weapons=tuple(_weapon(record, at) for at in range(1, len(design.weapons) + 1)),
        parts=tuple(
            PartRow(
                key=part.key,
                name=part.name,
                location=part.location,
                now=dp_left(record, part),
                built=part.dp,
            )
            for part in parts(design)
        ),
        accessories=(
            *(design.catalogue.accessories[key].name for key in design.accessories),
            *_spares(design),
        ),
        crew=record.crew,
        totals=totals(design),
        value=value(record),
        condition=condition(record),
    )


def gun_names(sheet: VehicleSheet) -> dict[str, str]:
    """Return a vehicle's weapons by key. Those with the same name are numbered as on the record."""
    return told_apart((gun.key, gun.name) for gun in sheet.weapons)


def _spares(design: VehicleDesign) -> tuple[str, ...]:
    """Return descriptions of the spare magazines by weapon (C105)."""
    kinds = [design.catalogue.weapons[mount.weapon].name for mount in design.weapons]
    names = told_apart((f"weapon:{at}", name) for at, name in enumerate(kinds, 1))
    return tuple(
        spare_words(name, mount.spare_magazines)
        for name, mount in zip(names.values(), design.weapons, strict=True)
        if mount.spare_magazines
    )


def _weapon(record: VehicleRecord, at: int) -> WeaponRow:
    design, mount = record.design, record.design.weapons[at - 1]
    weapon = design.catalogue.weapons[mount.weapon]
    return WeaponRow(
        key=f"weapon:{at}",
        name=weapon.name,
        facing=mount.facing,
        to_hit=weapon.to_hit,
        damage=damage_words(weapon.dice, weapon.plus) if weapon.dice or weapon.plus else "",
        shots=shots_left(record, at),
        magazine=design.loaded(mount),
    )
