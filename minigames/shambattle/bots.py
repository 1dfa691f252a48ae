"""What the battle brings for its bots: doctrine for both sides, and what the searching bot thinks
with.
"""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DOCTRINE
from .tempers import TEMPERS
from .worth import worth

DEPTH: Final = 24
"""Some two turns of play at random."""

BOTS: Final = GameBots(own={"doctrine": DOCTRINE}, worth=worth, depth=DEPTH, tempers=TEMPERS)
