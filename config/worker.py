"""The worker of ``make run``: one process that rings the scheduler's bell and answers it."""

from __future__ import annotations

import os
import warnings
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning

from config.celery import app

from . import parent_watchdog


def main() -> None:
    """Run the scheduler on a thread and the tasks, one after the other, beside it."""
    parent_watchdog.hold()
    os.environ.setdefault(
        "CELERY_SKIP_CHECKS", "1"
    )  # they import every page, which takes memory and finds nothing new
    warnings.simplefilter(
        "ignore", SecurityWarning
    )  # whoever runs this for themselves may do so as root
    scheduler: Any = EmbeddedService(app, thread=True)
    scheduler.daemon = True
    scheduler.start()
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=solo",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--loglevel=WARNING",
        ]
    )


if __name__ == "__main__":
    main()
