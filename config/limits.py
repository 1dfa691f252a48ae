"""How much a request may bring, how long it may take to arrive and to be answered, how much is held
of answers and how long they may take to leave, in every process that serves the site. Nothing of
Django in here.
"""

from __future__ import annotations

import os
import resource
import socket
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio.trsock import TransportSocket

MEBIBYTE: Final = 1024 * 1024
LARGEST_FORM: Final = 1 * MEBIBYTE
"""A form without its files, or what is sent to the API."""
LARGEST_FILE: Final = 4 * MEBIBYTE
"""The largest file that any page takes: a transcript."""
LARGEST_BODY: Final = LARGEST_FORM + LARGEST_FILE
LARGEST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 1_000
MOST_FILES: Final = 100

HEAD_SECONDS: Final = float(os.environ.get("HEAD_SECONDS", "10"))
"""So long the head of a request may take from its first byte (or from the connection) to its last.
"""
BODY_SECONDS: Final = float(os.environ.get("BODY_SECONDS", "60"))
"""So long its body may take: 5 MiB in a minute is a slow telephone."""
REQUEST_SECONDS: Final = float(os.environ.get("REQUEST_SECONDS", "60"))
"""Seconds that the site may work on a request. After them the process is ended and started again,
and the log has the stack of each thread. Live streams are not limited.
"""

ANSWER_SECONDS: Final = float(os.environ.get("ANSWER_SECONDS", "60"))
"""So long a client may take over an answer, from when all of it was there, if it is no larger than
the largest request; over a larger one longer, at the same speed.
"""
LARGEST_ANSWER: Final = 32 * MEBIBYTE
"""So much is held of one answer whose client is slow; what is larger is cut off, and logged. The
largest that the site has are transcripts, which are read back up to `LARGEST_FILE`: there is room
to grow. An answer that never ends has no place here; those have a process of their own.
"""
ANSWERS_HELD: Final = 64 * MEBIBYTE
"""So much a process holds of all answers that their clients have not taken; beyond it the oldest
have to go. Two of the largest fit, and a thousand pages.
"""
OPEN_FILES: Final = 4096
"""So many a process asks for: twice as many as the streams that one keeps open."""


def seconds_to_take(size: int) -> float:
    """So long a client may take over an answer of this size."""
    return ANSWER_SECONDS * max(1.0, size / LARGEST_BODY)


def reset_on_close(sock: socket.socket | TransportSocket) -> None:
    """Let the system throw away what it has still to send when this is closed, and tell the other
    side that the end is missing. It would keep offering it otherwise.
    """
    with suppress(OSError):  # they may be gone already
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def allow_open_files() -> None:
    """Let this process and those that it starts have as many connections open as it serves; systems
    begin with 1,024 or 256, and allow more to whoever asks.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
