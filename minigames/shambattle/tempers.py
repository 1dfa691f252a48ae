"""Bots of three tempers. Each temper is a commander with orders of its own.

All tempers can play both sides by doctrine.
"""

from __future__ import annotations

from typing import Final

from engine.bots import Slipping, Temper
from minigames.shambattle.rules.game import SHAMBATTLE

from .doctrine import DOCTRINE, Doctrine
from .manoeuvres import Orders

CLUB_SLIPS_ONE_IN: Final = 8
NEWCOMER_SLIPS_ONE_IN: Final = 2
"""One in this many of a newcomer's choices is random. A march or a shot counts as one choice."""

SHOWMAN: Final = Doctrine(Orders(hunters=4, take_alive=True, waiting_distance=800))
"""A temper that sends four commandos after the enemy Mastermind and wants him alive.

The temper's own Mastermind waits beside his guards until the missile launches.
"""
BRAWLER: Final = Doctrine(Orders(guards_out=5, charge_turns=11))
"""A temper that sends five guards to attack in the open, and whose commandos wait for no one."""


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
"""Bots of about equal strength at each level, as measured in docs/lab/shambattle.md."""
