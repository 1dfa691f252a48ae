"""Notices to the only team whose orders are missing.

Notices are sent only if the house rules show whose orders are in (`show_sealed`). A notice repeats
what the club's page shows to everyone: all other teams' orders are in. Neither the team's drafts
nor the number of times that others have saved make a difference.

Notices are not a stage of the week, because a failed reminder must not park a week.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Case, When

from campaign.league.models import Team, Week
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path, week_subject
from campaign.members.selectors import deputies
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from espionage.models import SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.selectors.ready import is_away, is_ready


def remind(now: datetime) -> int:
    """Notify every team that is the last, once in each week. Return the number of notices.

    This runs one query if no club shows whose orders are in.
    """
    last = _last_teams(now)
    if not last:
        return 0
    owners = deputies.commanders([team.pk for _, team in last], [week.pk for week, _ in last])
    causes = [_cause(week, team) for week, team in last]
    sent = set(Notice.objects.filter(cause__in=causes).values_list("user", "cause"))
    recipients = {user for users in owners.values() for user in users}
    users_away = people.people_away(recipients, now)
    messages = [
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.ORDERS_LAST,
            _text(week),
            team_path("espionage:orders", team),
            _cause(week, team),
            now,
            about=week_subject(week, team),
        )
        for week, team in last
        for user in owners.get(team.pk, ())
        if user not in users_away and (user, _cause(week, team)) not in sent
    ]
    with transaction.atomic():
        notices.send(messages)
    return len(messages)


def _last_teams(now: datetime) -> list[tuple[Week, Team]]:
    """Return open weeks in which all teams but one are ready, with the team that is not.

    This runs two queries.
    """
    conditions = {"status": Week.Status.OPEN, "due_at__gt": now, "rules__show_sealed": True}
    open_ = Week.objects.filter(**conditions, season__campaign__tryout=False)
    weeks = {week.pk: week for week in open_.select_related("season__campaign")}
    if not weeks:
        return []
    week_conditions = {
        f"week__{name}": value for name, value in conditions.items()
    }  # the index of weeks requires it
    seats = SealedSeat.objects.filter(week__in=weeks, **week_conditions).select_related("team")
    seats = seats.order_by("seat")
    waited_for: dict[UUID, list[Team]] = defaultdict(list)
    some_are_in = set()
    is_in = Case(When(is_ready(), then=True), default=False)
    for seat in seats.annotate(is_in=is_in, away=is_away(now)):
        if seat.is_in:
            some_are_in.add(seat.week_id)
        elif not seat.away:
            waited_for[seat.week_id].append(seat.team)
    return [
        (weeks[week], teams[0])
        for week, teams in waited_for.items()
        if len(teams) == 1 and week in some_are_in
    ]


def withdraw(week: Week, team: Team, now: datetime) -> None:
    """Withdraw unread notices when the team's orders are in.

    This runs no query if the rules do not show whose orders are in.
    """
    if not (week.rules or {}).get("show_sealed", False):
        return
    for user in deputies.commanders([team.pk]).get(team.pk, ()):
        notices.mark_outdated(user=user, cause_prefix=_cause(week, team), until=now, now=now)


def _cause(week: Week, team: Team) -> str:
    return f"orders-last:{week.pk}:{team.pk}"


def _text(week: Week) -> str:
    early_end = " The week moves on as soon as you send them." if week.resolve_when_sealed else ""
    return (
        f"All other teams have sent orders for week {week.number}. Yours are due by "
        f"{in_text(week.due_at)}.{early_end}"
    )
