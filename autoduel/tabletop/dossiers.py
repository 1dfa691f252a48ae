"""A side's knowledge of other cars from spying, less any damage seen since (V63).

V127 A side's board has the newest whole sheet of each rival's car that its infiltrators read before
the duel. Armour is reduced by the damage that everyone sees. The outside of a car is visible
anyway, and a car that is out needs no dossier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.rules.values import FACINGS
from engine.values import Value
from engine.words import capital, count_noun, number_duplicates
from play.tabletop.board import Panel, Passage, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from autoduel.rules.values import View
    from campaign.garage.rules.sheet import VehicleSheet


class Dossier(Value):
    """A sheet of a car: armour by side, and other parts in words. `when` says when it was read
    ("week 6").
    """

    car: int
    when: str
    armour: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, str], ...]


def dossier_of(sheet: VehicleSheet, car: int, when: str) -> Dossier:
    """Return the dossier of a car, based on an infiltrator's sheet."""
    plant = [f"{row.now} DP then" for row in sheet.parts if row.key == "plant"]
    names = number_duplicates((row.key, row.name) for row in sheet.weapons)
    weapons = [
        (
            capital(f"{names[row.key]} ({row.facing})"),
            f"{count_noun(row.shots, 'shot')} then" if row.magazine else "fires from the plant",
        )
        for row in sheet.weapons
    ]
    return Dossier(
        car=car,
        when=when,
        armour=tuple([(row.location, row.now) for row in sheet.armour]),
        parts=(*[("Plant", text) for text in plant], *weapons),
    )


def dossier_panels(view: View, dossiers: Iterable[Dossier]) -> tuple[Panel, ...]:
    """Return a table for each car that is still in the duel."""
    return tuple(
        [
            Panel(
                title=_title(view, dossier),
                table=Table(heads=("Part", "As far as you know"), rows=_rows(view, dossier)),
                secret=True,
            )
            for dossier in _dossiers_of_active_cars(view, dossiers)
        ]
    )


def dossier_passages(view: View, dossiers: Iterable[Dossier]) -> tuple[Passage, ...]:
    """Return the dossiers in words."""
    return tuple(
        [
            Passage(
                title=_title(view, dossier),
                lines=tuple([f"{part}: {text}." for part, text in _rows(view, dossier)]),
            )
            for dossier in _dossiers_of_active_cars(view, dossiers)
        ]
    )


def _dossiers_of_active_cars(view: View, dossiers: Iterable[Dossier]) -> list[Dossier]:
    return [dossier for dossier in dossiers if not view.table.cars[dossier.car].out]


def _title(view: View, dossier: Dossier) -> str:
    return f"Read of {view.table.cars[dossier.car].name} in {dossier.when}"


def _rows(view: View, dossier: Dossier) -> tuple[tuple[str, str], ...]:
    """Return the rows of a dossier. Damage inside the car is not visible and not included."""
    damage_by_side: Mapping[str, int] = dict(
        zip(FACINGS, view.table.cars[dossier.car].dealt, strict=True)
    )
    return (
        *[
            (f"Armour, {side}", _armour_words(points, damage_by_side.get(side, 0)))
            for side, points in dossier.armour
        ],
        *dossier.parts,
    )


def _armour_words(known_points: int, damage: int) -> str:
    return (
        f"{max(0, known_points - damage)} of {known_points}, {damage} seen dealt"
        if damage
        else str(known_points)
    )
