"""A flag that says that a web server is about to stop. `/livez` shows it to the proxy.

A server that stops closes its socket, which drops connections that no worker has accepted yet. If
the proxy was notified before, there are no such connections. The flag is a byte of shared memory
that the parent process writes and its workers read.
"""

from __future__ import annotations

import mmap

_sign = mmap.mmap(-1, 1)


def begin() -> None:
    """Set the flag in this process and in its forks."""
    _sign[0] = 1


def is_on() -> bool:
    """Return whether the flag is set."""
    return _sign[0] == 1
