"""What is to go to clubs' hooks, put down in the transaction of the news it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django_scopes import scopes_disabled

from campaign.league.models import HookDelivery, News
from campaign.league.selectors.hooks import working_hooks
from core.notifications.services.outbox import added_at
from core.web import bulk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.league.models import Hook


def put_posts(news: Sequence[News]) -> None:
    """Put down these new lines of news for the hooks of their clubs. One query where there is
    none.
    """
    hooks = working_hooks({row.campaign_id for row in news})
    chosen = [row for row in news if row.campaign_id in hooks]
    with scopes_disabled():
        new = set(
            News.objects.filter(pk__among=frozenset([row.pk for row in chosen])).values_list(
                "pk", flat=True
            )
        )
    at = added_at(chosen)
    bulk.insert(
        [
            HookDelivery(hook_id=hook, news_id=row.pk, at=at[row.pk], next_at=at[row.pk])
            for row in chosen
            if row.pk in new
            for hook in hooks[row.campaign_id]
        ]
    )


def put_test(*, hook: Hook, at: datetime) -> HookDelivery:
    """Put down a test message to a hook."""
    return HookDelivery.objects.create(hook=hook, at=at, next_at=at)
