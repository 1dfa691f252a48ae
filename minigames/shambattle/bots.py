"""Bots for Shambattle: a doctrine for both sides, and an evaluation for the search bot."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DOCTRINE
from .tempers import TEMPERS
from .worth import evaluate

PLAYOUT_DEPTH: Final = 24
"""Number of random moves in a playout, which is about two turns."""

BOTS: Final = GameBots(
    own_bots={"doctrine": DOCTRINE}, worth=evaluate, depth=PLAYOUT_DEPTH, tempers=TEMPERS
)
