"""Sealed bids: a toy game with simultaneous moves and a deadline.

In each of three rounds all seal a bid of 1 to 6. The highest bid wins, and a die breaks ties. At
the deadline a missing bid is 1.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from engine.game import Game, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, Value, changed, swap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

ROUNDS: Final = 3


class Setup(Value):
    players: int = 3


class Table(Value):
    round: int
    scores: tuple[int, ...]
    omen: int = 0
    """Always 0, except in games with a deliberate leak."""


class State(Value):
    table: Table
    bids: tuple[int, ...]
    """0 without a bid."""


class View(Value):
    seat: Seat | None
    table: Table
    bid: int


class Bid(Value, tag="bid"):
    amount: int


class Deadline(Value, tag="deadline"):
    """The deadline, called by the host."""


Move: TypeAlias = Bid | Deadline


class Began(Value, tag="began"):
    players: int


class Sealed(Value, tag="sealed"):
    amount: int


class Opened(Value, tag="opened"):
    bids: tuple[int, ...]
    face: int
    winner: Seat


Event: TypeAlias = Sealed | Opened | Began


class Bids(Game[Setup, State, Move, Event, View]):
    key = "bids"
    rules_version = 1
    max_plies = 40
    fleeting = MappingProxyType({Opened: "everyone"})
    """The state keeps only the score of opened bids."""

    def setups(self) -> Sequence[Setup]:
        return Setup(), Setup(players=2)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat in range(setup.players)])

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        nothing = (0,) * setup.players
        state = State(table=Table(round=1, scores=nothing), bids=nothing)
        return state, (Told(event=Began(players=setup.players), to=EVERYONE),)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (
            ()
            if state.table.round > ROUNDS
            else tuple([Seat(seat) for seat, bid in enumerate(state.bids) if not bid])
        )

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            table=state.table,
            bid=0 if seat is None or seat == HOST else state.bids[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.table.round > ROUNDS or view.seat is None:
            return ()
        if view.seat == HOST:
            return (Deadline(),)
        return () if view.bid else tuple([Bid(amount=amount) for amount in range(1, 7)])

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Bid(amount=amount):
                state = changed(state, bids=swap(state.bids, seat, amount))
                told: tuple[Told[Event], ...] = (Told(event=Sealed(amount=amount), to=(seat,)),)
            case Deadline():
                state, told = changed(state, bids=tuple([bid or 1 for bid in state.bids])), ()
            case _:
                assert_never(move)
        if 0 in state.bids:
            return state, told
        state, opened = self._open(state, dice)
        return state, (*told, *opened)

    def _open(self, state: State, dice: Dice) -> Step[State, Event]:
        best = [Seat(seat) for seat, bid in enumerate(state.bids) if bid == max(state.bids)]
        face = dice.die(len(best))
        winner = best[face - 1]
        scores = swap(state.table.scores, winner, state.table.scores[winner] + 1)
        table = changed(state.table, round=state.table.round + 1, scores=scores)
        opened = Opened(bids=state.bids, face=face, winner=winner)
        return changed(state, table=table, bids=(0,) * len(state.bids)), (
            Told(event=opened, to=EVERYONE),
        )

    def outcome(self, state: State) -> Outcome | None:
        scores = state.table.scores
        if state.table.round <= ROUNDS:
            return None
        winners = tuple([Seat(seat) for seat, score in enumerate(scores) if score == max(scores)])
        return Outcome(winners=winners, ending="all-rounds", scores=scores)

    def imagine(self, view: View, dice: Dice) -> State:
        bids = tuple(
            [view.bid if seat == view.seat else 0 for seat in range(len(view.table.scores))]
        )
        return State(table=view.table, bids=bids)

    def stands_when_stale(self, move: Move) -> bool:
        return isinstance(move, Bid)


BIDS: Final = Bids()
