"""Bots of three tempers. Each temper is a doctrine bot with preferences of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.bots import Slipping, Temper
from minigames.renamed.rules.game import RENAMED

from .doctrine import DoctrineBot, Leanings

SLIP_ONE_IN: Final = 2
"""One in this many moves of a club bot is random. For a newcomer, it is three in four."""

GLOATER: Final = Leanings(speech=Fraction(1, 12), spite=Fraction(2, 3), kept_bomb=Fraction(1, 4))
"""Preferences of a villain who enjoys taunting."""
MARKSMAN: Final = Leanings(speech=Fraction(-9, 10), spite=Fraction(1, 5))
"""Preferences of a villain who leaves rivals alone, and taunts only if no one can foil."""
WRECKER: Final = Leanings(spite=Fraction(1), kept_spy=Fraction(0), kept_bomb=Fraction(0))
"""Preferences of a villain to whom a rival's loss is worth as much as his own gain.

He does not save cards.
"""


def _temper(key: str, description: str, names: tuple[str, ...], leanings: Leanings) -> Temper:
    strong = DoctrineBot(leanings)
    club = Slipping(strong, RENAMED.propose, one_in=SLIP_ONE_IN)
    newcomer = Slipping(club, RENAMED.propose, one_in=SLIP_ONE_IN)
    return Temper(key, description, names, newcomer=newcomer, club=club, strong=strong)


TEMPERS: Final = (
    _temper(
        "gloater", "makes a speech before it shoots",
        ("Bombasta", "Grandioso", "Lady Orate", "Tirado", "Pompilia", "Vaunt", "Soliloqua", "Brag"),
        GLOATER,
    ),
    _temper(
        "marksman", "shoots first, and speaks only when no one can foil it",
        ("Curt", "Lakonia", "Tersely", "Silenz", "Madame Mum", "Brusque", "Pointblank", "Stern"),
        MARKSMAN,
    ),
    _temper(
        "wrecker", "would rather see your lair in ruins than build its own",
        ("Rubble", "Kaboom", "Demolia", "Shambles", "Crumble", "Debris", "Havoc", "Wracka"),
        WRECKER,
    ),
)  # fmt: skip
"""Bots of about equal strength at each level, as measured in docs/lab/renamed.md."""
