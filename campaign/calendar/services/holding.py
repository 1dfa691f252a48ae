"""Services for holding a week's deadline or publication after an outage.

A hold lasts until the site has been up for an hour. The caller has locked the weeks. Repeated calls
have no effect, because the moved time shows that the outage has been handled.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Count

from campaign.calendar.models import OutageHold
from campaign.house_rules.rules import calendar as rules
from campaign.house_rules.rules.calendar import MAX_HOLDS, WeekTimes
from campaign.league.models import Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.links import week_path
from campaign.league.selectors.seasons import week_times
from campaign.league.services import desk_log
from campaign.news.services import news
from core.notifications.services import notices
from core.uptime.models import Outage
from core.uptime.rules.outages import RECOVERY_TIME, held_until
from core.web import bulk
from core.web.moments import in_text, span_in_text

from .calendar import hold_back_outdated, log_times, time_columns, with_deadline

KIND: Final = ClubNotice.DEADLINE_HELD
Kind = OutageHold.Kind


def hold(weeks: Sequence[Week], kind: Kind, outages: Sequence[Outage], now: datetime) -> None:
    """Move the deadlines or publications that these outages affect.

    A deadline is held for as long as the outage took, within limits (`Span.recovery_time`). An
    evening's deadline and a publication are held for an hour. The duel and the close move with them
    so that the duel can be driven (`rules.keep_duel`). A week is held at most `MAX_HOLDS` times per
    kind. Outages that ended before a week opened are ignored. Holds are logged, published and sent
    to all members.
    """
    counts = _count_holds(weeks, kind)
    holds: list[tuple[OutageHold, WeekTimes]] = []
    for week in weeks:
        slot = week_times(week)
        before = slot.due_at if kind == Kind.ORDERS else slot.settle_at
        relevant = [item for item in outages if item.ended_at > week.opens_at]
        wait = None if kind == Kind.ORDERS and not week.evening else RECOVERY_TIME
        until = held_until(before, [item.span for item in relevant], wait)
        nth = counts.get(week.pk, 0) + 1
        if until == before or nth > MAX_HOLDS:
            continue
        moved = (
            with_deadline(week, until)
            if kind == Kind.ORDERS
            else rules.move_publication(slot, until, evening=week.evening)
        )
        if not week.evening:
            moved = rules.keep_duel(slot, moved, zone_of(week.season.campaign))
        for name, moment in time_columns(moved).items():
            setattr(week, name, moment)
        outage = next(
            item
            for item in relevant
            if item.ended_at + (item.span.recovery_time if wait is None else wait) == until
        )
        row = OutageHold(
            week=week, outage=outage, kind=kind, nth=nth, before_at=before, until_at=until, at=now
        )
        holds.append((row, slot))
    if holds:
        bulk.update([row.week for row, _ in holds], list(time_columns(holds[0][1])))
        bulk.insert([row for row, _ in holds])
        hold_back_outdated((row.week, before) for row, before in holds)
        _announce(holds, now)


def _count_holds(weeks: Sequence[Week], kind: Kind) -> dict[UUID, int]:
    rows = OutageHold.objects.filter(week__in=weeks, kind=kind).order_by().values("week")
    return dict(rows.annotate(times=Count("pk")).values_list("week", "times"))


def _announce(holds: Sequence[tuple[OutageHold, WeekTimes]], now: datetime) -> None:
    """Log the moved times, publish them, and notify every member."""
    members = people.members({row.week.season.campaign_id for row, _ in holds})
    items, messages = [], []
    for row, before in holds:
        week, club = row.week, row.week.season.campaign
        downtime = span_in_text(row.outage.began_at, row.outage.ended_at)
        desk_log.record(
            campaign_id=club.pk,
            actor=None,
            kind=KIND,
            now=now,
            reason=f"The site was down {downtime}.",
            detail={
                "week": week.number,
                "what": "deadline" if row.kind == Kind.ORDERS else "publication",
                "before": log_times(before),
                "after": log_times(week_times(week)),
            },
            week=week,
        )
        path = week_path("week", week)
        text, cause = _text(row, before, downtime), f"{KIND}:{week.pk}:{row.kind}:{row.nth}"
        items.append(news.Item(club.pk, KIND, text, cause, now, week=week.pk))
        messages += [
            notices.Message(user, club.pk, KIND, text, path, cause, now)
            for user in members.get(club.pk, ())
        ]
    news.publish(items)
    notices.send(messages)


def _text(row: OutageHold, before: WeekTimes, downtime: str) -> str:
    until, duel_at = in_text(row.until_at), row.week.duel_at
    duel = f" The duel starts {in_text(duel_at)}." if duel_at != before.duel_at else ""
    text = (
        f"The deadline of week {row.week.number} was extended. Orders are due {until}."
        if row.kind == Kind.ORDERS
        else (
            f"Week {row.week.number} will be published later, {until}. No one loses time for "
            "decisions or fights."
        )
    )
    return f"The site was down {downtime}. {text}{duel}"
