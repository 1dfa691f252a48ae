"""A club as somebody outside of it may see it, if it has opened its public page; and who asks there
to be let in.

What stands on the page is read by the selectors that its members' pages are made of, and never more
than a spectator of the club would get by them.
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

OUTSIDE: Final = (
    "founded", "season-opened", "season-closed", "week-opened", "week-settled", RECAP,
    "death", "explosion", "ambush", RECORDED, CORRECTED,
)  # fmt: skip
"""The kinds of line that are about the game alone: what the teams went through and how they fared.
All others name the people who play, or say why a GM did something, and are the members' own.
"""


def public_club(slug: str) -> Campaign | None:
    """The club of this address, if anybody may look at it. None is said of one that has not opened
    its page as of one that is not there. One query, no scope needed.
    """
    return Campaign.objects.filter(
        slug=slug, public_at__isnull=False, archived_at=None, tryout=False
    ).first()


def public_news(campaign: Campaign) -> QuerySet[News]:
    """The news that anybody may read, newest first."""
    return news(campaign).filter(kind__in=OUTSIDE).select_related("week__season")


# --- who asks -------------------------------------------------------------------------------------


def open_asks(campaign: Campaign) -> QuerySet[JoinAsk]:
    """Who waits for an answer, the first to ask first."""
    rows = JoinAsk.objects.filter(campaign=campaign, answered_at=None)
    return rows.select_related("user", "campaign").order_by("asked_at", "id")


def join_ask_of(campaign: Campaign, pk: UUID) -> JoinAsk | None:
    """Somebody's wish to be let in, answered or not."""
    rows = JoinAsk.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("user", "campaign").first()


def own_ask(campaign: Campaign, user: User) -> JoinAsk | None:
    """The person's own wish that waits for an answer. One query."""
    with scopes_disabled():
        return JoinAsk.objects.filter(campaign=campaign, user=user, answered_at=None).first()
