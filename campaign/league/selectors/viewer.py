"""The viewer, which is a person's role and teams in a campaign.

It is loaded once per request and passed to every selector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django_scopes import scope, scopes_disabled

from campaign.league.models import Campaign, Deputy, Membership, Team
from campaign.league.selectors.links import SEASON
from campaign.league.selectors.seasons import newest_season
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.ports import Port

_STANDING_IN: Final = Subquery(
    Deputy._base_manager.filter(  # the unscoped manager
        user=OuterRef("user"),
        team__campaign=OuterRef("campaign"),
        team__left_at=None,
        ended_at=None,
        week__status__in=Deputy.ACTIVE_STATUSES,
    ).values("pk")[:1]
)
"""Id of the row that makes a member a deputy now (C24). It has no effect for members with a
team.
"""

unread_posts: Final[Port[[Viewer], int]] = Port("the number of unread messages")
"""Return the number of new posts for a viewer in the club's discussions."""


class LivePage(NamedTuple):
    """The addresses from which an open page of a club learns of changes, and its version.

    `stream` sends each new version of the club, and `pulse` returns the current one. `version` is
    the version that the page shows.
    """

    stream: str
    pulse: str
    version: str


live_page: Final[Port[[Viewer], LivePage]] = Port("pages that follow a club's events")
"""Return how a viewer's page follows the club's events."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person's view of a campaign.

    `role` and `joined_at` are None if the person is not a member. `teams` are the teams that the
    person currently runs, ordered by name. `deputy` is set if the person is a deputy in the current
    week. `unread` is the number of unread notices in all clubs, if known. `unread_here` counts the
    unread notices about the requested page by their paths.
    """

    user: User | AnonymousUser
    campaign: Campaign
    role: Membership.Role | None
    team_ids: frozenset[UUID]
    teams: tuple[Team, ...] = ()
    deputy: Deputy | None = None
    joined_at: datetime | None = None
    unread: int | None = None
    unread_here: Mapping[str, int] = field(default_factory=dict)

    @property
    def user_id(self) -> UUID | None:
        return self.user.pk

    @property
    def runs_desk(self) -> bool:
        """Return whether the viewer is a GM."""
        return self.role == Membership.Role.GM

    @property
    def is_referee(self) -> bool:
        """Return whether the viewer is a GM without a team.

        A GM with a team sees no more than a player.
        """
        return self.runs_desk and not self.team_ids

    @property
    def person(self) -> User:
        """Return the user. Only pages for signed-in people can use this."""
        assert isinstance(self.user, User)  # noqa: S101 - the page's decorator checks it
        return self.user


def viewer(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    """Return the person's view of this campaign, in the campaign's scope.

    This takes one query, two for a deputy, or none for an anonymous visitor.
    """
    parts = _memberships(user.pk, campaign=campaign) if isinstance(user, User) else ()
    if not parts:
        return Viewer(user=user, campaign=campaign, role=None, team_ids=frozenset())
    return _member(user, campaign, parts)


def load_viewer(user: User, slug: str, page: str | None = None) -> Viewer | None:
    """Return the person's view of the club with this address.

    Return None if the person is not a member or the club does not exist. `page` is the path of the
    requested page, relative to the club's address. If it is omitted, notices are not counted. This
    takes one query, plus one for a deputy, and one or two if there are unread notices about the
    page. It needs no scope.
    """
    with scopes_disabled():
        unread = Notice.objects.filter(user=user, read_at=None)
        paths = Q(path=page) | Q(path__startswith=f"{page}{SEASON}")
        about_page = unread.filter(paths, campaign__slug=slug)
        exists = Exists(about_page)
        counts = {"unread": _count(unread), "is_here": exists} if page is not None else {}
        parts = _memberships(user.pk, counts, campaign__slug=slug)
    if not parts:
        return None
    first, campaign = parts[0], parts[0].campaign
    with scope(campaign=campaign.pk):
        if page is None:
            return _member(user, campaign, parts)
        unread_here = _unread_here(about_page, campaign, page) if first.is_here else {}
        return _member(user, campaign, parts, unread=first.unread or 0, unread_here=unread_here)


def _unread_here(about_page: QuerySet[Notice], campaign: Campaign, page: str) -> dict[str, int]:
    """Count the notices about the page, by path.

    A page whose path has no season shows the newest season.
    """
    grouped = about_page.order_by().values("path").annotate(count=Count("pk"))
    counts = dict(grouped.values_list("path", "count"))
    if counts.keys() <= {page}:
        return counts
    season = newest_season(campaign)
    page_paths = {page, f"{page}{SEASON}{season.number}" if season else page}
    return {path: count for path, count in counts.items() if path in page_paths}


def _count(rows: QuerySet[Notice]) -> Subquery:
    """Return a subquery that counts a person's notices."""
    return Subquery(rows.order_by().values("user").annotate(count=Count("pk")).values("count"))


def _memberships(
    user: UUID, counts: Mapping[str, Subquery | Exists] | None = None, **club: Any
) -> tuple[Any, ...]:
    """Return a person's membership in a club, with the club and the counts.

    There is one row for each team that the person runs in any club (`ownership`).
    """
    rows = Membership.objects.filter(user=user, left_at=None, **club)
    now = Q(user__ownerships__until=None)
    ownership = FilteredRelation("user__ownerships", condition=now)
    rows = rows.annotate(ownership=ownership, standing_in=_STANDING_IN, **counts or {})
    return tuple(rows.select_related("campaign", "ownership__team"))  # type: ignore[misc] # the relation just made


def _member(
    user: User | AnonymousUser, campaign: Campaign, parts: Sequence[Any], **notices: Any
) -> Viewer:
    """Return the viewer that the rows of `_memberships` describe."""
    owned = [part.ownership.team for part in parts if getattr(part, "ownership", None)]
    own_teams = [team for team in owned if team.campaign_id == campaign.pk and not team.left_at]
    teams = tuple(sorted(own_teams, key=lambda team: (team.name, team.pk)))
    for team in teams:
        team.campaign = campaign
    first = parts[0]
    return Viewer(
        user=user,
        campaign=campaign,
        role=Membership.Role(first.role),
        team_ids=frozenset(team.pk for team in teams),
        teams=teams,
        deputy=_deputy(campaign, first.standing_in) if first.standing_in and not teams else None,
        joined_at=first.joined_at,
        **notices,
    )


def _deputy(campaign: Campaign, pk: UUID) -> Deputy | None:
    deputy = Deputy.objects.select_related("team", "week").filter(pk=pk).first()
    if deputy is not None:
        deputy.team.campaign = campaign
    return deputy
