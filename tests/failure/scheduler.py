"""`python -m tests.failure.scheduler LOG`: Celery's scheduler as in production, which also writes
the name of each sent task to LOG and sends every task each second.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from celery.signals import before_task_publish

from config.celery import app


@before_task_publish.connect
def note(sender: str, **_: Any) -> None:
    """Log a sent task."""
    with Path(sys.argv[1]).open("a") as log:
        log.write(f"{sender}\n")


if __name__ == "__main__":
    for entry in app.conf.beat_schedule.values():
        entry["schedule"] = 1.0
    app.start(["--quiet", "beat", "--pidfile="])
