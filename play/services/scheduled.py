"""Tables that begin at a fixed time. Bots take the seats that are still free then. The stored rows
determine what is due, so a lost or repeated run changes nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from core.uptime.services import heartbeat
from core.web import clock
from core.web.refusals import Busy
from play.models import Table

from .clocks import note_fault
from .finishing import finish
from .starting import start_full
from .table_lock import lock_table_if_free
from .tables import bot_named, bot_seats

MAX_DELAY: Final = timedelta(minutes=30)
"""Maximum delay of a start. A table that could not start in this time is closed, because its
players have left.
"""


def begin_due(*, limit: int = 50) -> int:
    """Start every table whose time has come, each in its own transaction, and return the number of
    tables that began. Do nothing while the site is recovering from an outage (`heartbeat.beat`).
    """
    if not heartbeat.beat():
        return 0
    due = Table.objects.filter(status=Table.Status.OPEN, begins_at__lte=clock.now())
    table_ids = due.order_by("begins_at", "id").values_list("pk", flat=True)[:limit]
    return sum([_begin(pk) for pk in table_ids])


def _begin(table_id: UUID) -> bool:
    """Begin one table, and return whether its match started. Close it if nobody has a seat, or if
    it is too late. An error is logged and does not affect other tables.
    """
    try:
        with lock_table_if_free(table_id) as locked_table:
            if locked_table is None or locked_table.table.status != Table.Status.OPEN:
                return False
            now, begins_at = clock.now(), locked_table.table.begins_at
            has_people = any(chair.is_peoples for chair in locked_table.chairs)
            if begins_at is None or not has_people or now > begins_at + MAX_DELAY:
                finish(locked_table, None, now, ending="closed")
                return False
            tabletop = locked_table.tabletop
            codes = bot_seats(tabletop, len(locked_table.chairs), "club")
            for chair, code in zip(locked_table.chairs, codes, strict=True):
                if chair.is_free:
                    chair.bot = bot_named(tabletop, code.partition(":")[2])
            locked_table.save_chairs("bot")
            start_full(locked_table, now)
            return True
    except Busy:
        return False  # The next tick tries again.
    except Exception as error:  # noqa: BLE001 - other tables must not be affected
        note_fault("table_not_begun", table_id, error)
        return False
