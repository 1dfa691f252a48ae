"""Queries for a GM's pending tasks.

The tasks reveal nothing about teams, because a GM can also be a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.duels.selectors.calendar import DRIVEN, current_season, needs_gm, season_duels
from campaign.duels.selectors.events import annotate_states
from campaign.league.models import Duel, Membership, Season, Team, TeamOwner, Week
from campaign.league.selectors.viewer import Viewer
from campaign.news.models import Hook
from campaign.news.selectors.hooks import hooks_of

LATE_AFTER: Final = timedelta(minutes=10)
"""Delay after which a week that has not advanced counts as late."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The pending tasks of a GM.

    `season` is the open season, or None between seasons. `week` is the week in progress, or the
    next one, and `is_recorded` says whether its duel has a result. `plays` is true if a week of the
    season has opened and at least one team is approved. `stopped` lists the hooks that no longer
    receive news.
    """

    season: Season | None
    week: Week | None
    is_recorded: bool
    plays: bool
    planned: int
    stuck: tuple[Week, ...]
    late: tuple[Week, ...]
    results: tuple[Duel, ...]
    disputed: tuple[Duel, ...]
    approvals: tuple[Team, ...]
    ownerless: tuple[Team, ...]
    stopped: tuple[Hook, ...]
    idle: tuple[Membership, ...]

    @property
    def is_evening_done(self) -> bool:
        """Return whether an evening's duel is recorded and no other evening is planned.

        In that case, the GM has to start the next evening with a button, because the end of this
        week does not start it.
        """
        week = self.week
        return bool(
            week
            and week.evening
            and not self.planned
            and week.status == Week.Status.SETTLED
            and self.is_recorded
        )


def needs(viewer: Viewer, now: datetime, *, idle: bool = True) -> Needs:
    """Return the GM's current tasks.

    This takes five queries, or four without `idle`, and a few more for each duel without a result.
    """
    season = current_season(viewer)
    duels = season_duels(season) if season and not season.closed_at else ()
    weekly = [duel for duel in duels if duel.is_weekly]
    weeks = [duel.week for duel in weekly]
    current = next((duel for duel in weekly if duel.week.status not in Week.FINISHED), None)
    teams = tuple(_teams(viewer))
    for team in teams:
        team.campaign = viewer.campaign
    return Needs(
        season=season if season and not season.closed_at else None,
        week=current.week if current else None,
        is_recorded=current is not None and current.has_result,  # type: ignore[attr-defined]
        plays=any(team.approved_at for team in teams)
        and any(week.status != Week.Status.PLANNED for week in weeks),
        planned=sum(week.status == Week.Status.PLANNED for week in weeks),
        stuck=tuple(week for week in weeks if week.parked_at),
        late=tuple(week for week in weeks if is_late(week, now)),
        results=tuple(duel for duel in duels if needs_gm(duel, now)),
        disputed=tuple(duel for duel in duels if duel.disputed),  # type: ignore[attr-defined]
        approvals=tuple(team for team in teams if team.asked_at and not team.approved_at),
        ownerless=tuple(team for team in teams if not (team.run or _is_a_bots(team))),  # type: ignore[attr-defined]
        stopped=tuple(hook for hook in hooks_of(viewer.campaign) if hook.stopped_at),
        idle=tuple(idle_players(viewer)) if idle else (),
    )


def _is_a_bots(team: Team) -> bool:
    return bool(team.bot) and team.bot_week_id is None


class DeskTasks(NamedTuple):
    """Pending tasks for the GMs of several clubs, ordered by club and then by number or name."""

    stuck: tuple[Week, ...]
    results: tuple[Duel, ...]
    disputed: tuple[Duel, ...]
    approvals: tuple[Team, ...]


def find_desk_tasks(campaigns: Iterable[UUID], now: datetime) -> DeskTasks:
    """Return the pending tasks for the GMs of these clubs, in open seasons.

    This takes three queries and ignores the current scope.
    """
    ids = list(campaigns)
    in_clubs = {"week__season__campaign__in": ids, "week__season__closed_at": None}
    weekly_duel = Q(kind=Duel.Kind.WEEKLY, week__status__in=DRIVEN, week__duel_at__lte=now)
    duels = annotate_states(Duel.objects.filter(weekly_duel | Q(starts_at__lte=now), **in_clubs))
    stuck = Week.objects.filter(
        parked_at__isnull=False, season__campaign__in=ids, season__closed_at=None
    )
    unapproved = Team.objects.filter(campaign__in=ids, left_at=None, approved_at=None).exclude(
        asked_at=None
    )
    club_order = ("season__campaign__name", "season__campaign_id", "number")
    due_duels = tuple(
        duels.order_by(
            F("starts_at").asc(nulls_first=True), *(f"week__{name}" for name in club_order)
        )
    )
    return DeskTasks(
        stuck=tuple(stuck.select_related("season").order_by(*club_order)),
        results=tuple(duel for duel in due_duels if needs_gm(duel, now)),
        disputed=tuple(duel for duel in due_duels if duel.disputed),  # type: ignore[attr-defined]
        approvals=tuple(unapproved.order_by("campaign__name", "campaign_id", "name")),
    )


def is_late(week: Week, now: datetime) -> bool:
    """Return whether a week is overdue and not parked, which can mean that the worker is down."""
    moments = {
        Week.Status.PLANNED: week.opens_at, Week.Status.OPEN: week.due_at,
        Week.Status.PLAYING: week.settle_at, Week.Status.SETTLED: week.closes_at,
    }  # fmt: skip
    moment = moments.get(Week.Status(week.status))
    return moment is not None and week.parked_at is None and moment + LATE_AFTER < now


def _teams(viewer: Viewer) -> QuerySet[Team]:
    """Return the club's teams. The annotation `run` says whether anyone runs the team."""
    owners = TeamOwner.objects.filter(team=OuterRef("pk"), until=None)
    return (
        Team.objects.filter(campaign=viewer.campaign, left_at=None)
        .annotate(run=Exists(owners))
        .order_by("name")
    )


def idle_players(viewer: Viewer) -> QuerySet[Membership]:
    """Return the players without a team, in the order in which they joined."""
    runs = TeamOwner.objects.filter(
        user=OuterRef("user"), team__campaign=viewer.campaign, team__left_at=None, until=None
    )
    rows = Membership.objects.filter(
        campaign=viewer.campaign, role=Membership.Role.PLAYER, left_at=None
    ).filter(~Exists(runs))
    return rows.select_related("user").order_by("joined_at", "id")
