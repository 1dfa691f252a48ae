"""Announcements of the site at a table, such as that a player sat down, resigned or paused. They
are visible to everyone who can see the table.
"""

from __future__ import annotations

from datetime import datetime

from play.models import ChatLine
from play.tabletop.contract import TABLE

from .table_lock import LockedTable


def announce(locked_table: LockedTable, text: str, now: datetime) -> None:
    """Write an announcement. The caller publishes the table afterwards."""
    ChatLine.objects.create(table=locked_table.table, channel=TABLE.key, text=text[:500], at=now)
