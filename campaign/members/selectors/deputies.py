"""Queries for deputies of teams, and the members who can become one (C24)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import Q

from campaign.league.models import Deputy, Membership, TeamOwner, Week
from campaign.league.selectors.people import members_of, owners
from campaign.league.selectors.seasons import coming_weeks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team
    from core.accounts.models import User


def current_deputies(team: Team) -> QuerySet[Deputy]:
    """Select the deputies of a team for weeks that are not published yet, by week number."""
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
    """Return one of the current and future deputies of this team."""
    return current_deputies(team).filter(pk=pk).first()


def open_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """Return the weeks for which a deputy can be appointed: the open one and the next planned one.
    This takes one query.
    """
    weeks = coming_weeks(campaign)
    planned = [week for week in weeks if week.status == Week.Status.PLANNED]
    return (*[week for week in weeks if week.status == Week.Status.OPEN], *planned[:1])


def possible_deputies(campaign: Campaign) -> tuple[User, ...]:
    """Return the members who can become deputies, by name: no GMs and no team owners. This takes
    one query.
    """
    runs = TeamOwner.objects.filter(team__campaign=campaign, team__left_at=None, until=None).values(
        "user"
    )
    rows = members_of(campaign).exclude(role=Membership.Role.GM).exclude(user__in=runs)
    return tuple(row.user for row in rows.order_by("user__username"))


def commanders(
    team_ids: Iterable[UUID], opening: Iterable[UUID] = ()
) -> dict[UUID, tuple[UUID, ...]]:
    """Return the people who are notified about the orders of each team.

    They are its owners, then its deputy for the current week or for a week in `opening`. This takes
    two queries.
    """
    ids = frozenset(team_ids)
    people = defaultdict(tuple, owners(ids))
    current = Q(week__status__in=Deputy.ACTIVE_STATUSES) | Q(week__in=list(opening))
    rows = Deputy.objects.filter(current, team__among=ids, ended_at=None)
    for team_id, user_id in rows.order_by("named_at", "id").values_list("team_id", "user_id"):
        people[team_id] = (*people[team_id], user_id)
    return dict(people)
