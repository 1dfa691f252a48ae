"""Limits on the size and duration of requests and responses, for every process that serves the
site. This module does not import Django.
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
"""Maximum bytes of a form without its files, or of an API request."""
LARGEST_FILE: Final = 4 * MEBIBYTE
"""Maximum bytes of an uploaded file. The largest files are transcripts."""
LARGEST_BODY: Final = LARGEST_FORM + LARGEST_FILE
LARGEST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 1_000
MOST_FILES: Final = 100

HEAD_SECONDS: Final = float(os.environ.get("HEAD_SECONDS", "10"))
"""Maximum seconds for receiving the head of a request, counted from its first byte or from the
connection.
"""
BODY_SECONDS: Final = float(os.environ.get("BODY_SECONDS", "60"))
"""Maximum seconds for receiving the body. A slow phone needs a minute for 5 MiB."""
REQUEST_SECONDS: Final = float(os.environ.get("REQUEST_SECONDS", "60"))
"""Maximum seconds for processing a request. After that the process is restarted, and the stack of
each thread is logged. Live streams have no limit.
"""

ANSWER_SECONDS: Final = float(os.environ.get("ANSWER_SECONDS", "60"))
"""Maximum seconds in which a client must receive a response after it is complete. Responses larger
than the largest request have proportionally more time.
"""
LARGEST_ANSWER: Final = 32 * MEBIBYTE
"""Maximum bytes of a response that are buffered for a slow client. A larger response is cut off,
which is logged. The site's largest responses are transcripts, of which at most `LARGEST_FILE` bytes
can be uploaded again. Endless responses have a process of their own.
"""
ANSWERS_HELD: Final = 64 * MEBIBYTE
"""Maximum bytes of all responses that a process buffers. Above it, the oldest responses are
dropped. It is enough for two of the largest responses and a thousand pages.
"""
OPEN_FILES: Final = 4096
"""Number of open files that a process requests: twice the number of streams that it keeps open."""


def seconds_to_take(size: int) -> float:
    """Return the maximum seconds in which a client must receive a response of this size."""
    return ANSWER_SECONDS * max(1.0, size / LARGEST_BODY)


def reset_on_close(sock: socket.socket | TransportSocket) -> None:
    """Make the system discard unsent data when this socket is closed, and report the missing end to
    the other side. Otherwise it would keep trying to send.
    """
    with suppress(OSError):  # The client may have left already.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def allow_open_files() -> None:
    """Raise the limit on open files for this process and its children, because each connection
    needs one. The initial limit is usually 1,024 or 256.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
