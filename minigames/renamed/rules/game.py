"""James Ernest's Totally Renamed Spy Game, implemented as a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.dice import Dice
from engine.game import Game, IllegalMove, Outcome, Step, Told
from engine.values import HOST, Seat

from .cards import Distribution, build_deck, count_spy_backs
from .events import Dealt, Event, HandDealt, TimedOut, announce
from .imagine import imagine
from .judging import find_closed_reason
from .menu import draw_move, list_moves
from .moves import (
    SEATS,
    SINGLE_SEAT,
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
from .taunting import foil, kill, pass_taunt, taunt
from .turns import begin_turn, lay, skip, top_back
from .values import Hand, Lair, Own, Setup, State, Table, View

MAX_PLAYERS_WITH_SIX_CARDS: Final = 3
"""Maximum number of players who get six cards each. If there are more, each player gets five."""


class Renamed(Game[Setup, State, Move, Event, View]):
    """A game for two to eight supervillains, with 112 cards, hidden hands, and plays out of turn.

    `max_plies` is an upper bound. There are at most 54 turns until the deck is empty. After that,
    at least one of the 112 cards is played in every round of turns (R13). A turn has two plies, a
    taunt has at most eight, and a capture has one more.
    """

    key = "renamed"
    rules_version = 1
    max_plies = 2400

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
        """Deal the cards and begin the first turn.

        Each player gets five cards, or six at a small table. The dice choose the dealer, and the
        player on the dealer's left begins (R13).
        """
        seats = self.seats(setup)
        deck = dice.in_domain("sealed").shuffle(build_deck(setup.deck))
        size = 6 if setup.players <= MAX_PLAYERS_WITH_SIX_CARDS else 5
        hands = [tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in seats]
        deck = deck[len(seats) * size :]
        dealer = dice.pick(seats)
        first = Seat((dealer + 1) % len(seats))
        table = Table(
            setup=setup,
            dealer=dealer,
            phase="lay",
            acting=SINGLE_SEAT[first],
            turn=first,
            scores=(0,) * len(seats),
            lairs=(Lair(),) * len(seats),
            hands=tuple(
                [
                    Hand(spies=count_spy_backs(hand), others=len(hand) - count_spy_backs(hand))
                    for hand in hands
                ]
            ),
            deck=len(deck),
            top=top_back(deck),
        )
        events = (
            announce(Dealt(table=table)),
            *[Told(event=HandDealt(cards=hands[seat]), to=SINGLE_SEAT[seat]) for seat in seats],
        )
        state, turn_events = begin_turn(
            State(table=table, own=tuple([Own(hand=hand) for hand in hands]), deck=deck), first
        )
        return state, (*events, *turn_events)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.acting

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            table=state.table,
            own=None if seat is None or seat == HOST else state.own[seat],
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        """Return the moves that have different effects.

        `check` also accepts moves that have the same effect as a listed move, and all other teams.
        """
        return list_moves(view)

    def check(self, view: View, move: Move) -> None:
        fault = find_closed_reason(view, move)
        if fault is not None:
            raise IllegalMove(fault.sentence, code=fault.code)

    def propose(self, view: View, dice: Dice) -> Move:
        return draw_move(view, dice)

    def apply(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State, Event]:
        match move:
            case Skip():
                return skip(state, seat)
            case Lay(card=card):
                return lay(state, seat, card)
            case Pass():
                return pass_taunt(state, seat)
            case Send(card=card, into=lair_owner):
                return send_from_hand(state, seat, seat, (card,), lair_owner)
            case SendFrom(hand=hand, into=lair_owner):
                return send_blindly(state, seat, hand, lair_owner, dice)
            case SendTop(into=lair_owner):
                return send_top(state, seat, lair_owner)
            case Kill():
                return kill(state, seat)
            case Taunt(card=card):
                return taunt(state, seat, card)
            case Foil(card=card):
                return foil(state, seat, card)
            case SendTeam(cards=cards, into=lair_owner):
                return send_from_hand(state, seat, seat, cards, lair_owner)
            case TimeUp():
                return _apply_time_up(state)
            case _:
                assert_never(move)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def imagine(self, view: View, dice: Dice) -> State:
        return imagine(view, dice)


def _apply_time_up(state: State) -> Step[State, Event]:
    """Skip, kill or pass for the seat whose time is up (R14)."""
    (seat,) = state.table.acting
    default = {"capture": kill, "foil": pass_taunt}.get(state.table.phase, skip)
    state, events = default(state, seat)
    return state, (announce(TimedOut(seat=seat)), *events)


RENAMED: Final = Renamed()
