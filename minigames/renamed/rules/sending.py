"""Playing a spy, a bomb or a team into a lair, and capturing it or blowing up the lair (R3, R5)."""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.game import Step
from engine.values import HOST, Seat, changed, swap

from .cards import HAS_SPY_BACK, IS_BOMB, IS_SPY, Cards, total_value
from .events import Event, Sent, announce
from .moves import SINGLE_SEAT
from .turns import next_turn, top_back
from .values import Captive, Hand, Lair, Own, State

EMPTY_LAIR: Final = Lair()


def send_from_hand(
    state: State, player: Seat, source: Seat, cards: Cards, lair_owner: Seat
) -> Step[State, Event]:
    """Play these cards from the hand of their owner."""
    hand, own_cards = state.table.hands[source], state.own[source]
    hands = swap(state.table.hands, source, Hand(spies=hand.spies - len(cards), others=hand.others))
    cards_by_seat = swap(
        state.own,
        source,
        Own(
            hand=tuple([card for card in own_cards.hand if card not in cards]), down=own_cards.down
        ),
    )
    state = changed(state, table=changed(state.table, hands=hands), own=cards_by_seat)
    return _resolve_play(state, player, source, cards, lair_owner)


def send_blindly(
    state: State, player: Seat, source: Seat, lair_owner: Seat, dice: Dice
) -> Step[State, Event]:
    """Play a random card that has the back of a spy from a hand (R3, R11).

    The dice are secret. Players see only which card was chosen.
    """
    card = dice.in_domain(HOST).pick(
        [card for card in state.own[source].hand if HAS_SPY_BACK[card]]
    )
    return send_from_hand(state, player, source, (card,), lair_owner)


def send_top(state: State, player: Seat, lair_owner: Seat) -> Step[State, Event]:
    """Play the top card of the deck, which reveals the next back."""
    deck = state.deck[:-1]
    table = changed(state.table, deck=len(deck), top=top_back(deck))
    return _resolve_play(
        changed(state, table=table, deck=deck), player, None, state.deck[-1:], lair_owner
    )


def _resolve_play(
    state: State, player: Seat, source: Seat | None, cards: Cards, lair_owner: Seat
) -> Step[State, Event]:
    """Turn up the lair's cards, and capture the card or blow up the lair.

    A spy that is not larger than the lair is captured. A larger spy, a team (R5) or a bomb (R16)
    blows up the lair.
    """
    table, owner_cards = state.table, state.own[lair_owner]
    lair = table.lairs[lair_owner].up + owner_cards.down
    captured = len(cards) == 1 and not IS_BOMB[cards[0]] and total_value(cards) <= total_value(lair)
    event = announce(
        Sent(
            by=player,
            source=source,
            cards=cards,
            into=lair_owner,
            lair=lair,
            captured=captured,
            top=table.top,
        )
    )
    own_cards = (
        swap(state.own, lair_owner, Own(hand=owner_cards.hand)) if owner_cards.down else state.own
    )
    if captured:
        lairs = swap(table.lairs, lair_owner, Lair(up=lair))
        captive = Captive(spy=cards[0], owner=lair_owner)
        table = changed(
            table,
            phase="capture",
            acting=SINGLE_SEAT[lair_owner],
            lairs=lairs,
            captive=captive,
            played=True,
        )
        return changed(state, table=table, own=own_cards), (event,)
    table = changed(
        table,
        lairs=swap(table.lairs, lair_owner, EMPTY_LAIR),
        discards=table.discards + cards + lair,
        spies_gone=table.spies_gone + sum([IS_SPY[card] for card in cards]),
        played=True,
    )
    state, later_events = next_turn(changed(state, table=table, own=own_cards))
    return state, (event, *later_events)
