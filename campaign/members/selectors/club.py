"""Queries for the members and the standings of a club."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, Sum

from campaign.league.models import Campaign, Membership, Team, TeamOwner
from campaign.league.selectors import people
from campaign.league.selectors.people import Span
from campaign.members.rules.reliability import Reliability
from core.accounts.models import User

from .reliability import reliability_of


@dataclass(frozen=True, slots=True)
class Member:
    """A member with their role, teams and reliability (C22).

    `holiday` is the current or next holiday, and `is_away` says whether it has begun. `has_page`
    says whether other members can open the member's page.
    """

    name: str
    role: str
    label: str
    since: datetime
    teams: tuple[Team, ...]
    holiday: Span | None
    is_away: bool
    reliability: Reliability
    has_page: bool


def people_of(campaign: Campaign, now: datetime) -> tuple[Member, ...]:
    """Return the members at that time, by role and name.

    GMs come first, then players, then spectators. This takes four queries.
    """
    teams: dict[UUID, list[Team]] = {}
    for row in (
        TeamOwner.objects.filter(team__campaign=campaign, until=None, team__left_at=None)
        .select_related("team")
        .order_by("team__name")
    ):
        teams.setdefault(row.user_id, []).append(row.team)
    order = [Membership.Role.GM, Membership.Role.PLAYER, Membership.Role.SPECTATOR]
    rows = Membership.objects.filter(campaign=campaign, left_at=None).select_related("user")
    ranked = sorted(
        rows, key=lambda row: (order.index(Membership.Role(row.role)), row.user.get_username())
    )
    user_ids = [row.user_id for row in ranked]
    holidays, reliability = people.holidays(user_ids, now), reliability_of(user_ids, now)
    return tuple(
        Member(
            name=row.user.get_username(),
            role=row.role,
            label=row.get_role_display(),
            since=row.joined_at,
            teams=tuple(teams.get(row.user_id, ())),
            holiday=(holiday := holidays.get(row.user_id)),
            is_away=holiday is not None and holiday.starts <= now,
            reliability=reliability[row.user_id],
            has_page=_has_page(row.user),
        )
        for row in ranked
    )


def _has_page(user: User) -> bool:
    """Return whether people who share a club with this person can open their page."""
    return user.is_active and not user.guest and user.shown != User.Shown.NOBODY


@dataclass(frozen=True, slots=True)
class Place:
    """A team and its points in the open season."""

    team: Team
    points: int


def standings(campaign: Campaign) -> tuple[Place, ...]:
    """Return the teams in the league, including unapproved ones, by points and then by name.

    This takes one query.
    """
    open_season = Q(standing_points__week__season__closed_at=None)
    playing = Team.objects.filter(campaign=campaign, left_at=None).select_related("bot_week")
    rows = playing.annotate(points=Sum("standing_points__amount", filter=open_season))
    places = [Place(team=row, points=row.points or 0) for row in rows]
    return tuple(sorted(places, key=lambda place: (-place.points, place.team.name)))
