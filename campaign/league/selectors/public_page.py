"""Queries for the public page of a club, and requests to join.

The page is based on the same selectors as the members' pages, and shows no more than a spectator
can see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django_scopes import scopes_disabled

from campaign.league.models import Campaign, JoinAsk, News

from .news import CORRECTED, RECAP, RECORDED, news

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from core.accounts.models import User

PUBLIC_KINDS: Final = (
    "founded", "season-opened", "season-closed", "week-opened", "week-settled", RECAP,
    "death", "explosion", "ambush", RECORDED, CORRECTED,
)  # fmt: skip
"""Kinds of news about the game itself. All others name people or give a GM's reasons, and are for
members only.
"""


def public_club(slug: str) -> Campaign | None:
    """Return the club with this address if its public page is on. This takes one query and needs no
    scope.
    """
    return Campaign.objects.filter(
        slug=slug, public_at__isnull=False, archived_at=None, tryout=False
    ).first()


def public_news(campaign: Campaign) -> QuerySet[News]:
    """Select the public news of a club, newest first."""
    return news(campaign).filter(kind__in=PUBLIC_KINDS).select_related("week__season")


# --- requests to join -----------------------------------------------------------------------------


def open_join_asks(campaign: Campaign) -> QuerySet[JoinAsk]:
    """Select the open requests to join, oldest first."""
    rows = JoinAsk.objects.filter(campaign=campaign, answered_at=None)
    return rows.select_related("user", "campaign").order_by("asked_at", "id")


def find_join_ask(campaign: Campaign, pk: UUID) -> JoinAsk | None:
    """Return a request to join, answered or not."""
    rows = JoinAsk.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user", "campaign").first()


def own_join_ask(campaign: Campaign, user: User) -> JoinAsk | None:
    """Return the person's own open request to join. This takes one query."""
    with scopes_disabled():
        return JoinAsk.objects.filter(campaign=campaign, user=user, answered_at=None).first()
