"""The worker of ``make run``, which runs the scheduler and tasks in one process."""

from __future__ import annotations

import os
import warnings
from typing import Any

from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning

from config.celery import app

from . import parent_watchdog


def main() -> None:
    """Run the scheduler in a thread, and run tasks one after another."""
    parent_watchdog.hold()
    # The checks import every page, which takes memory.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    warnings.simplefilter("ignore", SecurityWarning)  # Running as root is allowed.
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
