"""Queries for club members and team owners, used by notices, member lists and the desk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, Team, TeamOwner
from core.accounts.models import User
from play.models import Holiday


class Span(NamedTuple):
    """The start and the end of a holiday."""

    starts: datetime
    ends: datetime


def owners(team_ids: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
    """Return the current owners of each team."""
    users_by_team: dict[UUID, list[UUID]] = defaultdict(list)
    rows = TeamOwner.objects.filter(team__among=frozenset(team_ids), until=None)
    for team_id, user_id in rows.order_by("since", "id").values_list("team_id", "user_id"):
        users_by_team[team_id].append(user_id)
    return {team_id: tuple(users) for team_id, users in users_by_team.items()}


def owners_of(team_id: UUID) -> tuple[UUID, ...]:
    """Return the current owners of a team."""
    return owners([team_id]).get(team_id, ())


def ever_ran_team(user: User, team: Team) -> bool:
    """Return whether the person runs this team or has ever run it. This takes one query."""
    return TeamOwner.objects.filter(team=team, user=user).exists()


def runs_team(user: User, team: Team) -> bool:
    """Return whether the person currently runs this team. This takes one query."""
    return TeamOwner.objects.filter(team=team, user=user, until=None).exists()


def names_of_owners(team: Team) -> tuple[str, ...]:
    """Return the names of a team's owners. This takes one query."""
    rows = (
        TeamOwner.objects.filter(team=team, until=None)
        .select_related("user")
        .order_by("since", "id")
    )
    return tuple(row.user.get_username() for row in rows)


@scopes_disabled()
def members(campaign_ids: Iterable[UUID], *roles: str) -> dict[UUID, tuple[UUID, ...]]:
    """Return the members of each campaign. If roles are given, return only these."""
    users_by_campaign: dict[UUID, list[UUID]] = defaultdict(list)
    rows = Membership.objects.filter(campaign__among=frozenset(campaign_ids), left_at=None)
    roles_by_user = rows.order_by("joined_at", "id").values_list("campaign_id", "user_id", "role")
    for campaign_id, user_id, role in roles_by_user:
        if not roles or role in roles:
            users_by_campaign[campaign_id].append(user_id)
    return {campaign_id: tuple(users) for campaign_id, users in users_by_campaign.items()}


def member_ids(campaign_id: UUID, *roles: str) -> tuple[UUID, ...]:
    """Return the members of one campaign, as `members` does."""
    return members([campaign_id], *roles).get(campaign_id, ())


def membership(user: User, campaign_id: UUID) -> Membership | None:
    """Return the person's membership in the campaign, or None."""
    return Membership.objects.filter(campaign=campaign_id, user=user, left_at=None).first()


@scopes_disabled()
def memberships_of(user: User) -> tuple[Membership, ...]:
    """Return a person's memberships in all clubs, ordered by the clubs' names."""
    rows = Membership.objects.filter(user=user, left_at=None, campaign__archived_at=None)
    return tuple(rows.select_related("campaign").order_by("campaign__name", "campaign_id"))


def members_of(campaign: Campaign) -> QuerySet[Membership]:
    """Select the members of the club."""
    rows = Membership.objects.filter(campaign=campaign, left_at=None)
    return rows.select_related("user", "campaign")


def find_member(campaign: Campaign, pk: UUID) -> Membership | None:
    """Return the member whose membership has this id, or None."""
    return members_of(campaign).filter(pk=pk).first()


def find_member_by_name(campaign: Campaign, username: str) -> Membership | None:
    """Return the member with this user name, or None."""
    return members_of(campaign).filter(user__username=username).first()


def other_players(user: User, campaign: Campaign) -> tuple[User, ...]:
    """Return all other people in the club who can run a team, ordered by name."""
    others = members_of(campaign).exclude(user=user).exclude(role=Membership.Role.SPECTATOR)
    return tuple(row.user for row in others.order_by("user__username"))


def teams_by_owner(campaign: Campaign) -> dict[UUID, tuple[Team, ...]]:
    """Return the teams that each person in the club runs, ordered by name. This takes one query."""
    teams_by_user: dict[UUID, list[Team]] = defaultdict(list)
    rows = TeamOwner.objects.filter(
        team__campaign=campaign, team__left_at=None, until=None
    ).select_related("team")
    for row in rows.order_by("team__name"):
        teams_by_user[row.user_id].append(row.team)
    return {user: tuple(teams) for user, teams in teams_by_user.items()}


def owner_names(team_ids: Iterable[UUID]) -> dict[UUID, tuple[str, ...]]:
    """Return the names of each team's owners. This takes one query."""
    names_by_team: dict[UUID, list[str]] = defaultdict(list)
    rows = TeamOwner.objects.filter(team__in=list(team_ids), until=None).select_related("user")
    for row in rows.order_by("since"):
        names_by_team[row.team_id].append(row.user.get_username())
    return {team: tuple(names) for team, names in names_by_team.items()}


def everyone_is_away(
    now: datetime, until: Combinable | None = None, *, team: str = "team"
) -> Combinable:
    """Return a condition that matches rows whose `team` has only owners who are on holiday at that
    time.

    If `until` (a column in the second outer query) is given, the owners must still be away at that
    time. Teams without owners match, too.
    """
    back = until or now
    holiday = Holiday.objects.filter(user=OuterRef("user"), starts__lte=now, ends__gt=now).filter(
        ends__gt=back
    )
    runs = TeamOwner.objects.filter(team=OuterRef(team), until=None)
    return ~Exists(runs.exclude(Exists(holiday)))


def people_away(user_ids: Iterable[UUID], now: datetime) -> dict[UUID, datetime]:
    """Return the people who are on holiday at that time, with the end of their holiday.

    This takes one query.
    """
    spans = holidays(user_ids, now)
    return {user: span.ends for user, span in spans.items() if span.starts <= now}


def holidays(user_ids: Iterable[UUID], now: datetime) -> dict[UUID, Span]:
    """Return the current or next holiday of each person. This takes one query."""
    rows = Holiday.objects.filter(user__in=set(user_ids), ends__gt=now).order_by("-starts")
    return {
        user: Span(starts, ends)
        for user, starts, ends in rows.values_list("user_id", "starts", "ends")
    }


def teams_away(team_ids: Iterable[UUID], now: datetime) -> dict[UUID, datetime]:
    """Return the teams whose owners are all on holiday, with the time at which the first one
    returns.

    This takes one query.
    """
    current = Holiday.objects.filter(user=OuterRef("user"), starts__lte=now, ends__gt=now)
    rows = TeamOwner.objects.filter(team__in=list(team_ids), until=None)
    ends_by_team: dict[UUID, list[datetime | None]] = defaultdict(list)
    for team, ends in rows.annotate(back=Subquery(current.values("ends")[:1])).values_list(
        "team_id", "back"
    ):
        ends_by_team[team].append(ends)
    return {
        team: min(filter(None, backs)) for team, backs in ends_by_team.items() if None not in backs
    }


def sole_owner_of(team: Team) -> UUID | None:
    """Return the team's only owner, or None if there are no or several owners."""
    user_ids = owners_of(team.pk)
    return user_ids[0] if len(user_ids) == 1 else None


def users_of(members: Iterable[Membership]) -> QuerySet[User]:
    """Select the users behind these memberships, ordered by name, as choices in a form."""
    return User.objects.filter(pk__in=[row.user_id for row in members]).order_by("username")
