"""Old deliveries are forgotten: what was said stands in the inbox, and how it left is nobody's
business for ever.
"""

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
"""So many batches of an outbox are deleted in one run; the next run goes on."""


_ALSO: Final[dict[str, Work]] = {}
"""What else is done seldom, by its name."""


def also(work: Work) -> None:
    """Have this done in the same run, after the deliveries; for the room on top, when it is
    loaded.
    """
    _ALSO[f"{work.__module__}.{work.__qualname__}"] = work


def prune() -> Mapping[str, int]:
    """Delete deliveries that were done so long ago (`DELIVERIES_DAYS`), of every outbox, in batches
    that hold nothing up for long; and what people stopped, once nothing refers to it any more.
    Then whatever else is done seldom (`also`).
    """
    before = clock.now() - timedelta(days=settings.DELIVERIES_DAYS)
    done: Counter[str] = Counter()
    with scopes_disabled():
        for channel in CHANNELS:
            rows = channel.model._default_manager.filter(done_at__lt=before)
            done["pruned"] += forget_old(rows)
        for places in (PushSubscription, OwnHook):
            stopped = places._default_manager.filter(stopped_at__lt=before, deliveries=None)
            done["pruned"] += forget_old(stopped)
        done["pruned"] += forget_old(_old_notices())
    for work in _ALSO.values():
        done.update(work())
    return done


def _old_notices() -> QuerySet[Notice]:
    """Lines that have stood in an inbox so long (`NOTICES_DAYS`), and are on no way any more."""
    before = clock.now() - timedelta(days=settings.NOTICES_DAYS)
    gone = {"deliveries": None, "pushes": None, "hook_messages": None}
    return Notice.objects.filter(at__lt=before, **gone)


def forget_old(rows: QuerySet[Any]) -> int:
    """Delete these rows in batches; how many. What is left over is the next run's."""
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
