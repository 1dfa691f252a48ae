"""Writing down that a job ran: the sign of life of whatever does the site's own work."""

from __future__ import annotations

from typing import Final, Literal

from core.web import clock
from monitoring.models import JobRun

Runner = Literal["worker", "loop"]
WORKER: Final[Runner] = "worker"
LOOP: Final[Runner] = "loop"


def record(job: str, runner: Runner) -> None:
    """This job has just run to its end. One statement, whoever else writes the same."""
    JobRun.objects.bulk_create(
        [JobRun(job=job, runner=runner, at=clock.now())],
        update_conflicts=True,
        unique_fields=["job", "runner"],
        update_fields=["at"],
    )
