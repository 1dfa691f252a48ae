"""Replacing people with bots at a table that the site opened, when the table cannot wait any
longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from .announcements import announce
from .clock_scheduling import ask_to_move
from .table_lock import CLOCK_FIELDS, lock_table


def hand_over(*, table_id: UUID, bots: Sequence[str], announcement: str, now: datetime) -> None:
    """Let bots take over all seats of people. `bots` maps seats to bot names, and the announcement
    is shown at the table. The people can still view their seats. A finished table is not changed.
    Call this in a transaction.
    """
    with lock_table(table_id) as locked_table:
        people = [chair for chair in locked_table.chairs if chair.is_peoples]
        if not locked_table.table.is_playing or not people:
            return
        for chair in people:
            chair.bot = bots[chair.seat]
            if chair.asked_at is not None:
                ask_to_move(chair, locked_table.table, now, {})
        locked_table.save_chairs("bot", *CLOCK_FIELDS)
        announce(locked_table, announcement, now)
        locked_table.publish()
