"""Who is looking: a person's part in one campaign, read once a request and handed to every
selector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth.models import AnonymousUser
from django_scopes import scope

from campaign.league.models import Campaign, Membership, Team
from core.accounts.models import User

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID


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


UNREAD: Final = ("unread", "unread_here")
_AT_DOOR: Final = """
    SELECT club.*, part.role,
        (SELECT count(*) FROM notifications_notice notice
            WHERE notice.user_id = part.user_id AND notice.read_at IS NULL) AS unread,
        (SELECT count(*) FROM notifications_notice notice
            WHERE notice.user_id = part.user_id AND notice.read_at IS NULL
                AND notice.campaign_id = club.id AND notice.path = %(page)s) AS unread_here
    FROM campaign_membership part JOIN campaign_campaign club ON club.id = part.campaign_id
    WHERE club.slug = %(slug)s AND part.user_id = %(user)s AND part.left_at IS NULL
"""
_RUN_BY: Final = """
    SELECT team.* FROM campaign_team team JOIN campaign_teamowner owner ON owner.team_id = team.id
    WHERE owner.user_id = %(user)s AND owner.until IS NULL
        AND team.campaign_id = %(campaign)s AND team.left_at IS NULL
    ORDER BY team.name, team.id
"""
"""These two open every page of a club. They are written out: Django's way of putting them together
took a third of a request's time.
"""


def at_door(user: User, slug: str, page: str | None = None) -> Viewer | None:
    """The person in front of the club of this address, on their way to a page (its path below the
    club's own); None when there is no such club, or it is not theirs. Two queries, no scope needed.
    """
    clubs: Iterable[Any] = Campaign.objects.raw(
        _AT_DOOR, {"slug": slug, "user": user.pk, "page": page}
    )
    for campaign in clubs:
        found = vars(campaign)
        role, counted = found.pop("role"), {name: found.pop(name) for name in UNREAD}
        with scope(campaign=campaign.pk):
            return _member(user, campaign, role, **counted)
    return None


def _stranger(user: User | AnonymousUser, campaign: Campaign) -> Viewer:
    return Viewer(user=user, campaign=campaign, role=None, team_ids=frozenset())


def _member(user: User, campaign: Campaign, role: str, **unread: int) -> Viewer:
    teams = tuple(Team.objects.raw(_RUN_BY, {"user": user.pk, "campaign": campaign.pk}))
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
