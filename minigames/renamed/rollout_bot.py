"""The bot of a few reflexes, fast enough for the playouts of a search. It sees only the view of its
seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.renamed.rules.cards import FIRST_DOUBLER, FIRST_SPY, IS_BOMB, VALUE, Cards, total
from minigames.renamed.rules.menu import menu
from minigames.renamed.rules.moves import KILL, LAY, SEND, SEND_FROM, SEND_TOP, SKIP, Move
from minigames.renamed.rules.values import captive_in

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.values import Seat
    from minigames.renamed.rules.values import Table, View

WORTH_A_RISK: Final = 5
"""A card is played unseen into one's own lair from this size on, and one's own spies or bombs
against a rival's.
"""


class ReflexBot:
    """Lay the largest lair card, catch the largest spy that fits, else try one's luck; mostly kill;
    foil always.
    """

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """The same view and dice give the same move."""
        table, own = view.table, view.own
        if own is None or table.phase == "foil":
            return menu(view)[-1]
        if table.phase == "lay":
            lairs = [card for card in own.hand if card < FIRST_SPY]
            return LAY[max(lairs, key=VALUE.__getitem__)] if lairs else SKIP
        if table.phase == "send":
            return _send(table, seat, own.hand, total(table.lairs[seat].up) + total(own.down), dice)
        return _deal_with_captive(view, seat, dice)


def _deal_with_captive(view: View, seat: Seat, dice: Dice) -> Move:
    """Kill if that wins the match, and else two times in three."""
    captive = captive_in(view.table)
    wins = view.table.scores[seat] + captive.points >= view.table.setup.target
    return KILL if wins or dice.die(3) > 1 else menu(view)[-1]


def _send(table: Table, seat: Seat, hand: Cards, size: int, dice: Dice) -> Move:
    """The largest spy of the hand that one's own lair holds; else by luck an unseen card into it,
    or a rival's lair blown up.
    """
    fitting = [card for card in hand if FIRST_SPY <= card < FIRST_DOUBLER and VALUE[card] <= size]
    if fitting:
        return SEND[seat][fitting[-1]]
    return (
        _unseen(table, seat, dice)
        if size >= WORTH_A_RISK and dice.die(2) == 1
        else _blow_up(table, seat, hand)
    )


def _unseen(table: Table, seat: Seat, dice: Dice) -> Move:
    sources = [other for other, cards in enumerate(table.hands) if cards.spies and other != seat]
    if sources:
        return SEND_FROM[seat][dice.pick(sources)]
    return SEND_TOP[seat] if table.top == "spy" else SKIP


def _blow_up(table: Table, seat: Seat, hand: Cards) -> Move:
    """The strongest card of the hand against the largest lair of a rival, if that is worth it and
    it is strong enough.
    """
    size, into = max(
        [(lair.at_most, other) for other, lair in enumerate(table.lairs) if other != seat]
    )
    if size < WORTH_A_RISK or not hand:
        return SKIP
    if IS_BOMB[hand[-1]]:
        return SEND[into][hand[-1]]
    spies = [card for card in hand if FIRST_SPY <= card < FIRST_DOUBLER]
    return SEND[into][spies[-1]] if spies and VALUE[spies[-1]] > size else SKIP
