"""The query for clubs with a public page."""

from __future__ import annotations

from campaign.league.models import Campaign


def public_club(slug: str) -> Campaign | None:
    """Return the club with this address if its public page is on, otherwise None.

    This takes one query and needs no scope.
    """
    return Campaign.objects.filter(
        slug=slug, public_at__isnull=False, archived_at=None, tryout=False
    ).first()
