"""The arena's numbers, adjusted to a club's house rules (C31).

A club's movement chart and crash tables apply only to duels on paper. The arena uses its own tables
(V122).
"""

from __future__ import annotations

from collections.abc import Sequence

from autoduel.rules.numbers import NUMBERS, DuelNumbers
from campaign.house_rules.rules.duel_numbers import LOST, SAFE, own_duel_numbers
from campaign.house_rules.rules.tables import NumberRow
from engine.values import changed


def numbers_of(rows: Sequence[NumberRow]) -> DuelNumbers:
    """Return a club's numbers, taken from its house rules."""
    club_numbers = own_duel_numbers(rows)
    return changed(
        NUMBERS,
        suit=club_numbers.suit,
        driver_fire=club_numbers.driver_fire,
        braking=club_numbers.braking,
        control=tuple(["".join([_letter(cell) for cell in row]) for row in club_numbers.control]),
        crash_speed=club_numbers.crash_speed,
    )


def _letter(cell: int) -> str:
    return {SAFE: ".", LOST: "X"}.get(cell, str(cell))
