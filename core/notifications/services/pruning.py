"""Deletion of old deliveries and notices."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import transaction
from django_scopes import scopes_disabled

from core.notifications.models import Notice, OwnHook, PushSubscription
from core.web import clock

from .delivery_worker import CHANNELS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.models import QuerySet

    Work = Callable[[], Mapping[str, int]]

BATCH: Final = 500
BATCHES: Final = 20
"""Maximum number of batches per outbox in one run. The next run continues."""


_OTHER_WORK: Final[dict[str, Work]] = {}
"""Other periodic jobs, by name."""


def register_work(work: Work) -> None:
    """Register work to be done in the same run, after the deliveries are deleted."""
    _OTHER_WORK[f"{work.__module__}.{work.__qualname__}"] = work


def prune() -> Mapping[str, int]:
    """Delete deliveries older than `DELIVERIES_DAYS`, in small batches, and old notices.

    Also delete stopped devices and webhooks that have no deliveries, and run the registered work.
    """
    before = clock.now() - timedelta(days=settings.DELIVERIES_DAYS)
    counts: Counter[str] = Counter()
    with scopes_disabled():
        for channel in CHANNELS:
            rows = channel.model._default_manager.filter(done_at__lt=before)
            counts["pruned"] += delete_in_batches(rows)
        for places in (PushSubscription, OwnHook):
            stopped = places._default_manager.filter(stopped_at__lt=before, deliveries=None)
            counts["pruned"] += delete_in_batches(stopped)
        counts["pruned"] += delete_in_batches(_old_notices())
    for work in _OTHER_WORK.values():
        counts.update(work())
    return counts


def _old_notices() -> QuerySet[Notice]:
    """Return notices that are older than `NOTICES_DAYS` and have no deliveries."""
    before = clock.now() - timedelta(days=settings.NOTICES_DAYS)
    undelivered = {"deliveries": None, "pushes": None, "hook_messages": None}
    return Notice.objects.filter(at__lt=before, **undelivered)


def delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete rows in batches and return their number. The next run continues."""
    number = 0
    for _ in range(BATCHES):
        with transaction.atomic():
            free = rows.select_for_update(skip_locked=True, of=("self",)).values_list("pk")
            ids = [pk for (pk,) in free.order_by()[:BATCH]]
            rows.model._default_manager.filter(pk__in=ids).delete()
        number += len(ids)
        if len(ids) < BATCH:
            break
    return number
