"""`python -m tests.failure.runner LOG`: a Celery worker as in production that also logs each task
and can be killed.

It writes a line to LOG for each finished task before it is acknowledged. While the file LOG.kill
exists, the process that ran the task removes the file and kills itself at that moment.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from celery.signals import task_postrun

from config.celery import app


@task_postrun.connect
def note(task_id: str, **_: Any) -> None:
    """Log a task whose work is committed and not acknowledged."""
    done = Path(sys.argv[1])
    with done.open("a") as log:
        log.write(f"{task_id}\n")
    kill = done.with_name(done.name + ".kill")
    if kill.exists():
        kill.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    app.worker_main(["--quiet", "worker", "--concurrency=1", "--loglevel=ERROR", *sys.argv[2:]])
