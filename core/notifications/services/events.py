"""Events: every notice is one, and has its place in the order in which a person's tools hear them.

A place is given after the commit, by one process at a time. So whoever has heard up to one place
has missed nothing before it: a transaction that lasts longer than another does not slip in behind
what was heard already.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from django.db import connection, transaction
from django.db.models import Max
from django_scopes import scopes_disabled

from core.notifications.models import Notice
from core.web import bulk, clock
from core.web.ports import Port

if TYPE_CHECKING:
    from uuid import UUID

Wake = Callable[["Collection[UUID]"], None]

_WAKE: Final = Port[Wake]("streams that tell people of events")
fill = _WAKE.fill

TURN: Final = 0x65_76_65_6E_74_73
"""By what PostgreSQL knows whose turn it is to give places."""
BATCH: Final = 2_000
"""So many places are given at once; the rest follow."""


def number_soon() -> None:
    """Give places to what the transaction under way puts into inboxes, once it is committed. Where
    that fails, the tick does it.
    """
    transaction.on_commit(number_new, robust=True)


def number_new() -> int:
    """Give a place to every notice that has none, the older first, and wake the streams of their
    people; how many. One query where all have theirs.
    """
    done = 0
    with scopes_disabled():
        while Notice.objects.filter(number=None).exists():
            users = _number_batch()
            done += len(users)
            _WAKE()(frozenset(users))
    return done


@transaction.atomic
def _number_batch() -> list[UUID]:
    """The people of the notices that have a place now. Nobody else gives any until the end of the
    transaction.

    Places are moments in microseconds, or one more than the last: greater than any that was ever
    given, whatever was forgotten since.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
    last = Notice.objects.aggregate(last=Max("number"))["last"] or 0
    rows = list(Notice.objects.filter(number=None).only("user").order_by("at", "id")[:BATCH])
    start = max(last + 1, int(clock.now().timestamp() * 1_000_000))
    for number, row in enumerate(rows, start):
        row.number = number
    bulk.update(rows, ["number"])
    return [row.user_id for row in rows]
