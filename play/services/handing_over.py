"""Handing people's seats to bots at a table that the site opened, when there is no more time to
wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from .announcements import announce
from .clock_scheduling import ask
from .table_lock import TIMES, sitting


def hand_over(*, table_id: UUID, bots: Sequence[str], said: str, at: datetime) -> None:
    """Let bots play every seat of people from now on. `bots` holds a bot's name by seat, and the
    announcement is written at the table. The people can still view their seats. A finished table
    stays unchanged. Call it in the caller's transaction.
    """
    with sitting(table_id) as at_table:
        people = [chair for chair in at_table.chairs if chair.is_peoples]
        if not at_table.table.is_playing or not people:
            return
        for chair in people:
            chair.bot = bots[chair.seat]
            if chair.asked_at is not None:
                ask(chair, at_table.table, at, {})
        at_table.save_chairs("bot", *TIMES)
        announce(at_table, said, at)
        at_table.publish()
