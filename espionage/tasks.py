"""The periodic task, which Celery calls to do all due work.

A task carries no data, so losing one does no harm.
"""

from __future__ import annotations

from typing import Final

import structlog
from celery import shared_task
from django.core.cache import cache
from django.db import transaction

from espionage.services import tick as ticking
from play.models import Table
from play.running import Running
from play.services.end_listeners import Listener

log = structlog.get_logger(__name__)

RING_SECONDS: Final = 2
"""Minimum time between two early ticks, in seconds."""
RUNG: Final = "espionage.tasks.ring"
"""Cache key that exists for `RING_SECONDS` after an early tick was queued."""


@shared_task(name="espionage.tasks.tick")
def tick() -> None:
    """Do all work that is due.

    The task can safely run late, twice, or in two workers at the same time.
    """
    ticking.tick(regular=True)


def ring() -> None:
    """Queue a tick, because an evening can continue. Call this after the commit.

    It never raises an error. If there is no broker, the next regular tick does the work.
    """
    try:
        if cache.add(RUNG, True, RING_SECONDS):
            tick.apply_async(expires=30)
    except Exception as error:  # noqa: BLE001 - the next tick does the work
        log.warning("doorbell_failed", fault=type(error).__name__)


def ringing(listener: Listener) -> Listener:
    """Return a listener that also queues a tick if the table belongs to a club's week."""

    def note_end(table: Table, running: Running | None) -> None:
        listener(table, running)
        if table.opened_by_id is None:
            transaction.on_commit(ring, robust=True)

    return note_end
