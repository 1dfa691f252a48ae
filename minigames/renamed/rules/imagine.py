"""Random states that fit a view. Unseen cards are dealt according to their backs."""

from __future__ import annotations

from engine.dice import Dice

from .cards import BACK, HAS_SPY_BACK, IS_LAIR, LETTER, Card, Cards, build_deck
from .values import Own, State, Table, View


def unseen_cards(view: View) -> Cards:
    """Return the cards whose fronts are not visible in this view.

    Such cards are in others' hands, face down in others' lairs, or in the deck.
    """
    table, own_cards = view.table, view.own
    seen_cards = {*table.discards}
    for lair in table.lairs:
        seen_cards.update(lair.up)
    if table.captive is not None:
        seen_cards.update(table.captive.doublers, (table.captive.spy,))
    if own_cards is not None:
        seen_cards.update(own_cards.hand, own_cards.down)
    return tuple([card for card in build_deck(table.setup.deck) if card not in seen_cards])


def imagine(view: View, dice: Dice) -> State:
    """Return a random state that fits the view.

    All deals of the unseen cards that fit the backs are equally likely. If `auto_pass` is set, the
    player who is asked must have the letter of the taunt, so this player's hand first gets such a
    card.
    """
    table = view.table
    hidden_cards = unseen_cards(view)
    spies = [*dice.shuffle([card for card in hidden_cards if HAS_SPY_BACK[card]])]
    lairs = [*dice.shuffle([card for card in hidden_cards if IS_LAIR[card]])]
    down = [_deal_face_down(view, seat, lairs) for seat in range(len(table.hands))]
    doublers = [card for card in hidden_cards if BACK[card] == "other" and not IS_LAIR[card]]
    required = _pick_required_card(view, doublers, dice)
    others = [*dice.shuffle([*lairs, *(card for card in doublers if card not in required)])]
    own_cards = tuple(
        [
            _deal_own_cards(view, seat, down[seat], required, spies, others)
            for seat in range(len(table.hands))
        ]
    )
    return State(table=table, own=own_cards, deck=_deal_deck(table, spies, others, dice))


def _deal_face_down(view: View, seat: int, lairs: list[Card]) -> Cards:
    if view.own is not None and seat == view.seat:
        return view.own.down
    return tuple([lairs.pop() for _ in range(view.table.lairs[seat].down)])


def _pick_required_card(view: View, doublers: list[Card], dice: Dice) -> Cards:
    """Return a card that has the taunt's letter, if `auto_pass` is set (R10).

    The card is for the hand that is asked. In all other cases, return no card.
    """
    table = view.table
    if (
        not table.setup.auto_pass
        or table.phase != "foil"
        or table.acting == (view.seat,)
        or table.captive is None
    ):
        return ()
    letter = LETTER[table.captive.doublers[-1]]
    return (dice.pick([card for card in doublers if LETTER[card] == letter]),)


def _deal_own_cards(
    view: View, seat: int, down: Cards, required: Cards, spies: list[Card], others: list[Card]
) -> Own:
    if view.own is not None and seat == view.seat:
        return view.own
    hand = view.table.hands[seat]
    required_here = required if (seat,) == view.table.acting else ()
    cards = [
        *required_here,
        *[spies.pop() for _ in range(hand.spies)],
        *[others.pop() for _ in range(hand.others - len(required_here))],
    ]
    return Own(hand=tuple(sorted(cards)), down=down)


def _deal_deck(table: Table, spies: list[Card], others: list[Card], dice: Dice) -> Cards:
    """Return the remaining cards in random order. The top card has the back that is visible."""
    if table.top is None:
        return ()
    top = (spies if table.top == "spy" else others).pop()
    return (*dice.shuffle([*spies, *others]), top)
