"""Parking a week that cannot be worked off: it waits for the GM, who is told, and holds up nobody
else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from campaign.league.models import Membership, Week
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from core.notifications.services import notices
from espionage.notice_kinds import WeekNotice


def park(ids: Sequence[UUID], *, at: datetime, fault: str) -> None:
    """Park these weeks. `fault` says where and what kind, and quotes nothing."""
    if not ids:
        return
    Week.objects.filter(pk__in=ids).update(parked_at=at, claimed_at=None, fault=fault)
    weeks = list(Week.objects.filter(pk__in=ids).select_related("season"))
    gms = people.members([week.season.campaign_id for week in weeks], Membership.Role.GM)
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.WEEK_STUCK,
            f"Week {week.number} is stuck and needs your attention.",
            club_path("desk"),
            f"week-stuck:{week.pk}:{at.isoformat()}",
            at,
        )
        for week in weeks
        for user in gms.get(week.season.campaign_id, ())
    )
