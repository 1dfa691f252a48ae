"""The full sheet of a vehicle (E11).

Sheets are stored as text and numbers, so that old reports never change.
"""

from __future__ import annotations

from campaign.ledger.rules.gear_values import damage_words
from engine.values import Value
from engine.words import number_duplicates

from .damage import Condition, assess_condition, current_value
from .design import Totals, VehicleDesign, compute_totals, describe_fitting, describe_spares
from .fittings import fitted_parts
from .parts import LOCATIONS, Location
from .record import Crew, VehicleRecord, armour_left, dp_left, list_parts, shots_left


class ArmourRow(Value):
    """The armour points on one side, current and as built."""

    location: Location
    now: int
    built: int


class PartRow(Value):
    """The DP of a component, current and as built. If `location` is "", the component is inside."""

    key: str
    name: str
    location: str
    now: int
    built: int


class WeaponRow(Value):
    """A weapon.

    `shots` is the number of shots left, and `magazine` the capacity as built, including spares.
    Both are 0 for weapons powered by the plant.
    """

    key: str
    name: str
    facing: str
    to_hit: int
    damage: str
    shots: int
    magazine: int


class VehicleSheet(Value):
    """All facts about a vehicle at one moment. Spare magazines are listed as accessories."""

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


def make_sheet(record: VehicleRecord) -> VehicleSheet:
    """Return the full sheet of a record. The sheet does not depend on the catalogue."""
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
            ArmourRow(
                location=location,
                now=armour_left(record, location),
                built=design.armour_on(location),
            )
            for location in LOCATIONS
        ),
        weapons=tuple(
            _weapon_row(record, location) for location in range(1, len(design.weapons) + 1)
        ),
        parts=tuple(
            PartRow(
                key=part.key,
                name=part.name,
                location=part.location,
                now=dp_left(record, part),
                built=part.dp,
            )
            for part in list_parts(design)
        ),
        accessories=(
            *(describe_fitting(design, fitted.fitting) for fitted in fitted_parts(design)),
            *_spare_descriptions(design),
        ),
        crew=record.crew,
        totals=compute_totals(design),
        value=current_value(record),
        condition=assess_condition(record),
    )


def gun_names(sheet: VehicleSheet) -> dict[str, str]:
    """Return the names of a vehicle's weapons by key.

    Weapons with the same name get their number on the record.
    """
    return number_duplicates((gun.key, gun.name) for gun in sheet.weapons)


def _spare_descriptions(design: VehicleDesign) -> tuple[str, ...]:
    """Return a description of the spare magazines for each weapon (C105)."""
    kinds = [design.catalogue.weapons[mount.weapon].name for mount in design.weapons]
    names = number_duplicates((f"weapon:{number}", name) for number, name in enumerate(kinds, 1))
    return tuple(
        describe_spares(name, mount.spare_magazines)
        for name, mount in zip(names.values(), design.weapons, strict=True)
        if mount.spare_magazines
    )


def _weapon_row(record: VehicleRecord, number: int) -> WeaponRow:
    design, mount = record.design, record.design.weapons[number - 1]
    weapon = design.weapon(number)
    return WeaponRow(
        key=f"weapon:{number}",
        name=weapon.name,
        facing=mount.facing,
        to_hit=weapon.to_hit,
        damage=damage_words(weapon.dice, weapon.plus) if weapon.dice or weapon.plus else "",
        shots=shots_left(record, number),
        magazine=design.loaded_shots(mount),
    )
