"""Who asks to run a team too, and the links into it; for its owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Invite, TeamAsk

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

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


def ask_of(team: Team, pk: UUID) -> TeamAsk | None:
    """Somebody's wish to run the team too, answered or not."""
    return TeamAsk.objects.filter(team=team, pk=pk).select_related("team", "user").first()


def link_of(team: Team, pk: UUID) -> Invite | None:
    """One of the links into a team."""
    return links(team).filter(pk=pk).first()


def working_links(team: Team, now: datetime) -> QuerySet[Invite]:
    """The links into a team that still let somebody in."""
    return links(team).filter(revoked_at=None, uses_left__gt=0, expires_at__gt=now)
