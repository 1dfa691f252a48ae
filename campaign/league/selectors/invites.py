"""Invite links and log-in links, for the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Q

from campaign.league.models import Invite, LoginLink

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign


_WORKS: Final = Q(revoked_at=None) & (Q(uses_left=None) | ~Q(uses_left=0))


def invites_of(campaign: Campaign) -> QuerySet[Invite]:
    """The club's invite links, the newest first."""
    return (
        Invite.objects.filter(campaign=campaign)
        .select_related("team", "made_by")
        .order_by("-made_at", "id")
    )


def working(campaign: Campaign, at: datetime) -> QuerySet[Invite]:
    """Those that let somebody in at that moment."""
    return invites_of(campaign).filter(_WORKS & (Q(expires_at=None) | Q(expires_at__gt=at)))


def spent(campaign: Campaign, at: datetime) -> QuerySet[Invite]:
    """Those that are used up, revoked or too old by then."""
    return invites_of(campaign).filter(~_WORKS | Q(expires_at__lte=at))


def invite_of(campaign: Campaign, pk: UUID) -> Invite | None:
    """One of the club's invite links."""
    return invites_of(campaign).filter(pk=pk).first()


def login_link_of(campaign: Campaign, pk: UUID) -> LoginLink | None:
    """A log-in link that was made at this club's desk."""
    rows = LoginLink.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user").first()
