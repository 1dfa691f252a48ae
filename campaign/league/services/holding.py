"""Holding a week after an outage: its deadline, or its publication, waits until the site has been
up for an hour, and everybody is told.

The caller has locked the weeks. That a moment was moved shows in the moment itself: the same outage
moves it once, however often one asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Count

from campaign.league.models import OutageHold, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.rules import calendar as rules
from campaign.league.rules.calendar import MAX_HOLDS, WeekTimes
from campaign.league.selectors import people
from campaign.league.selectors.links import week_path
from campaign.league.selectors.seasons import times
from core.notifications.services import notices
from core.uptime.rules.outages import RECOVERY_TIME, held_until
from core.web import bulk
from core.web.moments import in_text, span_in_text

from . import desk_log, news
from .calendar import moments, overtaken, plain, with_deadline

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from core.uptime.models import Outage

KIND: Final = ClubNotice.DEADLINE_HELD
Kind = OutageHold.Kind


def hold(weeks: Sequence[Week], kind: Kind, outages: Sequence[Outage], at: datetime) -> None:
    """Move the deadlines, or the publications, that these outages hold; the rest of a week follows
    as when a GM extends it. At most `MOST_HOLDS` times a week and kind. An outage that was over
    when a week opened took no time from it.

    Logged, in the news, and in every member's inbox.
    """
    counted = _counted(weeks, kind)
    held: list[tuple[OutageHold, WeekTimes]] = []
    for week in weeks:
        slot = times(week)
        before = slot.due_at if kind == Kind.ORDERS else slot.settle_at
        took_time = [each for each in outages if each.ended_at > week.opens_at]
        until = held_until(before, [each.span for each in took_time])
        nth = counted.get(week.pk, 0) + 1
        if until == before or nth > MAX_HOLDS:
            continue
        moved = (
            with_deadline(week, until)
            if kind == Kind.ORDERS
            else rules.move_publication(slot, until)
        )
        for name, moment in moments(moved).items():
            setattr(week, name, moment)
        outage = next(each for each in outages if each.ended_at + RECOVERY_TIME == until)
        row = OutageHold(
            week=week, outage=outage, kind=kind, nth=nth, before_at=before, until_at=until, at=at
        )
        held.append((row, slot))
    if held:
        bulk.update([row.week for row, _ in held], list(moments(held[0][1])))
        bulk.insert([row for row, _ in held])
        overtaken((row.week, before) for row, before in held)
        _announce(held, at)


def _counted(weeks: Sequence[Week], kind: Kind) -> dict[UUID, int]:
    rows = OutageHold.objects.filter(week__in=weeks, kind=kind).order_by().values("week")
    return dict(rows.annotate(times=Count("pk")).values_list("week", "times"))


def _announce(held: Sequence[tuple[OutageHold, WeekTimes]], at: datetime) -> None:
    """Log what was moved, publish it, and tell every member."""
    told = people.members({row.week.season.campaign_id for row, _ in held})
    items, messages = [], []
    for row, before in held:
        week, club = row.week, row.week.season.campaign
        away = span_in_text(row.outage.began_at, row.outage.ended_at)
        desk_log.record(
            campaign_id=club.pk,
            actor=None,
            kind=KIND,
            at=at,
            reason=f"The site was down {away}.",
            detail={
                "week": week.number,
                "what": "deadline" if row.kind == Kind.ORDERS else "publication",
                "before": plain(before),
                "after": plain(times(week)),
            },
            week=week,
        )
        path = week_path("week", week)
        text, cause = _text(row, away), f"{KIND}:{week.pk}:{row.kind}:{row.nth}"
        items.append(news.Item(club.pk, KIND, text, cause, at, week=week.pk))
        messages += [
            notices.Message(user, club.pk, KIND, text, path, cause, at)
            for user in told.get(club.pk, ())
        ]
    news.publish(items)
    notices.send(messages)


def _text(row: OutageHold, away: str) -> str:
    until = in_text(row.until_at)
    return f"The site was down {away}. " + (
        f"The deadline of week {row.week.number} was extended. Orders are due {until}."
        if row.kind == Kind.ORDERS
        else (
            f"Week {row.week.number} will be published later, {until}. No one loses time for "
            "decisions or fights."
        )
    )
