"""The game's bots."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots
from minigames.renamed.rules.scoring import estimate_win_share

from .doctrine import DoctrineBot
from .rollout_bot import ReflexBot
from .tempers import TEMPERS

DEPTH: Final = 10
"""Number of plies in a playout.

In longer playouts, luck in other turns would hide the value of the first move.
"""

BOTS: Final = GameBots(
    own_bots={"doctrine": DoctrineBot()},
    worth=estimate_win_share,
    policy=ReflexBot(),
    depth=DEPTH,
    tempers=TEMPERS,
)
