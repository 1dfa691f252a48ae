"""Queries for pending tasks of a person in all clubs and at all tables, sorted by deadline.

They are turns, decisions of a week, order sheets and tasks as a GM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from django_scopes import scopes_disabled

from campaign.desk.selectors.desk import find_desk_tasks
from campaign.league.models import Duel, Week
from espionage.selectors.decisions import decision_limits
from play.selectors.turns import turns_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from campaign.league.models import Campaign, Team
    from core.accounts.models import User
    from play.selectors.turns import Turn

    from .front import Club


class TeamWeek(NamedTuple):
    """A team whose orders the person writes in a week. `as_deputy` is true if it is not their own
    team.
    """

    team: Team
    week: Week
    as_deputy: bool = False


@dataclass(frozen=True, slots=True)
class TurnTask:
    """A turn at a table. `due` is None without a clock. `fight` is set for a fight of a week."""

    due: datetime | None
    turn: Turn
    fight: TeamWeek | None


@dataclass(frozen=True, slots=True)
class DecisionTask:
    """A live decision that a week waits for."""

    due: datetime
    team_week: TeamWeek


@dataclass(frozen=True, slots=True)
class OrdersTask:
    """The order sheet of an open week, while its `state` is "nothing" or "draft"."""

    due: datetime
    team_week: TeamWeek
    state: str


@dataclass(frozen=True, slots=True)
class DeskTask:
    """A task of a GM: a stuck `week`, a `duel` to record or to decide on, or the roster of a
    `team`.
    """

    campaign: Campaign
    kind: Literal["stuck", "result", "dispute", "approval"]
    week: Week | None = None
    duel: Duel | None = None
    team: Team | None = None
    due: datetime | None = None


PendingTask: TypeAlias = TurnTask | DecisionTask | OrdersTask | DeskTask
"""A pending task of a person, which no one else can see."""


def pending_tasks(user: User, clubs: Sequence[Club], now: datetime) -> tuple[PendingTask, ...]:
    """Return the pending tasks of a person in these clubs (`front.home`).

    This takes at most six queries. Stuck weeks come first, because they delay a whole club.
    """
    tasks: list[PendingTask] = [
        *_desks(clubs, now),
        *_decisions(clubs, now),
        *_moves(user, clubs),
        *_sheets(clubs, now),
    ]
    return tuple(
        sorted(tasks, key=lambda task: (not _is_stuck(task), task.due is None, task.due or now))
    )


def _is_stuck(task: PendingTask) -> bool:
    return isinstance(task, DeskTask) and task.kind == "stuck"


def _desks(clubs: Sequence[Club], now: datetime) -> Iterator[DeskTask]:
    run = {club.campaign.pk: club.campaign for club in clubs if club.runs_desk}
    if not run:
        return
    with scopes_disabled():
        needs = find_desk_tasks(run, now)
    yield from (DeskTask(run[week.season.campaign_id], "stuck", week=week) for week in needs.stuck)
    for duel in needs.results:
        yield DeskTask(run[duel.week.season.campaign_id], "result", duel.week, duel)
    for duel in needs.disputed:
        yield DeskTask(run[duel.week.season.campaign_id], "dispute", duel.week, duel)
    yield from (DeskTask(run[team.campaign_id], "approval", team=team) for team in needs.approvals)


def _moves(user: User, clubs: Sequence[Club]) -> Iterator[TurnTask]:
    """Yield turns.

    A fight of a week ends when the week is published, even if its clock would allow more time.
    """
    fights = {
        club.fights[team_week.team.pk]: team_week
        for club in clubs
        for team_week in _team_weeks(club)
        if team_week.team.pk in club.fights
    }
    for turn in turns_of(user):
        fight = fights.get(turn.table)
        until = fight.week.settle_at if fight else turn.due
        yield TurnTask(min(turn.due, until) if turn.due and until else until, turn, fight)


def _decisions(clubs: Sequence[Club], now: datetime) -> Iterator[DecisionTask]:
    playing = [
        team_week
        for club in clubs
        for team_week in _team_weeks(club)
        if team_week.week.status == Week.Status.PLAYING
    ]
    if playing:
        with scopes_disabled():
            deadlines = decision_limits([team_week.team.pk for team_week in playing], now)
        yield from (
            DecisionTask(deadlines[team_week.team.pk], team_week)
            for team_week in playing
            if team_week.team.pk in deadlines
        )


def _sheets(clubs: Sequence[Club], now: datetime) -> Iterator[OrdersTask]:
    for club in clubs:
        for team_week in _team_weeks(club):
            state = club.sheets.get(team_week.team.pk)
            if state in {"nothing", "draft"} and now < team_week.week.due_at:
                yield OrdersTask(team_week.week.due_at, team_week, state)


def _team_weeks(club: Club) -> list[TeamWeek]:
    if club.week is None:
        return []
    return [TeamWeek(team, club.week, team not in club.teams) for team in club.commands]
