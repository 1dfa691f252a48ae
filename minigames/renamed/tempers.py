"""Whom people play with: supervillains of three tempers, each following doctrine with leanings of
its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.bots import Slipping, Temper
from minigames.renamed.rules.game import RENAMED

from .doctrine import DoctrineBot, Leanings

SLIP: Final = 2
"""At a club's table every second choice is what comes to mind; of a newcomer's, three in four."""

GLOATER: Final = Leanings(speech=Fraction(1, 12), spite=Fraction(2, 3), kept_bomb=Fraction(1, 4))
"""Is in love with its own voice."""
MARKSMAN: Final = Leanings(speech=Fraction(-9, 10), spite=Fraction(1, 5))
"""Taunts only what cannot be foiled, and leaves rivals alone."""
WRECKER: Final = Leanings(spite=Fraction(1), kept=Fraction(0), kept_bomb=Fraction(0))
"""A rival's loss is as good as its own gain, and no card is too good for it."""


def _temper(key: str, words: str, names: tuple[str, ...], leanings: Leanings) -> Temper:
    strong = DoctrineBot(leanings)
    club = Slipping(strong, RENAMED.propose, one_in=SLIP)
    newcomer = Slipping(club, RENAMED.propose, one_in=SLIP)
    return Temper(key, words, names, newcomer=newcomer, club=club, strong=strong)


TEMPERS: Final = (
    _temper(
        "gloater",
        "makes a speech before it shoots",
        ("Bombasta", "Grandioso", "Lady Orate", "Tirado", "Pompilia", "Vaunt", "Soliloqua", "Brag"),
        GLOATER,
    ),
    _temper(
        "marksman",
        "shoots first, and speaks only when no one can foil it",
        ("Curt", "Lakonia", "Tersely", "Silenz", "Madame Mum", "Brusque", "Pointblank", "Stern"),
        MARKSMAN,
    ),
    _temper(
        "wrecker",
        "would rather see your lair in ruins than build its own",
        ("Rubble", "Kaboom", "Demolia", "Shambles", "Crumble", "Debris", "Havoc", "Wracka"),
        WRECKER,
    ),
)
"""Of about equal strength at each level, as measured in docs/lab/renamed.md."""
