"""Services that queue messages to clubs' hooks.

The messages are stored in the same transaction as the news that they contain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django_scopes import scopes_disabled

from campaign.news.models import HookDelivery, News
from campaign.news.selectors.hooks import working_hooks
from core.notifications.services.outbox import added_at
from core.web import bulk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.news.models import Hook


def queue_news(news: Sequence[News]) -> None:
    """Queue new lines of news for the hooks of their clubs. If there are no hooks, this takes one
    query.
    """
    hooks = working_hooks({row.campaign_id for row in news})
    hooked = [row for row in news if row.campaign_id in hooks]
    with scopes_disabled():
        new_ids = set(
            News.objects.filter(pk__among=frozenset([row.pk for row in hooked])).values_list(
                "pk", flat=True
            )
        )
    times = added_at(hooked)
    bulk.insert(
        [
            HookDelivery(hook_id=hook, news_id=row.pk, at=times[row.pk], next_at=times[row.pk])
            for row in hooked
            if row.pk in new_ids
            for hook in hooks[row.campaign_id]
        ]
    )


def queue_test(*, hook: Hook, now: datetime) -> HookDelivery:
    """Queue a test message to a hook."""
    return HookDelivery.objects.create(hook=hook, at=now, next_at=now)
