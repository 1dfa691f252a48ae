"""Who asks to run a team too, and the links into it; for its owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Invite, TeamAsk

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaign.league.models import Team


def asks(team: Team) -> QuerySet[TeamAsk]:
    """Who waits for an answer, the first to ask first."""
    return (
        TeamAsk.objects.filter(team=team, answered_at=None)
        .select_related("team", "user", "invited_by")
        .order_by("asked_at", "id")
    )


def links(team: Team) -> QuerySet[Invite]:
    """The links into a team, the newest first."""
    return (
        Invite.objects.filter(team=team)
        .select_related("campaign", "team", "made_by")
        .order_by("-made_at", "id")
    )
