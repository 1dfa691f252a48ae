"""The clock for deadlines, which is the database's time, read in a separate statement."""

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
    """Return the database's time, so that wrong clocks of web servers have no effect.

    In PostgreSQL, `now()` is the start of the transaction, but a writer that has waited for a lock
    needs the current time.
    """
    if (moment := _SET_TO.get()) is not None:
        return moment
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment_in_database: datetime = cursor.fetchone()[0]
        return moment_in_database


@contextmanager
def set_to(moment: datetime) -> Iterator[None]:
    """Set the clock to a time inside the block, for the demo club's past or for tests."""
    token = _SET_TO.set(moment)
    try:
        yield
    finally:
        _SET_TO.reset(token)
