"""The web server: ``python -m config.web`` serves pages, the API and live streams with uvicorn.

This process loads the site once and forks a worker for each core, so that the workers share its
memory. It replaces workers that die. It also accepts systemd's socket.

``python -m config.web FD PARENT`` is a single worker on a socket of its parent process, which
replaces it (`config.serve`).
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from config import draining, limits
from config.connections import Connection

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.process import BaseProcess

BIND: Final = os.environ.get("BIND", "0.0.0.0:8000")
"""Address that the web server listens on."""
WORKERS: Final = int(os.environ.get("WEB_WORKERS", "2"))
"""Number of processes, one per core."""
DRAIN_SECONDS: Final = int(os.environ.get("DRAIN_SECONDS", "0"))
"""Seconds between the signal to stop and the stop, during which `/livez` answers 503.

It must be longer than the time that the proxy needs for two checks. Use 0 if there are no other
servers.
"""
KEEP_ALIVE_SECONDS: Final = 15
STOP_SECONDS: Final = 30
"""Maximum seconds in which a worker that stops finishes its requests."""
LOOK_SECONDS: Final = 0.25
SYSTEMD_SOCKET: Final = 3
"""File descriptor of systemd's socket."""


def main() -> None:
    """Serve the site until told to stop."""
    limits.allow_open_files()
    if sys.argv[1:]:
        from config.asgi import application

        socket_fd, parent = map(int, sys.argv[1:])
        return work(application, socket.socket(fileno=socket_fd), parent)
    with tempfile.TemporaryDirectory(prefix="deaddrop-metrics-") as shared, listener() as door:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared  # Workers add up their request times.
        from config.asgi import application

        return supervise(application, door)


def supervise(application: Callable[..., Any], door: socket.socket) -> None:
    """Keep the workers running until a signal to stop. A second one ends draining."""
    signals: list[float] = []
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: signals.append(time.monotonic()))
    fork = multiprocessing.get_context("fork")
    workers: list[BaseProcess] = []
    while not signals or (len(signals) == 1 and time.monotonic() < signals[0] + DRAIN_SECONDS):
        if signals:
            draining.begin()
        workers = [each for each in workers if each.is_alive()]
        while len(workers) < WORKERS:
            workers.append(fork.Process(target=work, args=(application, door, os.getpid())))
            workers[-1].start()
        time.sleep(LOOK_SECONDS)
    for each in workers:
        each.terminate()
    door.close()  # Refuse connections that no worker would accept.
    for each in workers:
        each.join()


def listener() -> socket.socket:
    """Return the socket to listen on."""
    if "LISTEN_FDS" in os.environ:
        return socket.socket(fileno=SYSTEMD_SOCKET)
    host, _, port = BIND.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.create_server((host.strip("[]"), int(port)), family=family, backlog=2048)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Send small parts immediately.
    return door


def work(application: Callable[..., Any], door: socket.socket, parent: int) -> None:
    """Serve as a worker until told to stop, or until the parent process is gone."""
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, signal.SIG_DFL)
    asyncio.run(serve(application, door, parent))


async def serve(application: Callable[..., Any], door: socket.socket, parent: int) -> None:
    """Serve on this event loop. When the server stops, end the streams."""
    from play.live import asgi as live_asgi  # Django must be set up first.

    server = uvicorn.Server(
        uvicorn.Config(
            application,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # Django reads them.
            reset_contextvars=False,  # A request's task finds its connection.
            server_header=False,
            limit_concurrency=limits.CONNECTIONS,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )
    serving = asyncio.ensure_future(server.serve([door]))
    while not (server.should_exit or serving.done()):
        await asyncio.sleep(LOOK_SECONDS)
        server.should_exit |= os.getppid() != parent
    live_asgi.stop()
    await serving


if __name__ == "__main__":
    main()
