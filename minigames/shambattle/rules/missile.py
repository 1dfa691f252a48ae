"""The missile: the countdown that launches it, and the two men who stop it (S6, S15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

from .ground import ground
from .position import standing
from .values import MASTERMIND, SPY, Event, Holding, MissileSettled

if TYPE_CHECKING:
    from .values import Table

DISARMERS: Final = 2
"""So many men disable it (S6)."""


def on_platform(table: Table, side: Seat) -> tuple[int, ...]:
    """The side's figures whose centres are on the missile platform, a captive not counted (S13,
    S15).
    """
    floor = ground(table.map)
    return tuple([n for n in standing(table, side) if floor.on_platform(table.men[n].spot)])


def after_spy_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Two who have held the platform since the last Spy turn disable the missile; who stands there
    now begins to hold it (S15).
    """
    if table.missile != "ready":
        return table, ()
    there, contested = on_platform(table, SPY), bool(on_platform(table, MASTERMIND))
    if not contested and len([n for n in table.holding if n in there]) >= DISARMERS:
        return changed(table, missile="disabled", holding=()), (MissileSettled(missile="disabled"),)
    holding = () if contested else there
    return changed(table, holding=holding), (
        Holding(men=holding),
    ) if holding or table.holding else ()


def after_mastermind_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The countdown: the missile goes up at the end of that Mastermind turn, unless it was disabled
    (S6).
    """
    if table.missile == "ready" and table.turn >= table.countdown:
        return changed(table, missile="launched", holding=()), (MissileSettled(missile="launched"),)
    return table, ()
