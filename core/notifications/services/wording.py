"""What every way says of a notice alike: whose it is, its words by a clock, and its page."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.urls import reverse

from core.web.moments import told, zone_named

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from core.notifications.models import Notice

GAMES: Final = "Games"
"""What stands for the club of a notice that is of none."""


def source_of(notice: Notice) -> str:
    """Whose it is: the club's name, or that of one's games."""
    return notice.campaign.name if notice.campaign else GAMES


def words_of(notice: Notice, zone: ZoneInfo | None) -> str:
    """What it says, by its reader's clock, else the club's."""
    club = notice.campaign
    return told(notice.text, zone or (zone_named(club.timezone) if club else None) or UTC)


def page_of(notice: Notice) -> str:
    """The page that it is about: its path on the site."""
    if notice.campaign is None:
        return notice.path
    return reverse("club", kwargs={"slug": notice.campaign.slug}) + notice.path


def on_the_site(path: str) -> str:
    """The whole address of a page."""
    return str(settings.SITE_URL.rstrip("/") + path)
