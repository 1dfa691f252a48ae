"""All actions of a seat, whether they are available or not, as the page should offer them.

`judging.find_closed_reason` decides which actions are available, as it does for submitted moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Seat, Value
from minigames.renamed.rules.cards import HAS_SPY_BACK, IS_DOUBLER, IS_LAIR
from minigames.renamed.rules.judging import find_cheapest_team, find_closed_reason, spies_of
from minigames.renamed.rules.moves import (
    FOIL,
    KILL,
    LAY,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    Move,
    SendTeam,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from minigames.renamed.rules.cards import Cards
    from minigames.renamed.rules.values import Table, View


class Action(Value):
    """A move, and the reason why it is not available.

    If the move is available, the sentence and the code are empty.
    """

    move: Move
    sentence: str = ""
    code: str = ""

    @property
    def open(self) -> bool:
        return not self.code


def actions(view: View) -> tuple[Action, ...]:
    """Return every action of the view's seat, in the order of the turn. Spectators have none.

    There is one action for each card in the hand, each other hand, and each lair. The action for a
    team has the cheapest team that blows up the lair. If there is no such team, it has all spies in
    the hand and the reason why they are not enough.
    """
    if view.own is None or view.seat is None:
        return ()
    return tuple([_judge(view, move) for move in _all_moves(view.table, view.seat, view.own.hand)])


def _judge(view: View, move: Move) -> Action:
    fault = find_closed_reason(view, move)
    return (
        Action(move=move, sentence=fault.sentence, code=fault.code) if fault else Action(move=move)
    )


def _all_moves(table: Table, seat: Seat, hand: Cards) -> Iterator[Move]:
    yield from [LAY[card] for card in hand if IS_LAIR[card]]
    for lair_owner in range(len(table.lairs)):
        yield from _moves_into_lair(table, seat, hand, Seat(lair_owner))
    yield SKIP
    yield KILL
    yield from [TAUNT[card] for card in hand if IS_DOUBLER[card]]
    yield from [FOIL[card] for card in hand if IS_DOUBLER[card]]
    yield PASS


def _moves_into_lair(table: Table, seat: Seat, hand: Cards, lair_owner: Seat) -> Iterator[Move]:
    yield from [SEND[lair_owner][card] for card in hand if HAS_SPY_BACK[card]]
    yield from [SEND_FROM[lair_owner][other] for other in range(len(table.hands)) if other != seat]
    yield SEND_TOP[lair_owner]
    if lair_owner != seat:
        spies = spies_of(hand)
        yield SendTeam(
            cards=find_cheapest_team(spies, table.lairs[lair_owner].max_size) or spies,
            into=lair_owner,
        )
