"""Everything a player might think of doing, open or closed: what the page draws its buttons from.

Judged by the same truth as the moves that are sent (`judging.closed`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Seat, Value

from .cards import IS_DOUBLER, IS_LAIR, SPY_BACK
from .judging import cheapest_team, closed, spies_of
from .moves import FOIL, KILL, LAY, PASS, SEND, SEND_FROM, SEND_TOP, SKIP, TAUNT, Move, SendTeam

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .cards import Cards
    from .values import Table, View


class Action(Value):
    """A move, and why it is closed; an open one has no sentence and no code."""

    move: Move
    sentence: str = ""
    code: str = ""

    @property
    def open(self) -> bool:
        return not self.code


def actions(view: View) -> tuple[Action, ...]:
    """Every action of the view's seat, in the order of the turn: with each card of the hand, each
    hand, each lair; none for a spectator.

    Of teams, the cheapest that would blow up each lair, or, where none does, all spies of the hand,
    with the reason.
    """
    if view.own is None or view.seat is None:
        return ()
    return tuple([_judged(view, move) for move in _thinkable(view.table, view.seat, view.own.hand)])


def _judged(view: View, move: Move) -> Action:
    fault = closed(view, move)
    return (
        Action(move=move, sentence=fault.sentence, code=fault.code) if fault else Action(move=move)
    )


def _thinkable(table: Table, seat: Seat, hand: Cards) -> Iterator[Move]:
    yield from [LAY[card] for card in hand if IS_LAIR[card]]
    for into in range(len(table.lairs)):
        yield from _into(table, seat, hand, Seat(into))
    yield SKIP
    yield KILL
    yield from [TAUNT[card] for card in hand if IS_DOUBLER[card]]
    yield from [FOIL[card] for card in hand if IS_DOUBLER[card]]
    yield PASS


def _into(table: Table, seat: Seat, hand: Cards, into: Seat) -> Iterator[Move]:
    yield from [SEND[into][card] for card in hand if SPY_BACK[card]]
    yield from [SEND_FROM[into][other] for other in range(len(table.hands)) if other != seat]
    yield SEND_TOP[into]
    if into != seat:
        spies = spies_of(hand)
        yield SendTeam(cards=cheapest_team(spies, table.lairs[into].at_most) or spies, into=into)
