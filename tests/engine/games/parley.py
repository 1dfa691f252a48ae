"""Parley: a toy game that waits for a child match.

Two seats seal a stake of 1 to 3, and the higher one wins the round. A child match decides equal
stakes. Only the host knows its ground. Spectators do not see the stakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from engine.game import Game, Outcome, Step, Told
from engine.values import EVERYONE, HOST, Seat, Value, changed, swap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

ROUNDS: Final = 4
SEATS: Final = (Seat(0), Seat(1))
STAKES: Final = (1, 2, 3)


class Setup(Value):
    pass


class Table(Value):
    round: int = 1
    phase: Literal["stake", "duel", "over"] = "stake"
    scores: tuple[int, int] = (0, 0)


class Own(Value):
    stake: int = 0
    last: tuple[int, ...] = ()
    """Both stakes of the last opened round."""


class State(Value):
    table: Table
    own: tuple[Own, ...]
    ground: int = 0


class View(Value):
    seat: Seat | None
    table: Table
    own: Own | None = None
    ground: int = 0
    """The setup of the child match, known only to the host."""


class Stake(Value, tag="stake"):
    amount: int


class Curfew(Value, tag="curfew"):
    """Host's move: a missing stake becomes 1."""


class DuelWon(Value, tag="duel-won"):
    """Host's move: the child match is over."""

    winner: Seat


Move: TypeAlias = Stake | Curfew | DuelWon


class Staked(Value, tag="staked"):
    amount: int


class Opened(Value, tag="opened"):
    stakes: tuple[int, ...]


class Duel(Value, tag="duel"):
    pass


class RoundWon(Value, tag="round-won"):
    winner: Seat


Event: TypeAlias = Staked | Opened | Duel | RoundWon


class Parley(Game[Setup, State, Move, Event, View]):
    key = "parley"
    rules_version = 1
    max_plies = 20

    def setups(self) -> Sequence[Setup]:
        return (Setup(),)

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        return State(table=Table(), own=(Own(), Own())), ()

    def to_act(self, state: State) -> tuple[Seat, ...]:
        match state.table.phase:
            case "stake":
                return tuple([seat for seat in SEATS if not state.own[seat].stake])
            case "duel":
                return (HOST,)
            case "over":
                return ()

    def view(self, state: State, seat: Seat | None) -> View:
        if seat == HOST:
            return View(seat=seat, table=state.table, ground=state.ground)
        return View(seat=seat, table=state.table, own=None if seat is None else state.own[seat])

    def legal_moves(self, view: View) -> Sequence[Move]:
        match view.table.phase:
            case "stake" if view.seat == HOST:
                return (Curfew(),)
            case "stake" if view.own and not view.own.stake:
                return [Stake(amount=amount) for amount in STAKES]
            case "duel" if view.seat == HOST:
                return [DuelWon(winner=seat) for seat in SEATS]
        return ()

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Stake(amount=amount):
                state = changed(
                    state, own=swap(state.own, seat, changed(state.own[seat], stake=amount))
                )
                told: tuple[Told[Event], ...] = (Told(event=Staked(amount=amount), to=(seat,)),)
            case Curfew():
                state, told = (
                    changed(
                        state, own=tuple([changed(own, stake=own.stake or 1) for own in state.own])
                    ),
                    (),
                )
            case DuelWon(winner=winner):
                return self._won(changed(state, ground=0), winner)
            case _:
                assert_never(move)
        if not all(own.stake for own in state.own):
            return state, told
        state, opened = self._open(state, dice)
        return state, told + opened

    def _open(self, state: State, dice: Dice) -> Step[State, Event]:
        stakes = tuple([own.stake for own in state.own])
        told: Told[Event] = Told(event=Opened(stakes=stakes), to=SEATS)
        state = changed(state, own=(Own(last=stakes), Own(last=stakes)))
        if stakes[0] == stakes[1]:
            state = changed(
                state,
                table=changed(state.table, phase="duel"),
                ground=dice.in_domain("sealed").die(6),
            )
            return state, (told, Told(event=Duel(), to=EVERYONE))
        state, won = self._won(state, Seat(stakes.index(max(stakes))))
        return state, (told, *won)

    def _won(self, state: State, winner: Seat) -> Step[State, Event]:
        table = state.table
        first, second = swap(table.scores, winner, table.scores[winner] + 1)
        phase = "over" if table.round == ROUNDS else "stake"
        table = changed(table, scores=(first, second), round=table.round + 1, phase=phase)
        return changed(state, table=table), (Told(event=RoundWon(winner=winner), to=EVERYONE),)

    def outcome(self, state: State) -> Outcome | None:
        if state.table.phase != "over":
            return None
        scores = state.table.scores
        return Outcome(
            winners=tuple([seat for seat in SEATS if scores[seat] == max(scores)]),
            ending="all-rounds",
            scores=scores,
        )

    def imagine(self, view: View, dice: Dice) -> State:
        """Imagine the rival's stake and any ground.

        A seat that has staked knows that its rival has not.
        """
        own = tuple(
            [
                view.own or Own()
                if seat == view.seat
                else Own(last=view.own.last if view.own else ())
                for seat in SEATS
            ]
        )
        if view.own and not view.own.stake and view.table.phase == "stake":
            rival = 1 - SEATS.index(view.seat or SEATS[0])
            own = swap(own, rival, changed(own[rival], stake=dice.die(4) - 1))
        return State(
            table=view.table, own=own, ground=dice.die(6) if view.table.phase == "duel" else 0
        )


PARLEY: Final = Parley()
