"""Who belongs to a club, as its members read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Q, Sum

from campaign.league.models import Campaign, Membership, Team, TeamOwner
from core.accounts.models import User
from core.web.prepared import PreparedInScope

from . import people
from .reliability import reliability_of

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.rules.reliability import Reliability

    from .viewer import Span


@dataclass(frozen=True, slots=True)
class Member:
    """A member: name, role, the teams they run, the holiday that they are on or plan, whether it
    has begun, how reliable they are (C22), and whether members see their page (`shown`).
    """

    name: str
    role: str
    label: str
    since: datetime
    teams: tuple[Team, ...]
    holiday: Span | None
    away: bool
    reliability: Reliability
    shown: bool


def people_of(campaign: Campaign, at: datetime) -> tuple[Member, ...]:
    """GMs first, then players, then spectators, each by name, as they are at that moment. Four
    queries.
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
    everybody = [row.user_id for row in ranked]
    holidays, kept = people.holidays(everybody, at), reliability_of(everybody, at)
    return tuple(
        Member(
            name=row.user.get_username(),
            role=row.role,
            label=row.get_role_display(),
            since=row.joined_at,
            teams=tuple(teams.get(row.user_id, ())),
            holiday=(holiday := holidays.get(row.user_id)),
            away=holiday is not None and holiday.starts <= at,
            reliability=kept[row.user_id],
            shown=_has_page(row.user),
        )
        for row in ranked
    )


def _has_page(user: User) -> bool:
    """Return whether those who share a club with this person can open their page."""
    return user.is_active and not user.guest and user.shown != User.Shown.NOBODY


@dataclass(frozen=True, slots=True)
class Place:
    """A team and its points of the open season."""

    team: Team
    points: int


def table(campaign: Campaign) -> tuple[Place, ...]:
    """All teams that are still there, approved or not, the best first; by name where equal. One
    query.
    """
    rows: tuple[Any, ...] = _TABLE.all(club=campaign.pk)
    found = [Place(team=row, points=row.points or 0) for row in rows]
    return tuple(sorted(found, key=lambda place: (-place.points, place.team.name)))


def _with_points(club: UUID) -> QuerySet[Team]:
    """The teams of a club that are still there, each with its points of the open season."""
    open_season = Q(standing_points__week__season__closed_at=None)
    playing = Team.objects.filter(campaign=club, left_at=None).select_related("bot_week")
    return playing.annotate(points=Sum("standing_points__amount", filter=open_season))


_TABLE: Final = PreparedInScope(_with_points, club=UUID)
