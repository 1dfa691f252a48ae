"""The doorbell of the outbox. A task carries no truth; losing one loses nothing."""

from __future__ import annotations

from celery import shared_task

from .services import delivery_worker, pruning


@shared_task
def deliver() -> None:
    """Send what waits in the outbox. Safe to deliver twice, late, or to two workers at once."""
    delivery_worker.deliver()


@shared_task
def prune() -> None:
    """Forget deliveries that are long done. Safe to deliver twice, late, or to two workers at
    once.
    """
    pruning.prune()
