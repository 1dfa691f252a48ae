"""The end of the battle and the grades of victory (S11, S14)."""

from __future__ import annotations

from typing import Final

from engine.game import Outcome
from engine.values import changed

from .position import has_anyone
from .values import MASTERMIND, SPY, BattleOver, Event, Fate, Missile, Table

LAST_CALL: Final = 10
"""Maximum number of Mastermind turns after the missile's fate is settled (S14)."""

GRADES: Final = ("none", "minor", "major", "full")
"""Names of the grades, indexed by score."""


def grades_of(missile: Missile, mastermind: Fate) -> tuple[int, int]:
    """Return the grades of both sides, the Mastermind's first.

    The grades are 3 for full, 2 for major, 1 for minor and 0 for none, as in the rulebook's two
    tables.
    """
    if missile == "launched":
        return (3, 0) if mastermind == "escaped" else (2, int(mastermind == "captured"))
    return (int(mastermind == "escaped"), 3 if mastermind == "captured" else 2)


def settle_battle(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """End the battle if it is decided.

    A battle is decided when both fates are settled, when one side is gone, or at the last call.
    """
    if table.step in ("deploy", "over"):
        return table, ()
    final_table = _settle_fates(table)
    if final_table.missile == "ready" or final_table.mastermind in ("large", "captive"):
        return table, ()
    final_table = changed(
        final_table, step="over", push=None, gone=(), holding=(), guards=(), attacked=()
    )
    score = grades_of(final_table.missile, final_table.mastermind)
    return final_table, (
        BattleOver(missile=final_table.missile, mastermind=final_table.mastermind, grades=score),
    )


def _settle_fates(table: Table) -> Table:
    """Return the table with all fates settled, if this is due.

    Fates are settled if nobody is left to change them (S11), and at the last call (S14).
    """
    if not has_anyone(table, SPY):
        return _with_fates(table, "launched", "escaped", "escaped")
    if not has_anyone(table, MASTERMIND):
        return _with_fates(table, "disabled", "escaped", "captured")
    if table.calls >= LAST_CALL:
        return _with_fates(table, table.missile, "escaped", "captured")
    return table


def _with_fates(
    table: Table, missile: Missile, fate_if_large: Fate, fate_if_captive: Fate
) -> Table:
    final_fate = {"large": fate_if_large, "captive": fate_if_captive}.get(
        table.mastermind, table.mastermind
    )
    return changed(
        table, missile=missile if table.missile == "ready" else table.missile, mastermind=final_fate
    )


def outcome(table: Table) -> Outcome | None:
    """Return the outcome of a finished battle. The side with the higher grade wins (S14).

    `ending` names both fates, and `scores` contains the grades.
    """
    if table.step != "over":
        return None
    score = grades_of(table.missile, table.mastermind)
    winner = MASTERMIND if score[MASTERMIND] > score[SPY] else SPY
    return Outcome(winners=(winner,), ending=f"{table.missile}-{table.mastermind}", scores=score)
