"""The web process of ``make run``, on a socket that ``config.serve`` has opened."""

from __future__ import annotations

import sys

import uvicorn

from . import limits, parent_watchdog


def main(socket_fd: int) -> None:
    """Serve on this file descriptor until told to stop."""
    parent_watchdog.hold()
    limits.allow_open_files()
    uvicorn.run(
        "config.embedded:application",
        fd=socket_fd,
        http="config.uvicorn_protocol:Streaming",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        ws="none",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
