"""Clubs as the room of games knows them: circles of people who belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership
from core.accounts.selectors.own_clubs import OwnClub
from play.selectors.circles import Circle

from .people import memberships_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from django.db.models import QuerySet

    from core.accounts.models import User


def own_clubs(user: User) -> tuple[OwnClub, ...]:
    """The clubs that a person may make a token for: those they belong to now, by name. One
    query.
    """
    return tuple(
        [
            OwnClub(part.campaign_id, part.campaign.slug, part.campaign.name)
            for part in memberships_of(user)
        ]
    )


class Clubs:
    """The answers to `play.selectors.circles`: a try-out is nobody's circle."""

    def circles_of(self, user: User) -> tuple[Circle, ...]:
        """The clubs a person belongs to now, by name. One query."""
        return tuple(
            _circle(part.campaign) for part in memberships_of(user) if not part.campaign.tryout
        )

    def ids_of(self, user: UUID) -> QuerySet[Membership, Any]:
        """The ids of the same, to be asked for within a query. No query."""
        with scopes_disabled():
            rows = Membership.objects.filter(user=user, left_at=None)
            here = rows.filter(campaign__archived_at=None, campaign__tryout=False)
            return here.values("campaign")

    def circles_by_id(self, ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
        """These clubs. One query, none for no ids."""
        wanted = set(ids)
        if not wanted:
            return {}
        with scopes_disabled():
            return {club.pk: _circle(club) for club in Campaign.objects.filter(pk__in=wanted)}


def _circle(club: Campaign) -> Circle:
    return Circle(club.pk, club.slug, club.name, reverse("club", kwargs={"slug": club.slug}))
