"""How much waits in the outboxes, and since when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q, Value

from core.notifications.models import Outgoing


class OutboxBacklog(NamedTuple):
    """What has not left one outbox: how much of it is due now and since when the oldest; how much
    waits in all, those that are tried again later included, and when the oldest was put there.
    """

    outbox: str
    due: int
    oldest_due: datetime | None
    waiting: int
    oldest: datetime | None


def backlog(outboxes: Mapping[str, type[Outgoing]], at: datetime) -> tuple[OutboxBacklog, ...]:
    """The backlog of each of these outboxes, by name; none for one in which nothing waits. One
    query. What a worker has in hand waits, and is not due.
    """
    due = Q(next_at__lte=at)
    first, *others = (
        model._default_manager.filter(state=Outgoing.State.WAITING)
        .order_by()
        .values(outbox=Value(name))
        .annotate(
            due=Count("pk", filter=due),
            oldest_due=Min("next_at", filter=due),
            waiting=Count("pk"),
            oldest=Min("at"),
        )
        for name, model in outboxes.items()
    )
    return tuple(OutboxBacklog(**row) for row in first.union(*others, all=True))
