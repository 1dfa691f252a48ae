"""What the game brings for its bots."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DoctrineBot
from .reflexes import ReflexBot
from .rules.scoring import worth

DEPTH: Final = 16
"""Plies of a playout: about two turns of each player at a small table."""

BOTS: Final = GameBots(own={"doctrine": DoctrineBot()}, worth=worth, policy=ReflexBot(), depth=DEPTH)
