"""What waits for one member in one club, the first of it on top: the card of the club's home, and
its twin in the API.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.desk.selectors.desk import needs
from campaign.league import policy
from campaign.league.models import Week
from campaign.motions.selectors.motions import to_vote_on
from espionage.selectors import week_status
from home.selectors.ahead import ahead
from home.selectors.first_steps import first_steps as started
from home.selectors.waiting import Unseen, challenge_waits, event_waits, unseen, waiting

from . import first_steps, next_steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.desk.selectors.desk import Needs
    from campaign.league.models import Deputy
    from campaign.league.selectors.viewer import Viewer
    from home.selectors.ahead import Ahead

    from .first_steps import ToDo
    from .next_steps import Step


@dataclass(frozen=True, slots=True)
class WhatWaits:
    """What a member does next in a club, one step at least. `first` is what a GM does before the
    club has played; `weeks` are those to come, the one under way first; `unseen` is what they were
    told of and have not looked at.
    """

    steps: tuple[Step, ...]
    first: tuple[ToDo, ...]
    weeks: Sequence[Week]
    unseen: Unseen


def what_waits(viewer: Viewer, now: datetime) -> WhatWaits:
    """What waits for this viewer in the club, in the order in which it stands there."""
    before = ahead(viewer, now)
    weeks = before.weeks
    runs_desk = policy.may_run_desk(viewer) and not viewer.campaign.tryout
    desk = needs(viewer, now, idle=False) if runs_desk else None
    first = (
        first_steps.first_steps(viewer.campaign, started(viewer, desk), first_steps.opens_at(desk))
        if desk
        else ()
    )
    motions = to_vote_on(viewer, now) if before.voting else ()
    votes = next_steps.for_votes(viewer.campaign, motions, viewer.team_ids)
    holiday = next_steps.for_away(viewer.holiday, now)
    seen = Unseen() if desk and not policy.has_team(viewer) else unseen(viewer, before.settled)
    found = _steps(viewer, before, seen, desk, first, now)
    return WhatWaits(next_steps.ranked((*found, *votes, *holiday)), first, weeks, seen)


def _steps(
    viewer: Viewer,
    before: Ahead,
    seen: Unseen,
    desk: Needs | None,
    first: Sequence[ToDo],
    now: datetime,
) -> tuple[Step, ...]:
    """What waits for this viewer: what is theirs, and what is the GM's at the desk."""
    weeks = before.weeks
    waits = next_steps.for_gm(viewer.campaign, desk) if desk else ()
    if policy.has_team(viewer):
        urgent, later = ([step for step in waits if step.urgent is so] for so in (True, False))
        starts = () if weeks else next_steps.first_for_gm(first)
        return (*urgent, *_own(viewer, before, seen, now), *later, *starts)
    if desk:
        return (*waits, next_steps.nothing_for_gm(viewer.campaign, first))
    if viewer.deputy:
        watched = next_steps.for_spectator(viewer.campaign, weeks, seen, now)
        return (*_as_deputy(viewer.deputy, weeks, now), *watched)
    if policy.may_play(viewer):
        return (next_steps.for_teamless(viewer.campaign),)
    return next_steps.for_spectator(viewer.campaign, weeks, seen, now)


def _as_deputy(deputy: Deputy, weeks: Sequence[Week], now: datetime) -> tuple[Step, ...]:
    """What waits for the viewer as the deputy of a team."""
    team, week = deputy.team, next((one for one in weeks if one.pk == deputy.week_id), None)
    written = week is not None and week.status == Week.Status.OPEN
    states = week_status.sheet_states([week.pk], [team.pk]) if week and written else {}
    return next_steps.for_deputy(
        team,
        weeks,
        states.get((week.pk, team.pk), "") if week else "",
        now,
        decide_by=week_status.decide_by(week, team, now) if week else None,
        fight_until=week_status.fight_until(week, team) if week else None,
    )


def _own(viewer: Viewer, before: Ahead, seen: Unseen, now: datetime) -> tuple[Step, ...]:
    """What waits for the viewer as the owner of a team."""
    weeks, team = before.weeks, viewer.teams[0]
    week = weeks[0] if weeks else None
    state = before.sheet if week and week.status == Week.Status.OPEN else ""
    decide_by = week_status.decide_by(week, team, now) if week else None
    fight_until = week_status.fight_until(week, team) if week else None
    asked = (
        decide_by or fight_until
    )  # who is asked something now reads of that first: what is older waits
    news = Unseen() if asked else seen
    found = next_steps.for_owner(
        team,
        weeks,
        state,
        waiting(team, week),
        news,
        now,
        decide_by=decide_by,
        fight_until=fight_until,
    )
    events = event_waits(team, now) if team.approved_at else ()
    challenges = challenge_waits(team, weeks, now) if team.approved_at else ()
    return (
        *found,
        *next_steps.for_challenges(team, challenges, now),
        *next_steps.for_events(events, now),
    )
