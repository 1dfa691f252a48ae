"""Seats that wait for a worker because their clock has expired or their bot must move."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from play.models import Chair, Table


class SeatBacklog(NamedTuple):
    """The number of people's expired clocks, the number of waiting bots, and the time since which
    the oldest of each has waited (None if there is none).
    """

    clocks: int
    oldest_clock: datetime | None
    bots: int
    oldest_bot: datetime | None


def due(now: datetime) -> QuerySet[Chair]:
    """Return the chairs that a worker can claim now because they are due and unclaimed."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Chair.objects.filter(
        free, due_at__lte=now, table__status=Table.Status.PLAYING, table__paused_at=None
    ).order_by("due_at")


def backlog(now: datetime) -> SeatBacklog:
    """Count the due seats of all tables. This takes one query. The wait of a seat that was
    postponed after an error is counted from the end of the postponement.
    """
    since = Greatest("due_at", Coalesce("claimed_until", "due_at"))
    person, bot = Q(bot=""), ~Q(bot="")
    rows = due(now).order_by().annotate(since=since)
    return SeatBacklog(
        **rows.aggregate(
            clocks=Count("pk", filter=person),
            oldest_clock=Min("since", filter=person),
            bots=Count("pk", filter=bot),
            oldest_bot=Min("since", filter=bot),
        )
    )
