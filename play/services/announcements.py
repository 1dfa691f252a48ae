"""Announcements that the site makes at a table, for example when a player sits down, resigns or
pauses. They are visible to everyone who can see the table.
"""

from __future__ import annotations

from datetime import datetime

from play.models import ChatLine
from play.tabletop.contract import TABLE

from .table_lock import LockedTable


def announce(locked_table: LockedTable, text: str, now: datetime) -> None:
    """Write an announcement. The caller must publish the table afterwards."""
    ChatLine.objects.create(table=locked_table.table, channel=TABLE.key, text=text[:500], at=now)
