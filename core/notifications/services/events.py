"""Events, which are numbered notices in the order in which a person's tools receive them.

Numbers are assigned after the commit, by one process at a time. Therefore, a reader who has
received all events up to a number has missed none, even if a long transaction commits later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max
from django_scopes import scopes_disabled

from core.notifications.models import Notice
from core.web import bulk, clock
from core.web.ports import Port

wake: Final = Port[[Collection[UUID]], None]("event streams")
"""Wake the event streams of these people."""

LOCK_KEY: Final = 0x65_76_65_6E_74_73
"""Key of the PostgreSQL advisory lock for assigning numbers."""
BATCH: Final = 2_000
"""Maximum number of events numbered in one transaction."""


def number_soon() -> None:
    """Schedule the numbering of this transaction's notices for after its commit.

    If this fails, the tick numbers them.
    """
    transaction.on_commit(number_new, robust=True)


def number_new() -> int:
    """Assign numbers to all new notices, oldest first. Wake the streams of the people they are for,
    and return the number of notices.

    If there are none, this takes one query.
    """
    numbered = 0
    with scopes_disabled():
        while Notice.objects.filter(number=None).exists():
            users = _number_batch()
            numbered += len(users)
            wake(frozenset(users))
    return numbered


@transaction.atomic
def _number_batch() -> list[UUID]:
    """Assign numbers to a batch of notices, and return the people they are for.

    A lock is held until the commit.

    Each number is a time in microseconds, or the last number plus one if that is greater. It is
    therefore greater than all earlier numbers, including those of deleted notices.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])
    last = Notice.objects.aggregate(last=Max("number"))["last"] or 0
    rows = list(Notice.objects.filter(number=None).only("user").order_by("at", "id")[:BATCH])
    start = max(last + 1, int(clock.now().timestamp() * 1_000_000))
    for number, row in enumerate(rows, start):
        row.number = number
    bulk.update(rows, ["number"])
    return [row.user_id for row in rows]
