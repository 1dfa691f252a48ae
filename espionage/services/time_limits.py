"""How a piece of work is kept short: a limit on its time, so that rules that never end stop no more
than their own week, and no search for garbage in between.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(Exception):
    """The work was cut off."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block when it takes longer.

    It rings the process's alarm, which only the main thread can: on any other thread there is no
    limit. Celery's own hard limit stands behind it, for code that Python cannot interrupt.
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
def garbage_left() -> Iterator[None]:
    """Look for garbage after the block, not inside: what a batch of weeks makes all goes together
    at its end, and to look through it again and again before that took a sixth of the batch's time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
