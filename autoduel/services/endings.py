"""Book the result of an autoduel when its table ends."""

from __future__ import annotations

from play.models import Table
from play.running import Running

from . import open_arena, week_duels


def note_end(table: Table, running: Running | None) -> None:
    """Record the result of an event of the open arena or of a club's duel, in the transaction that
    ends its table. Other tables have no effects.
    """
    if running is None or running.outcome is None:
        return
    if table.begins_at is not None:
        open_arena.book_result(table, running)
    else:
        week_duels.book_result(table, running)
