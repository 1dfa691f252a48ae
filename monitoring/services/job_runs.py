"""Records of job runs, with which monitoring notices when a job has stopped."""

from __future__ import annotations

from typing import Final, Literal

from core.web import clock
from monitoring.models import JobRun

Runner = Literal["worker", "loop"]
WORKER: Final[Runner] = "worker"
LOOP: Final[Runner] = "loop"


def record(job: str, runner: Runner) -> None:
    """Record that a job has just finished. Concurrent calls are safe."""
    JobRun.objects.bulk_create(
        [JobRun(job=job, runner=runner, at=clock.now())],
        update_conflicts=True,
        unique_fields=["job", "runner"],
        update_fields=["at"],
    )
