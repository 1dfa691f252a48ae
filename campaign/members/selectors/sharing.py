"""Queries for requests to become a team owner, and for links that make people owners.

Only the team's owners can see them.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from campaign.league.models import Team
from campaign.members.models import Invite, TeamAsk


def open_team_asks(team: Team) -> QuerySet[TeamAsk]:
    """Select the open requests to become an owner of a team, oldest first."""
    return (
        TeamAsk.objects.filter(team=team, answered_at=None)
        .select_related("team", "user", "invited_by")
        .order_by("asked_at", "id")
    )


def team_links(team: Team) -> QuerySet[Invite]:
    """Select the invite links of a team, newest first."""
    return (
        Invite.objects.filter(team=team)
        .select_related("campaign", "team", "made_by")
        .order_by("-made_at", "id")
    )


def find_team_ask(team: Team, pk: UUID) -> TeamAsk | None:
    """Return a request to become an owner of the team, whether answered or not, or None."""
    return TeamAsk.objects.filter(team=team, pk=pk).select_related("team", "user").first()


def find_team_link(team: Team, pk: UUID) -> Invite | None:
    """Return one of the team's invite links, or None."""
    return team_links(team).filter(pk=pk).first()


def working_links(team: Team, now: datetime) -> QuerySet[Invite]:
    """Select the team's invite links that still work."""
    return team_links(team).filter(revoked_at=None, uses_left__gt=0, expires_at__gt=now)
