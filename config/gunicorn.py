"""Configuration of gunicorn for pages and API behind a proxy."""

import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

from config import draining, limits

bind = os.environ.get("BIND", "0.0.0.0:8000")
"""Address that gunicorn listens on."""
workers = int(os.environ.get("WEB_WORKERS", "2"))
"""Number of processes for pages, one per core."""
threads = int(os.environ.get("WEB_THREADS", "4"))
"""Number of requests that each process handles at the same time.

Each of them uses a database connection.
"""
drain_seconds = int(os.environ.get("DRAIN_SECONDS", "0"))
"""Seconds between the signal to stop and the stop, during which `/livez` answers 503.

It must be longer than the proxy needs for two checks. Use 0 if there are no other servers.
"""
worker_class = "config.gunicorn_worker.PatientWorker"  # no thread waits for a slow client
worker_connections = 500
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
preload_app = True
graceful_timeout = 30
timeout = 60  # for the event loop; the limit for requests is `limits.REQUEST_SECONDS`
keepalive = 15
max_requests = 10_000
max_requests_jitter = 1_000
forwarded_allow_ips = "*" if os.environ.get("TRUSTED_PROXIES", "0") != "0" else ""
control_socket_disable = True
limits.allow_open_files()  # The workers have the same number.


# --- request times of all workers together ---
#
# Each worker counts in its own files, in a folder that is new on each start. Files belong to slots,
# not to processes: the next worker in a slot continues them, so the files stay as few as slots.

shared = Path(tempfile.gettempdir()) / f"deaddrop-metrics-{os.getpid()}"
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={shared}"]


def on_starting(server: Any) -> None:
    """Create the folder."""
    shutil.rmtree(shared, ignore_errors=True)
    shared.mkdir(mode=0o700)


def on_exit(server: Any) -> None:
    """Delete the folder."""
    shutil.rmtree(shared, ignore_errors=True)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first free slot. A worker that is stopping keeps its slot."""
    used_slots = {other.slot for other in server.WORKERS.values()}
    worker.slot = next(slot for slot in range(len(used_slots) + 1) if slot not in used_slots)


def post_fork(server: Any, worker: Any) -> None:
    """Let the worker count in the files of its slot."""
    from prometheus_client import values

    values.ValueClass = values.MultiProcessValue(lambda: worker.slot)  # type: ignore[no-untyped-call]


# --- stopping -------------------------------------------------------------------------------------


def when_ready(server: Any) -> None:
    """Install signal handlers.

    The first SIGTERM starts draining, the second one stops immediately.
    """

    def stop(*_: Any) -> None:
        server.signal(signal.SIGTERM, None)

    def leave(*_: Any) -> None:
        if draining.is_on() or not drain_seconds:
            stop()
        draining.begin()
        signal.alarm(drain_seconds)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, leave)
