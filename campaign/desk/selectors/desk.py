"""Queries for pending tasks of a club's GM.

The tasks reveal nothing about teams, because a GM can also play.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q

from campaign.duels.selectors.calendar import (
    DRIVEN,
    annotate_states,
    current_season,
    needs_gm,
    weeks_of,
)
from campaign.duels.selectors.events import staged, staged_in
from campaign.league.models import Event, Membership, Season, Team, TeamOwner, Week
from campaign.league.selectors.hooks import hooks_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Hook
    from campaign.league.selectors.viewer import Viewer

LATE_AFTER: Final = timedelta(minutes=10)
"""Delay after which a week that has not moved on is late."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Pending tasks of the GM.

    `season` is the open one, or None between seasons. `week` is the week in progress, or the next
    one. `plays` is true if a week of the season has opened and a team is approved. `stopped` are
    hooks that no longer get news.
    """

    season: Season | None
    week: Week | None
    plays: bool
    planned: int
    stuck: tuple[Week, ...]
    late: tuple[Week, ...]
    results: tuple[Week, ...]
    disputed: tuple[Week, ...]
    approvals: tuple[Team, ...]
    ownerless: tuple[Team, ...]
    stopped: tuple[Hook, ...]
    idle: tuple[Membership, ...]

    @property
    def has_tasks(self) -> bool:
        """True if there are tasks that are not on the founder’s checklist."""
        waiting = (
            self.stuck,
            self.late,
            self.results,
            self.disputed,
            self.approvals,
            self.ownerless,
            self.stopped,
        )
        return self.season is None or any(waiting)

    @property
    def is_clear(self) -> bool:
        return self.week is not None and not self.has_tasks

    @property
    def is_evening_done(self) -> bool:
        """Return whether the duel of an evening is recorded and no other evening is planned.

        In that case the GM starts the next evening with a button. The end of this week does not
        start it.
        """
        week = self.week
        return bool(
            week
            and week.evening
            and not self.planned
            and week.status == Week.Status.SETTLED
            and week.has_result  # type: ignore[attr-defined]
        )


def needs(viewer: Viewer, now: datetime, *, idle: bool = True) -> Needs:
    """Return the GM's current tasks.

    This takes five queries (four without `idle` players), and a few more for each duel without a
    result.
    """
    season = current_season(viewer)
    weeks = weeks_of(season) if season and not season.closed_at else ()
    driven = (*weeks, *staged_in(season)) if season and weeks else ()
    teams = tuple(_teams(viewer))
    return Needs(
        season=season if season and not season.closed_at else None,
        week=next((week for week in weeks if week.status not in Week.FINISHED), None),
        plays=any(team.approved_at for team in teams)
        and any(week.status != Week.Status.PLANNED for week in weeks),
        planned=sum(week.status == Week.Status.PLANNED for week in weeks),
        stuck=tuple(week for week in weeks if week.parked_at),
        late=tuple(week for week in weeks if is_late(week, now)),
        results=tuple(week for week in driven if needs_gm(week, now)),
        disputed=tuple(week for week in driven if week.disputed),  # type: ignore[attr-defined]
        approvals=tuple(team for team in teams if team.asked_at and not team.approved_at),
        ownerless=tuple(team for team in teams if not (team.run or _is_a_bots(team))),  # type: ignore[attr-defined]
        stopped=tuple(hook for hook in hooks_of(viewer.campaign) if hook.stopped_at),
        idle=tuple(idle_players(viewer)) if idle else (),
    )


def _is_a_bots(team: Team) -> bool:
    """Return whether a bot plays the team until it is removed."""
    return bool(team.bot) and team.bot_week_id is None


class DeskTasks(NamedTuple):
    """Pending tasks of the GMs of several clubs, by club, then by number or name."""

    stuck: tuple[Week, ...]
    results: tuple[Week, ...]
    disputed: tuple[Week, ...]
    approvals: tuple[Team, ...]


def find_desk_tasks(campaigns: Iterable[UUID], now: datetime) -> DeskTasks:
    """Return the pending tasks of these clubs in their open seasons, for their GMs only.

    Takes three queries, outside any scope.
    """
    ids = list(campaigns)
    rows = Week.objects.filter(season__campaign__in=ids, season__closed_at=None).select_related(
        "season"
    )
    weeks = annotate_states(
        rows.filter(Q(parked_at__isnull=False) | Q(status__in=DRIVEN, duel_at__lte=now))
    )
    unapproved = Team.objects.filter(campaign__in=ids, left_at=None, approved_at=None).exclude(
        asked_at=None
    )
    ordered_weeks = tuple(weeks.order_by("season__campaign__name", "season__campaign_id", "number"))
    events = Event.objects.filter(
        week__season__campaign__in=ids, week__season__closed_at=None, starts_at__lte=now
    )
    driven = (*ordered_weeks, *staged(events))
    return DeskTasks(
        stuck=tuple(week for week in ordered_weeks if week.parked_at),
        results=tuple(week for week in driven if needs_gm(week, now)),
        disputed=tuple(week for week in driven if week.disputed),  # type: ignore[attr-defined]
        approvals=tuple(unapproved.order_by("campaign__name", "campaign_id", "name")),
    )


def is_late(week: Week, now: datetime) -> bool:
    """Return whether a week is overdue and not parked. The worker may be down."""
    moments = {
        Week.Status.PLANNED: week.opens_at, Week.Status.OPEN: week.due_at,
        Week.Status.PLAYING: week.settle_at, Week.Status.SETTLED: week.closes_at,
    }  # fmt: skip
    moment = moments.get(Week.Status(week.status))
    return moment is not None and week.parked_at is None and moment + LATE_AFTER < now


def _teams(viewer: Viewer) -> QuerySet[Team]:
    """Return the club's teams, each annotated with `run`: whether anyone runs it."""
    owners = TeamOwner.objects.filter(team=OuterRef("pk"), until=None)
    return (
        Team.objects.filter(campaign=viewer.campaign, left_at=None)
        .annotate(run=Exists(owners))
        .order_by("name")
    )


def idle_players(viewer: Viewer) -> QuerySet[Membership]:
    """Return players without a team, in the order in which they joined."""
    runs = TeamOwner.objects.filter(
        user=OuterRef("user"), team__campaign=viewer.campaign, team__left_at=None, until=None
    )
    rows = Membership.objects.filter(
        campaign=viewer.campaign, role=Membership.Role.PLAYER, left_at=None
    ).filter(~Exists(runs))
    return rows.select_related("user").order_by("joined_at", "id")
