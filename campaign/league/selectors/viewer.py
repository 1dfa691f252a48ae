"""The viewer: a person's role and teams in a campaign, loaded once per request for
every selector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    CharField,
    Count,
    Exists,
    FilteredRelation,
    OuterRef,
    Q,
    Subquery,
    Value,
)
from django.db.models.functions import Cast, Concat
from django_scopes import scope

from campaign.league.models import Campaign, Deputy, Membership, Season, TeamOwner
from campaign.league.selectors.links import SEASON
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.ports import Port
from core.web.prepared import Prepared, PreparedInScope
from play.models import Holiday

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.db.models import QuerySet
    from django.db.models.expressions import Combinable

    from campaign.league.models import Team


STANDING_IN: Final = Subquery(
    Deputy._base_manager.filter(  # the manager without a scope
        user=OuterRef("user"),
        team__campaign=OuterRef("campaign"),
        team__left_at=None,
        ended_at=None,
        week__status__in=Deputy.ACTIVE_STATUSES,
    )
    .exclude(
        Exists(
            TeamOwner._base_manager.filter(
                user=OuterRef("user"),
                until=None,
                team__campaign=OuterRef("team__campaign"),
                team__left_at=None,
            )
        )
    )
    .values("pk")[:1]
)
"""Id of the row that makes a member without a team a deputy now (C24)."""

new_in_talk: Final[Port[Callable[[], Combinable]]] = Port("the number of unread messages")
"""Expression that counts the posts that are new to each row of `Membership`."""

_LAST: Final = Holiday.objects.filter(user=OuterRef("user")).order_by("-ends")
HOLIDAY: Final = {
    "holiday_starts": Subquery(_LAST.values("starts")[:1]),
    "holiday_ends": Subquery(_LAST.values("ends")[:1]),
}
"""The last holiday of a member, over or not."""


class Span(NamedTuple):
    """Start and end of a holiday."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person's view of a campaign.

    `role` is None for a non-member. `teams` are the teams they currently run, by name. `deputy` is
    set if they are a deputy in the current week. `holiday` is their last one, over or not. `unread`
    is the number of their notices in all clubs, if known, and `unread_here` of those about the
    requested page. `new_in_talk` is the number of new posts in the club's discussions, set only
    while a page is loaded.
    """

    user: User | AnonymousUser
    campaign: Campaign
    role: Membership.Role | None
    team_ids: frozenset[UUID]
    teams: tuple[Team, ...] = ()
    deputy: Deputy | None = None
    holiday: Span | None = None
    unread: int | None = None
    unread_here: int = 0
    new_in_talk: int = 0

    @property
    def user_id(self) -> UUID | None:
        return self.user.pk

    @property
    def runs_desk(self) -> bool:
        """Return whether the viewer is a GM."""
        return self.role == Membership.Role.GM

    @property
    def is_referee(self) -> bool:
        """Return whether the viewer is a GM without a team. A GM with a team sees no more than a
        player.
        """
        return self.runs_desk and not self.team_ids

    @property
    def person(self) -> User:
        """Return the user, on pages for signed-in people."""
        assert isinstance(self.user, User)  # noqa: S101 - the page's decorator checks it
        return self.user


def viewer(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    """Return the person's view of this campaign, inside its scope. This takes two queries, or none
    for an anonymous visitor.
    """
    if isinstance(user, AnonymousUser):
        return _stranger(user, campaign)
    part = (
        Membership.objects.filter(campaign=campaign, user=user, left_at=None)
        .annotate(standing_in=STANDING_IN, **HOLIDAY)
        .first()
    )
    if part is None:
        return _stranger(user, campaign)
    return _member(user, campaign, part, None)


def _count(rows: QuerySet[Notice]) -> Subquery:
    """Return a subquery that counts the notices of one person."""
    return Subquery(rows.order_by().values("user").annotate(count=Count("pk")).values("count"))


def _membership(slug: str, user: UUID, **counts: Combinable) -> QuerySet[Membership]:
    """Select a membership with its club, its holiday and its counts, by name. There is one row for
    each team (`runs`).
    """
    rows = Membership.objects.filter(campaign__slug=slug, user=user, left_at=None)
    all_counts = {"unread": _count(Notice.objects.filter(user=user, read_at=None)), **counts}
    rows = rows.annotate(standing_in=STANDING_IN, **HOLIDAY, **all_counts, runs=_runs(user))
    rows = rows.select_related("campaign", "runs")  # type: ignore[misc] # the relation just made
    return rows.order_by("runs__name", "runs__id")


def _runs(user: UUID) -> FilteredRelation:
    """Return a relation from memberships of one person to the teams that they run now.

    A membership without a team keeps one row.
    """
    own_teams = TeamOwner.objects.filter(user=user, until=None).values("team")
    condition = Q(campaign__teams__left_at=None, campaign__teams__in=Subquery(own_teams))
    return FilteredRelation("campaign__teams", condition=condition)


def _membership_and_page(slug: str, user: UUID, page: str) -> QuerySet[Membership]:
    """Select the same as `_membership`, with counts of the notices about a page and of new posts in
    the club's discussions.

    If the page's address names no season, notices about the newest season's address are included.
    """
    seasons = Season._base_manager.filter(campaign__slug=slug)  # the manager without a scope
    newest_number = Cast(Subquery(seasons.order_by("-number").values("number")[:1]), CharField())
    paths = Q(path=page) | Q(path=Concat(Value(page), Value(SEASON), newest_number))
    notices = Notice.objects.filter(paths, user=user, read_at=None, campaign__slug=slug)
    return _membership(slug, user, here=_count(notices), talk=new_in_talk()())


def _ownerships(user: UUID, club: UUID) -> QuerySet[TeamOwner]:
    """Select the ownerships of a person in a club, by name of the team."""
    rows = TeamOwner.objects.filter(user=user, until=None, team__campaign=club, team__left_at=None)
    return rows.select_related("team").order_by("team__name", "team_id")


_OWNERSHIPS: Final = PreparedInScope(_ownerships, user=UUID, club=UUID)
_MEMBERSHIP: Final = Prepared(_membership, slug=str, user=UUID)
_MEMBERSHIP_AND_PAGE: Final = Prepared(_membership_and_page, slug=str, user=UUID, page=str)
"""Prepared queries: they run on every page and operation of a club, and building their SQL takes
longer than running it.
"""


def load_viewer(user: User, slug: str, page: str | None = None) -> Viewer | None:
    """Return the person's view of the club with this address, or None for non-members and unknown
    clubs.

    `page` is the path of the requested page relative to the club's address. This takes one query,
    two for a deputy, and needs no scope.
    """
    if page is None:
        parts: tuple[Any, ...] = _MEMBERSHIP.all(slug=slug, user=user.pk)
    else:
        parts = _MEMBERSHIP_AND_PAGE.all(slug=slug, user=user.pk, page=page)
    if not parts:
        return None
    part, teams = parts[0], tuple([row.runs for row in parts if hasattr(row, "runs")])
    counts = {
        "unread": getattr(part, "unread", 0) or 0,
        "unread_here": getattr(part, "here", 0) or 0,
        "new_in_talk": getattr(part, "talk", 0) or 0,
    }
    with scope(campaign=part.campaign_id):
        return _member(user, part.campaign, part, teams, **counts)


def _stranger(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    return Viewer(user=user, campaign=campaign, role=None, team_ids=frozenset())


def _member(
    user: User,
    campaign: Campaign,
    part: Any,
    teams: tuple[Team, ...] | None,
    *,
    unread: int | None = None,
    unread_here: int = 0,
    new_in_talk: int = 0,
) -> Viewer:
    """Return the viewer for a membership row with `standing_in` and `HOLIDAY`. If `teams` is None,
    they are loaded.
    """
    role = Membership.Role(part.role)
    holiday = Span(part.holiday_starts, part.holiday_ends) if part.holiday_ends else None
    if part.standing_in is not None:
        return Viewer(
            user=user,
            campaign=campaign,
            role=role,
            team_ids=frozenset(),
            deputy=_deputy(campaign, part.standing_in),
            holiday=holiday,
            unread=unread,
            unread_here=unread_here,
            new_in_talk=new_in_talk,
        )
    if teams is None:
        teams = tuple(row.team for row in _OWNERSHIPS.all(user=user.pk, club=campaign.pk))
    for team in teams:
        team.campaign = campaign
    ids = frozenset(team.pk for team in teams)
    return Viewer(
        user=user,
        campaign=campaign,
        role=role,
        team_ids=ids,
        teams=teams,
        holiday=holiday,
        unread=unread,
        unread_here=unread_here,
        new_in_talk=new_in_talk,
    )


def _deputy(campaign: Campaign, pk: UUID) -> Deputy | None:
    deputy = Deputy.objects.select_related("team", "week").filter(pk=pk).first()
    if deputy is not None:
        deputy.team.campaign = campaign
    return deputy
