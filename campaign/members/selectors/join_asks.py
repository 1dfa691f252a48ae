"""Queries for requests to join a club."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django_scopes import scopes_disabled

from campaign.league.models import Campaign
from campaign.members.models import JoinAsk
from core.accounts.models import User


def open_join_asks(campaign: Campaign) -> QuerySet[JoinAsk]:
    """Select the open requests to join, oldest first."""
    rows = JoinAsk.objects.filter(campaign=campaign, answered_at=None)
    return rows.select_related("user", "campaign").order_by("asked_at", "id")


def find_join_ask(campaign: Campaign, pk: UUID) -> JoinAsk | None:
    """Return a request to join, whether answered or not, or None."""
    rows = JoinAsk.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user", "campaign").first()


def own_join_ask(campaign: Campaign, user: User) -> JoinAsk | None:
    """Return the person's own open request to join, or None. This takes one query."""
    with scopes_disabled():
        return JoinAsk.objects.filter(campaign=campaign, user=user, answered_at=None).first()
