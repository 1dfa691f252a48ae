"""When the battle ends, and every grade of victory (S11, S14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Outcome
from engine.values import changed

from .position import anyone
from .values import MASTERMIND, SPY, BattleOver

if TYPE_CHECKING:
    from .values import Event, Fate, Missile, Table

LAST_CALL: Final = 10
"""So many Mastermind turns after the missile's fate the game ends (S14)."""

GRADES: Final = ("none", "minor", "major", "full")
"""What the numbers of the scores mean."""


def grades(missile: Missile, mastermind: Fate) -> tuple[int, int]:
    """Both sides' grades: 3 full, 2 major, 1 minor, 0 none; the Mastermind's side first. By the
    text's two tables.
    """
    if missile == "launched":
        return (3, 0) if mastermind == "escaped" else (2, int(mastermind == "captured"))
    return (int(mastermind == "escaped"), 3 if mastermind == "captured" else 2)


def settle(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """End the battle if it is decided: both fates settled, one side gone, or last call."""
    if table.step in ("deploy", "over"):
        return table, ()
    ended = _by_logic(table)
    if ended.missile == "ready" or ended.mastermind in ("large", "captive"):
        return table, ()
    ended = changed(ended, step="over", push=None, gone=(), holding=(), guards=(), attacked=())
    score = grades(ended.missile, ended.mastermind)
    return ended, (BattleOver(missile=ended.missile, mastermind=ended.mastermind, grades=score),)


def _by_logic(table: Table) -> Table:
    """What follows when nobody is left to prevent it (S11), or at last call (S14)."""
    if not anyone(table, SPY):
        return _filled(table, "launched", "escaped", "escaped")
    if not anyone(table, MASTERMIND):
        return _filled(table, "disabled", "escaped", "captured")
    if table.calls >= LAST_CALL:
        return _filled(table, table.missile, "escaped", "captured")
    return table


def _filled(table: Table, missile: Missile, large: Fate, captive: Fate) -> Table:
    fate = {"large": large, "captive": captive}.get(table.mastermind, table.mastermind)
    return changed(
        table, missile=missile if table.missile == "ready" else table.missile, mastermind=fate
    )


def outcome(table: Table) -> Outcome | None:
    """Who won: the higher grade (S14). `ending` says how both fates came out, `scores` are the
    grades.
    """
    if table.step != "over":
        return None
    score = grades(table.missile, table.mastermind)
    winner = MASTERMIND if score[MASTERMIND] > score[SPY] else SPY
    return Outcome(winners=(winner,), ending=f"{table.missile}-{table.mastermind}", scores=score)
