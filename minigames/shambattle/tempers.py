"""Whom people fight: commanders of three tempers, who fight by doctrine under orders of their own,
for either side.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Slipping, Temper
from minigames.shambattle.rules.game import SHAMBATTLE

from .doctrine import DOCTRINE, Doctrine
from .manoeuvres import Orders

CLUB_SLIPS: Final = 8
NEWCOMER_SLIPS: Final = 2
"""One choice in so many is what comes to mind: a march counts as one, and so does a shot."""

SHOWMAN: Final = Doctrine(Orders(hunters=4, alive=True, station=800))
"""Waits beside his guards to see the rocket go up; wants the other alive, and sends four after
him.
"""
BRAWLER: Final = Doctrine(Orders(sally=5, charge=11))
"""Five guards meet the enemy in the open; commandos wait for nobody."""


def _temper(key: str, words: str, names: tuple[str, ...], strong: Doctrine) -> Temper:
    club = Slipping(strong, SHAMBATTLE.propose, one_in=CLUB_SLIPS)
    newcomer = Slipping(strong, SHAMBATTLE.propose, one_in=NEWCOMER_SLIPS)
    return Temper(key, words, names, newcomer=newcomer, club=club, strong=strong)


TEMPERS: Final = (
    _temper(
        "steady",
        "keeps its men together and its Mastermind out of the way",
        ("Anvil", "Bastion"),
        DOCTRINE,
    ),
    _temper(
        "showman",
        "stays to see its rocket go up, and wants yours alive",
        ("Fanfare", "Limelight"),
        SHOWMAN,
    ),
    _temper(
        "brawler",
        "comes out to meet you, and waits for no one",
        ("Ruckus", "Fracas"),
        BRAWLER,
    ),
)
"""Of about equal strength at each level, as measured in docs/lab/shambattle.md."""
