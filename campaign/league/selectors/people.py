"""Who belongs to a club and who runs which team: for notices, lists of members and the desk."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from campaign.league.models import Membership, TeamOwner
from core.accounts.models import User
from core.web.prepared import Keys, Prepared, PreparedInScope
from play.models import Holiday

from .viewer import STANDING_IN, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet
    from django.db.models.expressions import Combinable

    from campaign.league.models import Campaign, Team


def owners(team_ids: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
    """The people who run each team now."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for team_id, user_id in _OWNERS.all(teams=frozenset(team_ids)):
        found[team_id].append(user_id)
    return {team_id: tuple(users) for team_id, users in found.items()}


def _owners(teams: frozenset[UUID]) -> QuerySet[TeamOwner, tuple[UUID, UUID]]:
    rows = TeamOwner.objects.filter(team__among=teams, until=None).order_by("since", "id")
    return rows.values_list("team_id", "user_id")


_OWNERS: Final = PreparedInScope(_owners, teams=Keys)


def ever_ran(user: User, team: Team) -> bool:
    """Whether the person runs this team, or ever did: what they do to its books is theirs to answer
    for. One query.
    """
    return TeamOwner.objects.filter(team=team, user=user).exists()


def runs(user: User, team: Team) -> bool:
    """Whether the person runs this team now. One query."""
    return TeamOwner.objects.filter(team=team, user=user, until=None).exists()


def names_of_owners(team: Team) -> tuple[str, ...]:
    """The names of the people who run a team, for the whole club. One query."""
    rows = (
        TeamOwner.objects.filter(team=team, until=None)
        .select_related("user")
        .order_by("since", "id")
    )
    return tuple(row.user.get_username() for row in rows)


def members(campaign_ids: Iterable[UUID], *roles: str) -> dict[UUID, tuple[UUID, ...]]:
    """The people of each campaign, of these roles or of all."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for campaign_id, user_id, role in _MEMBERS.all(campaigns=frozenset(campaign_ids)):
        if not roles or role in roles:
            found[campaign_id].append(user_id)
    return {campaign_id: tuple(users) for campaign_id, users in found.items()}


def _members(campaigns: frozenset[UUID]) -> QuerySet[Membership, tuple[UUID, UUID, str]]:
    rows = Membership.objects.filter(campaign__among=campaigns, left_at=None)
    return rows.order_by("joined_at", "id").values_list("campaign_id", "user_id", "role")


_MEMBERS: Final = Prepared(_members, campaigns=Keys)


def membership(user: User, campaign_id: UUID) -> Membership | None:
    """The person's part in the campaign, if they have one now."""
    return Membership.objects.filter(campaign=campaign_id, user=user, left_at=None).first()


def memberships_of(user: User) -> tuple[Membership, ...]:
    """Every club the person belongs to, by name: the only list across campaigns that a person
    gets. `standing_in` is the row that makes them a deputy now, None where none does.
    """
    return _MEMBERSHIPS.all(user=user.pk)


def _memberships(user: UUID) -> QuerySet[Membership]:
    rows = Membership.objects.filter(user=user, left_at=None, campaign__archived_at=None)
    rows = rows.annotate(standing_in=STANDING_IN).select_related("campaign")
    return rows.order_by("campaign__name", "campaign_id")


_MEMBERSHIPS: Final = Prepared(_memberships, user=UUID)


def members_of(campaign: Campaign) -> QuerySet[Membership]:
    """Who belongs to the club now."""
    rows = Membership.objects.filter(campaign=campaign, left_at=None)
    return rows.select_related("user", "campaign")


def member_of(campaign: Campaign, pk: UUID) -> Membership | None:
    """One member, by the id of their membership."""
    return members_of(campaign).filter(pk=pk).first()


def member_named(campaign: Campaign, username: str) -> Membership | None:
    """One member, by their name."""
    return members_of(campaign).filter(user__username=username).first()


def players_besides(user: User, campaign: Campaign) -> tuple[User, ...]:
    """Everybody else of the club who may run a team, by name."""
    others = members_of(campaign).exclude(user=user).exclude(role=Membership.Role.SPECTATOR)
    return tuple(row.user for row in others.order_by("user__username"))


def teams_by_owner(campaign: Campaign) -> dict[UUID, tuple[Team, ...]]:
    """The teams that each person of the club runs, by name. One query."""
    found: dict[UUID, list[Team]] = defaultdict(list)
    rows = TeamOwner.objects.filter(
        team__campaign=campaign, team__left_at=None, until=None
    ).select_related("team")
    for row in rows.order_by("team__name"):
        found[row.user_id].append(row.team)
    return {user: tuple(teams) for user, teams in found.items()}


def owner_names(team_ids: Iterable[UUID]) -> dict[UUID, tuple[str, ...]]:
    """The names of the people who run each team. One query."""
    found: dict[UUID, list[str]] = defaultdict(list)
    rows = TeamOwner.objects.filter(team__in=list(team_ids), until=None).select_related("user")
    for row in rows.order_by("since"):
        found[row.team_id].append(row.user.get_username())
    return {team: tuple(names) for team, names in found.items()}


def nobody_is_there(
    at: datetime, until: Combinable | None = None, *, team: str = "team"
) -> Combinable:
    """A condition on rows that name a `team`: whoever runs it is on holiday at that moment, and
    still is at the row's `until` (a column twice outside, where it is given); a team that nobody
    runs has nobody there either.
    """
    back = until or at
    away = Holiday.objects.filter(user=OuterRef("user"), starts__lte=at, ends__gt=at).filter(
        ends__gt=back
    )
    runs = TeamOwner.objects.filter(team=OuterRef(team), until=None)
    return ~Exists(runs.exclude(Exists(away)))


def away(user_ids: Iterable[UUID], at: datetime) -> dict[UUID, datetime]:
    """Until when those of these people are away who are on holiday at that moment. One query."""
    spans = holidays(user_ids, at)
    return {user: span.ends for user, span in spans.items() if span.starts <= at}


def holidays(user_ids: Iterable[UUID], at: datetime) -> dict[UUID, Span]:
    """The holidays that these people are on at that moment, or have planned; the first of each. One
    query.
    """
    rows = Holiday.objects.filter(user__in=set(user_ids), ends__gt=at).order_by("-starts")
    return {
        user: Span(starts, ends)
        for user, starts, ends in rows.values_list("user_id", "starts", "ends")
    }


def teams_away(team_ids: Iterable[UUID], at: datetime) -> dict[UUID, datetime]:
    """The teams all of whose people are on holiday at that moment, and when the first of them is
    back. One query.
    """
    now = Holiday.objects.filter(user=OuterRef("user"), starts__lte=at, ends__gt=at)
    rows = TeamOwner.objects.filter(team__in=list(team_ids), until=None)
    found: dict[UUID, list[datetime | None]] = defaultdict(list)
    for team, ends in rows.annotate(back=Subquery(now.values("ends")[:1])).values_list(
        "team_id", "back"
    ):
        found[team].append(ends)
    return {team: min(filter(None, backs)) for team, backs in found.items() if None not in backs}


def sole_owner_of(team: Team) -> UUID | None:
    """Return who runs the team, if exactly one person does."""
    found = owners([team.pk]).get(team.pk, ())
    return found[0] if len(found) == 1 else None


def users_of(members: Iterable[Membership]) -> QuerySet[User]:
    """These members as users, by name: what a form lets one choose from."""
    return User.objects.filter(pk__in=[row.user_id for row in members]).order_by("username")
