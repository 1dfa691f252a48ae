"""A vehicle's sheet as text, for the drawing and for tables."""

from __future__ import annotations

from typing import Any

import msgspec

from campaign.garage.rules.design import Totals
from campaign.garage.rules.record import Exterior, list_parts
from campaign.garage.rules.sheet import PartRow, VehicleSheet, gun_names
from campaign.garage.rules.vehicles import VehicleDesign
from campaign.house_rules.rules.house import HouseRules
from core.web.pictures.words import money
from engine.values import changed
from engine.words import number_duplicates

CONDITIONS = {
    "sound": ("good", "Undamaged"),
    "damaged": ("warn", "Damaged"),
    "disarmed": ("bad", "Disarmed"),
    "immobile": ("bad", "Immobile"),
    "destroyed": ("bad", "Destroyed"),
}
"""The tone and the text for each condition."""
WHEELS = (
    "tyre:front_left",
    "tyre:front_right",
    "tyre:back_left",
    "tyre:back_right",
    "tyre:front",
    "tyre:back",
)
SIDES = {"under": "underbody"}


def sketch_of(sheet: VehicleSheet) -> dict[str, Any]:
    """Return the values for `{% vehicle_sketch %}`: armour, guns with shots, and tyres."""
    working = {part.key: part.now > 0 for part in sheet.parts}
    wheels = {
        part.key: (part.now, part.built) for part in sheet.parts if part.key.startswith("tyre:")
    }
    return {
        "name": sheet.name,
        "body": sheet.body,
        "colour": sheet.colour,
        "armour": {
            SIDES.get(row.location, row.location): (row.now, row.built) for row in sheet.armour
        },
        "weapons": [
            {
                "name": gun.name,
                "facing": gun.facing,
                "ammo": gun.shots if gun.magazine else None,
                "working": working.get(gun.key, True),
            }
            for gun in sheet.weapons
        ],
        "tyres": [wheels[key] for key in WHEELS if key in wheels],
        "turret": any(name.lower().endswith("turret") for name in sheet.accessories),
    }


def describe_weapons(sheet: VehicleSheet) -> str:
    """Return a vehicle's weapons and their remaining shots on one line."""
    names = gun_names(sheet)
    return "; ".join(
        f"{names[gun.key]}, {gun.facing}"
        + (f" ({gun.shots} of {gun.magazine})" if gun.magazine else "")
        for gun in sheet.weapons
    )


def sketch_of_exterior(exterior: Exterior) -> dict[str, Any]:
    """Return the values of an exterior for `{% vehicle_sketch %}`, without armour and tyres."""
    return {
        "name": exterior.name,
        "body": exterior.body,
        "colour": exterior.colour,
        "armour": dict.fromkeys(("front", "back", "left", "right")),
        "weapons": [
            {"name": gun.look.capitalize(), "facing": gun.facing} for gun in exterior.weapons
        ],
        "turret": exterior.turret,
    }


def entry_limit_warning(cost: int, house_rules: HouseRules) -> str:
    """Return the reason why a vehicle of this price cannot enter duels, or "" if it can."""
    limit = house_rules.vehicle_limit
    if limit and cost > limit:
        return f"This vehicle cannot enter duels. The maximum cost is {money(limit)}."
    return ""


def design_as_json(design: VehicleDesign) -> str:
    """Return a design as indented JSON that can be used outside the site."""
    return msgspec.json.format(msgspec.json.encode(design), indent=1).decode()


def summarize_totals(totals: Totals) -> str:
    """Return a design's cost, remaining load and remaining room on one line."""
    return (
        f"{money(totals.cost)} · {_remaining(totals.load - totals.weight, 'lb')} · "
        f"{_remaining(totals.room + totals.cargo - totals.spaces, 'spaces')}"
    )


def _remaining(amount: int, unit: str) -> str:
    return f"{abs(amount):,} {unit} {'left' if amount >= 0 else 'too much'}"


def totals_in_words(totals: Totals) -> list[tuple[str, str, bool]]:
    """Return the totals of a design.

    Each total has a label, a text, and whether the value exceeds its limit.
    """
    return [
        ("Cost", money(totals.cost), False),
        ("Weight", f"{totals.weight:,} of {totals.load:,} lb", totals.weight > totals.load),
        (
            "Spaces",
            f"{totals.spaces} of {totals.room + totals.cargo}",
            totals.spaces > totals.room + totals.cargo,
        ),
        ("Armour", f"{totals.armour} points", False),
        ("Top speed", f"{totals.top_speed:g} mph", False),
        (
            "Acceleration",
            f"{totals.acceleration} mph a turn" if totals.acceleration else "none",
            totals.acceleration == 0,
        ),
        ("Handling class", str(totals.hc), False),
    ]


def named_parts(sheet: VehicleSheet) -> tuple[PartRow, ...]:
    """Return the parts on a sheet. Guns with the same name get their number on the record."""
    names = gun_names(sheet)
    return tuple([changed(part, name=names.get(part.key, part.name)) for part in sheet.parts])


def part_names(design: VehicleDesign) -> dict[str, str]:
    """Return the names of a vehicle's armour, components and magazines by key."""
    lower_names = {part.key: part.name.lower() for part in list_parts(design)}
    names = number_duplicates(lower_names.items())
    sides = {
        f"armour:{side}": f"{'underbody' if side == 'under' else side} armour"
        for side in ("front", "back", "left", "right", "top", "under")
    }
    shots = {
        f"ammo:{key}": f"shots of {'the ' if name == lower_names[key] else ''}{name}"
        for key, name in names.items()
        if key.startswith("weapon:")
    }
    return {**names, **sides, **shots}
