"""What a club's hooks are sent: lines of its public news, by the club's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse

from campaign.league.models import Hook
from campaign.league.selectors.house import zone_of
from core.notifications.services import webhook_client
from core.web.moments import told

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
        "This is a test: the news of this club will appear here."
    ]
    return webhook_client.for_discord(hook.campaign.name, lines, _club(hook))


def _told(hook: Hook, row: News) -> str:
    """A line by the club's clock, which it names: nobody knows who reads it there."""
    return told(row.text, zone_of(hook.campaign))


def _for_a_tool(hook: Hook, news: Sequence[News]) -> dict[str, Any]:
    lines = [
        {"id": row.pk, "at": row.at, "kind": row.kind, "text": _told(hook, row)} for row in news
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
