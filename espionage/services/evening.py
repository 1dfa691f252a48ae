"""Ends the phases of an evening early, when all teams are ready or a GM moves on, and sets the
date of the next evening.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, assert_never

from campaign.calendar.selectors import pauses
from campaign.calendar.services import calendar
from campaign.league.models import Campaign, DeskAct, Team, Week
from campaign.league.selectors.seasons import newest_week
from campaign.league.services import desk_log
from campaign.voices.services.speaking import publish_announcement
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.moments import day_and_time
from core.web.refusals import Refused, WrongTime
from espionage.selectors.evening import (
    ANSWER_ACT,
    READY_ACT,
    SET_ACT,
    NextEvening,
    Phase,
    next_evening,
    phase_of,
    readiness,
)

from .sheets import NoSeat

MAX_ANSWERS: Final = 20
"""Maximum number of times that a member can answer the proposal for the next evening."""


def say_ready(*, week: Week, team: Team, actor: User, now: datetime) -> None:
    """Record that a team is ready. The phase ends when all awaited teams are.

    A team that is ready already stays so. Raise WrongTime if the phase does not wait for teams.
    Raise NoSeat for a team that the phase does not await.
    """
    with club(team.campaign_id):
        week = _locked(week, now)
        waiting = readiness(week, now, [team.pk])
        if waiting is None:
            raise WrongTime(f"Week {week.number} is not waiting for teams to be ready.")
        if not any(row.team == team for row in waiting.teams):
            raise NoSeat(f"Week {week.number} does not wait for {team.name}.")
        if waiting.waits_for_viewer is None:
            return
        desk_log.record(
            actor=actor,
            kind=READY_ACT,
            now=now,
            detail={"week": week.number, "phase": waiting.phase.value},
            week=week,
            team=team,
        )
        after = readiness(week, now)
        if after and after.is_complete:
            _end(week, waiting.phase, now)


def move_on(*, week: Week, actor: User, reason: str, now: datetime) -> Phase:
    """End the current phase of an evening for everyone and return it.

    The action and its reason appear in the public log. Raise ReasonNeeded. Raise WrongTime for
    other weeks, during a pause, and after the start of the duel, because a GM then starts the next
    week.
    """
    reason = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        week = _locked(week, now)
        phase = phase_of(week, now)
        if phase is None:
            raise WrongTime("You can move on only in a week that was started as a single evening.")
        if phase is Phase.DUEL:
            raise WrongTime("The duel has started. Start the next week when it is over.")
        desk_log.record(
            actor=actor,
            kind="phase-ended",
            now=now,
            reason=reason,
            detail={"week": week.number, "phase": phase.value},
            week=week,
        )
        _end(week, phase, now)
        return phase


def answer_next(*, campaign: Campaign, actor: User, yes: bool, now: datetime) -> None:
    """Record whether a member can come to the proposed next evening. The latest answer counts.

    Raise WrongTime if no evening is proposed, and Refused after too many answers, because all of
    them are read for the club's page.
    """
    with club(campaign.pk):
        proposal = _proposal(campaign, now)
        if proposal.answers.get(actor.get_username()) is yes:
            return
        given = DeskAct.objects.filter(kind=ANSWER_ACT, week=proposal.week, actor=actor)
        if given.count() >= MAX_ANSWERS:
            raise Refused(
                "You have changed your answer too often. Tell a GM instead.",
                code="too-many-answers",
            )
        desk_log.record(
            actor=actor,
            kind=ANSWER_ACT,
            now=now,
            detail={"at": proposal.starts_at.isoformat(), "yes": yes},
            public=False,
            week=proposal.week,
        )


def set_next(*, campaign: Campaign, actor: User, now: datetime) -> None:
    """Confirm the proposed next evening, and announce it to the club.

    Do nothing if the date is already confirmed. Raise WrongTime if no evening is proposed.
    """
    with club(campaign.pk):
        proposal = _proposal(campaign, now)
        if proposal.is_set:
            return
        detail = {"at": proposal.starts_at.isoformat()}
        desk_log.record(actor=actor, kind=SET_ACT, now=now, detail=detail, week=proposal.week)
        text = f"Next evening: {day_and_time(proposal.starts_at)} ({campaign.timezone})."
        publish_announcement(campaign=campaign, author=actor, text=text, now=now)


def _proposal(campaign: Campaign, now: datetime) -> NextEvening:
    locked(campaign)
    proposal = next_evening(campaign, newest_week(campaign), now)
    if proposal is None:
        raise WrongTime(
            "There is no proposed date right now. The site proposes one when the duel has started."
        )
    return proposal


def _locked(week: Week, now: datetime) -> Week:
    season = week.season
    week = locked(week)
    week.season = season
    if pauses.current_pause(season.campaign, now):
        raise WrongTime("The league is paused. Resume it first.")
    return week


def _end(week: Week, phase: Phase, now: datetime) -> None:
    match phase:
        case Phase.ORDERS:
            text = "A GM ended the time for orders of week {number}. The week continues now."
            calendar.move_deadlines_to_now([week], now, text=text)
        case Phase.FIGHTS:
            calendar.publish_now([week], now)
        case Phase.GARAGE:
            calendar.start_duel_now(week, now)
        case Phase.DUEL:
            calendar.end_week_now(week=week, now=now)
        case _:
            assert_never(phase)
