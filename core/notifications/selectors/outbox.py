"""The backlog of each outbox."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q, Value

from core.notifications.models import Outgoing


class OutboxBacklog(NamedTuple):
    """The backlog of an outbox.

    `due` is the number of messages that can be sent now, and `waiting` is the number of all unsent
    messages, including later retries. `oldest` is the time at which the oldest of them was added.
    """

    outbox: str
    due: int
    oldest_due: datetime | None
    waiting: int
    oldest: datetime | None


def backlog(outboxes: Mapping[str, type[Outgoing]], now: datetime) -> tuple[OutboxBacklog, ...]:
    """Return the backlog of each of these outboxes that is not empty.

    This takes one query.

    Messages claimed by a worker are counted as waiting, but not as due.
    """
    due = Q(next_at__lte=now)
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
