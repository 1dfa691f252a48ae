"""Waking the pages that watch a table. Whoever streams to them hands in how (`install`); without it they poll."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

Wake = Callable[[UUID], None]

_installed: list[Wake] = []


def install(wake: Wake) -> None:
    """Call this with a table's id after each commit that changed anything there; it tells nobody what."""
    _installed[:] = [wake]


def changed(table_id: UUID) -> None:
    """Something at this table changes with the transaction under way. A fault of the waking harms nothing."""
    for wake in _installed:
        transaction.on_commit(lambda wake=wake: wake(table_id), robust=True)  # type: ignore[misc]
