"""The table's dice (C44): each roll follows from a seed whose hash was published before the
evening, and from its number. The bytes: docs/reference/proof.md.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.dice import SeededDice
from engine.values import Value

MOST_DICE: Final = 20
MOST_ADD: Final = 20
LONGEST: Final = 60


class Throw(Value):
    """What somebody rolls: what for, how many six-sided dice, and what is added."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    dice: Annotated[int, Meta(ge=1, le=MOST_DICE)] = 2
    add: Annotated[int, Meta(ge=-MOST_ADD, le=MOST_ADD)] = 0


def faces(seed: bytes, number: int, dice: int) -> tuple[int, ...]:
    """The faces of the roll numbered `number`, from 1."""
    return SeededDice(seed, number).roll(dice)
