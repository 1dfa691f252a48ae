"""The protocols of bots, the random bot, and the default evaluation of a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.dice import Dice, SeededDice, seed_from
from engine.game import EventT, Game, MoveT, SetupT, StateT, ViewT
from engine.values import Seat, Value

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)
Worth: TypeAlias = Callable[[StateT, Seat], float]
"""Evaluation of a state for a seat, from 0 to 1. Used at the end of a playout and at its depth
limit.
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
        """Return a bot that has heard these lines since the match began, oldest first."""
        ...

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...

    def answer(self, view: View_contra, seat: Seat, dice: Dice) -> Remark | None:
        """Return this seat's reply to the last line it has heard, no matter whose turn it is.

        A reply, or its absence, must not reveal more than a remark made with a move.
        """
        ...


def dice_for(seed: bytes, seat: Seat, ply: int) -> Dice:
    """Return the dice a seat's bot thinks with before this ply of a simulated match.

    Matches between people count the events that the seat has heard instead of plies, because
    plies include sealed moves of others. These dice are not the match's own: playouts throw
    dice of every domain, so a bot would see the rolls to come.
    """
    return SeededDice(seed_from(f"bots/{seed.hex()}"), ply, seat)


class RandomBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """Plays what the game proposes."""

    def __init__(self, game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> None:
        self.game = game

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        return self.game.propose(view, dice)


def share_of_win(game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> Worth[StateT]:
    """Return the default evaluation: winners share 1, and losers get 0.

    Every seat gets 0.5 while the match is running, and if nobody wins.
    """

    def worth(state: StateT, seat: Seat) -> float:
        outcome = game.outcome(state)
        if outcome is None or not outcome.winners:
            return 0.5
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    return worth
