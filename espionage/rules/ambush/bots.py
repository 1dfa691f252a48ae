"""What the duel brings for its bots: the doctrines, and what the searching bot thinks with."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DOCTRINE, Doctrine
from .thinking import CONSIDERED
from .worth import worth

DEPTH: Final = 8
"""Plies of a playout: four turns. Most duels are over by then."""
CURIOSITY: Final = 0.4
TRUST: Final = 4.0

BOTS: Final = GameBots(
    own={
        "doctrine": DOCTRINE,
        "aggressive": Doctrine("aggressive"),
        "cautious": Doctrine("cautious"),
        "flee_first": Doctrine("flee_first"),
    },
    worth=worth,
    policy=DOCTRINE,
    depth=DEPTH,
    considered=CONSIDERED,
    curiosity=CURIOSITY,
    trust=TRUST,
)
