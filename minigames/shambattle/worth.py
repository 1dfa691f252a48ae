"""Evaluation of a position from 0 to 1. The search bot uses it at the end of playouts."""

from __future__ import annotations

from typing import Final

from engine.values import Seat
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import on_platform
from minigames.shambattle.rules.position import figures_on_table
from minigames.shambattle.rules.values import MASTERMIND, SPY, State, Table
from minigames.shambattle.rules.victory import outcome

CROSSING_DISTANCE: Final = 2400
"""Approximate distance from edge A to the platform, used to measure the commandos' progress."""


def evaluate(state: State, seat: Seat) -> float:
    """Return the value of the position for a seat.

    If the battle is over, the value depends on the grades. Otherwise, it is estimated from figures,
    the missile, the platform and the clock.
    """
    table = state.table
    end = outcome(table)
    share = 0.5 + (end.scores[SPY] - end.scores[MASTERMIND]) / 6 if end else _estimate(table)
    return share if seat == SPY else 1 - share


def _estimate(table: Table) -> float:
    """Return an estimate of the Spy's value, from 0.05 to 0.9."""
    guards, commandos = len(figures_on_table(table, MASTERMIND)), len(figures_on_table(table, SPY))
    share = commandos / (guards + commandos + 1)
    if table.missile != "ready":
        share = 0.85 if table.missile == "disabled" else 0.1
        return share + (0.05 if table.mastermind == "captive" else 0.0)
    share += 0.1 * min(2, len(on_platform(table, SPY))) + 0.1 * (len(table.holding) > 1)
    share -= 0.05 * min(2, len(on_platform(table, MASTERMIND)))
    return min(
        0.9, max(0.05, share - 0.2 * _lateness(table) + 0.05 * (table.mastermind == "captive"))
    )


def _lateness(table: Table) -> float:
    """Return how late the commandos are on their way to the platform, from 0 to 1."""
    x, _ = ground(table.map).centre
    front = max((table.men[n].spot[0] for n in figures_on_table(table, SPY)), default=0)
    distance_share = min(1.0, max(0.0, (x - front) / CROSSING_DISTANCE))
    return distance_share * table.turn / table.countdown
