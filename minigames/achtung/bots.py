"""What the game brings for its bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots import GameBots
from minigames.achtung.rules.endings import real_sides, worth

from .doctrine import DOCTRINE
from .tempers import TEMPERS

if TYPE_CHECKING:
    from minigames.achtung.rules.values import State

DEPTH: Final = 40
"""Plies of a playout: the rest of a match at a table of ten."""


def sides(state: State) -> tuple[int, ...]:
    """The side each seat wins with: a Spy's is the other team's (A7)."""
    return real_sides(state.table, tuple([own.kind for own in state.own]))


BOTS: Final = GameBots(
    own={"doctrine": DOCTRINE}, worth=worth, depth=DEPTH, sides=sides, tempers=TEMPERS
)
"""The deducing bot, those with a temper, what a state is worth, and who wins with whom."""
