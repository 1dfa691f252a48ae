"""A side's knowledge of rivals' cars from spying, less any damage seen since then (V63).

V127 A side's board shows the newest complete sheet of each rival car that its infiltrators read
before the duel. Damage that everyone sees is deducted from the armour. The dossier leaves out what
everyone can see from outside, and cars that are out of the duel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from autoduel.rules.values import FACINGS, View
from campaign.garage.rules.sheet import VehicleSheet
from engine.values import Value
from engine.words import capital, count_noun, number_duplicates
from play.tabletop.board import Panel, Passage, Table


class Dossier(Value):
    """A sheet of a rival's car, with its armour by side and its other parts in words.

    `when` names the week in which the sheet was read, such as "week 6".
    """

    car: int
    when: str
    armour: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, str], ...]


def dossier_of(sheet: VehicleSheet, car: int, when: str) -> Dossier:
    """Return a car's dossier, based on the sheet that an infiltrator read."""
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
        Panel(
            title=_title(view, dossier),
            table=Table(heads=("Part", "As far as you know"), rows=_rows(view, dossier)),
            secret=True,
        )
        for dossier in _dossiers_of_active_cars(view, dossiers)
    )


def dossier_passages(view: View, dossiers: Iterable[Dossier]) -> tuple[Passage, ...]:
    """Return the dossiers as text."""
    return tuple(
        Passage(
            title=_title(view, dossier),
            lines=tuple([f"{part}: {text}." for part, text in _rows(view, dossier)]),
        )
        for dossier in _dossiers_of_active_cars(view, dossiers)
    )


def _dossiers_of_active_cars(view: View, dossiers: Iterable[Dossier]) -> list[Dossier]:
    return [dossier for dossier in dossiers if not view.table.cars[dossier.car].out]


def _title(view: View, dossier: Dossier) -> str:
    return f"Read of {view.table.cars[dossier.car].name} in {dossier.when}"


def _rows(view: View, dossier: Dossier) -> tuple[tuple[str, str], ...]:
    """Return the rows of a dossier. Damage inside the car is not visible, so it is not deducted."""
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
