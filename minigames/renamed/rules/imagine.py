"""A whole match that a view allows: unseen cards are dealt by their backs into hands, lairs and
deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import BACK, IS_LAIR, LETTER, SPY_BACK, Cards, deck_of
from .values import Own, State

if TYPE_CHECKING:
    from engine.dice import Dice

    from .cards import Card
    from .values import Table, View


def unseen(view: View) -> Cards:
    """The cards whose fronts this view does not show: in others' hands, face down in others' lairs,
    in the deck.
    """
    table, own = view.table, view.own
    seen = {*table.discards}
    for lair in table.lairs:
        seen.update(lair.up)
    if table.captive is not None:
        seen.update(table.captive.doublers, (table.captive.spy,))
    if own is not None:
        seen.update(own.hand, own.down)
    return tuple([card for card in deck_of(table.setup.deck) if card not in seen])


def imagine(view: View, dice: Dice) -> State:
    """Every deal of the unseen cards that fits the backs is as likely.

    Under `auto_pass` whoever is asked holds the letter, so one such card is dealt to that hand
    first.
    """
    table = view.table
    loose = unseen(view)
    spies = [*dice.shuffle([card for card in loose if SPY_BACK[card]])]
    lairs = [*dice.shuffle([card for card in loose if IS_LAIR[card]])]
    down = [_down(view, seat, lairs) for seat in range(len(table.hands))]
    doublers = [card for card in loose if BACK[card] == "other" and not IS_LAIR[card]]
    shown = _shown_holding(view, doublers, dice)
    others = [*dice.shuffle([*lairs, *(card for card in doublers if card not in shown)])]
    own = tuple(
        [_own(view, seat, down[seat], shown, spies, others) for seat in range(len(table.hands))]
    )
    return State(table=table, own=own, deck=_deck(table, spies, others, dice))


def _down(view: View, seat: int, lairs: list[Card]) -> Cards:
    if view.own is not None and seat == view.seat:
        return view.own.down
    return tuple([lairs.pop() for _ in range(view.table.lairs[seat].down)])


def _shown_holding(view: View, doublers: list[Card], dice: Dice) -> Cards:
    """R10's option: a card of the taunt's letter that whoever is asked must hold."""
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


def _own(
    view: View, seat: int, down: Cards, shown: Cards, spies: list[Card], others: list[Card]
) -> Own:
    if view.own is not None and seat == view.seat:
        return view.own
    hand = view.table.hands[seat]
    held = shown if (seat,) == view.table.acting else ()
    cards = [
        *held,
        *[spies.pop() for _ in range(hand.spies)],
        *[others.pop() for _ in range(hand.others - len(held))],
    ]
    return Own(hand=tuple(sorted(cards)), down=down)


def _deck(table: Table, spies: list[Card], others: list[Card], dice: Dice) -> Cards:
    """What is left, in any order, below a card with the back that shows."""
    if table.top is None:
        return ()
    top = (spies if table.top == "spy" else others).pop()
    return (*dice.shuffle([*spies, *others]), top)
