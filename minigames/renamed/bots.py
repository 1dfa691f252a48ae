"""What the game brings for its bots."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots
from minigames.renamed.rules.scoring import worth

from .doctrine import DoctrineBot
from .rollout_bot import ReflexBot
from .tempers import TEMPERS

DEPTH: Final = 10
"""Plies of a playout. Farther ahead, the luck of the others' turns drowns what the first move was
worth.
"""

BOTS: Final = GameBots(
    own={"doctrine": DoctrineBot()},
    worth=worth,
    policy=ReflexBot(),
    depth=DEPTH,
    tempers=TEMPERS,
)
