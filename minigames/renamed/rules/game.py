"""James Ernest's Totally Renamed Spy Game, as a game of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import HOST, Seat

from .cards import Distribution, deck_of, spy_backs
from .events import Dealt, Event, HandDealt, TimedOut, public
from .imagine import imagine
from .judging import closed
from .menu import draw, menu
from .moves import (
    ONLY,
    SEATS,
    Foil,
    Kill,
    Lay,
    Move,
    Pass,
    Send,
    SendFrom,
    SendTeam,
    SendTop,
    Skip,
    Taunt,
    TimeUp,
)
from .scoring import outcome
from .sending import send_blindly, send_from_hand, send_top
from .taunting import foil, kill, let_be, taunt
from .turns import begin_turn, lay, skip, top_of
from .values import Hand, Lair, Own, Setup, State, Table, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

SMALL_TABLE: Final = 3
"""Up to so many players are dealt six cards, more players five."""


class Renamed(Game[Setup, State, Move, Event, View]):
    """Two to eight supervillains, 112 cards, hidden hands, and plays out of turn.

    `longest`: before the deck is empty there are at most 54 turns; after that, every card that is
    played, one of 112, follows on
    fewer turns without a play than there are players (R13). A turn has two plies, a taunt at most
    eight, a capture one more.
    """

    key = "renamed"
    rules_version = 1
    longest = 2400

    def setups(self) -> Sequence[Setup]:
        flat = Distribution(lairs=(12, 10, 8, 6), spies=(5, 5, 5, 5, 4, 4, 4, 4))
        return (
            *[Setup(players=players) for players in (2, 3, 4, 8)],
            Setup(players=5, auto_pass=True),
            Setup(players=2, target=99, deck=flat),
        )

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS[: setup.players]

    def start(self, setup: Setup, dice: Dice) -> Step[State, Event]:
        """Deal five each, six at a small table. The dice choose the dealer, and the turn on the
        dealer's left begins (R13).
        """
        seats = self.seats(setup)
        deck = dice.of("sealed").shuffle(deck_of(setup.deck))
        size = 6 if setup.players <= SMALL_TABLE else 5
        hands = [tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in seats]
        deck = deck[len(seats) * size :]
        dealer = dice.pick(seats)
        first = Seat((dealer + 1) % len(seats))
        table = Table(
            setup=setup,
            dealer=dealer,
            phase="lay",
            acting=ONLY[first],
            turn=first,
            scores=(0,) * len(seats),
            lairs=(Lair(),) * len(seats),
            hands=tuple(
                [Hand(spies=spy_backs(hand), others=len(hand) - spy_backs(hand)) for hand in hands]
            ),
            deck=len(deck),
            top=top_of(deck),
        )
        told = (
            public(Dealt(table=table)),
            *[Told(event=HandDealt(cards=hands[seat]), to=ONLY[seat]) for seat in seats],
        )
        state, drawn = begin_turn(
            State(table=table, own=tuple([Own(hand=hand) for hand in hands]), deck=deck), first
        )
        return state, (*told, *drawn)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.acting

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            table=state.table,
            own=None if seat is None or seat == HOST else state.own[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        """The moves that differ in effect; the judge allows their equals, and every other team,
        too.
        """
        return menu(view)

    def check(self, view: View, move: Move) -> None:
        fault = closed(view, move)
        if fault is not None:
            raise IllegalMove(fault.sentence, code=fault.code)

    def propose(self, view: View, dice: Dice) -> Move:
        return draw(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Skip():
                return skip(state, seat)
            case Lay(card=card):
                return lay(state, seat, card)
            case Pass():
                return let_be(state, seat)
            case Send(card=card, into=into):
                return send_from_hand(state, seat, seat, (card,), into)
            case SendFrom(hand=hand, into=into):
                return send_blindly(state, seat, hand, into, dice)
            case SendTop(into=into):
                return send_top(state, seat, into)
            case Kill():
                return kill(state, seat)
            case Taunt(card=card):
                return taunt(state, seat, card)
            case Foil(card=card):
                return foil(state, seat, card)
            case SendTeam(cards=cards, into=into):
                return send_from_hand(state, seat, seat, cards, into)
            case TimeUp():
                return _time_up(state)
            case _:
                assert_never(move)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)


def _time_up(state: State) -> Step[State, Event]:
    """R14: whoever is asked skips, kills or passes: what costs no card and risks nothing."""
    (seat,) = state.table.acting
    default = {"capture": kill, "foil": let_be}.get(state.table.phase, skip)
    state, told = default(state, seat)
    return state, (public(TimedOut(seat=seat)), *told)


RENAMED: Final = Renamed()
