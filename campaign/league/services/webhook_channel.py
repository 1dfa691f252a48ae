"""News to clubs' hooks: one message to each hook with all that is due for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import HookDelivery
from core.notifications.services.delivery_worker import DeliveryResult, register
from core.notifications.services.webhook_client import HookChannel

from . import webhook_messages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID


@register
class WebhookChannel(HookChannel[HookDelivery]):
    """Messages to Discord and to tools."""

    model = HookDelivery

    def load(self, ids: Sequence[UUID]) -> list[HookDelivery]:
        """In the order of the news."""
        rows = HookDelivery.objects.filter(pk__among=frozenset(ids)).select_related(
            "hook__campaign", "news__campaign", "news__week__season"
        )
        return list(rows.order_by("at", "news__at", "news__position", "id"))

    def receiver(self, row: HookDelivery) -> UUID:
        """The hook."""
        return row.hook_id

    def is_needed(self, row: HookDelivery, at: datetime) -> bool:
        """To a hook that was not stopped, of a club that was not put away."""
        return row.hook.stopped_at is None and row.hook.campaign.archived_at is None

    def send(self, rows: Sequence[HookDelivery]) -> DeliveryResult:
        """One message."""
        hook, news = rows[0].hook, [row.news for row in rows if row.news is not None]
        return self.send_to_hook(hook, lambda: webhook_messages.tell(hook, news))
