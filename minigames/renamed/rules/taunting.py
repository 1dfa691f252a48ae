"""Kills, taunts and foils after a capture (R6, R7, R10).

The capture can happen in another player's turn.
"""

from __future__ import annotations

from typing import Final

from engine.game import Step, Told
from engine.values import Seat, changed, swap

from .cards import LETTER, Card, remove_card
from .events import Event, Foiled, Killed, Passed, Taunted, announce
from .moves import SEATS, SINGLE_SEAT
from .turns import end_match, next_turn
from .values import Captive, Hand, Lair, Own, State, captive_in

EMPTY_LAIR: Final = Lair()
_PASSED_EVENTS: Final = tuple([announce(Passed(seat=seat)) for seat in SEATS])


def kill(state: State, seat: Seat) -> Step[State, Event]:
    """Score the captive's value, doubled for each taunt that has succeeded (R7).

    If the owner reaches the target, the match ends immediately (R8).
    """
    table, captive = state.table, captive_in(state.table)
    score = table.scores[seat] + captive.points
    event = announce(Killed(seat=seat, spy=captive.spy, points=captive.points))
    table = changed(
        table,
        scores=swap(table.scores, seat, score),
        discards=(*table.discards, captive.spy, *captive.doublers),
        spies_gone=table.spies_gone + 1,
        captive=None,
    )
    state = changed(state, table=table)
    state, later_events = (
        end_match(state, "target") if score >= table.setup.target else next_turn(state)
    )
    return state, (event, *later_events)


def taunt(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """Play a doubler and ask the other players, from the owner's left in turn order (R6)."""
    players, captive = len(state.table.scores), captive_in(state.table)
    asked_seats = tuple([Seat((seat + nth) % players) for nth in range(1, players)])
    state = _play_doubler(state, seat, card)
    captive = changed(captive, doublers=(*captive.doublers, card), asked=asked_seats)
    state, later_events = _ask_next(state, captive)
    return state, (announce(Taunted(seat=seat, card=card, spy=captive.spy)), *later_events)


def pass_taunt(state: State, seat: Seat) -> Step[State, Event]:
    """Pass for the seat that is asked.

    The player cannot foil this taunt later. The next player is then asked. When the last player has
    passed, the taunt has succeeded.
    """
    captive = captive_in(state.table)
    state, later_events = _ask_next(state, changed(captive, asked=captive.asked[1:]))
    return state, (_PASSED_EVENTS[seat], *later_events)


def _ask_next(state: State, captive: Captive) -> Step[State, Event]:
    """Ask the next player, even if that player does not have the letter (R10).

    If `auto_pass` is set, ask the next player who has the letter.
    """
    events: list[Told[Event]] = []
    if state.table.setup.auto_pass:
        letter = LETTER[captive.doublers[-1]]
        while captive.asked and not any(
            LETTER[card] == letter for card in state.own[captive.asked[0]].hand
        ):
            events.append(_PASSED_EVENTS[captive.asked[0]])
            captive = changed(captive, asked=captive.asked[1:])
    if captive.asked:
        table = changed(
            state.table, phase="foil", acting=SINGLE_SEAT[captive.asked[0]], captive=captive
        )
    else:
        table = changed(
            state.table, phase="capture", acting=SINGLE_SEAT[captive.owner], captive=captive
        )
    return changed(state, table=table), tuple(events)


def foil(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """Free the spy, and discard the lair, the spy, and the doublers of both sides (R6)."""
    state, captive = _play_doubler(state, seat, card), captive_in(state.table)
    table = state.table
    table = changed(
        table,
        lairs=swap(table.lairs, captive.owner, EMPTY_LAIR),
        discards=(
            *table.discards,
            *captive.doublers,
            card,
            captive.spy,
            *table.lairs[captive.owner].up,
        ),
        spies_gone=table.spies_gone + 1,
        captive=None,
    )
    state, later_events = next_turn(changed(state, table=table))
    return state, (announce(Foiled(seat=seat, card=card)), *later_events)


def _play_doubler(state: State, seat: Seat, card: Card) -> State:
    hand, own_cards = state.table.hands[seat], state.own[seat]
    hands = swap(state.table.hands, seat, Hand(spies=hand.spies, others=hand.others - 1))
    cards_by_seat = swap(
        state.own, seat, Own(hand=remove_card(own_cards.hand, card), down=own_cards.down)
    )
    return changed(state, table=changed(state.table, hands=hands), own=cards_by_seat)
