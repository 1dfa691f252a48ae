"""The watch: a job that asks whether the others are done. And the note that each job leaves."""

from __future__ import annotations

from typing import Any, Final

from celery import shared_task
from celery.signals import task_success
from django.conf import settings

from .services import incidents, job_runs

JOBS: Final = {entry["task"]: job for job, entry in settings.CELERY_BEAT_SCHEDULE.items()}
"""The schedule's own names of what it rings."""


@shared_task
def watch() -> None:
    """Look for what is amiss. Safe to deliver twice, late, or to two workers at once."""
    incidents.look()


@task_success.connect
def note_run(sender: Any, **_: Any) -> None:
    """One of the site's jobs has run to its end."""
    if job := JOBS.get(sender.name):
        job_runs.record(job, job_runs.WORKER)
