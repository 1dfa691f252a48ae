"""Notifies pages that watch a table of changes. The live streams register the function that does
this.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction

from core.web.ports import Port

wake: Final = Port[[UUID], None]("streams that update the pages of a table")
"""Update the pages of a table."""


def changed(table_id: UUID) -> None:
    """Wake the pages of this table once the current transaction is committed. The pages learn only
    that something changed. Errors while waking them are ignored.
    """
    transaction.on_commit(lambda: wake(table_id), robust=True)
