"""The missile's countdown, and how two figures disable the missile (S6, S15)."""

from __future__ import annotations

from typing import Final

from engine.values import Seat, changed

from .ground import ground
from .position import figures_on_table
from .values import MASTERMIND, SPY, Event, Holding, MissileSettled, Table

DISARMERS: Final = 2
"""Number of figures needed to disable the missile (S6)."""


def on_platform(table: Table, side: Seat) -> tuple[int, ...]:
    """Return the side's figures whose centres are on the platform, except a captive (S13, S15)."""
    floor = ground(table.map)
    return tuple(
        [n for n in figures_on_table(table, side) if floor.is_on_platform(table.men[n].spot)]
    )


def after_spy_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Disable the missile if two figures have held the platform since the last Spy turn (S15).

    Otherwise, the figures that are on the platform start to hold it.
    """
    if table.missile != "ready":
        return table, ()
    figures_on_platform, is_contested = (
        on_platform(table, SPY),
        bool(on_platform(table, MASTERMIND)),
    )
    if (
        not is_contested
        and len([n for n in table.holding if n in figures_on_platform]) >= DISARMERS
    ):
        return changed(table, missile="disabled", holding=()), (MissileSettled(missile="disabled"),)
    holding = () if is_contested else figures_on_platform
    return changed(table, holding=holding), (
        Holding(men=holding),
    ) if holding or table.holding else ()


def after_mastermind_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Launch the missile at the end of the countdown, unless it has been disabled (S6)."""
    if table.missile == "ready" and table.turn >= table.countdown:
        return changed(table, missile="launched", holding=()), (MissileSettled(missile="launched"),)
    return table, ()
