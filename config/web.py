"""The web server. ``python -m config.web`` serves pages, the API and live streams with uvicorn.

This process loads the site once and forks a worker for each core, so that the workers share its
memory. It replaces workers that die. It can also use a socket from systemd.

``python -m config.web FD PARENT`` runs a single worker on a socket of its parent process, which
replaces the worker if it dies (`config.serve`).
"""

from __future__ import annotations

import asyncio
import faulthandler
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
"""Address on which the web server listens."""
WORKERS: Final = int(os.environ.get("WEB_WORKERS", "2"))
"""Number of worker processes, which should be one per core."""
DRAIN_SECONDS: Final = int(os.environ.get("DRAIN_SECONDS", "0"))
"""Number of seconds between the stop signal and the actual stop, during which `/livez` returns 503.

This must be longer than the time in which the proxy makes two checks. Use 0 if there are no other
servers.
"""
STOP_SECONDS: Final = 30
"""Maximum time in which a stopping worker finishes its requests, in seconds."""
LOOK_SECONDS: Final = 0.25
SYSTEMD_SOCKET: Final = 3
"""File descriptor of the socket from systemd."""


def main() -> None:
    """Serve the site until told to stop."""
    limits.allow_open_files()
    if sys.argv[1:]:
        from config.asgi import application

        socket_fd, parent = map(int, sys.argv[1:])
        return work(application, socket.socket(fileno=socket_fd), parent)
    with tempfile.TemporaryDirectory(prefix="deaddrop-metrics-") as shared, listen() as listener:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared  # Workers add up their request times.
        from config.asgi import application

        return supervise(application, listener)


def listen() -> socket.socket:
    """Return the socket to listen on."""
    if "LISTEN_FDS" in os.environ:
        return socket.socket(fileno=SYSTEMD_SOCKET)
    host, _, port = BIND.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host.strip("[]"), int(port)), family=family)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Send small parts immediately.
    return listener


def supervise(application: Callable[..., Any], listener: socket.socket) -> None:
    """Keep the workers running until a stop signal arrives. A second signal ends draining."""
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
            workers.append(fork.Process(target=work, args=(application, listener, os.getpid())))
            workers[-1].start()
        time.sleep(LOOK_SECONDS)
    for each in workers:
        each.terminate()
    listener.close()  # Refuse connections that no worker would accept.
    for each in workers:
        each.join()


def work(application: Callable[..., Any], listener: socket.socket, parent: int) -> None:
    """Serve as a worker until told to stop, or until the parent process has ended."""
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, signal.SIG_DFL)
    config = uvicorn.Config(
        application,
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # Django reads them.
        server_header=False,
        limit_concurrency=limits.CONNECTIONS,
        timeout_keep_alive=int(limits.HEAD_SECONDS),
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    asyncio.run(serve(uvicorn.Server(config), listener, parent))


async def serve(server: uvicorn.Server, listener: socket.socket, parent: int) -> None:
    """Serve on this event loop, and end the streams when the server stops.

    End the process if a request takes too long, because Python cannot stop a thread, or if this
    loop no longer runs. The timer writes the stack of each thread to standard error. It does not
    need the interpreter, so it can also end code that never releases the interpreter.
    """
    from config.asgi import running  # The site must be loaded first.
    from core.live.hub import hub

    serving = asyncio.ensure_future(server.serve([listener]))
    while not serving.done():
        now = time.monotonic()
        oldest = min(running.copy().values(), default=now)
        seconds_left = max(oldest + limits.REQUEST_SECONDS - now, 0.001)
        faulthandler.dump_traceback_later(seconds_left, exit=True)
        server.should_exit |= os.getppid() != parent
        if server.should_exit:
            hub().stop()
        await asyncio.sleep(LOOK_SECONDS)
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
