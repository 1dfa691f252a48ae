"""Who is looking: a person's part in one campaign, read once a request and handed to every
selector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Subquery
from django_scopes import scope, scopes_disabled

from campaign.league.models import Campaign, Membership, TeamOwner
from core.accounts.models import User
from core.notifications.models import Notice

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.models import Team


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person in front of a campaign. `role` is None for a stranger; `teams` are those they run in
    it now, by name; `unread` their notices in all clubs, where somebody counted, and `unread_here`
    those about the page they ask for.
    """

    user: User | AnonymousUser
    campaign: Campaign
    role: Membership.Role | None
    team_ids: frozenset[UUID]
    teams: tuple[Team, ...] = ()
    unread: int | None = None
    unread_here: int = 0

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
    role = (
        Membership.objects.filter(campaign=campaign, user=user, left_at=None)
        .values_list("role", flat=True)
        .first()
    )
    return _stranger(user, campaign) if role is None else _member(user, campaign, role)


def at_door(user: User, slug: str, page: str | None = None) -> Viewer | None:
    """The person in front of the club of this address, on their way to a page (its path below the
    club's own); None when there is no such club, or it is not theirs. Two queries, no scope needed.
    """
    with scopes_disabled():
        rows = Membership.objects.filter(campaign__slug=slug, user=user, left_at=None)
        mine = Notice.objects.filter(user=user, read_at=None).order_by().values("user")
        unread = {"unread": mine.annotate(count=Count("pk")).values("count")}
        if page is not None:
            here = mine.filter(campaign__slug=slug, path=page)
            unread["here"] = here.annotate(count=Count("pk")).values("count")
        counts = {name: Subquery(count) for name, count in unread.items()}
        part = rows.select_related("campaign").annotate(**counts).first()
    if part is None:
        return None
    counted = {
        "unread": getattr(part, "unread", 0) or 0,
        "unread_here": getattr(part, "here", 0) or 0,
    }
    with scope(campaign=part.campaign_id):
        return _member(user, part.campaign, part.role, **counted)


def _stranger(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    return Viewer(user=user, campaign=campaign, role=None, team_ids=frozenset())


def _member(user: User, campaign: Campaign, role: str, **unread: int) -> Viewer:
    rows = TeamOwner.objects.filter(
        user=user, until=None, team__campaign=campaign, team__left_at=None
    )
    teams = tuple(row.team for row in rows.select_related("team").order_by("team__name", "team_id"))
    for team in teams:
        team.campaign = campaign
    ids = frozenset(team.pk for team in teams)
    return Viewer(
        user=user,
        campaign=campaign,
        role=Membership.Role(role),
        team_ids=ids,
        teams=teams,
        **unread,
    )
