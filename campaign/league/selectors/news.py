"""Public news of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import News

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week


def news(campaign: Campaign) -> QuerySet[News]:
    """Everything published, newest first; what belongs to one moment in its fixed order (team, then
    name).
    """
    return (
        News.objects.filter(campaign=campaign)
        .select_related("week")
        .order_by("-at", "position", "cause")
    )


def news_of(week: Week) -> QuerySet[News]:
    """What was published about a week, in the order in which it happened."""
    return News.objects.filter(week=week).order_by("at", "position", "cause")
