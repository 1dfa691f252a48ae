"""The steps of a turn, and the order of turns (R4, R8, R13)."""

from __future__ import annotations

from typing import Final

from engine.game import Step, Told
from engine.values import Seat, changed, swap

from .cards import BACK, CARDS_PER_KIND, Back, Card, Cards, count_spy_backs, remove_card
from .events import CardLaid, CardsDrawn, Ended, Ending, Event, Laid, Skipped, TurnBegan, announce
from .moves import SEATS, SINGLE_SEAT
from .values import Hand, Lair, Own, State

CARDS_PER_DRAW: Final = 2
"""Number of cards drawn at the start of a turn, if the deck has enough cards (R4)."""


_LAID_EVENTS: Final = tuple([announce(Laid(seat=seat)) for seat in SEATS])
_SKIPPED_LAIR_EVENTS: Final = tuple([announce(Skipped(seat=seat, step="lay")) for seat in SEATS])
_SKIPPED_SPY_EVENTS: Final = tuple([announce(Skipped(seat=seat, step="send")) for seat in SEATS])


def top_back(deck: Cards) -> Back | None:
    """Return the back on top of the deck, which is visible to everyone (R2).

    Return None if the deck is empty.
    """
    return BACK[deck[-1]] if deck else None


def begin_turn(state: State, seat: Seat) -> Step[State, Event]:
    """Draw up to two cards for the seat and begin the seat's lair step.

    The other players see only the backs of these cards.
    """
    table = changed(
        state.table,
        phase="lay",
        acting=SINGLE_SEAT[seat],
        turn=seat,
        captive=None,
        played=False,
    )
    cards, deck = state.deck[-CARDS_PER_DRAW:], state.deck[:-CARDS_PER_DRAW]
    if not cards:
        return changed(state, table=changed(table, dry=True)), (
            announce(TurnBegan(seat=seat, spies=0, others=0, top=None)),
        )
    spies = count_spy_backs(cards)
    others, top = len(cards) - spies, top_back(deck)
    hand, own_cards = table.hands[seat], state.own[seat]
    hands = swap(table.hands, seat, Hand(spies=hand.spies + spies, others=hand.others + others))
    table = changed(table, hands=hands, deck=len(deck), top=top)
    cards_by_seat = swap(
        state.own, seat, Own(hand=tuple(sorted(own_cards.hand + cards)), down=own_cards.down)
    )
    events = (
        announce(TurnBegan(seat=seat, spies=spies, others=others, top=top)),
        Told(event=CardsDrawn(cards=cards), to=SINGLE_SEAT[seat]),
    )
    return changed(state, table=table, own=cards_by_seat, deck=deck), events


def lay(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    """Lay a lair card face down in the seat's own lair, and begin the spy step."""
    table, hand, own_cards = state.table, state.table.hands[seat], state.own[seat]
    lair = table.lairs[seat]
    table = changed(
        table,
        phase="send",
        played=True,
        lairs=swap(table.lairs, seat, Lair(up=lair.up, down=lair.down + 1)),
        hands=swap(table.hands, seat, Hand(spies=hand.spies, others=hand.others - 1)),
    )
    cards_by_seat = swap(
        state.own, seat, Own(hand=remove_card(own_cards.hand, card), down=(*own_cards.down, card))
    )
    return changed(state, table=table, own=cards_by_seat), (
        _LAID_EVENTS[seat],
        Told(event=CardLaid(card=card), to=SINGLE_SEAT[seat]),
    )


def skip(state: State, seat: Seat) -> Step[State, Event]:
    """Skip the lair step, or skip the spy step and end the turn."""
    if state.table.phase == "lay":
        return changed(state, table=changed(state.table, phase="send")), (
            _SKIPPED_LAIR_EVENTS[seat],
        )
    state, later_events = next_turn(state)
    return state, (_SKIPPED_SPY_EVENTS[seat], *later_events)


def next_turn(state: State) -> Step[State, Event]:
    """End the turn and begin the next one, unless the match is over.

    The match ends immediately when all spies are discarded (R8). If the deck is empty, it also ends
    after a whole round of turns without a play (R13).
    """
    table = state.table
    if table.spies_gone == CARDS_PER_KIND:
        return end_match(state, "no-spies")
    idle = table.idle + 1 if table.dry and not table.played else 0
    if idle == len(table.scores):
        return end_match(state, "ran-dry")
    if idle != table.idle:
        state = changed(state, table=changed(table, idle=idle))
    return begin_turn(state, Seat((table.turn + 1) % len(table.scores)))


def end_match(state: State, ending: Ending) -> Step[State, Event]:
    """End the match for this reason."""
    table = changed(state.table, phase="over", acting=(), captive=None)
    return changed(state, table=table), (announce(Ended(ending=ending)),)
