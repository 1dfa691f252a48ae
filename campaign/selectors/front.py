"""A person's clubs with what waits in each; and who may look around the demo club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django_scopes import scopes_disabled

from campaign.demo import LOGINS, SLUG
from campaign.models import Campaign, TeamOwner, Week

from .notices import unread_by_club
from .people import memberships_of
from .weekgame import week_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from campaign.models import Team, User


@dataclass(frozen=True, slots=True)
class Club:
    """A club on its member's own page. `state` is the own order sheet's, "" where there is none to write; `fight` is the own team whose ambush
    is fought on the site now.
    """

    campaign: Campaign
    role: str
    teams: tuple[Team, ...]
    week: Week | None
    state: str
    unread: int
    fight: Team | None = None

    @property
    def taking_orders(self) -> bool:
        """Whether orders can be written now."""
        return self.week is not None and self.week.status == Week.Status.OPEN


def clubs(user: User, now: datetime) -> tuple[Club, ...]:
    """The person's clubs by name. Six queries, however many."""
    parts = memberships_of(user)
    with scopes_disabled():
        teams = _own_teams(user)
        weeks = _under_way(part.campaign_id for part in parts)
        fighting = week_game().fighting({team.pk for own in teams.values() for team in own}) if teams else frozenset()
        states = week_game().sheet_states([week.pk for week in weeks.values()], [team.pk for own in teams.values() for team in own])
    waiting = unread_by_club(user)
    return tuple(
        Club(
            campaign=part.campaign, role=part.get_role_display(), teams=tuple(teams.get(part.campaign_id, ())), week=weeks.get(part.campaign_id),
            state=_state(states, weeks.get(part.campaign_id), teams.get(part.campaign_id, ())), unread=waiting.get(part.campaign_id, 0),
            fight=next((team for team in teams.get(part.campaign_id, ()) if team.pk in fighting), None),
        )
        for part in parts
    )  # fmt: skip


def _own_teams(user: User) -> dict[UUID, list[Team]]:
    found: dict[UUID, list[Team]] = {}
    for row in TeamOwner.objects.filter(user=user, until=None, team__left_at=None).select_related("team").order_by("team__name"):
        found.setdefault(row.team.campaign_id, []).append(row.team)
    return found


def _under_way(campaign_ids: Iterable[UUID]) -> dict[UUID, Week]:
    """The week that is under way or comes next, of each campaign."""
    rows = Week.objects.filter(season__campaign__in=list(campaign_ids), season__closed_at=None).exclude(status=Week.Status.CLOSED)
    found: dict[UUID, Week] = {}
    for week in rows.select_related("season").order_by("number"):
        found.setdefault(week.season.campaign_id, week)
    return found


def _state(states: dict[tuple[UUID, UUID], str], week: Week | None, teams: Sequence[Team]) -> str:
    if week is None or week.status != Week.Status.OPEN:
        return ""
    return next((states[week.pk, team.pk] for team in teams if (week.pk, team.pk) in states), "")


def demo_logins() -> tuple[tuple[str, str, str], ...]:
    """User name, password and who that is, while there is a demo club."""
    return LOGINS if Campaign.objects.filter(slug=SLUG, archived_at=None).exists() else ()
