"""The arena's numbers as a club drives by them: ours, with those of its house rules (C31).

The papers' phases of the chart and rows of the crash tables are for duels on paper alone: the arena
has them in its rules (V122).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoduel.rules.numbers import NUMBERS
from campaign.league.rules.duel_numbers import LOST, SAFE, own_duel_numbers
from engine.values import changed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoduel.rules.numbers import DuelNumbers
    from campaign.league.rules.tables import NumberRow


def numbers_of(rows: Sequence[NumberRow]) -> DuelNumbers:
    """The numbers that a club drives by, from the rows of its house rules."""
    own = own_duel_numbers(rows)
    return changed(
        NUMBERS,
        suit=own.suit,
        braking=own.braking,
        control=tuple(["".join([_letter(cell) for cell in row]) for row in own.control]),
        crash_speed=own.crash_speed,
    )


def _letter(cell: int) -> str:
    return {SAFE: ".", LOST: "X"}.get(cell, str(cell))
