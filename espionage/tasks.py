"""The periodic task, which Celery calls to do all due work.

A task carries no data, so losing one does no harm.
"""

from __future__ import annotations

from celery import shared_task

from espionage.services import tick as ticking


@shared_task(name="espionage.tasks.tick")
def tick() -> None:
    """Do all work that is due.

    The task can safely run late, twice, or in two workers at the same time.
    """
    ticking.tick(regular=True)
