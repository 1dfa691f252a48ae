"""Queries for the invite links and sign-in links that the desk shows."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from campaign.league.models import Campaign
from campaign.members.models import Invite, LoginLink

_WORKS: Final = Q(revoked_at=None) & (Q(uses_left=None) | ~Q(uses_left=0))


def invites_of(campaign: Campaign) -> QuerySet[Invite]:
    """Select the club's invite links, newest first."""
    return (
        Invite.objects.filter(campaign=campaign)
        .select_related("team", "made_by")
        .order_by("-made_at", "id")
    )


def working_invites(campaign: Campaign, now: datetime) -> QuerySet[Invite]:
    """Select the invite links that work at the given time."""
    return invites_of(campaign).filter(_WORKS & (Q(expires_at=None) | Q(expires_at__gt=now)))


def spent_invites(campaign: Campaign, now: datetime) -> QuerySet[Invite]:
    """Select the invite links that are used up, revoked or expired at the given time."""
    return invites_of(campaign).filter(~_WORKS | Q(expires_at__lte=now))


def find_invite(campaign: Campaign, pk: UUID) -> Invite | None:
    """Return one of the club's invite links, or None."""
    return invites_of(campaign).filter(pk=pk).first()


def find_login_link(campaign: Campaign, pk: UUID) -> LoginLink | None:
    """Return a sign-in link that was created at this club's desk, or None."""
    rows = LoginLink.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user").first()
