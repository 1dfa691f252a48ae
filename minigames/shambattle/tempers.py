"""Bots of three tempers. They are commanders who play either side by doctrine, each with its own
orders.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Slipping, Temper
from minigames.shambattle.rules.game import SHAMBATTLE

from .doctrine import DOCTRINE, Doctrine
from .manoeuvres import Orders

CLUB_SLIPS_ONE_IN: Final = 8
NEWCOMER_SLIPS_ONE_IN: Final = 2
"""One choice in this number is random. A march counts as one choice, as does a shot."""

SHOWMAN: Final = Doctrine(Orders(hunters=4, take_alive=True, waiting_distance=800))
"""A temper that waits beside its guards until the missile launches, wants the other Mastermind
alive, and sends four commandos after him.
"""
BRAWLER: Final = Doctrine(Orders(guards_out=5, charge_turns=11))
"""A temper whose five guards attack the enemy in the open, and whose commandos never wait for each
other.
"""


def _temper(key: str, description: str, names: tuple[str, ...], strong: Doctrine) -> Temper:
    club = Slipping(strong, SHAMBATTLE.propose, one_in=CLUB_SLIPS_ONE_IN)
    newcomer = Slipping(strong, SHAMBATTLE.propose, one_in=NEWCOMER_SLIPS_ONE_IN)
    return Temper(key, description, names, newcomer=newcomer, club=club, strong=strong)


TEMPERS: Final = (
    _temper(
        "steady", "keeps its men together and its Mastermind out of the way", ("Anvil", "Bastion"),
        DOCTRINE,
    ),
    _temper(
        "showman", "stays to see its rocket go up, and wants yours alive", ("Fanfare", "Limelight"),
        SHOWMAN,
    ),
    _temper(
        "brawler", "comes out to attack you, and waits for no one", ("Ruckus", "Fracas"), BRAWLER,
    ),
)  # fmt: skip
"""Tempers of about equal strength at each level, as measured in docs/lab/shambattle.md."""
