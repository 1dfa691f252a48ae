"""Bots for the autoduel. There is one temper for each doctrine, with its own names."""

from __future__ import annotations

from typing import Final

from engine.bots import GameBots, Slipping, Temper
from engine.dice import Dice
from engine.values import Seat

from .doctrine.driver import plan_of
from .rules.samples import careless_move
from .rules.values import Kind, Move, View

CLUB_SLIPS_ONE_IN: Final = 6
NEWCOMER_SLIPS_ONE_IN: Final = 2
"""A newcomer plays a random plan in one of this many turns. Everyone stays in the car."""


class Driver:
    """A bot that plays the plan of its doctrine, based only on the side's view (V57). It rolls no
    dice.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        return plan_of(view, self.kind)


def _temper(kind: Kind, description: str, names: tuple[str, ...]) -> Temper:
    strong = Driver(kind)
    club = Slipping(strong, careless_move, one_in=CLUB_SLIPS_ONE_IN)
    newcomer = Slipping(strong, careless_move, one_in=NEWCOMER_SLIPS_ONE_IN)
    return Temper(kind, description, names, newcomer=newcomer, club=club, strong=strong)


TEMPERS: Final = (
    _temper(
        "duellist", "keeps its distance and its best gun on you",
        ("Ledger", "Marksman", "Sabine", "Deadeye", "Tallow", "Corvane", "Sightline", "Plumb"),
    ),
    _temper(
        "circler", "drives round you and shoots sideways",
        ("Carousel", "Orbit", "Gyrfalcon", "Spindle", "Waltz", "Cyclone", "Torque", "Vertigo"),
    ),
    _temper(
        "charger", "comes straight at you, and rams if it is heavy",
        ("Bellow", "Toro", "Anvilhead", "Juggler", "Rampage", "Buffalo", "Hammerly", "Thud"),
    ),
    _temper(
        "survivor", "shows its thick side and gives up in time",
        ("Prudence", "Tortoise", "Caution", "Nestegg", "Evergreen", "Sandbag", "Umbrella", "Hedge"),
    ),
    _temper(
        "layer", "leads you over what it drops",
        ("Breadcrumb", "Slick", "Tacks", "Minnow", "Trailing", "Greta Grease", "Caltrop", "Vapour"),
    ),
)  # fmt: skip
"""One temper for each doctrine. The default comes first."""

BOTS: Final = GameBots(
    own_bots={
        "doctrine": Driver("duellist"),
        "circler": Driver("circler"),
        "charger": Driver("charger"),
        "survivor": Driver("survivor"),
        "layer": Driver("layer"),
    },
    tempers=TEMPERS,
)
