"""Who is looking: a person's part in one campaign, read once a request and handed to every
selector.
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
"""The row that lets a member who runs no team give one's orders now (C24)."""

new_in_talk: Final[Port[Callable[[], Combinable]]] = Port("how much of the talk is new to members")
"""What counts, on rows of `Membership`, the posts that are new to each."""

_LAST: Final = Holiday.objects.filter(user=OuterRef("user")).order_by("-ends")
HOLIDAY: Final = {
    "holiday_starts": Subquery(_LAST.values("starts")[:1]),
    "holiday_ends": Subquery(_LAST.values("ends")[:1]),
}
"""The last holiday of a member, over or not."""


class Span(NamedTuple):
    """From when and until when somebody is on holiday."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person in front of a campaign. `role` is None for a stranger; `teams` are those they run in
    it now, by name; `deputy` says whose orders they give in the week under way, if they give any;
    `holiday` is their last, over or not; `unread` their notices in all clubs, where somebody
    counted, and `unread_here` those about the page they ask for; `new_in_talk` are the posts of the
    club's talk that they have not read, counted on the way to a page.
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
    def person(self) -> User:
        """The user, on a page that only people who are logged in get to."""
        assert isinstance(self.user, User)  # noqa: S101 - logged in, says the page's decorator
        return self.user


def viewer(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    """The person's part in this campaign. Two queries, inside the campaign's scope; none for
    somebody not logged in.
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


def _counts(rows: QuerySet[Notice]) -> Subquery:
    """How many these notices of one person are."""
    return Subquery(rows.order_by().values("user").annotate(count=Count("pk")).values("count"))


def _door(slug: str, user: UUID, **counts: Combinable) -> QuerySet[Membership]:
    """A membership with its club, what `HOLIDAY` adds, how many notices its person has not read,
    and what else is to be counted; once for each team that they run (`runs`), by name.
    """
    rows = Membership.objects.filter(campaign__slug=slug, user=user, left_at=None)
    counted = {"unread": _counts(Notice.objects.filter(user=user, read_at=None)), **counts}
    rows = rows.annotate(standing_in=STANDING_IN, **HOLIDAY, **counted, runs=_runs(user))
    rows = rows.select_related("campaign", "runs")  # type: ignore[misc] # the relation just made
    return rows.order_by("runs__name", "runs__id")


def _runs(user: UUID) -> FilteredRelation:
    """On memberships of one person: a row for each team of the club that they run now, one row
    where they run none.
    """
    theirs = TeamOwner.objects.filter(user=user, until=None).values("team")
    here = Q(campaign__teams__left_at=None, campaign__teams__in=Subquery(theirs))
    return FilteredRelation("campaign__teams", condition=here)


def _door_and_page(slug: str, user: UUID, page: str) -> QuerySet[Membership]:
    """The same, and what waits for the person on a page, and in the club's talk.

    A page whose address names no season also shows what the newest season's address shows.
    """
    seasons = Season._base_manager.filter(campaign__slug=slug)  # the manager without a scope
    newest = Cast(Subquery(seasons.order_by("-number").values("number")[:1]), CharField())
    asked = Q(path=page) | Q(path=Concat(Value(page), Value(SEASON), newest))
    here = Notice.objects.filter(asked, user=user, read_at=None, campaign__slug=slug)
    return _door(slug, user, here=_counts(here), talk=new_in_talk()())


def _run_by(user: UUID, club: UUID) -> QuerySet[TeamOwner]:
    """What says which teams of a club somebody runs, by the teams' names."""
    rows = TeamOwner.objects.filter(user=user, until=None, team__campaign=club, team__left_at=None)
    return rows.select_related("team").order_by("team__name", "team_id")


_RUN: Final = PreparedInScope(_run_by, user=UUID, club=UUID)
_AT_DOOR: Final = Prepared(_door, slug=str, user=UUID)
_ON_THE_WAY: Final = Prepared(_door_and_page, slug=str, user=UUID, page=str)
"""They stand on every page and operation of a club, and their SQL takes longer to make than to
answer.
"""


def at_door(user: User, slug: str, page: str | None = None) -> Viewer | None:
    """The person in front of the club of this address, on their way to a page (its path below the
    club's own); None when there is no such club, or it is not theirs. One query, two for a deputy;
    no scope needed.
    """
    if page is None:
        parts: tuple[Any, ...] = _AT_DOOR.all(slug=slug, user=user.pk)
    else:
        parts = _ON_THE_WAY.all(slug=slug, user=user.pk, page=page)
    if not parts:
        return None
    part, teams = parts[0], tuple([each.runs for each in parts if hasattr(each, "runs")])
    counted = {
        "unread": getattr(part, "unread", 0) or 0,
        "unread_here": getattr(part, "here", 0) or 0,
        "new_in_talk": getattr(part, "talk", 0) or 0,
    }
    with scope(campaign=part.campaign_id):
        return _member(user, part.campaign, part, teams, **counted)


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
    """The viewer of a membership's row, with `standing_in` and what `HOLIDAY` adds; `teams` are
    those they run, asked for where None.
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
        teams = tuple(row.team for row in _RUN.all(user=user.pk, club=campaign.pk))
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
    found = Deputy.objects.select_related("team", "week").filter(pk=pk).first()
    if found is not None:
        found.team.campaign = campaign
    return found
