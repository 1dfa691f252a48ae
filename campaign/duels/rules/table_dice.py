"""The table's dice (C44).

Each roll is derived from its number and a seed. The hash of the seed is published before the
evening. The byte format is described in docs/reference/proof.md.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.dice import SeededDice
from engine.values import Value

MAX_DICE: Final = 20
MAX_MODIFIER: Final = 20
MAX_PURPOSE_LENGTH: Final = 60


class Throw(Value):
    """A requested roll: its purpose, the number of six-sided dice, and the modifier."""

    words: Annotated[str, Meta(min_length=1, max_length=MAX_PURPOSE_LENGTH)]
    dice: Annotated[int, Meta(ge=1, le=MAX_DICE)] = 2
    add: Annotated[int, Meta(ge=-MAX_MODIFIER, le=MAX_MODIFIER)] = 0


def faces(seed: bytes, number: int, dice: int) -> tuple[int, ...]:
    """Return the dice of the roll with this number. Rolls are numbered from 1."""
    return SeededDice(seed, number).roll(dice)
