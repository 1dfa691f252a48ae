"""Queries for a club's public page and for requests to join.

The page uses the same selectors as the members' pages. It shows no more than a spectator can see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.league.models import Campaign
from campaign.news.models import News

from .news import CORRECTED, RECAP, RECORDED, news

if TYPE_CHECKING:
    from django.db.models import QuerySet


PUBLIC_KINDS: Final = (
    "founded", "season-opened", "season-closed", "week-opened", "week-settled", RECAP,
    "death", "explosion", "ambush", "sheets", RECORDED, CORRECTED,
)  # fmt: skip
"""Kinds of news about the game itself. All other kinds are for members only, because they name
people or give a GM's reasons.
"""


def public_news(campaign: Campaign) -> QuerySet[News]:
    """Select the club's public news, newest first."""
    return news(campaign).filter(kind__in=PUBLIC_KINDS).select_related("week__season")


# --- requests to join -----------------------------------------------------------------------------
