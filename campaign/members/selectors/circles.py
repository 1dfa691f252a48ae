"""Queries for the minigames, which know clubs as circles of players. Try-outs are excluded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership
from campaign.league.selectors.people import memberships_of
from core.accounts.models import User
from core.accounts.selectors.own_clubs import OwnClub
from play.selectors.circles import Circle


def own_clubs(user: User) -> tuple[OwnClub, ...]:
    """Return the clubs, by name, for which a person can create a token. This takes one query."""
    return tuple(
        OwnClub(part.campaign_id, part.campaign.slug, part.campaign.name)
        for part in memberships_of(user)
    )


def circles_of(user: User) -> tuple[Circle, ...]:
    """Return a person's clubs, ordered by name. This takes one query."""
    return tuple(
        _circle(part.campaign) for part in memberships_of(user) if not part.campaign.tryout
    )


def ids_of(user: UUID) -> QuerySet[Membership, Any]:
    """Return a subquery for the ids of a person's clubs. This takes no query."""
    with scopes_disabled():
        rows = Membership.objects.filter(user=user, left_at=None)
        current = rows.filter(campaign__archived_at=None, campaign__tryout=False)
        return current.values("campaign")


def circles_by_id(ids: Iterable[UUID]) -> Mapping[UUID, Circle]:
    """Return the clubs with these ids. This takes one query, or none if `ids` is empty."""
    club_ids = set(ids)
    if not club_ids:
        return {}
    with scopes_disabled():
        return {club.pk: _circle(club) for club in Campaign.objects.filter(pk__in=club_ids)}


def _circle(club: Campaign) -> Circle:
    return Circle(club.pk, club.slug, club.name, reverse("club", kwargs={"slug": club.slug}))
