"""How good a position is for a side, from 0 to 1: what the searching bot asks at the end of a
playout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import standing
from minigames.shambattle.rules.values import MASTERMIND, SPY
from minigames.shambattle.rules.victory import outcome

if TYPE_CHECKING:
    from engine.values import Seat
    from minigames.shambattle.rules.values import State, Table

CROSSING: Final = 2400
"""From edge A to the platform, more or less: how far the commandos have come counts in shares of
it.
"""


def worth(state: State, seat: Seat) -> float:
    """The outcome by grades once it is over; before, a guess by men, the missile, the platform and
    the clock.
    """
    table = state.table
    end = outcome(table)
    share = 0.5 + (end.scores[SPY] - end.scores[MASTERMIND]) / 6 if end else _guess(table)
    return share if seat == SPY else 1 - share


def _guess(table: Table) -> float:
    """The Spy's share, between 0.05 and 0.95."""
    guards, commandos = len(standing(table, MASTERMIND)), len(standing(table, SPY))
    share = commandos / (guards + commandos + 1)
    if table.missile != "ready":
        share = 0.85 if table.missile == "disabled" else 0.1
        return share + (0.05 if table.mastermind == "captive" else 0.0)
    share += 0.1 * min(2, len(on_platform(table, SPY))) + 0.1 * (len(table.holding) > 1)
    share -= 0.05 * min(2, len(on_platform(table, MASTERMIND)))
    return min(0.9, max(0.05, share - 0.2 * _late(table) + 0.05 * (table.mastermind == "captive")))


def _late(table: Table) -> float:
    """How far the countdown is ahead of the commandos' way to the platform: 0 to 1."""
    x, _ = ground(table.map).centre
    front = max((table.men[n].spot[0] for n in standing(table, SPY)), default=0)
    way = min(1.0, max(0.0, (x - front) / CROSSING))
    return way * table.turn / table.countdown
