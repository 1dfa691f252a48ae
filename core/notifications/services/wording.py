"""The source, text and page of a notice, which are the same for all channels."""

from __future__ import annotations

from datetime import UTC
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse

from core.notifications.models import Notice
from core.web.moments import localize, zone_named

GAMES: Final = "Games"
"""Source shown for notices that do not belong to a club."""


def source_of(notice: Notice) -> str:
    """Return the club's name, or "Games" if the notice has no club."""
    return notice.campaign.name if notice.campaign else GAMES


def text_of(notice: Notice, zone: ZoneInfo | None) -> str:
    """Return the notice's text, with times in the reader's or the club's time zone."""
    club = notice.campaign
    return localize(notice.text, zone or (zone_named(club.timezone) if club else None) or UTC)


def page_of(notice: Notice) -> str:
    """Return the path of the notice's page."""
    if notice.campaign is None:
        return notice.path
    return reverse("club", kwargs={"slug": notice.campaign.slug}) + notice.path


def on_the_site(path: str) -> str:
    """Return the absolute URL of a page."""
    return str(settings.SITE_URL.rstrip("/") + path)
