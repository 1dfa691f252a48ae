"""The channel that sends news to clubs' hooks. A hook gets all due news in one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.news.models import HookDelivery
from core.notifications.services.delivery_worker import DeliveryResult, register
from core.notifications.services.webhook_client import HookChannel

from . import webhook_messages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID


@register
class WebhookChannel(HookChannel[HookDelivery]):
    """Messages to Discord channels and tools."""

    model = HookDelivery

    def load(self, ids: Sequence[UUID]) -> list[HookDelivery]:
        """Return the deliveries in the same order as the news."""
        rows = HookDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "hook__campaign", "news__campaign", "news__week__season"
        )
        return list(rows.order_by("at", "news__at", "news__position", "id"))

    def receiver(self, row: HookDelivery) -> UUID:
        """Return the id of the hook."""
        return row.hook_id

    def is_needed(self, row: HookDelivery, at: datetime) -> bool:
        """Return whether the hook is active and its club is not archived."""
        return row.hook.stopped_at is None and row.hook.campaign.archived_at is None

    def send(self, rows: Sequence[HookDelivery]) -> DeliveryResult:
        """Send one message."""
        hook, news = rows[0].hook, [row.news for row in rows if row.news is not None]
        return self.send_to_hook(hook, lambda: webhook_messages.send_news(hook, news))
