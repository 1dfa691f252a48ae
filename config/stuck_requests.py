"""End a server process in which one request runs too long, so that its supervisor starts another.

Python cannot stop a thread. A request that never returns occupies its thread until the process
ends, and a few of them occupy all threads. The timer is that of `faulthandler`. It writes the stack
of each thread to standard error before it ends the process. It does not need the interpreter, so it
also ends code that never releases the interpreter.
"""

from __future__ import annotations

import faulthandler
import time
from contextlib import contextmanager
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Final

from config import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock: Final = Lock()
_started: Final[dict[int, float]] = {}
"""Start time of each thread's request by thread identifier, oldest first."""


@contextmanager
def time_limit() -> Iterator[None]:
    """End the process if the block, which answers a request, runs longer than the limit."""
    with _lock:
        _started[get_ident()] = time.monotonic()
        if len(_started) == 1:
            _set_timer()
    try:
        yield
    finally:
        with _lock:
            is_oldest = next(iter(_started)) == get_ident()
            del _started[get_ident()]
            if is_oldest:
                _set_timer()


def _set_timer() -> None:
    """Set the process's only timer to the time limit of the oldest request."""
    if not _started:
        return faulthandler.cancel_dump_traceback_later()
    seconds_left = next(iter(_started.values())) + limits.REQUEST_SECONDS - time.monotonic()
    return faulthandler.dump_traceback_later(max(seconds_left, 0.001), exit=True)
