"""A member's pending tasks in a club, for the club's home and for the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from campaign.desk.selectors.desk import Needs, needs
from campaign.league import policy
from campaign.league.models import Deputy, Week
from campaign.league.selectors.viewer import Viewer
from campaign.motions.selectors.motions import pending_motions
from espionage.selectors import week_status
from home.selectors.ahead import Outlook, outlook_of
from home.selectors.first_steps import first_steps as started
from home.selectors.waiting import (
    Unseen,
    event_statuses,
    status_of_team,
    unanswered_challenges,
    unseen,
)

from . import first_steps, next_steps
from .first_steps import ToDo
from .tasks import Task, ranked


@dataclass(frozen=True, slots=True)
class PendingTasks:
    """A member's next steps in a club. There is always at least one step.

    `first` is the checklist for the GM of a new club. `weeks` lists the coming weeks, starting with
    the current week. `settled` is the last settled week. `unseen` holds unread reports and results.
    """

    steps: tuple[Task, ...]
    first: tuple[ToDo, ...]
    weeks: Sequence[Week]
    settled: Week | None
    unseen: Unseen


def pending_in_club(viewer: Viewer, now: datetime) -> PendingTasks:
    """Return the viewer's pending tasks in the club, in the order shown on the page."""
    outlook = outlook_of(viewer, now)
    weeks = outlook.weeks
    runs_desk = policy.may_run_desk(viewer) and not viewer.campaign.tryout
    desk = needs(viewer, now, idle=False) if runs_desk else None
    first = (
        first_steps.first_steps(viewer.campaign, started(viewer, desk), first_steps.opens_at(desk))
        if desk
        else ()
    )
    motions = pending_motions(viewer, now) if outlook.voting else ()
    votes = next_steps.for_votes(viewer.campaign, motions, viewer.team_ids)
    away = next_steps.for_away(outlook.away_until)
    unread = Unseen() if desk and not policy.has_team(viewer) else unseen(viewer, outlook.settled)
    steps = _steps_for(viewer, outlook, unread, desk, first, now)
    return PendingTasks(ranked((*steps, *votes, *away)), first, weeks, outlook.settled, unread)


def _steps_for(
    viewer: Viewer,
    outlook: Outlook,
    unread: Unseen,
    desk: Needs | None,
    first: Sequence[ToDo],
    now: datetime,
) -> tuple[Task, ...]:
    """Return the steps for the viewer's roles, which are player, GM, deputy or spectator."""
    weeks = outlook.weeks
    desk_steps = next_steps.for_gm(viewer.campaign, desk, first) if desk else ()
    if policy.has_team(viewer):
        urgent, later = (
            [step for step in desk_steps if step.urgent is is_urgent] for is_urgent in (True, False)
        )
        starts = () if weeks else next_steps.first_for_gm(first)
        return (*urgent, *_owner_steps(viewer, outlook, unread, now), *later, *starts)
    if desk:
        return (*desk_steps, next_steps.nothing_for_gm(viewer.campaign, first))
    if viewer.deputy:
        watched = next_steps.for_spectator(viewer.campaign, weeks, unread, now)
        return (*_deputy_steps(viewer.deputy, weeks, now), *watched)
    if policy.may_play(viewer):
        return (next_steps.for_teamless(viewer.campaign),)
    return next_steps.for_spectator(viewer.campaign, weeks, unread, now)


def _deputy_steps(deputy: Deputy, weeks: Sequence[Week], now: datetime) -> tuple[Task, ...]:
    team = deputy.team
    week = next((coming_week for coming_week in weeks if coming_week.pk == deputy.week_id), None)
    is_open = week is not None and week.status == Week.Status.OPEN
    states = week_status.sheet_states([week.pk], [team.pk]) if week and is_open else {}
    return next_steps.for_deputy(
        team,
        weeks,
        states.get((week.pk, team.pk), "") if week else "",
        now,
        decide_by=week_status.decision_limit(week, team, now) if week else None,
        fight=week_status.open_ambush(week, team) if week else None,
    )


def _owner_steps(
    viewer: Viewer, outlook: Outlook, unread: Unseen, now: datetime
) -> tuple[Task, ...]:
    weeks, team = outlook.weeks, viewer.teams[0]
    week = weeks[0] if weeks else None
    state = outlook.sheet if week and week.status == Week.Status.OPEN else ""
    decide_by = week_status.decision_limit(week, team, now) if week else None
    fight = week_status.open_ambush(week, team) if week else None
    needs_answer = decide_by or fight  # Older news is shown after the team has responded.
    news = Unseen() if needs_answer else unread
    steps = next_steps.for_owner(
        team,
        weeks,
        state,
        status_of_team(team, week),
        news,
        now,
        decide_by=decide_by,
        fight=fight,
    )
    events = event_statuses(team, now) if team.approved_at and outlook.has_events else ()
    challenges = unanswered_challenges(team, weeks, now) if team.approved_at else ()
    return (
        *steps,
        *next_steps.for_challenges(team, challenges, now),
        *next_steps.for_events(events, now),
    )
