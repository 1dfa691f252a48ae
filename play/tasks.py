"""Background tasks for tables. A task contains no data. If a task is lost, the next tick finds the
same rows.

Bots think in their own queue, so that deadlines do not wait for them.
"""

from __future__ import annotations

import structlog
from celery import shared_task

from play.services import clocks, daily, rating, scheduled, thinking, tournament_rounds
from play.services.tick import SECONDS

log = structlog.get_logger(__name__)


@shared_task(name="play.tasks.tick")
def tick() -> None:
    """Start scheduled tables, make the moves of expired clocks, rate matches, deal the match of the
    day, and advance tournaments. This is idempotent, even if deliveries are late or concurrent.
    """
    begun = scheduled.begin_due()
    clocks.move_for_expired_clocks()
    rating.rate_due()
    daily.deal_today()
    if tournament_rounds.advance_due() or begun:
        ring()


@shared_task(name="play.tasks.think")
def think() -> None:
    """Let the bots that are due move, for a limited time. This is idempotent, even if deliveries
    are late or concurrent.
    """
    thinking.think(limit=200, seconds=SECONDS)


def ring() -> None:
    """Queue a task for the bots. Call this after the commit. It never raises an error. If there is
    no broker, the next tick does the work.
    """
    try:
        think.apply_async(expires=30)
    except Exception as error:  # noqa: BLE001 - moves do not need a broker
        log.warning("doorbell_failed", fault=type(error).__name__)
