"""Who gives a team's orders for a week besides its owners, and who may be asked to (C24)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import Q

from campaign.league.models import Deputy, Membership, TeamOwner, Week

from .people import members_of, owners
from .seasons import coming

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team
    from core.accounts.models import User


def standing(team: Team) -> QuerySet[Deputy]:
    """Who gives this team's orders, or will: of weeks that are not published yet, by number."""
    return (
        Deputy.objects.filter(
            team=team,
            ended_at=None,
            week__status__in=(Week.Status.PLANNED, *Deputy.ACTIVE_STATUSES),
        )
        .select_related("user", "named_by", "week__season")
        .order_by("week__number")
    )


def one_of(team: Team, pk: UUID) -> Deputy | None:
    """Somebody who gives this team's orders, or will."""
    return standing(team).filter(pk=pk).first()


def open_weeks(campaign: Campaign) -> tuple[Week, ...]:
    """The weeks for which a deputy may be named: the open one, and the next that is planned. One
    query.
    """
    weeks = coming(campaign)
    planned = [week for week in weeks if week.status == Week.Status.PLANNED]
    return (*[week for week in weeks if week.status == Week.Status.OPEN], *planned[:1])


def may_stand_in(campaign: Campaign) -> tuple[User, ...]:
    """Who may be named: members who are no GM and run no team, by name. One query."""
    runs = TeamOwner.objects.filter(team__campaign=campaign, team__left_at=None, until=None).values(
        "user"
    )
    rows = members_of(campaign).exclude(role=Membership.Role.GM).exclude(user__in=runs)
    return tuple(row.user for row in rows.order_by("user__username"))


def commanders(
    team_ids: Iterable[UUID], opening: Iterable[UUID] = ()
) -> dict[UUID, tuple[UUID, ...]]:
    """Who is told what the week asks of each team: the people who run it, then its deputy of the
    week under way, or of one of these that are `opening`. Two queries.
    """
    wanted = frozenset(team_ids)
    found = defaultdict(tuple, owners(wanted))
    now = Q(week__status__in=Deputy.ACTIVE_STATUSES) | Q(week__in=list(opening))
    rows = Deputy.objects.filter(now, team__among=wanted, ended_at=None)
    for team_id, user_id in rows.order_by("named_at", "id").values_list("team_id", "user_id"):
        found[team_id] = (*found[team_id], user_id)
    return dict(found)
