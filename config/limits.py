"""Limits on the size and duration of requests and responses, for all processes that serve the site.
This module does not import Django.
"""

from __future__ import annotations

import os
import resource
from typing import Final

MEBIBYTE: Final = 1024 * 1024
LARGEST_FORM: Final = 1 * MEBIBYTE
"""Maximum size of a form without its files, or of an API request, in bytes."""
LARGEST_FILE: Final = 4 * MEBIBYTE
"""Maximum size of an uploaded file, in bytes. The largest files are transcripts."""
LARGEST_BODY: Final = LARGEST_FORM + LARGEST_FILE
LARGEST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 1_000
MOST_FILES: Final = 100

HEAD_SECONDS: Final = float(os.environ.get("HEAD_SECONDS", "10"))
"""Maximum time for receiving the header section of a request in seconds, counted from its first
byte or from the connection.
"""
BODY_SECONDS: Final = float(os.environ.get("BODY_SECONDS", "60"))
"""Maximum time for receiving the body in seconds. A slow phone needs a minute for 5 MiB."""
REQUEST_SECONDS: Final = float(os.environ.get("REQUEST_SECONDS", "60"))
"""Maximum time for processing a request in seconds. After that, the process is restarted, and the
stack of each thread is logged. Live streams have no limit.
"""

ANSWER_SECONDS: Final = float(os.environ.get("ANSWER_SECONDS", "60"))
"""Maximum time in which a client must receive a complete response, in seconds. For responses larger
than the largest request, the time is proportionally longer.
"""
BYTES_HELD: Final = 128 * MEBIBYTE
"""Maximum number of bytes that a process holds of incomplete requests and unsent responses. If
there are more, the oldest are dropped. The limit is sufficient for two thousand pages.
"""
THREADS: Final = int(os.environ.get("WEB_THREADS", "4"))
"""Maximum number of requests, except live streams, that each process handles at the same time.

Each of these requests uses a database connection.
"""
CONNECTIONS: Final = 2000
"""Maximum number of connections per process. If there are more, requests are answered with 503."""
IDLE_CONNECTIONS: Final = 1000
"""Maximum number of connections without a request. If there are more, the oldest one is closed."""
PIPELINED_REQUESTS: Final = 16
"""Maximum number of requests waiting on a connection. If there are more, it is closed."""
OPEN_FILES: Final = 2 * CONNECTIONS
"""Number of open files that a process asks to be allowed."""


def allow_open_files() -> None:
    """Raise the limit on open files for this process and its children. Each connection needs a
    file, and the initial limit is usually 1,024 or 256.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
