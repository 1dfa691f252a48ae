"""A rival's vehicle as it was seen, as a card: the drawing, and in words what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaign.garage.views.words import (
    named_parts,
    sketch_of,
    sketch_of_exterior,
    totals_in_words,
)

if TYPE_CHECKING:
    from campaign.garage.rules.record import Exterior
    from campaign.garage.rules.sheet import VehicleSheet
    from espionage.rules.report import Snapshot


@dataclass(frozen=True, slots=True)
class VehicleCard:
    """`facts` are (label, words); `parts` the components of a full sheet: name, place, points
    left of those when whole.
    """

    name: str
    how: str
    looks: str
    sketch: dict[str, Any]
    facts: tuple[tuple[str, str], ...]
    parts: tuple[tuple[str, str, str], ...] = ()


def card_of(seen: Snapshot) -> VehicleCard:
    """What an infiltrator saw (E11)."""
    if seen.sheet is not None:
        return _full(seen.sheet)
    if seen.exterior is not None:
        return outside(seen.exterior, "Seen from outside")
    raise ValueError("a snapshot shows something")


def outside(seen: Exterior, how: str) -> VehicleCard:
    """What can be seen from outside."""
    weapons = (
        ", ".join(f"{weapon.look} {weapon.facing}" for weapon in seen.weapons) or "none visible"
    )
    facts = (
        ("Tyres", ", back ".join(dict.fromkeys(tyre.lower() for tyre in seen.tyres))),
        ("Turret", "yes" if seen.turret else "none"),
        ("Weapons", weapons),
    )
    return VehicleCard(
        seen.name, how, f"{seen.colour}, {seen.body.lower()}", sketch_of_exterior(seen), facts
    )


def _full(sheet: VehicleSheet) -> VehicleCard:
    facts = (
        ("Design", sheet.model or "custom design"), ("Chassis", sheet.chassis),
        ("Suspension", sheet.suspension), ("Power plant", sheet.plant),
        ("Tyres", ", back ".join(dict.fromkeys(tyre.lower() for tyre in sheet.tyres))),
        ("Armour", sheet.armour_type), ("Accessories", ", ".join(sheet.accessories) or "none"),
        ("Regular crew", ", ".join(f"{one.name} ({one.place})" for one in sheet.crew) or "nobody"),
        *((label, words) for label, words, _ in totals_in_words(sheet.totals)),
    )  # fmt: skip
    parts = tuple(
        (
            part.name,
            "underbody" if part.location == "under" else part.location or "inside",
            f"{part.now} of {part.built}",
        )
        for part in named_parts(sheet)
    )
    return VehicleCard(
        sheet.name,
        "Full sheet",
        f"{sheet.colour}, {sheet.body.lower()}",
        sketch_of(sheet),
        facts,
        parts,
    )
