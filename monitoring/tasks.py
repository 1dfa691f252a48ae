"""The note that each job of the schedule leaves when it has run."""

from __future__ import annotations

from typing import Any, Final

from celery.signals import task_success
from django.conf import settings

from .services import job_runs

JOBS: Final = {entry["task"]: job for job, entry in settings.CELERY_BEAT_SCHEDULE.items()}
"""The schedule's own names of what it rings."""


@task_success.connect
def note_run(sender: Any, **_: Any) -> None:
    """One of the site's jobs has run to its end."""
    if job := JOBS.get(sender.name):
        job_runs.record(job, job_runs.WORKER)
