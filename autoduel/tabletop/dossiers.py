"""What one's own people read of the others' cars before the duel, less what was seen dealt since
(V63). For the eyes of that side alone.

V127 On its board a side has the newest whole sheet that its infiltrators read of each rival's car
by the duel's hour, as it was then; its armour goes down by the points that everybody sees dealt.
What they saw from outside the arena shows anyway, and a car that is out needs no dossier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.rules.values import FACINGS
from engine.values import Value
from engine.words import capital, counted, told_apart
from play.tabletop.board import Panel, Passage, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from autoduel.rules.values import View
    from campaign.garage.rules.sheet import VehicleSheet


class Dossier(Value):
    """A sheet of the car of this number, read `when` ("week 6"): armour by side, and the other
    parts in words.
    """

    car: int
    when: str
    armour: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, str], ...]


def dossier_of(sheet: VehicleSheet, car: int, when: str) -> Dossier:
    """What an infiltrator's sheet says of the car of this number."""
    plant = [f"{row.now} DP then" for row in sheet.parts if row.key == "plant"]
    names = told_apart((row.key, row.name) for row in sheet.weapons)
    weapons = [
        (
            capital(f"{names[row.key]} ({row.facing})"),
            f"{counted(row.shots, 'shot')} then" if row.magazine else "fires from the plant",
        )
        for row in sheet.weapons
    ]
    return Dossier(
        car=car,
        when=when,
        armour=tuple([(row.location, row.now) for row in sheet.armour]),
        parts=(*[("Plant", words) for words in plant], *weapons),
    )


def dossier_panels(view: View, dossiers: Iterable[Dossier]) -> tuple[Panel, ...]:
    """A table for each car that is still in."""
    return tuple(
        [
            Panel(
                title=_title(view, one),
                table=Table(heads=("Part", "As far as you know"), rows=_rows(view, one)),
                secret=True,
            )
            for one in _of_use(view, dossiers)
        ]
    )


def dossier_passages(view: View, dossiers: Iterable[Dossier]) -> tuple[Passage, ...]:
    """The same in words."""
    return tuple(
        [
            Passage(
                title=_title(view, one),
                lines=tuple([f"{part}: {words}." for part, words in _rows(view, one)]),
            )
            for one in _of_use(view, dossiers)
        ]
    )


def _of_use(view: View, dossiers: Iterable[Dossier]) -> list[Dossier]:
    return [one for one in dossiers if not view.table.cars[one.car].out]


def _title(view: View, one: Dossier) -> str:
    return f"Read of {view.table.cars[one.car].name} in {one.when}"


def _rows(view: View, one: Dossier) -> tuple[tuple[str, str], ...]:
    """What a shot broke inside nobody saw."""
    dealt: Mapping[str, int] = dict(zip(FACINGS, view.table.cars[one.car].dealt, strict=True))
    return (
        *[(f"Armour, {side}", _left(was, dealt.get(side, 0))) for side, was in one.armour],
        *one.parts,
    )


def _left(was: int, gone: int) -> str:
    return f"{max(0, was - gone)} of {was}, {gone} seen dealt" if gone else str(was)
