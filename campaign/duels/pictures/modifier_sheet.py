"""The printed page with the modifiers, difficulties and ram dice of a duel (C131)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from campaign.duels.rules.modifier_tables import (
    AIMING,
    COLLISIONS,
    DRIVER_FIRE,
    HAZARDS,
    MANOEUVRES,
    RAM_DICE,
    WEIGHTS,
    Rows,
    brake_rows,
)
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from core.web.pictures.paper import Line, Paper, Rect, Shape, Sheet, Text, fitted, wrapped
from core.web.pictures.words import signed

from .evening import title

ROW: Final = 5.4
"""Height of a row in millimetres."""


def modifier_sheet(numbers: DuelNumbers, heading: str, paper: Paper) -> Sheet:
    """Return the page with everything that players look up most often, in two columns."""
    half = (paper.inner - 8) / 2
    aiming = [(label, signed(modifier)) for label, modifier in AIMING.items()]
    suit = f"Everyone aboard wears armour with {numbers.suit} points."
    left: list[tuple[str, Rows]] = [
        ("To hit: added to two dice", tuple(aiming)),
        ("Collision speed", COLLISIONS),
        ("Damage done, by weight", WEIGHTS),
    ]
    right: list[tuple[str, Rows]] = [
        ("Difficulty of manoeuvres", (*MANOEUVRES, *brake_rows(numbers))),
        ("Difficulty of hazards", HAZARDS),
        ("Ram dice, by collision speed", RAM_DICE),
    ]
    notes = [
        "2 always misses and 12 always hits.",
        DRIVER_FIRE[numbers.driver_fire],
        suit
        if numbers.suit
        else "Nobody wears body armour, unless a part of the car protects the crew.",
    ]
    height = min(ROW, (paper.bottom - 32) / max(map(_rows_in, (left, right))))
    return Sheet(
        title="Modifiers",
        description=" ".join(
            [*(f"{name}: {_in_words(rows)}." for name, rows in chain(left, right)), *notes]
        ),
        shapes=(
            *title("Modifiers", heading, paper),
            *_column(left, notes, paper.margin, half, height),
            *_column(right, (), paper.margin + half + 8, half, height),
        ),
    )


def _rows_in(tables: Sequence[tuple[str, Rows]]) -> int:
    return sum(len(rows) + 2 for _, rows in tables)


def _in_words(rows: Rows) -> str:
    return ", ".join(f"{label} {value}" for label, value in rows)


def _column(
    tables: Sequence[tuple[str, Rows]], notes: Sequence[str], x: float, width: float, height: float
) -> Iterator[Shape]:
    """Yield tables below each other, and then the notes."""
    y, size = 29.0, height * 0.66
    for name, rows in tables:
        yield Text(x, y, name, 4.2, bold=True)
        yield Line(x, y + 1.4, x + width, y + 1.4, 0.35)
        y += 1.4
        for nth, (label, value) in enumerate(rows):
            if nth % 2:
                yield Rect(x, y, width, height, 0, "light")
            yield fitted(x + 1, y + height * 0.74, label, size, width * 0.74)
            yield Text(x + width - 1, y + height * 0.74, value, size, "end", bold=True)
            y += height
        y += height * 1.6
    for note in notes:
        for line in wrapped(note, 3.6, width):
            yield Text(x, y, line, 3.6)
            y += 4.6
        y += 1.2
