"""Limits on the size and duration of requests and responses, for every process that serves the
site. This module does not import Django.
"""

from __future__ import annotations

import os
import resource
from typing import Final

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
BYTES_HELD: Final = 128 * MEBIBYTE
"""Maximum bytes of incomplete requests and unsent responses that a process holds. Above it, the
oldest ones are dropped. It is enough for two thousand pages.
"""
THREADS: Final = int(os.environ.get("WEB_THREADS", "4"))
"""Maximum number of requests that each process handles at the same time, without live streams.

Each of them uses a database connection.
"""
CONNECTIONS: Final = 2000
"""Maximum number of connections of a process. Above it, requests are answered with 503."""
IDLE_CONNECTIONS: Final = 1000
"""Maximum number of connections without a request. Above it, the oldest one is closed."""
PIPELINED_REQUESTS: Final = 16
"""Maximum number of requests that can wait on a connection. Above it, the connection is closed."""
OPEN_FILES: Final = 2 * CONNECTIONS
"""Number of open files that a process requests."""


def allow_open_files() -> None:
    """Raise the limit on open files for this process and its children, because each connection
    needs a file. The initial limit is usually 1,024 or 256.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
