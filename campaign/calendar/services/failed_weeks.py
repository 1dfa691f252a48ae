"""Services for retrying weeks whose processing failed.

Dice and orders stay the same after an engine error (E16).
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import Week
from campaign.league.services import desk_log
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import WrongTime

from .calendar import refuse_closed


def retry(*, week: Week, actor: User, now: datetime) -> Week:
    """Put a parked week back in the queue and reset its number of attempts.

    The retry is logged publicly. Orders, seed and dice stay the same, so nothing is rolled again.
    Raise WrongTime if the week is not parked.
    """
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = locked(week)
        if week.parked_at is None:
            raise WrongTime(f"Week {week.number} is not stuck, so there is nothing to retry.")
        detail = {"week": week.number, "fault": week.fault, "attempts": week.attempts}
        week.attempts, week.parked_at = 0, None
        week.save(update_fields=["attempts", "parked_at"])
        desk_log.record(actor=actor, kind="week-retried", now=now, detail=detail, week=week)
        return week
