"""Bots for the autoduel. There is one temper for each doctrine, with its own names."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.bots import GameBots, Temper
from engine.dice import Dice
from engine.values import Seat

from .doctrine.driver import plan_of
from .doctrine.mistakes import (
    CLUB_HABITS,
    NEWCOMER_HABITS,
    NO_MISTAKES,
    Habits,
    drive_with_mistakes,
)
from .doctrine.search import Effort, searched_plan
from .rules.values import Kind, Move, View

STRONG_EFFORT: Final = Effort(plans=6, duels=1, turns=3)
CLUB_EFFORT: Final = Effort(plans=4, duels=1, turns=2)


class Driver:
    """A bot that plays the plan of its doctrine, based only on the side's view (V57).

    A driver with habits makes mistakes (V158). Its dice decide when.
    """

    def __init__(self, kind: Kind, habits: Habits = NO_MISTAKES) -> None:
        self.kind, self.habits = kind, habits

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        return drive_with_mistakes(
            view, dice, self.habits, lambda known_view: plan_of(known_view, self.kind)
        )


class SearchingDriver:
    """A bot that plays out its plans in imagined duels, and can make mistakes (V157, V158)."""

    searches: ClassVar[bool] = True

    def __init__(self, kind: Kind, effort: Effort, habits: Habits = NO_MISTAKES) -> None:
        self.kind, self.effort, self.habits = kind, effort, habits

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        return drive_with_mistakes(
            view, dice, self.habits,
            lambda known_view: searched_plan(known_view, self.kind, dice, self.effort),
        )  # fmt: skip


def _temper(kind: Kind, description: str, names: tuple[str, ...]) -> Temper:
    return Temper(
        kind,
        description,
        names,
        newcomer=Driver(kind, NEWCOMER_HABITS),
        club=SearchingDriver(kind, CLUB_EFFORT, CLUB_HABITS),
        strong=SearchingDriver(kind, STRONG_EFFORT),
    )


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
