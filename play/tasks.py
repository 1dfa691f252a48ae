"""The doorbell of the tables. A task carries no truth; losing one loses nothing, as the next tick finds the same rows."""

from __future__ import annotations

import structlog
from celery import shared_task

from play.services import tick as ticking

log = structlog.get_logger(__name__)


@shared_task(name="play.tasks.tick")
def tick() -> None:
    """Do all that is due at tables. Safe to deliver twice, late, or to two workers at once."""
    ticking.tick()


def ring() -> None:
    """Have it done soon. Call it after the commit. Never raises: without a broker the next tick finds the work all the same."""
    try:
        tick.apply_async(expires=30)
    except Exception as error:  # noqa: BLE001 - a broker that is away harms nobody's move
        log.warning("doorbell_failed", fault=type(error).__name__)
