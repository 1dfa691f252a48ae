"""Telling a team that its orders are the last: where the house rules show whose are in, and nowhere
else (`show_sealed`). Nobody else hears of it.

It says what the club's page says to everybody at that moment: all others' orders are in. A draft of
the team's own makes no difference to it, nor how often others have saved.

This is no stage of a week's life: a reminder that cannot be given must not park a week.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Case, When

from campaign.league.models import Week
from campaign.league.selectors import deputies, people
from campaign.league.selectors.links import team_path, week_subject
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from espionage.models import SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.selectors.ready import away, ready

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Team


def remind(at: datetime) -> int:
    """Tell every team that is the last, once a week; how many notices were sent. One query while
    no club shows whose orders are in.
    """
    last = _last(at)
    if not last:
        return 0
    owners = deputies.commanders([team.pk for _, team in last], [week.pk for week, _ in last])
    causes = [_cause(week, team) for week, team in last]
    known = set(Notice.objects.filter(cause__in=causes).values_list("user", "cause"))
    told = {user for users in owners.values() for user in users}
    gone = people.people_away(told, at)
    messages = [
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.ORDERS_LAST,
            _text(week),
            team_path("espionage:orders", team),
            _cause(week, team),
            at,
            about=week_subject(week, team),
        )
        for week, team in last
        for user in owners.get(team.pk, ())
        if user not in gone and (user, _cause(week, team)) not in known
    ]
    with transaction.atomic():
        notices.send(messages)
    return len(messages)


def _last(at: datetime) -> list[tuple[Week, Team]]:
    """The weeks under way in which one team alone is waited for, and others are in; with the team.
    Two queries.
    """
    shown = {"status": Week.Status.OPEN, "due_at__gt": at, "rules__show_sealed": True}
    open_ = Week.objects.filter(**shown, season__campaign__tryout=False)
    weeks = {week.pk: week for week in open_.select_related("season__campaign")}
    if not weeks:
        return []
    again = {f"week__{name}": value for name, value in shown.items()}  # for the index of weeks
    seats = SealedSeat.objects.filter(week__in=weeks, **again).select_related("team")
    seats = seats.order_by("seat")
    waited_for: dict[UUID, list[Team]] = defaultdict(list)
    some_are_in = set()
    is_in = Case(When(ready(), then=True), default=False)
    for seat in seats.annotate(is_in=is_in, away=away(at)):
        if seat.is_in:
            some_are_in.add(seat.week_id)
        elif not seat.away:
            waited_for[seat.week_id].append(seat.team)
    return [
        (weeks[week], teams[0])
        for week, teams in waited_for.items()
        if len(teams) == 1 and week in some_are_in
    ]


def take_back(week: Week, team: Team, at: datetime) -> None:
    """The team's orders are in: what it has not read of this says nothing true any more. No query
    where the rules show nothing.
    """
    if not (week.rules or {}).get("show_sealed", False):
        return
    for user in deputies.commanders([team.pk]).get(team.pk, ()):
        notices.mark_outdated(user=user, cause_prefix=_cause(week, team), until=at, now=at)


def _cause(week: Week, team: Team) -> str:
    return f"orders-last:{week.pk}:{team.pk}"


def _text(week: Week) -> str:
    goes_on = " The week moves on as soon as you send them." if week.resolve_when_sealed else ""
    return (
        f"All other teams have sent orders for week {week.number}. Yours are due by "
        f"{in_text(week.due_at)}.{goes_on}"
    )
