"""Reminders of idle turns, which are visible only to the person concerned.

People who are at the table move without a reminder, so reminders are sent only after a delay. A new
reminder for the same table replaces an unread one. A reminder contains only information that the
person can see at the table, which is the fact that it is their turn, and the deadline. Parties are
notified by the package that manages them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django_scopes import scopes_disabled

from core.notifications.models import Notice
from core.notifications.services import notices
from core.web import clock
from core.web.moments import in_text
from play.models import Chair, Table
from play.notice_kinds import GameNotice
from play.tabletop import registry

from .clock_scheduling import holidays_of

REMIND_AFTER: Final = timedelta(minutes=15)
"""Time that a turn is idle before the person is reminded."""
MAX_LATENESS: Final = timedelta(hours=1)
"""Maximum delay of a reminder. A reminder that is later, because the site was down or the clock was
stopped, is dropped.
"""


def remind() -> int:
    """Remind people once of each idle turn, and return the number of reminders. This takes one
    query, plus three if there are any reminders.
    """
    now = clock.now()
    chairs = _idle_chairs(now)
    if not chairs:
        return 0
    causes = {chair.pk: _cause(chair) for chair in chairs}
    with scopes_disabled(), transaction.atomic():
        rows = Notice.objects.filter(
            user__in=[chair.holder_id for chair in chairs], cause__in=causes.values()
        )
        known_causes = set(rows.values_list("user", "cause"))
        new = [chair for chair in chairs if (chair.holder_id, causes[chair.pk]) not in known_causes]
        for chair in new:
            outdate_reminders(chair, None, now)
        notices.send(
            _message(chair, chair.holder_id, now) for chair in new if chair.holder_id is not None
        )
    return len(new)


def _idle_chairs(now: datetime) -> Sequence[Chair]:
    """Return the chairs of people whose turn has been idle for long enough, at tables in progress.
    People on holiday are excluded.
    """
    waiting_chairs = Chair.objects.filter(
        asked_at__lte=now - REMIND_AFTER,
        asked_at__gt=now - REMIND_AFTER - MAX_LATENESS,
        due_at__gt=now,
        holder__isnull=False,
        party=None,
        bot="",
    )
    rows = waiting_chairs.filter(table__status=Table.Status.PLAYING, table__paused_at=None)
    chairs = list(rows.select_related("table").order_by("asked_at", "id"))
    holidays = (
        holidays_of({chair.holder_id for chair in chairs if chair.holder_id}, now) if chairs else {}
    )
    return [chair for chair in chairs if not _is_away(chair.holder_id, holidays, now)]


def _is_away(
    user: UUID | None, holidays: dict[UUID, list[tuple[datetime, datetime]]], now: datetime
) -> bool:
    return user is not None and any(starts <= now < ends for starts, ends in holidays.get(user, ()))


def outdate_reminders(chair: Chair, asked_at: datetime | None, now: datetime) -> None:
    """Mark earlier reminders for this table as outdated. This takes no query if the turn that began
    at `asked_at` is too recent for a reminder.
    """
    if chair.holder_id is None or (asked_at is not None and now - asked_at < REMIND_AFTER):
        return
    notices.mark_outdated(
        user=chair.holder_id, cause_prefix=_cause_prefix(chair), until=now, now=now
    )


def _cause_prefix(chair: Chair) -> str:
    return f"turn:{chair.table_id}:"


def _cause(chair: Chair) -> str:
    return f"{_cause_prefix(chair)}{chair.asked_at.isoformat() if chair.asked_at else ''}"


def _message(chair: Chair, user: UUID, now: datetime) -> notices.Message:
    until, table = chair.due_at or now, chair.table
    return notices.Message(
        user=user,
        campaign=None,
        kind=GameNotice.TURN,
        text=f"Your turn at {registry.get(table.game).title}: move by {in_text(until)}.",
        path=reverse("play-table", args=[table.pk]),
        cause=_cause(chair),
        happened_at=now,
        until=until,
        about={"table": str(table.pk)},
    )
