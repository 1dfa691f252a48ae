"""Parks weeks that cannot be processed, so that they wait for the GM and do not delay others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from campaign.league.models import Membership, Week
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from core.notifications.services import notices
from espionage.notice_kinds import WeekNotice


def park(ids: Sequence[UUID], *, now: datetime, fault: str) -> None:
    """Park these weeks and notify their GMs.

    `fault` contains the stage and the kind of error, but no data.
    """
    if not ids:
        return
    Week.objects.filter(pk__in=ids).update(parked_at=now, claimed_at=None, fault=fault)
    weeks = list(Week.objects.filter(pk__in=ids).select_related("season"))
    gms = people.members([week.season.campaign_id for week in weeks], Membership.Role.GM)
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.WEEK_STUCK,
            f"Week {week.number} is stuck and needs your attention.",
            club_path("desk"),
            f"week-stuck:{week.pk}:{now.isoformat()}",
            now,
        )
        for week in weeks
        for user in gms.get(week.season.campaign_id, ())
    )
