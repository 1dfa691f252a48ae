"""The periodic task. Celery calls it, and it does all work that is due. A task has no data, so
losing one does no harm.
"""

from __future__ import annotations

from celery import shared_task

from espionage.services import tick as ticking


@shared_task(name="espionage.tasks.tick")
def tick() -> None:
    """Do all work that is due. It is safe to call late, twice, or in two workers at the same
    time.
    """
    ticking.tick(regular=True)
