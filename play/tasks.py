"""The doorbell of the tables. A task carries no truth; losing one loses nothing, as the next tick
finds the same rows.

Bots think in a queue of their own, so that nobody's deadline waits for them.
"""

from __future__ import annotations

import structlog
from celery import shared_task

from play.services import clocks, daily, rating, thinking, tournament_rounds
from play.services.tick import SECONDS

log = structlog.get_logger(__name__)


@shared_task(name="play.tasks.tick")
def tick() -> None:
    """Make the moves of clocks that ran out, count matches for ratings, deal the day, and take
    tournaments on. Safe to deliver twice, late, or to two workers at once.
    """
    clocks.move_for_expired_clocks()
    rating.rate_due()
    daily.deal_today()
    if tournament_rounds.advance_due():
        ring()


@shared_task(name="play.tasks.think")
def think() -> None:
    """Let the bots that are due think, for a while. Safe to deliver twice, late, or to two workers
    at once.
    """
    thinking.think(limit=200, seconds=SECONDS)


def ring() -> None:
    """Have bots think soon. Call it after the commit. Never raises: without a broker the next tick
    finds the work all the same.
    """
    try:
        think.apply_async(expires=30)
    except Exception as error:  # noqa: BLE001 - a broker that is away harms nobody's move
        log.warning("doorbell_failed", fault=type(error).__name__)
