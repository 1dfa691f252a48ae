"""Limits on CPU time and on statements, and a pause of garbage collection, for a block of work."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from django.db import OperationalError, connection

from core.web.locks import is_locked

STATEMENT_SECONDS: Final = 30
"""Maximum time of a single SQL statement of a week in seconds, including waits for the disk."""
_CANCELLED: Final = "57014"
"""PostgreSQL's code for a statement that was cancelled, here by its timeout."""


class TookTooLong(Exception):
    """The limit on CPU time was exceeded."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block after this many seconds of CPU time.

    Waits for the database or for a busy computer do not count. The limit uses a timer of the
    process, which only the main thread can set. Other threads have no limit. Celery's hard limit
    stops code that Python cannot interrupt.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _cut_off)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_statements() -> None:
    """Limit the time of each statement in the current transaction, on PostgreSQL."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'")


def is_about_time(error: Exception) -> bool:
    """Return whether work took too long, or the database was too slow or too busy for it."""
    if isinstance(error, OperationalError):
        return getattr(error.__cause__, "sqlstate", "") == _CANCELLED or is_locked(error)
    return type(error).__name__ in {TookTooLong.__name__, "SoftTimeLimitExceeded"}  # Celery's


def _cut_off(_signal: int, _frame: FrameType | None) -> None:
    raise TookTooLong


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Collect garbage after the block instead of during it.

    The objects of a batch all become garbage at its end. Earlier collections took a sixth of the
    batch's time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
