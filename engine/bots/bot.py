"""What a bot is, the plainest one, and what a state is worth to a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.dice import Dice, SeededDice, seed_from
from engine.game import EventT, Game, MoveT, SetupT, StateT, ViewT
from engine.values import Seat, Value

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)
Worth: TypeAlias = Callable[[StateT, Seat], float]
"""How good a state is for a seat, from 0 to 1: asked of finished playouts and of those that reached
their depth.
"""


class Bot(Protocol[View_contra, Move_co]):
    """Chooses for a seat from its view. The same view and dice give the same choice: a bot
    remembers nothing between two.
    """

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...


class Remark(Value):
    """A stock phrase, and the channel of the game in which it is said."""

    channel: str
    phrase: str


@runtime_checkable
class Talks(Protocol[View_contra]):
    """A bot that may say something with its move: at most one remark, from the view it moves from.
    Who hears it must not learn from it, nor from its absence, more than the seat means to show.
    Only tables at which people sit ask for remarks.
    """

    def remark(self, view: View_contra, seat: Seat, dice: Dice) -> Remark | None: ...


class Heard(Value):
    """A line of talk as a bot hears it: who said it, and where."""

    seat: Seat
    channel: str
    phrase: str


@runtime_checkable
class Listens(Protocol[View_contra, Move_co]):
    """A bot that hears what is said in its seat's channels, and may answer."""

    def having_heard(self, heard: tuple[Heard, ...]) -> Listens[View_contra, Move_co]:
        """The same bot, which has heard these lines since the match began, the oldest first."""
        ...

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...

    def answer(self, view: View_contra, seat: Seat, dice: Dice) -> Remark | None:
        """What this seat says to the last line it has heard, whoever is to move. Who hears it must
        learn no more from it, nor from its absence, than from what it says with a move.
        """
        ...


def dice_for(seed: bytes, seat: Seat, ply: int) -> Dice:
    """The dice a seat's bot thinks with before this ply of a simulated match with this seed.

    A match that people play counts otherwise: by what the seat has heard, not by plies, among which
    are others' sealed moves. Not the match's own dice of any domain: in playouts a bot throws all
    domains, and would see what is about to fall.
    """
    return SeededDice(seed_from(f"bots/{seed.hex()}"), ply, seat)


class RandomBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """Plays what the game proposes."""

    def __init__(self, game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> None:
        self.game = game

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        return self.game.propose(view, dice)


def share_of_win(game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> Worth[StateT]:
    """The plain worth: winners share 1, losers get 0; as long as it lasts, and if nobody wins,
    everybody stands at a half.
    """

    def worth(state: StateT, seat: Seat) -> float:
        outcome = game.outcome(state)
        if outcome is None or not outcome.winners:
            return 0.5
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    return worth
