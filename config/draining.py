"""Whether this web server is about to stop: the proxy is told so by `/livez` before the door is
shut, and sends whoever comes next to another one.

A server that stops shuts its door while somebody stands before it, however quick it is: whom the
system had let in, but no worker yet, is hung up on. Nobody stands there when the proxy knows.

One byte of shared memory, which gunicorn's master writes and all its workers read.
"""

from __future__ import annotations

import mmap

_sign = mmap.mmap(-1, 1)


def begin() -> None:
    """Say so, in this process and all that were forked of it."""
    _sign[0] = 1


def is_on() -> bool:
    """Tell whether it was said."""
    return _sign[0] == 1
