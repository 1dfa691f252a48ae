"""Reminders that a deadline is approaching, for teams that have not saved anything.

A person is reminded once for each deadline, either a day before it or as many hours before it as
the person has chosen. Only people who can write the team's orders are reminded: owners who are not
on holiday, and the week's deputy. A team gets no reminder if it has saved a draft, a final sheet
(E15) or a pass.

Reminders are not a stage of the week, because a failed reminder must neither park a week nor use up
its attempts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from traceback import format_tb
from typing import Final
from uuid import UUID

import structlog
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet

from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path, week_subject
from campaign.members.selectors import deputies
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, REMIND_HOURS
from core.notifications.selectors.reach import is_chosen_by_anyone, longest_reminder, remind_hours
from core.notifications.services import notices
from core.web import bulk
from core.web.moments import in_text
from espionage.models import OrderSheet, SealedSeat
from espionage.notice_kinds import WeekNotice

log = structlog.get_logger(__name__)

USUAL_LEAD_TIME: Final = timedelta(hours=DEFAULT_REMIND_HOURS)
"""Time before the deadline at which people are reminded unless they have chosen another time."""
MIN_OPEN_TIME: Final = timedelta(hours=12)
"""Minimum time for which a week must be open so that a reminder is useful."""
MIN_OPEN_BEFORE_DEADLINE: Final = USUAL_LEAD_TIME + MIN_OPEN_TIME
BATCH_WEEKS: Final = 50


def send_reminders(now: datetime) -> int:
    """Send the reminders for all weeks with a near deadline, in batches of about fifty weeks.

    Return the number of these weeks. This runs two queries if no deadline is near.
    """
    lead_time = timedelta(hours=longest_reminder())  # so that the index is used
    weeks = _near_weeks(now).filter(due_at__lte=now + lead_time)
    ids = tuple(weeks.order_by("due_at", "id").values_list("pk", flat=True))
    return sum(
        _try_send(ids[start : start + BATCH_WEEKS], now)
        for start in range(0, len(ids), BATCH_WEEKS)
    )


def _near_weeks(now: datetime) -> QuerySet[Week]:
    """Return open weeks whose deadline is near enough for someone's reminder.

    Weeks must have been open for long enough. If a deadline is extended, its reminder is sent
    later.
    """
    condition = Q()
    for hours in REMIND_HOURS:
        lead_time = timedelta(hours=hours)
        is_near = Q(
            due_at__lte=now + lead_time, opens_at__lte=F("due_at") - lead_time - MIN_OPEN_TIME
        )
        is_new = Q(warned_at=None) | Q(warned_at__lt=F("due_at") - lead_time)
        someone_chose = Q() if hours == DEFAULT_REMIND_HOURS else Q(is_chosen_by_anyone(hours))
        condition |= is_near & is_new & someone_chose
    return Week.objects.filter(condition, status=Week.Status.OPEN, due_at__gt=now)


def _is_reminder_due(week: Week, hours: int, now: datetime) -> bool:
    """Return whether people who want to be reminded this many hours in advance are reminded now."""
    remind_at = week.due_at - timedelta(hours=hours)
    is_new = week.warned_at is None or week.warned_at < remind_at
    return remind_at <= now and is_new and week.opens_at <= remind_at - MIN_OPEN_TIME


def _try_send(ids: Sequence[UUID], now: datetime) -> int:
    """Send the reminders for these weeks together, or one by one if that fails.

    A week that fails on its own gets no reminder. If the database is busy, the next tick tries
    again.
    """
    try:
        return _send(ids, now)
    except OperationalError:
        return 0
    except Exception as error:  # noqa: BLE001 - any fault: the other weeks still get theirs
        if len(ids) > 1:
            return sum(_try_send([week], now) for week in ids)
        log.error(  # noqa: TRY400 - the error itself may quote an order
            "not_reminded",
            week=str(ids[0]),
            fault=type(error).__name__,
            frames="".join(format_tb(error.__traceback__)),
        )
        Week.objects.filter(pk__in=ids).update(warned_at=now)
        return 0


@transaction.atomic
def _send(ids: Sequence[UUID], now: datetime) -> int:
    """Notify everyone who can write orders for a team without a sheet, and mark the weeks.

    Nobody else can find out whether anyone was notified.
    """
    rows = _near_weeks(now).filter(pk__in=ids).select_related("season__campaign").order_by("id")
    by_id = {
        week.pk: week
        for week in rows.select_for_update(skip_locked=True, of=("self",), no_key=True)
    }
    with_orders = set(
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
        if (seat.week_id, seat.team_id) not in with_orders
    ]
    owners = deputies.commanders({team.pk for _, team in idle})
    recipients = {user for users in owners.values() for user in users}
    users_away, hours = people.people_away(recipients, now), remind_hours(recipients)
    notices.send(
        notices.Message(
            user,
            team.campaign_id,
            WeekNotice.ORDERS_DUE,
            _text(week),
            team_path("espionage:orders", team),
            f"{_cause_prefix(week, team)}{week.due_at.isoformat()}",
            now,
            about=week_subject(week, team),
        )
        for week, team in idle
        for user in owners.get(team.pk, ())
        if user not in users_away
        and _is_reminder_due(week, hours.get(user, DEFAULT_REMIND_HOURS), now)
    )
    for week in by_id.values():
        week.warned_at = now
    bulk.update(list(by_id.values()), ["warned_at"])
    return len(by_id)


def withdraw(week: Week, team: Team, now: datetime) -> None:
    """Withdraw unread reminders after the team has saved something.

    This runs no query if no reminder was sent.
    """
    if week.warned_at is None:
        return
    for user in deputies.commanders([team.pk]).get(team.pk, ()):
        notices.mark_outdated(user=user, cause_prefix=_cause_prefix(week, team), until=now, now=now)


def _cause_prefix(week: Week, team: Team) -> str:
    return f"orders-due:{week.pk}:{team.pk}:"


def _text(week: Week) -> str:
    until = in_text(week.due_at)
    return (
        f"Orders for week {week.number} close {until}, and you have not written any yet. Without "
        "orders, your standing orders apply."
    )
