"""Seats that wait for the house: clocks that ran out, and bots that are to think."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from play.models import Chair, Table


class SeatBacklog(NamedTuple):
    """How many clocks of people have run out and how many bots are to think, and since when the
    oldest of each waits (None: none does).
    """

    clocks: int
    oldest_clock: datetime | None
    bots: int
    oldest_bot: datetime | None


def due(at: datetime) -> QuerySet[Chair]:
    """Chairs that a worker may take in hand now: their time has come and no other worker has
    them.
    """
    free = Q(claimed_until=None) | Q(claimed_until__lte=at)
    return Chair.objects.filter(
        free, due_at__lte=at, table__status=Table.Status.PLAYING, table__paused_at=None
    ).order_by("due_at")


def backlog(at: datetime) -> SeatBacklog:
    """What `due` comes to, over all tables. One query. A seat that was left alone after a fault
    waits from the end of that on.
    """
    since = Greatest("due_at", Coalesce("claimed_until", "due_at"))
    person, bot = Q(bot=""), ~Q(bot="")
    rows = due(at).order_by().annotate(since=since)
    return SeatBacklog(
        **rows.aggregate(
            clocks=Count("pk", filter=person),
            oldest_clock=Min("since", filter=person),
            bots=Count("pk", filter=bot),
            oldest_bot=Min("since", filter=bot),
        )
    )
