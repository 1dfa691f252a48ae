"""The Mastermind's capture, guards, escort, release and escape (S7, S13, S14)."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.values import changed

from .geometry import RADIUS, is_within
from .ground import ground
from .movement import SHORT_MOVE, is_in_touch
from .position import figures_on_table, figures_touching, with_man
from .roster import BOSS
from .values import MASTERMIND, SPY, Event, Fate, Man, MastermindSettled, Table

MAX_GUARDS: Final = 3
"""Maximum number of figures that guard a captive (S13)."""

EDGE_DISTANCE: Final = RADIUS + 5
"""Maximum distance between edge A and the centre of a figure that touches it (S1, S13)."""


def would_be_captured(table: Table) -> bool:
    """Return whether the Mastermind would be captured if the Spy's turn ended now (S7)."""
    if table.mastermind != "large":
        return False
    spot, men = table.men[BOSS].spot, table.men
    if any(
        is_within(spot, men[n].spot, SHORT_MOVE + 2 * RADIUS)
        for n in figures_on_table(table, MASTERMIND)
        if n != BOSS
    ):
        return False
    return any(not men[n].stun for n in figures_touching(table, BOSS, SPY))


def possible_guards(table: Table) -> list[int]:
    """Return the figures that could guard the captive if the Spy's turn ended now (S13).

    These are the Spy's figures in contact with the captive. The list is empty if there is no
    captive.
    """
    if table.mastermind == "captive" or would_be_captured(table):
        return figures_touching(table, BOSS, SPY)
    return []


def check_guards(table: Table, guards: tuple[int, ...]) -> None:
    """Raise IllegalMove unless these figures can be named as guards now (S13).

    Guards are named at the end of the Spy's turn. If none are named, the rules choose them.
    """
    if not guards:
        return
    if table.side != SPY or table.step != "fire":
        raise IllegalMove("Guards are named when the Spy's turn ends.", code="no-guards")
    if (
        len(guards) > MAX_GUARDS
        or list(guards) != sorted({*guards})
        or not {*guards} <= {*possible_guards(table)}
    ):
        raise IllegalMove(
            (
                "Choose up to three different figures in contact with the captive, lowest number "
                "first."
            ),
            code="no-guards",
        )


def after_spy_turn(table: Table, named_guards: tuple[int, ...]) -> tuple[Table, tuple[Event, ...]]:
    """Settle capture (S7), guards (S13), and removal at edge A.

    If no guards are named, the first three figures in contact become guards.
    """
    is_new = would_be_captured(table)
    if not is_new and table.mastermind != "captive":
        return table, ()
    guards = named_guards or tuple(possible_guards(table)[:MAX_GUARDS])
    events: tuple[Event, ...] = ()
    if is_new or guards != table.guards:
        events = (MastermindSettled(fate="captive", guards=guards),)
    table, edge_events = lead_away(changed(table, mastermind="captive", guards=guards, attacked=()))
    return table, events + edge_events


def lead_away(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Remove a captive who touches edge A and is in contact with a guard (S13)."""
    man = table.men[BOSS]
    if (
        table.mastermind != "captive"
        or man.spot[0] > EDGE_DISTANCE
        or not is_in_touch(table, man.spot)
    ):
        return table, ()
    return _remove_mastermind(table, "captured")


def after_mastermind_turn(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Free a captive if all his guards were attacked this turn, or if none touches him (S13)."""
    if table.mastermind != "captive" or (
        is_in_touch(table, table.men[BOSS].spot) and not {*table.guards} <= {*table.attacked}
    ):
        return changed(table, attacked=()) if table.attacked else table, ()
    holding = () if ground(table.map).is_on_platform(table.men[BOSS].spot) else table.holding
    table = changed(table, mastermind="large", guards=(), attacked=(), holding=holding)
    return table, (MastermindSettled(fate="large"),)


def let_escape(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Let the Mastermind escape if he is on the helipad and not a captive (S7, S14).

    The missile's fate must be settled. This is checked at the end of every turn.
    """
    spot = table.men[BOSS].spot
    if (
        table.mastermind != "large"
        or table.missile == "ready"
        or not ground(table.map).is_on_helipad(spot)
    ):
        return table, ()
    return _remove_mastermind(table, "escaped")


def _remove_mastermind(table: Table, final_state: Fate) -> tuple[Table, tuple[Event, ...]]:
    table = with_man(table, BOSS, Man(spot=table.men[BOSS].spot))
    return changed(table, mastermind=final_state, guards=(), attacked=()), (
        MastermindSettled(fate=final_state),
    )
