"""Context managers for a block of work: a time limit, and a pause of garbage collection."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(Exception):
    """The time limit was exceeded."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block after this many seconds.

    The time limit uses the alarm of the process, which only the main thread can set. Other threads
    have no limit. Celery's hard limit stops code that Python cannot interrupt.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _cut_off)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
