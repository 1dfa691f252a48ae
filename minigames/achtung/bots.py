"""The bots of Achtung, Spy!, and their settings."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots
from minigames.achtung.rules.endings import evaluate, real_sides
from minigames.achtung.rules.values import State

from .doctrine import DOCTRINE
from .tempers import TEMPERS

PLAYOUT_DEPTH: Final = 40
"""Number of moves in a playout. With ten players, it is about the rest of a match."""


def sides(state: State) -> tuple[int, ...]:
    """Return the side with which each seat wins. A Spy wins with the other team (A7)."""
    return real_sides(state.table, tuple([own_info.kind for own_info in state.own]))


BOTS: Final = GameBots(
    own_bots={"doctrine": DOCTRINE},
    worth=evaluate,
    depth=PLAYOUT_DEPTH,
    sides=sides,
    tempers=TEMPERS,
)
"""The doctrine bot, the bots with a temper, the evaluation of states, and the winning sides."""
