"""A bot with a few simple rules, which is fast enough for playouts in a search.

The bot uses only its seat's view.
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.values import Seat
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
from minigames.renamed.rules.values import Table, View, captive_in

MIN_LAIR_SIZE_FOR_RISK: Final = 5
"""Minimum size of a lair for which the bot takes a risk.

If its own lair has at least this size, the bot plays unseen cards into it. If a rival's lair has at
least this size, the bot plays its own spies or bombs into it.
"""


class ReflexBot:
    """A bot for playouts.

    The bot lays its largest lair card and captures its largest spy that fits its lair. If no spy
    fits, the bot takes a risk. Captives are usually killed, and taunts are always foiled if
    possible.
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
    """Return the kill if it wins the match. Otherwise, kill in two of three cases."""
    captive = captive_in(view.table)
    wins = view.table.scores[seat] + captive.points >= view.table.setup.target
    return KILL if wins or dice.die(3) > 1 else list_moves(view)[-1]


def _send(table: Table, seat: Seat, hand: Cards, size: int, dice: Dice) -> Move:
    """Return the move for the spy step.

    If a spy in the hand fits the bot's own lair, play the largest such spy. Otherwise, choose at
    random between an unseen card for this lair and a card against a rival's lair.
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
    """Return a play of the strongest card into the largest lair of a rival.

    If the lair is too small or the card is too weak, skip.
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
