"""Whether a league is paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from campaign.league.models import Pause

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Campaign


def standing(campaign: Campaign, at: datetime) -> Pause | None:
    """The pause that the club is in, for all its members to read; None where it plays. One
    query.
    """
    rows = Pause.objects.filter(_open(at), campaign=campaign)
    return rows.select_related("by").first()


def in_a_pause(at: datetime, campaign: str) -> Q:
    """A condition on rows: the club whose id is in the field `campaign` is paused."""
    return Q(Exists(Pause.objects.filter(_open(at), campaign=OuterRef(campaign))))


def _open(at: datetime) -> Q:
    """Not ended by anybody, and not over by itself."""
    return Q(ended_at=None, until__gt=at)
