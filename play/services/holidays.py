"""Holidays, which extend slow clocks that would run out before the holiday ends."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.locks import patient
from core.web.refusals import Busy, Refused
from play.models import Chair, Holiday, Table

from .table_lock import lock_table

MAX_HOLIDAY: Final = timedelta(days=21)
MAX_NOTICE: Final = timedelta(days=365)


def start_holiday(*, user: User, starts: datetime, ends: datetime) -> Holiday:
    """Start or plan a holiday of at most 21 days. Everyone at the user's tables sees it.

    Correspondence and slot clocks that would run out during the holiday run out at its end instead.
    Raise `Refused` for an invalid time span, or if the user already has a holiday.
    """
    with patient():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = clock.now()
        starts = max(starts, now)
        if starts > now + MAX_NOTICE or not starts < ends <= starts + MAX_HOLIDAY:
            raise Refused(
                "A holiday must end after it starts and can last at most 21 days.",
                field="ends",
                code="holiday",
            )
        if Holiday.objects.filter(user=user, ends__gt=now).exists():
            raise Refused(
                "You already have a holiday planned. End it first.",
                field="starts",
                code="holiday",
            )
        holiday = Holiday.objects.create(user=user, starts=starts, ends=ends)
    for table in _tables_of(user):
        _postpone_clocks(table, user, holiday)
    return holiday


def end_holiday(*, user: User) -> None:
    """End the current holiday or cancel a planned one. Clocks that were extended stay extended.
    This is idempotent.
    """
    with patient():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = clock.now()
        Holiday.objects.filter(user=user, starts__gt=now).delete()
        Holiday.objects.filter(user=user, ends__gt=now).update(ends=now)
    for table in _tables_of(user):
        with suppress(Busy), lock_table(table) as locked_table:
            locked_table.publish()


def _tables_of(user: User) -> list[UUID]:
    chairs = Chair.objects.filter(holder=user, resigned_at=None, table__status=Table.Status.PLAYING)
    return list(chairs.order_by("table").values_list("table", flat=True))


def _postpone_clocks(table_id: UUID, user: User, holiday: Holiday) -> None:
    """Extend the user's clocks at a table. If the table stays busy for too long, the holiday is
    applied when the clock runs out.
    """
    with suppress(Busy), lock_table(table_id) as locked_table:
        for chair in locked_table.chairs:
            is_theirs = (
                chair.holder_id == user.pk and not chair.bot and locked_table.table.clock.is_slow
            )
            if (
                is_theirs
                and chair.due_at is not None
                and holiday.starts <= chair.due_at < holiday.ends
            ):
                chair.due_at = holiday.ends
        locked_table.save_chairs("due_at")
        locked_table.publish()
