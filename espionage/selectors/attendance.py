"""Attendance: missed weeks, remaining excuses, and the reliability of people (C22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q
from django_scopes import scopes_disabled

from campaign.league.models import Caretaking, Team, Week
from campaign.league.selectors.house import rules_in
from campaign.members.rules.reliability import Reliability
from espionage.models import MissedWeek, MoreTime, SealedSeat

RELIABILITY_PERIOD: Final = timedelta(weeks=26)
"""Period for which a person's weeks are counted."""
PLAYED: Final = (Week.Status.SETTLED, Week.Status.CLOSED)


def excuses_used(team_ids: Iterable[UUID], seasons: Iterable[UUID]) -> Counter[tuple[UUID, UUID]]:
    """Return the number of excuses used, by season and team. This runs two queries.

    Each excused miss and each deadline extension uses one excuse.
    """
    teams, season_ids = list(team_ids), list(seasons)
    used: Counter[tuple[UUID, UUID]] = Counter()
    misses = MissedWeek.objects.filter(team__in=teams, week__season__in=season_ids, excused=True)
    extensions = MoreTime.objects.filter(team__in=teams, week__season__in=season_ids)
    used.update(misses.values_list("week__season", "team"))
    used.update(extensions.values_list("week__season", "team"))
    return used


def extensions_of(team: Team, week: Week) -> tuple[MoreTime | None, bool]:
    """Return this week's extension, if any, and whether the team requested one this season.

    This runs one query.
    """
    rows = MoreTime.objects.filter(Q(week=week) | Q(team=team, week__season=week.season_id))
    extensions = list(rows.select_related("team"))
    of_week = next((row for row in extensions if row.week_id == week.pk), None)
    return of_week, any(row.team_id == team.pk for row in extensions)


def can_extend(week: Week, now: datetime) -> bool:
    """Return whether teams can now request an extension of this week. This runs no query.

    The team's earlier requests are checked only when it asks.
    """
    return (
        week.status == Week.Status.OPEN
        and now < week.due_at
        and bool(rules_in(week).excused_misses)
    )


def reliability(user_ids: Iterable[UUID], now: datetime) -> dict[UUID, Reliability]:
    """Return the numbers of weeks that these people played and missed in the last half year.

    A week counts for the people who owned a team at its deadline, in any club. Excused misses do
    not count. This runs one query, which returns a row for each person.
    """
    users = set(user_ids)
    played = Q(
        week__status__in=PLAYED,
        week__due_at__gt=now - RELIABILITY_PERIOD,
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
            SealedSeat.objects.filter(played)
            .exclude(Exists(cared_for))
            .order_by()
            .values(person=F("team__ownerships__user"))
            .annotate(
                kept=Count("pk", filter=~Exists(misses)),
                missed=Count("pk", filter=Exists(misses.filter(excused=False))),
            )
        )
        by_user = {
            row["person"]: Reliability(kept=row["kept"], missed=row["missed"]) for row in rows
        }
    return {user: by_user.get(user, Reliability()) for user in users}
