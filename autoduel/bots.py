"""The drivers as bots: each doctrine has its own name, and is also a temper that people play
against.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots import GameBots, Slipping, Temper

from .doctrine.driver import plan_of
from .rules.samples import careless_move

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.values import Seat

    from .rules.values import Kind, Move, View

CLUB_SLIPS_ONE_IN: Final = 6
NEWCOMER_SLIPS_ONE_IN: Final = 2
"""One turn in this number is a random plan in which everyone stays in the car."""


class Driver:
    """A bot that seals the plan of its doctrine, based on the side's view (V57). It rolls no
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
"""The kinds of doctrine, with the usual one first."""

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
