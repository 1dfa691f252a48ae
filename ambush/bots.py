"""Bots for the duel: the doctrines, and the settings for the searching bot."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DOCTRINE, Doctrine
from .thinking import SEARCH_GAME
from .worth import position_value

DEPTH: Final = 8
"""Depth of a playout in plies, which is four turns. Most duels are over by then."""
CURIOSITY: Final = 0.4
TRUST: Final = 4.0

BOTS: Final = GameBots(
    own_bots={
        "doctrine": DOCTRINE,
        "aggressive": Doctrine("aggressive"),
        "cautious": Doctrine("cautious"),
        "flee_first": Doctrine("flee_first"),
    },
    worth=position_value,
    policy=DOCTRINE,
    depth=DEPTH,
    considered=SEARCH_GAME,
    curiosity=CURIOSITY,
    trust=TRUST,
)
