"""Bots of three tempers at three levels.

All bots are schemers with different weights. A newcomer makes one move in three at random. A strong
bot searches, and uses its own temper for playouts.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Slipping, Temper, ThinkingBot
from minigames.lunacy.rules.game import LUNACY

from .schemer import Nature, Schemer
from .thinking import CONSIDERED, CURIOSITY, DEPTH, TRUST
from .worth import worth

SLIPS: Final = 3
PLAYOUTS: Final = 80


def _temper(key: str, description: str, names: tuple[str, ...], nature: Nature) -> Temper:
    club = Schemer(nature)
    return Temper(
        key,
        description,
        names,
        newcomer=Slipping(club, LUNACY.propose, one_in=SLIPS),
        club=club,
        strong=ThinkingBot(
            CONSIDERED,
            worth,
            playouts=PLAYOUTS,
            depth=DEPTH,
            policy=club,
            curiosity=CURIOSITY,
            trust=TRUST,
        ),
    )


LURKER: Final = _temper(
    "lurker",
    "hides what it finds, and sets traps there and at the elevators",
    ("Dusk", "Hush"),
    Nature(weak=4, bait=1, shops=4),
)
HUNTER: Final = _temper(
    "hunter",
    "chases you for what you found, and rarely shops",
    ("Talon", "Brisk"),
    Nature(carry=9, chase=5),
)
TINKER: Final = _temper(
    "tinker",
    "shops to counter the colours you showed, and saves its traps",
    ("Bodkin", "Solder"),
    Nature(carry=2, shops=6, spare=3),
)
TEMPERS: Final = (LURKER, HUNTER, TINKER)
