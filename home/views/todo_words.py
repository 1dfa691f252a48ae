"""Titles, places and links of a person's pending tasks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, assert_never

from campaign.league.selectors.links import duel_page
from campaign.league.views.frame import club_url, team_url
from core.web.pictures.words import counted, join_names
from home.selectors.todo import DecisionTask, DeskTask, OrdersTask, TurnTask

if TYPE_CHECKING:
    from home.selectors.todo import PendingTask, TeamWeek
    from play.selectors.turns import Turn


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A pending task as a line on a page. `state` is the state of an order sheet, otherwise ""."""

    title: str
    place: str
    url: str
    action: str
    due: datetime | None
    state: str = ""
    waits: str = ""
    """Text instead of the time left, if there is no deadline."""


def in_words(task: PendingTask) -> TaskLine:
    """Return the line for a pending task."""
    match task:
        case TurnTask(due=due, turn=turn, fight=fight):
            place = (*([_club(fight)] if fight else []), _players(turn))
            return TaskLine(
                f"Your move: {turn.name or turn.title}",
                " · ".join(filter(None, place)),
                turn.path,
                "Move",
                due,
                waits="No time limit",
            )
        case DecisionTask(due=due, team_week=team_week):
            return TaskLine(
                f"Your decision is needed in week {team_week.week.number}",
                _club(team_week),
                team_url("espionage:decision", team_week.team),
                "Decide",
                due,
            )
        case OrdersTask(due=due, team_week=team_week, state=state):
            title = (
                f"{'Finish' if state == 'draft' else 'Write'} the orders of week "
                f"{team_week.week.number}"
            )
            return TaskLine(
                title,
                _club(team_week),
                team_url("espionage:orders", team_week.team),
                "Order sheet",
                due,
                state,
            )
        case DeskTask(campaign=campaign):
            return TaskLine(
                _desk_title(task),
                campaign.name,
                _desk_page(task),
                DESK_ACTIONS[task.kind],
                None,
            )
        case _:
            assert_never(task)


DESK_ACTIONS = {
    "stuck": "View details",
    "result": "Record result",
    "dispute": "View dispute",
    "approval": "View roster",
}


DUEL_PAGES = {"result": "desk-duel", "dispute": "duel-record"}


def _desk_title(task: DeskTask) -> str:
    match task.kind:
        case "stuck":
            return f"{task.week} is stuck"
        case "result":
            return f"Record {task.duel.phrase if task.duel else ''}"
        case "dispute":
            return f"Settle the dispute about {task.duel.phrase if task.duel else ''}"
        case "approval":
            return f"Approve {task.team}’s roster"


def _desk_page(task: DeskTask) -> str:
    if task.team:
        return club_url("desk-approval", task.campaign, team=task.team.slug)
    if task.duel:
        page, arguments = duel_page(DUEL_PAGES[task.kind], task.duel)
        return club_url(page, task.campaign, **arguments)
    number = {"number": task.week.number} if task.week else {}
    return club_url("desk-week" if task.week else "desk", task.campaign, **number)


def _club(team_week: TeamWeek) -> str:
    name = f"As deputy for {team_week.team.name}" if team_week.as_deputy else team_week.team.name
    return f"{name}, {team_week.team.campaign.name}"


def _players(turn: Turn) -> str:
    """Return the game, unless the table's name contains it, and the other players.

    If there are many players, people are named before bots.
    """
    game = turn.title if turn.name and turn.title not in turn.name else ""
    bots = ["a bot" if turn.bots == 1 else counted(turn.bots, "bot")] if turn.bots else []
    names = [*turn.others, *(bots if len(turn.others) + len(bots) <= 3 else turn.bots * bots)]
    preposition = "against" if len(turn.others) + turn.bots == 1 else "with"
    return " ".join(filter(None, (game, preposition if names else "", join_names(names))))
