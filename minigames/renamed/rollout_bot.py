"""A bot with a few reflexes, fast enough for search playouts. It uses only its seat's view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.renamed.rules.cards import (
    FIRST_DOUBLER,
    FIRST_SPY,
    IS_BOMB,
    VALUE,
    Cards,
    total_value,
)
from minigames.renamed.rules.menu import list_moves
from minigames.renamed.rules.moves import KILL, LAY, SEND, SEND_FROM, SEND_TOP, SKIP, Move
from minigames.renamed.rules.values import captive_in

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.values import Seat
    from minigames.renamed.rules.values import Table, View

MIN_LAIR_SIZE_FOR_RISK: Final = 5
"""Minimum size of a lair for which a risk is worthwhile.

For larger lairs, the bot plays unseen cards into its own lair, and its own spies or bombs into a
rival's lair.
"""


class ReflexBot:
    """A bot for playouts.

    It lays the largest lair card and captures the largest spy that fits; if none fits, it takes a
    risk. It usually kills, and always foils.
    """

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return a move that depends only on the view and the dice."""
        table, own_cards = view.table, view.own
        if own_cards is None or table.phase == "foil":
            return list_moves(view)[-1]
        if table.phase == "lay":
            lairs = [card for card in own_cards.hand if card < FIRST_SPY]
            return LAY[max(lairs, key=VALUE.__getitem__)] if lairs else SKIP
        if table.phase == "send":
            return _send(
                table,
                seat,
                own_cards.hand,
                total_value(table.lairs[seat].up) + total_value(own_cards.down),
                dice,
            )
        return _deal_with_captive(view, seat, dice)


def _deal_with_captive(view: View, seat: Seat, dice: Dice) -> Move:
    """Return the kill if it wins the match, otherwise in two of three cases."""
    captive = captive_in(view.table)
    wins = view.table.scores[seat] + captive.points >= view.table.setup.target
    return KILL if wins or dice.die(3) > 1 else list_moves(view)[-1]


def _send(table: Table, seat: Seat, hand: Cards, size: int, dice: Dice) -> Move:
    """Return the move for the spy step.

    It is the largest spy of the hand that fits the bot's own lair. If none fits, it is a random
    choice of an unseen card into that lair or a card against a rival's lair.
    """
    fitting = [card for card in hand if FIRST_SPY <= card < FIRST_DOUBLER and VALUE[card] <= size]
    if fitting:
        return SEND[seat][fitting[-1]]
    return (
        _unseen(table, seat, dice)
        if size >= MIN_LAIR_SIZE_FOR_RISK and dice.die(2) == 1
        else _blow_up(table, seat, hand)
    )


def _unseen(table: Table, seat: Seat, dice: Dice) -> Move:
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if sources:
        return SEND_FROM[seat][dice.pick(sources)]
    return SEND_TOP[seat] if table.top == "spy" else SKIP


def _blow_up(table: Table, seat: Seat, hand: Cards) -> Move:
    """Return the strongest card against the largest lair of a rival.

    Skip if the lair is too small or the card is too weak.
    """
    size, lair_owner = max(
        [(lair.max_size, other) for other, lair in enumerate(table.lairs) if other != seat]
    )
    if size < MIN_LAIR_SIZE_FOR_RISK or not hand:
        return SKIP
    if IS_BOMB[hand[-1]]:
        return SEND[lair_owner][hand[-1]]
    spies = [card for card in hand if FIRST_SPY <= card < FIRST_DOUBLER]
    return SEND[lair_owner][spies[-1]] if spies and VALUE[spies[-1]] > size else SKIP
