"""What a club's hooks are sent: lines of its public news, by the club's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse

from campaign.league.models import Hook
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.news import RECAP
from core.notifications.services import webhook_client
from core.web.moments import localize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.models import News
    from core.notifications.services.webhook_client import Answer


def tell(hook: Hook, news: Sequence[News]) -> Answer:
    """Send these lines of public news, all in one message; without any, a test."""
    on_discord = hook.kind == Hook.Kind.DISCORD
    return webhook_client.send(
        hook, _for_discord(hook, news) if on_discord else _for_a_tool(hook, news)
    )


def _for_discord(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [_told(hook, row) for row in news] or [
        "This is a test. The news of this club will appear here."
    ]
    cards = [shown_at(row) for row in news if shown_at(row)[1]]
    return webhook_client.for_discord(hook.campaign.name, lines, _club(hook), cards)


def shown_at(row: News) -> tuple[str, str]:
    """Where anybody may read the week that a line sums up, and its picture; "" twice for any other
    line, and for a club without a public page.
    """
    if row.kind != RECAP or row.week is None or row.campaign.public_at is None:
        return "", ""
    named = {"slug": row.campaign.slug, "number": row.week.number}
    season = f"?season={row.week.season.number}"
    site = settings.SITE_URL.rstrip("/")
    page, card = (
        f"{site}{reverse(name, kwargs=named)}{season}"
        for name in ("club-public-week", "club-public-week-card")
    )
    return page, card


def _told(hook: Hook, row: News) -> str:
    """A line by the club's clock, which it names: nobody knows who reads it there."""
    return localize(row.text, zone_of(hook.campaign))


def _for_a_tool(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [
        {"id": row.pk, "at": row.at, "kind": row.kind, "text": _told(hook, row)}
        | ({"url": shown_at(row)[0], "card": shown_at(row)[1]} if shown_at(row)[1] else {})
        for row in news
    ]
    return {
        "campaign": hook.campaign.slug,
        "name": hook.campaign.name,
        "url": _club(hook),
        "test": not news,
        "news": lines,
    }


def _club(hook: Hook) -> str:
    return str(settings.SITE_URL.rstrip("/") + reverse("club", kwargs={"slug": hook.campaign.slug}))
