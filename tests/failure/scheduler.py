"""`python -m tests.failure.scheduler LOG`: Celery's scheduler as in production, which also notes
the name of each task that it sends as a line in LOG, and sends every one of them every second.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from celery.signals import before_task_publish

from config.celery import app


@before_task_publish.connect
def note(sender: str, **_: Any) -> None:
    """A task is sent."""
    with Path(sys.argv[1]).open("a") as log:
        log.write(f"{sender}\n")


if __name__ == "__main__":
    for entry in app.conf.beat_schedule.values():
        entry["schedule"] = 1.0
    app.start(["--quiet", "beat", "--pidfile="])
