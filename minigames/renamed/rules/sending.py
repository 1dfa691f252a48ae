"""Playing a spy, a bomb or a team into a lair (R3, R5): captured or escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Step
from engine.values import HOST, Seat, changed, swap

from .cards import IS_BOMB, IS_SPY, SPY_BACK, Cards, total
from .events import Event, Sent, public
from .moves import ONLY
from .turns import next_turn, top_of
from .values import Captive, Hand, Lair, Own, State

if TYPE_CHECKING:
    from engine.dice import Dice

NO_LAIR: Final = Lair()


def send_from_hand(
    state: State, by: Seat, source: Seat, cards: Cards, into: Seat
) -> Step[State, Event]:
    """These cards leave the hand they are in."""
    hand, own = state.table.hands[source], state.own[source]
    hands = swap(state.table.hands, source, Hand(spies=hand.spies - len(cards), others=hand.others))
    left = swap(
        state.own,
        source,
        Own(hand=tuple([card for card in own.hand if card not in cards]), down=own.down),
    )
    state = changed(state, table=changed(state.table, hands=hands), own=left)
    return _arrive(state, by, source, cards, into)


def send_blindly(
    state: State, by: Seat, source: Seat, into: Seat, dice: Dice
) -> Step[State, Event]:
    """R3, R11: the dice, which nobody is shown, pick one of the hand's spy backs; only the card
    that came out is told.
    """
    card = dice.of(HOST).pick([card for card in state.own[source].hand if SPY_BACK[card]])
    return send_from_hand(state, by, source, (card,), into)


def send_top(state: State, by: Seat, into: Seat) -> Step[State, Event]:
    """The top card leaves the deck, and another back shows."""
    deck = state.deck[:-1]
    table = changed(state.table, deck=len(deck), top=top_of(deck))
    return _arrive(changed(state, table=table, deck=deck), by, None, state.deck[-1:], into)


def _arrive(
    state: State, by: Seat, source: Seat | None, cards: Cards, into: Seat
) -> Step[State, Event]:
    """The lair is turned up. A spy not larger than it is captured; a larger one, a team (R5) and a
    bomb (R16) blow it up.
    """
    table, owner = state.table, state.own[into]
    lair = table.lairs[into].up + owner.down
    captured = len(cards) == 1 and not IS_BOMB[cards[0]] and total(cards) <= total(lair)
    told = public(
        Sent(
            by=by,
            source=source,
            cards=cards,
            into=into,
            lair=lair,
            captured=captured,
            top=table.top,
        )
    )
    own = swap(state.own, into, Own(hand=owner.hand)) if owner.down else state.own
    if captured:
        lairs = swap(table.lairs, into, Lair(up=lair))
        captive = Captive(spy=cards[0], owner=into)
        table = changed(
            table, phase="capture", acting=ONLY[into], lairs=lairs, captive=captive, played=True
        )
        return changed(state, table=table, own=own), (told,)
    table = changed(
        table,
        lairs=swap(table.lairs, into, NO_LAIR),
        discards=table.discards + cards + lair,
        spies_gone=table.spies_gone + sum([IS_SPY[card] for card in cards]),
        played=True,
    )
    state, more = next_turn(changed(state, table=table, own=own))
    return state, (told, *more)
