"""Invite links and log-in links, for the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Invite, LoginLink

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign


def invites_of(campaign: Campaign) -> QuerySet[Invite]:
    """The club's invite links, the newest first."""
    return (
        Invite.objects.filter(campaign=campaign)
        .select_related("team", "made_by")
        .order_by("-made_at", "id")
    )


def invite_of(campaign: Campaign, pk: UUID) -> Invite | None:
    """One of the club's invite links."""
    return invites_of(campaign).filter(pk=pk).first()


def login_link_of(campaign: Campaign, pk: UUID) -> LoginLink | None:
    """A log-in link that was made at this club's desk."""
    rows = LoginLink.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user").first()
