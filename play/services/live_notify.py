"""Notifies pages that watch a table of changes. The live streams register the function that does
this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from core.web.ports import Port

Wake = Callable[[UUID], None]

_WAKE: Final = Port[Wake]("streams that update the pages of a table")
fill = _WAKE.fill


def changed(table_id: UUID) -> None:
    """Wake the pages of this table once the current transaction is committed. The pages learn only
    that something changed. Errors while waking them are ignored.
    """
    wake = _WAKE()
    transaction.on_commit(lambda: wake(table_id), robust=True)
