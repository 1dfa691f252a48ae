"""How gunicorn serves pages and API behind a proxy."""

import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

from config import draining, limits

bind = os.environ.get("BIND", "0.0.0.0:8000")
"""Where gunicorn listens."""
workers = int(os.environ.get("WEB_WORKERS", "2"))
"""How many processes serve pages: one for each core."""
threads = int(os.environ.get("WEB_THREADS", "4"))
"""How many requests each of them works on at a time; each holds a connection to the database."""
drain_seconds = int(os.environ.get("DRAIN_SECONDS", "0"))
"""How many seconds it works on when it is told to stop, while `/livez` says so: more than the proxy
takes to look twice. 0 where nobody takes its work over."""
worker_class = "config.gunicorn_worker.PatientWorker"  # no thread waits for a slow client
worker_connections = 500
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
preload_app = True
graceful_timeout = 30
timeout = 60  # of the event loop; requests have `limits.REQUEST_SECONDS`
keepalive = 15
max_requests = 10_000
max_requests_jitter = 1_000
forwarded_allow_ips = "*" if os.environ.get("TRUSTED_PROXIES", "0") != "0" else ""
control_socket_disable = True
limits.allow_open_files()  # the workers have as many


# --- request times of all workers together ---
#
# Each worker adds to files of its own, in a folder that is new with each start. The files are the
# slot's and not the process's: the next worker in a slot goes on with them, so that there are never
# more of them than workers, however many come and go.

shared = Path(tempfile.gettempdir()) / f"deaddrop-metrics-{os.getpid()}"
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={shared}"]


def on_starting(server: Any) -> None:
    """Make the folder."""
    shutil.rmtree(shared, ignore_errors=True)
    shared.mkdir(mode=0o700)


def on_exit(server: Any) -> None:
    """Take it away."""
    shutil.rmtree(shared, ignore_errors=True)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first slot that no other has; one that is stopping has its own still."""
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = next(slot for slot in range(len(taken) + 1) if slot not in taken)


def post_fork(server: Any, worker: Any) -> None:
    """Let the worker count in its slot's files."""
    from prometheus_client import values

    values.ValueClass = values.MultiProcessValue(lambda: worker.slot)  # type: ignore[no-untyped-call]


# --- stopping -------------------------------------------------------------------------------------


def when_ready(server: Any) -> None:
    """Told to stop, say so for a while, and stop then; told again, stop at once."""

    def stop(*_: Any) -> None:
        server.signal(signal.SIGTERM, None)

    def leave(*_: Any) -> None:
        if draining.is_on() or not drain_seconds:
            stop()
        draining.begin()
        signal.alarm(drain_seconds)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, leave)
