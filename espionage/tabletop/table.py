"""The ambush as a game that is played on the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.game import Refusal
from espionage.rules.ambush import by_doctrine, samples
from espionage.rules.ambush.game import AMBUSH
from espionage.rules.ambush.values import AMBUSHED, AMBUSHER, Event, Move, Setup, State, View
from play.tabletop.board import Board, Draft
from play.tabletop.contract import Credit, Tabletop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice
    from engine.values import Seat

TWO: Final = 2


class AmbushTable(Tabletop[Setup, State, Move, Event, View]):
    """Two on foot: one lies in wait, the other has been found."""

    game = AMBUSH
    title = "Ambush"
    blurb = "Two characters meet on foot: fight, flee or vanish."
    credit = Credit(title="Spy vs. Spy situation", author="the Midville espionage rules", year="", licence="")
    minutes = "20 to 40 minutes"
    late = "Who does not plan in time fights by the doctrine of their standing orders."
    bots: ClassVar[tuple[str, ...]] = ("doctrine", "aggressive", "cautious", "flee_first", "search", "random")
    rules_page = "ambush"

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (TWO,)

    def setup(self, options: Any, seats: int) -> Setup:
        if seats != TWO:
            raise Refusal("Two fight an ambush.")
        return samples.setups()[0]

    def seat_titles(self, setup: Setup) -> tuple[str, ...]:
        return ("Ambusher", "Ambushed")

    def board(self, view: View, names: Sequence[str], draft: Draft | None = None) -> Board:
        return Board(headline="Ambush", waiting=self._waiting(view))

    def _waiting(self, view: View) -> tuple[Seat, ...]:
        """The ambusher while he places; afterwards only what each knows of himself."""
        if view.table.stage == "placing":
            return (AMBUSHER,)
        mine = view.own is not None and view.own.plan is None and view.table.stage == "planning"
        return (AMBUSHER if view.seat == AMBUSHER else AMBUSHED,) if mine else ()

    def say(self, event: Event, names: Sequence[str], me: Seat | None) -> str:
        return type(event).__name__

    def default_move(self, view: View, dice: Dice) -> Move:
        """Doctrine plays for who is late (P15)."""
        return by_doctrine.choose(view, AMBUSHER if view.seat == AMBUSHER else AMBUSHED, dice)


AMBUSH_TABLE: Final = AmbushTable()
