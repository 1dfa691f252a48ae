"""The clock that deadlines go by: the database's own, read anew in a statement of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

_SET_TO: Final[ContextVar[datetime | None]] = ContextVar("clock_set_to", default=None)


def now() -> datetime:
    """The time by the database, so that two web servers with wrong clocks agree on who was late.

    On PostgreSQL `now()` is when the transaction began; a writer that waited for a lock needs the
    time after it got it.
    """
    if (moment := _SET_TO.get()) is not None:
        return moment
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
        return found


@contextmanager
def set_to(moment: datetime) -> Iterator[None]:
    """Let it be this moment inside the block: for the demo club's past, and for tests."""
    token = _SET_TO.set(moment)
    try:
        yield
    finally:
        _SET_TO.reset(token)
