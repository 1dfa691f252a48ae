"""The house hands the seats of people at a table that it opened to bots: there is no more time to
wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from .announcements import announce
from .clock_scheduling import ask
from .table_lock import TIMES, sitting


def hand_over(*, table_id: UUID, bots: Sequence[str], said: str, at: datetime) -> None:
    """From now on a bot moves for every seat that people play: by seat the name of each. Everybody
    at the table reads what is `said`; who plays for a seat may go on looking at it. Call it in the
    caller's transaction. A table that is over stays as it is.
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
