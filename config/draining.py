"""A flag for a web server that is about to stop, which `/livez` shows to the proxy.

A server that stops closes its socket, which drops connections that no worker has taken yet. There
are none if the proxy was notified before. The flag is a byte of shared memory, which the parent
process writes and its workers read.
"""

from __future__ import annotations

import mmap

_sign = mmap.mmap(-1, 1)


def begin() -> None:
    """Set the flag in this process and its forks."""
    _sign[0] = 1


def is_on() -> bool:
    """Return whether the flag is set."""
    return _sign[0] == 1
