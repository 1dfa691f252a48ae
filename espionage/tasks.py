"""The doorbell: Celery rings, and whatever is due is done. A task carries no truth; losing one
loses nothing.
"""

from __future__ import annotations

from celery import shared_task

from espionage.services import tick as ticking


@shared_task(name="espionage.tasks.tick")
def tick() -> None:
    """Do all the work that is due. Safe to deliver twice, late, or to two workers at once."""
    ticking.tick(regular=True)
