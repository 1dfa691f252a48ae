"""A person's pending tasks in all clubs and at all tables, sorted by deadline.

Tasks are turns, decisions in a week, order sheets, exchanges of a vehicle, and a GM's tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django_scopes import scopes_disabled

from campaign.desk.selectors.desk import find_desk_tasks
from campaign.duels.selectors.exchanges import unused_exchanges
from campaign.league.models import Week
from core.accounts.models import User
from core.web.pictures.words import counted, join_names
from espionage.selectors.decisions import decision_limits
from home.selectors.front import Club
from play.selectors.turns import Turn, turns_of

from .next_steps import decision_task, desk_tasks, exchange_task, orders_task
from .tasks import Task, TeamWeek


def pending_tasks(user: User, clubs: Sequence[Club], now: datetime) -> tuple[Task, ...]:
    """Return a person's pending tasks in these clubs (`front.home`). No one else can see these
    tasks.

    This takes at most seven queries. Stuck weeks come first, because they delay a whole club.
    """
    team_weeks = [team_week for club in clubs for team_week in _team_weeks(club)]
    tasks = [
        *_desks(clubs, now),
        *_decisions(team_weeks, now),
        *_moves(user, clubs),
        *_sheets(clubs, now),
        *_exchanges(clubs, now),
    ]
    return tuple(
        sorted(tasks, key=lambda task: (task.kind != "stuck", task.due is None, task.due or now))
    )


def _desks(clubs: Sequence[Club], now: datetime) -> Iterator[Task]:
    run = {club.campaign.pk: club.campaign for club in clubs if club.runs_desk}
    if not run:
        return
    with scopes_disabled():
        tasks = find_desk_tasks(run, now)
    for week in (*tasks.stuck, *(duel.week for duel in (*tasks.disputed, *tasks.results))):
        week.season.campaign = run[week.season.campaign_id]
    for team in tasks.approvals:
        team.campaign = run[team.campaign_id]
    for task in desk_tasks(tasks):
        yield replace(task, place=task.desk.campaign.name if task.desk else "")


def _moves(user: User, clubs: Sequence[Club]) -> Iterator[Task]:
    """Yield turns.

    A week's fight ends when the week is published, even if its clock would allow more time.
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
        yield turn_task(turn, min(turn.due, until) if turn.due and until else until, fight)


def turn_task(turn: Turn, due: datetime | None, fight: TeamWeek | None = None) -> Task:
    """Return the task to move at a table. `fight` is set if this is a week's fight."""
    place = (*([_place(fight)] if fight else []), _players(turn))
    return Task(
        f"Your move: {turn.name or turn.title}",
        url=turn.path,
        action="Move",
        due=due,
        kind="turn",
        place=" · ".join(filter(None, place)),
        turn=turn,
        team_week=fight,
    )


def _decisions(team_weeks: Sequence[TeamWeek], now: datetime) -> Iterator[Task]:
    playing = [
        team_week for team_week in team_weeks if team_week.week.status == Week.Status.PLAYING
    ]
    if playing:
        with scopes_disabled():
            deadlines = decision_limits([team_week.team.pk for team_week in playing], now)
        for team_week in playing:
            if team_week.team.pk in deadlines:
                yield _placed(
                    decision_task(team_week.team, deadlines[team_week.team.pk]), team_week
                )


def _sheets(clubs: Sequence[Club], now: datetime) -> Iterator[Task]:
    for club in clubs:
        for team_week in _team_weeks(club):
            state = club.sheets.get(team_week.team.pk, "")
            for task in orders_task(team_week.team, team_week.week, state, now):
                yield _placed(task, team_week)


def _exchanges(clubs: Sequence[Club], now: datetime) -> Iterator[Task]:
    """Yield exchanges of a vehicle. Only a team's owners can exchange vehicles."""
    own = [
        TeamWeek(team, club.week)
        for club in clubs
        for team in club.teams
        if club.week and any(exchange_task(club.week, now))
    ]
    if own:
        with scopes_disabled():
            rows = unused_exchanges([part.week for part in own], [part.team for part in own])
            unused = set(rows.values_list("team", flat=True))
        for team_week in own:
            if team_week.team.pk in unused:
                for task in exchange_task(team_week.week, now):
                    yield _placed(task, team_week)


def _team_weeks(club: Club) -> list[TeamWeek]:
    if club.week is None:
        return []
    return [TeamWeek(team, club.week, team not in club.teams) for team in club.commands]


def _placed(task: Task, team_week: TeamWeek) -> Task:
    return replace(task, place=_place(team_week), team_week=team_week)


def _place(team_week: TeamWeek) -> str:
    name = f"As deputy for {team_week.team.name}" if team_week.as_deputy else team_week.team.name
    return f"{name}, {team_week.team.campaign.name}"


def _players(turn: Turn) -> str:
    """Return the other players, preceded by the game unless the table's name contains it.

    If there are many players, people take precedence over bots.
    """
    game = turn.title if turn.name and turn.title not in turn.name else ""
    bots = ["a bot" if turn.bots == 1 else counted(turn.bots, "bot")] if turn.bots else []
    names = [*turn.others, *(bots if len(turn.others) + len(bots) <= 3 else turn.bots * bots)]
    preposition = "against" if len(turn.others) + turn.bots == 1 else "with"
    return " ".join(filter(None, (game, preposition if names else "", join_names(names))))
