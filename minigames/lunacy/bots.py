"""Configuration of the game's bots."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots

from .doctrine import DOCTRINE
from .tempers import TEMPERS
from .thinking import CONSIDERED, CURIOSITY, DEPTH, TRUST
from .worth import worth

BOTS: Final = GameBots(
    own_bots={"doctrine": DOCTRINE},
    worth=worth,
    policy=DOCTRINE,
    depth=DEPTH,
    considered=CONSIDERED,
    curiosity=CURIOSITY,
    trust=TRUST,
    tempers=TEMPERS,
)
