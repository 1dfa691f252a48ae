"""Who was there: misses, what is left of a season's excuses, and how reliable people are (C22)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Exists, F, OuterRef, Q
from django_scopes import scopes_disabled

from campaign.league.models import Caretaking, Week
from campaign.league.rules.reliability import Reliability
from campaign.league.selectors.house import rules_in
from espionage.models import MissedWeek, MoreTime, SealedSeat

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from campaign.league.models import Team

HALF_A_YEAR: Final = timedelta(weeks=26)
"""How far back a person's weeks count."""
PLAYED: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


def excuses_used(team_ids: Iterable[UUID], seasons: Iterable[UUID]) -> Counter[tuple[UUID, UUID]]:
    """How many excuses each team has used, by season and team: excused misses, and more time. Two
    queries.
    """
    teams, among = list(team_ids), list(seasons)
    found: Counter[tuple[UUID, UUID]] = Counter()
    misses = MissedWeek.objects.filter(team__in=teams, week__season__in=among, excused=True)
    asked = MoreTime.objects.filter(team__in=teams, week__season__in=among)
    found.update(misses.values_list("week__season", "team"))
    found.update(asked.values_list("week__season", "team"))
    return found


def asked_for_more_time(team: Team, week: Week) -> tuple[MoreTime | None, bool]:
    """Who asked for more time in this week, if anybody did, and whether this team did in its
    season. One query.
    """
    rows = MoreTime.objects.filter(Q(week=week) | Q(team=team, week__season=week.season_id))
    found = list(rows.select_related("team"))
    here = next((row for row in found if row.week_id == week.pk), None)
    return here, any(row.team_id == team.pk for row in found)


def sells_more_time(week: Week, at: datetime) -> bool:
    """Whether teams of this week could ask for more time now. No query: whether a team has asked
    before is looked at when it asks.
    """
    return (
        week.status == Week.Status.OPEN and at < week.due_at and bool(rules_in(week).excused_misses)
    )


def reliability(user_ids: Iterable[UUID], at: datetime) -> dict[UUID, Reliability]:
    """How reliable these people are: of the weeks of the last half year, in all clubs, in which
    they ran a team at the deadline, how many they kept and how many they missed without excuse. One
    query, and a row a person.
    """
    users = set(user_ids)
    ran = Q(
        week__status__in=PLAYED,
        week__due_at__gt=at - HALF_A_YEAR,
        team__ownerships__user__in=users,
        team__ownerships__since__lte=F("week__due_at"),
    ) & (Q(team__ownerships__until=None) | Q(team__ownerships__until__gt=F("week__due_at")))
    with scopes_disabled():
        cared_for = Caretaking.objects.filter(
            Q(until=None) | Q(until__gt=OuterRef("week__due_at")),
            team=OuterRef("team"),
            since__lte=OuterRef("week__due_at"),
        )
        misses = MissedWeek.objects.filter(week=OuterRef("week"), team=OuterRef("team"))
        rows = (
            SealedSeat.objects.filter(ran)
            .exclude(Exists(cared_for))
            .order_by()
            .values(person=F("team__ownerships__user"))
            .annotate(
                kept=Count("pk", filter=~Exists(misses)),
                missed=Count("pk", filter=Exists(misses.filter(excused=False))),
            )
        )
        found = {row["person"]: Reliability(kept=row["kept"], missed=row["missed"]) for row in rows}
    return {user: found.get(user, Reliability()) for user in users}
