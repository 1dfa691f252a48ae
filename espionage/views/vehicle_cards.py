"""Cards for rivals' vehicles, with a drawing and the known facts in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaign.garage.rules.record import Exterior
from campaign.garage.rules.sheet import VehicleSheet
from campaign.garage.views.words import named_parts, sketch_of, sketch_of_exterior, totals_in_words
from espionage.rules.report import Snapshot


@dataclass(frozen=True, slots=True)
class VehicleCard:
    """A vehicle as it was seen.

    `facts` are pairs of a label and a description. `parts` are the components on a full record
    sheet: name, place, remaining points and original points.
    """

    name: str
    source: str
    looks: str
    sketch: dict[str, Any]
    facts: tuple[tuple[str, str], ...]
    parts: tuple[tuple[str, str, str], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The card as lines of text."""
        facts = [f"{label}: {text}" for label, text in self.facts]
        parts = [f"{name}, {place}: {points}" for name, place, points in self.parts]
        return (f"{self.source}: {self.looks}", *facts, *parts)


def card_of(snapshot: Snapshot) -> VehicleCard:
    """Return the card for an infiltrator's snapshot (E11)."""
    if snapshot.sheet is not None:
        return _full_card(snapshot.sheet)
    if snapshot.exterior is not None:
        return exterior_card(snapshot.exterior, "Seen from outside")
    raise ValueError("a snapshot shows something")


def exterior_card(exterior: Exterior, source: str) -> VehicleCard:
    """Return the card for what can be seen of a vehicle from outside."""
    weapons = (
        ", ".join(f"{weapon.look} {weapon.facing}" for weapon in exterior.weapons) or "none visible"
    )
    facts = (
        ("Tyres", ", back ".join(dict.fromkeys(tyre.lower() for tyre in exterior.tyres))),
        ("Turret", "yes" if exterior.turret else "none"),
        ("Weapons", weapons),
    )
    return VehicleCard(
        exterior.name,
        source,
        f"{exterior.colour}, {exterior.body.lower()}",
        sketch_of_exterior(exterior),
        facts,
    )


def _full_card(sheet: VehicleSheet) -> VehicleCard:
    crew = ", ".join(f"{member.name} ({member.place})" for member in sheet.crew)
    facts = (
        ("Design", sheet.model or "custom design"), ("Chassis", sheet.chassis),
        ("Suspension", sheet.suspension), ("Power plant", sheet.plant),
        ("Tyres", ", back ".join(dict.fromkeys(tyre.lower() for tyre in sheet.tyres))),
        ("Armour", sheet.armour_type), ("Accessories", ", ".join(sheet.accessories) or "none"),
        ("Regular crew", crew or "nobody"),
        *((label, text) for label, text, _ in totals_in_words(sheet.totals)),
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
