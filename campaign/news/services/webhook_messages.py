"""Messages to clubs' hooks, which contain lines of public news in the club's time zone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse

from campaign.league.selectors.house import zone_of
from campaign.news.models import Hook
from campaign.news.selectors.news import RECAP
from core.notifications.services import webhook_client
from core.web.moments import localize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.news.models import News
    from core.notifications.services.webhook_client import Answer


def send_news(hook: Hook, news: Sequence[News]) -> Answer:
    """Send lines of public news in one message. If `news` is empty, send a test message."""
    on_discord = hook.kind == Hook.Kind.DISCORD
    return webhook_client.send(
        hook, _for_discord(hook, news) if on_discord else _for_a_tool(hook, news)
    )


def _for_discord(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [_localized(hook, row) for row in news] or [
        "This is a test. The news of this club will appear here."
    ]
    cards = [recap_addresses(row) for row in news if recap_addresses(row)[1]]
    return webhook_client.for_discord(hook.campaign.name, lines, _club(hook), cards)


def recap_addresses(row: News) -> tuple[str, str]:
    """Return the addresses of the public page and the card for a recap's week.

    Only recaps in clubs with a public page have these addresses. For all other lines, both are "".
    """
    if row.kind != RECAP or row.week is None or row.campaign.public_at is None:
        return "", ""
    kwargs = {"slug": row.campaign.slug, "number": row.week.number}
    season = f"?season={row.week.season.number}"
    site = settings.SITE_URL.rstrip("/")
    page, card = (
        f"{site}{reverse(name, kwargs=kwargs)}{season}"
        for name in ("club-public-week", "club-public-week-card")
    )
    return page, card


def _localized(hook: Hook, row: News) -> str:
    """Return a line with times in the club's time zone.

    The line names the time zone, because the readers' time zones are unknown.
    """
    return localize(row.text, zone_of(hook.campaign))


def _for_a_tool(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [
        {"id": row.pk, "at": row.at, "kind": row.kind, "text": _localized(hook, row)}
        | (
            {"url": recap_addresses(row)[0], "card": recap_addresses(row)[1]}
            if recap_addresses(row)[1]
            else {}
        )
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
