"""Waking the pages that watch a table. Whoever streams to them hands in how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from core.web.ports import Port

Wake = Callable[[UUID], None]

_WAKE: Final = Port[Wake]("streams that wake the pages of a table")
fill = _WAKE.fill


def changed(table_id: UUID) -> None:
    """Something at this table changes with the transaction under way: once it is committed, pages
    hear that, and not what. A fault of the waking harms nothing.
    """
    wake = _WAKE()
    transaction.on_commit(lambda: wake(table_id), robust=True)
