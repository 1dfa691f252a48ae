"""Weeks whose work failed: trying again, by order of the GM (E16: an engine's fault is worked off
again; dice and orders stay).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Week
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import WrongTime

from . import desk_log
from .calendar import refuse_closed

if TYPE_CHECKING:
    from datetime import datetime


def retry(*, week: Week, actor: User, at: datetime) -> Week:
    """Put a parked week back in the queue: no attempts used, not parked. Logged for all to read.

    Orders, seed and dice stay what they are, so nothing is rolled anew. Raises WrongTime for a week
    that is not parked.
    """
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.parked_at is None:
            raise WrongTime(f"Week {week.number} is not stuck, so there is nothing to retry.")
        detail = {"week": week.number, "fault": week.fault, "attempts": week.attempts}
        week.attempts, week.parked_at = 0, None
        week.save(update_fields=["attempts", "parked_at"])
        desk_log.record(
            campaign_id=week.season.campaign_id,
            actor=actor,
            kind="week-retried",
            at=at,
            detail=detail,
            week=week,
        )
        return week
