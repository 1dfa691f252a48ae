"""Capture, guards, escort, release and escape of the Mastermind (S7, S13, S14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import changed

from .geometry import RADIUS, within
from .ground import ground
from .movement import SHORT, in_touch
from .position import standing, touched_by, with_man
from .roster import BOSS
from .values import MASTERMIND, SPY, Man, MastermindSettled

if TYPE_CHECKING:
    from .values import Event, Fate, Table

GUARDS: Final = 3
"""So many may guard a captive (S13)."""

AT_EDGE: Final = RADIUS + 5
"""A centre so near to edge A belongs to a figure that touches it (S1, S13)."""


def would_be_captured(table: Table) -> bool:
    """Whether the Mastermind would be captured if the Spy's turn ended now (S7)."""
    if table.mastermind != "large":
        return False
    spot, men = table.men[BOSS].spot, table.men
    if any(
        within(spot, men[n].spot, SHORT + 2 * RADIUS)
        for n in standing(table, MASTERMIND)
        if n != BOSS
    ):
        return False
    return any(not men[n].stun for n in touched_by(table, BOSS, SPY))


def keepers(table: Table) -> list[int]:
    """Who could guard the captive if the Spy's turn ended now: the Spy's men who touch him (S13);
    [] if there is no captive.
    """
    if table.mastermind == "captive" or would_be_captured(table):
        return touched_by(table, BOSS, SPY)
    return []


def check_guards(table: Table, guards: tuple[int, ...]) -> None:
    """IllegalMove unless these men can be named as guards at the end of the Spy's turn (S13).
    Naming none leaves it to the rules.
    """
    if not guards:
        return
    if table.side != SPY or table.step != "fire":
        raise IllegalMove("Guards are named when the Spy's turn ends.", code="no-guards")
    if (
        len(guards) > GUARDS
        or list(guards) != sorted({*guards})
        or not {*guards} <= {*keepers(table)}
    ):
        raise IllegalMove(
            (
                "Choose up to three different figures in contact with the captive, lowest number "
                "first."
            ),
            code="no-guards",
        )


def after_spy_turn(table: Table, named: tuple[int, ...]) -> tuple[Table, tuple[Event, ...]]:
    """Capture (S7), naming of guards (S13), and out at edge A. If nobody is named, the first three
    who touch him guard.
    """
    fresh = would_be_captured(table)
    if not fresh and table.mastermind != "captive":
        return table, ()
    guards = named or tuple(keepers(table)[:GUARDS])
    told: tuple[Event, ...] = ()
    if fresh or guards != table.guards:
        told = (MastermindSettled(fate="captive", guards=guards),)
    table, led = led_away(changed(table, mastermind="captive", guards=guards, attacked=()))
    return table, told + led


def led_away(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """A captive who touches edge A, with a guard in touch, is out for good (S13)."""
    man = table.men[BOSS]
    if table.mastermind != "captive" or man.spot[0] > AT_EDGE or not in_touch(table, man.spot):
        return table, ()
    return _out(table, "captured")


def after_mastermind_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """A captive is free if each of his guards was attacked this turn, or none of them touches him
    (S13).
    """
    if table.mastermind != "captive" or (
        in_touch(table, table.men[BOSS].spot) and not {*table.guards} <= {*table.attacked}
    ):
        return changed(table, attacked=()) if table.attacked else table, ()
    holding = () if ground(table.map).on_platform(table.men[BOSS].spot) else table.holding
    table = changed(table, mastermind="large", guards=(), attacked=(), holding=holding)
    return table, (MastermindSettled(fate="large"),)


def escape(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """At the end of every turn: at large, on the helipad, with the missile's fate settled, he gets
    away (S7, S14).
    """
    spot = table.men[BOSS].spot
    if (
        table.mastermind != "large"
        or table.missile == "ready"
        or not ground(table.map).on_helipad(spot)
    ):
        return table, ()
    return _out(table, "escaped")


def _out(table: Table, fate: Fate) -> tuple[Table, tuple[Event, ...]]:
    table = with_man(table, BOSS, Man(spot=table.men[BOSS].spot))
    return changed(table, mastermind=fate, guards=(), attacked=()), (MastermindSettled(fate=fate),)
