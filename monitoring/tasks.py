"""Records the runs of scheduled Celery tasks."""

from __future__ import annotations

from typing import Any, Final

from celery.signals import task_success
from django.conf import settings

from .services import job_runs

JOB_OF_TASK: Final = {entry["task"]: job for job, entry in settings.CELERY_BEAT_SCHEDULE.items()}
"""Names of the scheduled jobs, by the names of their Celery tasks."""


@task_success.connect
def note_run(sender: Any, **_: Any) -> None:
    """Record that a scheduled task succeeded."""
    if job := JOB_OF_TASK.get(sender.name):
        job_runs.record(job, job_runs.WORKER)
