"""Signs of life for processes that serve no pages. Each process touches a file, and a health check
reads the file's age.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from celery.beat import Scheduler
from celery.signals import heartbeat_sent

OLD_SECONDS = 60.0


def sign(name: str) -> Path:
    """Return the file that this process touches."""
    return Path(tempfile.gettempdir()) / f"deaddrop-{name}.alive"


def is_alive(name: str) -> bool:
    """Return whether the process has shown a sign of life within the last minute."""
    try:
        return time.time() - sign(name).stat().st_mtime < OLD_SECONDS
    except FileNotFoundError:
        return False


@heartbeat_sent.connect
def worker_beats(**_: Any) -> None:
    """Touch the worker's file."""
    sign("worker").touch()


class BeatingScheduler(Scheduler):
    """Celery's scheduler, with signs of life."""

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Touch the scheduler's file and send due tasks."""
        sign("beat").touch()
        return super().tick(*args, **kwargs)
