"""Queries for deputies of teams, and for members who can become deputies (C24)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from campaign.league.models import Campaign, Deputy, Membership, Team, TeamOwner, Week
from campaign.league.selectors.people import members_of, owners
from campaign.league.selectors.seasons import coming_weeks
from core.accounts.models import User


def current_deputies(team: Team) -> QuerySet[Deputy]:
    """Select a team's deputies for weeks that are not published yet, ordered by week number."""
    return (
        Deputy.objects.filter(
            team=team,
            ended_at=None,
            week__status__in=(Week.Status.PLANNED, *Deputy.ACTIVE_STATUSES),
        )
        .select_related("user", "named_by", "week__season")
        .order_by("week__number")
    )


def find_deputy(team: Team, pk: UUID) -> Deputy | None:
    """Return one of this team's current and future deputies, or None."""
    return current_deputies(team).filter(pk=pk).first()


def open_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """Return the weeks for which a deputy can be appointed.

    These are the open week and the next planned week. This takes one query.
    """
    weeks = coming_weeks(campaign)
    planned = [week for week in weeks if week.status == Week.Status.PLANNED]
    return (*[week for week in weeks if week.status == Week.Status.OPEN], *planned[:1])


def possible_deputies(campaign: Campaign) -> tuple[User, ...]:
    """Return the members who can become deputies, ordered by name.

    GMs and team owners cannot be deputies. This takes one query.
    """
    runs = TeamOwner.objects.filter(team__campaign=campaign, team__left_at=None, until=None).values(
        "user"
    )
    rows = members_of(campaign).exclude(role=Membership.Role.GM).exclude(user__in=runs)
    return tuple(row.user for row in rows.order_by("user__username"))


def commanders(
    team_ids: Iterable[UUID], opening: Iterable[UUID] = ()
) -> dict[UUID, tuple[UUID, ...]]:
    """Return the people who are notified about each team's orders.

    The team's owners come first. The team's deputy for the current week, or for a week in
    `opening`, comes last. This takes two queries.
    """
    ids = frozenset(team_ids)
    people = defaultdict(tuple, owners(ids))
    current = Q(week__status__in=Deputy.ACTIVE_STATUSES) | Q(week__in=list(opening))
    rows = Deputy.objects.filter(current, team__among=ids, ended_at=None)
    for team_id, user_id in rows.order_by("named_at", "id").values_list("team_id", "user_id"):
        people[team_id] = (*people[team_id], user_id)
    return dict(people)
