"""Telling a team that the deadline is near and nothing is written: a day before, or as many hours
as each has chosen, once for each deadline, those who give its orders alone: its owners, of them
nobody who is on holiday, and its deputy of the week.

A sheet that is saved counts as it stands, draft or final (E15), and so does a pass: whoever saved
anything is left in peace.

This is no stage of a week's life: a reminder that cannot be given must neither park a week nor use
up its attempts.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from traceback import format_tb
from typing import TYPE_CHECKING, Final

import structlog
from django.db import OperationalError, transaction
from django.db.models import F, Q

from campaign.league.models import Week
from campaign.league.selectors import deputies, people
from campaign.league.selectors.links import team_path, week_subject
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, REMIND_HOURS
from core.notifications.selectors.reach import is_chosen_by_anyone, longest_reminder, remind_hours
from core.notifications.services import notices
from core.web import bulk
from core.web.moments import in_text
from espionage.models import OrderSheet, SealedSeat
from espionage.notice_kinds import WeekNotice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Team

log = structlog.get_logger(__name__)

AHEAD: Final = timedelta(hours=DEFAULT_REMIND_HOURS)
"""So long before the deadline, for whoever has not chosen."""
BEFORE: Final = timedelta(hours=12)
"""A week that is not open for so long before needs no reminder."""
LONG_ENOUGH: Final = AHEAD + BEFORE
BATCH: Final = 50


def warn(at: datetime) -> int:
    """Warn of every week whose deadline is near, about fifty at once; how many were warned of. Two
    queries while there is none.
    """
    ahead = timedelta(hours=longest_reminder())  # said once more of the whole, for the index
    near = _near(at).filter(due_at__lte=at + ahead)
    ids = tuple(near.order_by("due_at", "id").values_list("pk", flat=True))
    return sum(_try(ids[start : start + BATCH], at) for start in range(0, len(ids), BATCH))


def _near(at: datetime) -> QuerySet[Week]:
    """Open weeks whose deadline is as near as somebody wants to be told of, if they were open for
    long enough to forget it. Who extends a deadline moves the reminder too.
    """
    wanted = Q()
    for hours in REMIND_HOURS:
        ahead = timedelta(hours=hours)
        near = Q(due_at__lte=at + ahead, opens_at__lte=F("due_at") - ahead - BEFORE)
        new = Q(warned_at=None) | Q(warned_at__lt=F("due_at") - ahead)
        asked = Q() if hours == DEFAULT_REMIND_HOURS else Q(is_chosen_by_anyone(hours))
        wanted |= near & new & asked
    return Week.objects.filter(wanted, status=Week.Status.OPEN, due_at__gt=at)


def _is_time(week: Week, hours: int, at: datetime) -> bool:
    """Whether somebody who wants to be told so many hours before is told of this week now."""
    moment = week.due_at - timedelta(hours=hours)
    new = week.warned_at is None or week.warned_at < moment
    return moment <= at and new and week.opens_at <= moment - BEFORE


def _try(ids: Sequence[UUID], at: datetime) -> int:
    """Warn of these weeks: all at once, and if that fails, one by one. One that fails alone goes
    without a reminder, except that a database which is busy is asked again by the next tick.
    """
    try:
        return _warn(ids, at)
    except OperationalError:
        return 0
    except Exception as error:  # noqa: BLE001 - whatever it is, the other weeks are warned of
        if len(ids) > 1:
            return sum(_try([week], at) for week in ids)
        log.error(  # noqa: TRY400 - the error itself may quote an order
            "not_reminded",
            week=str(ids[0]),
            fault=type(error).__name__,
            frames="".join(format_tb(error.__traceback__)),
        )
        Week.objects.filter(pk__in=ids).update(warned_at=at)
        return 0


@transaction.atomic
def _warn(ids: Sequence[UUID], at: datetime) -> int:
    """Tell those who give the orders of every team without a sheet, and mark the weeks as warned
    of. Whether anybody was told, nobody else learns.
    """
    rows = _near(at).filter(pk__in=ids).select_related("season__campaign").order_by("id")
    by_id = {
        week.pk: week
        for week in rows.select_for_update(skip_locked=True, of=("self",), no_key=True)
    }
    written = set(
        OrderSheet.objects.filter(week__among=frozenset(by_id)).values_list("week", "team")
    )
    seats = (
        SealedSeat.objects.filter(week__among=frozenset(by_id))
        .select_related("team")
        .order_by("week", "seat")
    )
    idle = [
        (by_id[seat.week_id], seat.team)
        for seat in seats
        if (seat.week_id, seat.team_id) not in written
    ]
    owners = deputies.commanders({team.pk for _, team in idle})
    told = {user for users in owners.values() for user in users}
    away, hours = people.people_away(told, at), remind_hours(told)
    notices.send(
        notices.Message(
            user,
            team.campaign_id,
            WeekNotice.ORDERS_DUE,
            _text(week),
            team_path("espionage:orders", team),
            f"{_about(week, team)}{week.due_at.isoformat()}",
            at,
            about=week_subject(week, team),
        )
        for week, team in idle
        for user in owners.get(team.pk, ())
        if user not in away and _is_time(week, hours.get(user, DEFAULT_REMIND_HOURS), at)
    )
    for week in by_id.values():
        week.warned_at = at
    bulk.update(list(by_id.values()), ["warned_at"])
    return len(by_id)


def take_back(week: Week, team: Team, at: datetime) -> None:
    """Something is written now: what a team has not read of a reminder says nothing true any more.
    No query before it was warned.
    """
    if week.warned_at is None:
        return
    for user in deputies.commanders([team.pk]).get(team.pk, ()):
        notices.mark_outdated(user=user, cause_prefix=_about(week, team), until=at, now=at)


def _about(week: Week, team: Team) -> str:
    """How the causes of a team's reminders of a week begin."""
    return f"orders-due:{week.pk}:{team.pk}:"


def _text(week: Week) -> str:
    until = in_text(week.due_at)
    return (
        f"Orders for week {week.number} close {until}, and you have not written any yet. Without "
        "orders, your standing orders apply."
    )
