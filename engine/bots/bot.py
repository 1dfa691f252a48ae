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
"""A function that evaluates a state for a seat, from 0 to 1. It is used at the end of a playout and
at its depth limit.
"""


class Bot(Protocol[View_contra, Move_co]):
    """A player that chooses a seat's moves from the seat's view. It is stateless, so the same view
    and dice give the same choice.
    """

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...


class Remark(Value):
    """A stock phrase, and the game's channel in which the bot says it."""

    channel: str
    phrase: str


@runtime_checkable
class Talks(Protocol[View_contra]):
    """A bot that can make one remark with its move, based on the view.

    A remark, or its absence, must not reveal more to the hearers than the seat intends to show.
    Bots are asked for remarks only at tables with people.
    """

    def remark(self, view: View_contra, seat: Seat, dice: Dice) -> Remark | None: ...


class Heard(Value):
    """A chat line that a bot receives, with its speaker and its channel."""

    seat: Seat
    channel: str
    phrase: str


@runtime_checkable
class Listens(Protocol[View_contra, Move_co]):
    """A bot that receives its seat's chat, and can answer."""

    def having_heard(self, heard_lines: tuple[Heard, ...]) -> Listens[View_contra, Move_co]:
        """Return a bot that has received these chat lines since the start, oldest first."""
        ...

    def choose(self, view: View_contra, seat: Seat, dice: Dice) -> Move_co: ...

    def answer(self, view: View_contra, seat: Seat, dice: Dice) -> Remark | None:
        """Return this seat's reply to the last chat line, even if it is not this seat's turn.

        A reply, or its absence, must not reveal more than a remark made with a move.
        """
        ...


def dice_for(seed: bytes, seat: Seat, ply: int) -> Dice:
    """Return the dice that a seat's bot uses to think before this ply of a simulated match.

    For matches between people, pass the number of events that the seat has heard instead of the
    ply, because plies include other seats' sealed moves. These dice are separate from the match's
    dice. Playouts roll in every domain, so bots would otherwise see future rolls.
    """
    return SeededDice(seed_from(f"bots/{seed.hex()}"), ply, seat)


class RandomBot(Generic[SetupT, StateT, MoveT, EventT, ViewT]):
    """A bot that plays moves proposed by the game."""

    def __init__(self, game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> None:
        self.game = game

    def choose(self, view: ViewT, seat: Seat, dice: Dice) -> MoveT:
        return self.game.propose(view, dice)


def share_of_win(game: Game[SetupT, StateT, MoveT, EventT, ViewT]) -> Worth[StateT]:
    """Return the default evaluation, in which winners share 1 and losers get 0.

    Every seat gets 0.5 while the match is in progress, and also if nobody wins.
    """

    def worth(state: StateT, seat: Seat) -> float:
        outcome = game.outcome(state)
        if outcome is None or not outcome.winners:
            return 0.5
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0

    return worth
