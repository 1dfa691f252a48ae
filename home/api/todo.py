"""API operations for a person's pending tasks in all clubs and at all tables."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias, cast
from uuid import UUID

from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.records import filled
from home.selectors import front
from home.views.tasks import Task
from home.views.todo import pending_tasks
from home.views.what_waits import pending_in_club

Kind: TypeAlias = Literal[
    "turn", "decision", "orders", "exchange", "stuck", "result", "dispute", "approval"
]


class ErrandTeam(Record):
    """One of your teams, or a team whose deputy you are, with the slug of its club and the week."""

    campaign: str
    team: TeamRef
    week: int
    as_deputy: bool


class ErrandTable(Record):
    """A table under `play/tables/` where it is your turn. `others` lists the other people and
    teams, and `bots` is the number of bots.
    """

    id: UUID
    game: str
    title: str
    name: str
    others: tuple[str, ...]
    bots: int


class ErrandDesk(Record):
    """The club's slug, and the week or team that the GM's task is about."""

    campaign: str
    week: int | None
    team: TeamRef | None


class ErrandOut(Record):
    """A pending task. A "turn" has a `table`. In a week's fight, it also has a `team`. So do a
    "decision", "orders" and an "exchange" of a vehicle. A GM's tasks have a `desk`, and are a
    "stuck" week, a duel's "result" or "dispute", or a roster's "approval".

    `due_at` is the deadline, or null if there is none. `orders` is the state of your order sheet,
    and `path` is the page for the task.
    """

    kind: Kind
    title: str
    path: str
    due_at: datetime | None
    table: ErrandTable | None
    team: ErrandTeam | None
    orders: str | None
    desk: ErrandDesk | None


class StepOut(Record):
    """A task in a club. `text` gives the reason. `path` and `action` are the address and the text
    of the link to its page, or "" if there is no page. `due_at` is the deadline. `orders` is the
    state of your order sheet, if the task is about orders. `urgent` tasks come first. If `idle` is
    true, there is no pending task, and `text` says what happens next.
    """

    title: str
    text: str
    path: str
    action: str
    due_at: datetime | None
    orders: str | None
    urgent: bool
    idle: bool


class NextOut(Record):
    """Pending tasks in a club. The first is the card at the top of the club's home page."""

    steps: tuple[StepOut, ...]


@club_door()
def what_is_next(call: ClubCall) -> NextOut:
    """List your next tasks in a club.

    Tasks are about orders, reports, repairs, exchanges of a vehicle, duels and results, and also
    about the desk if you are a GM. If there is no pending task, the only item says what happens
    next.
    """
    steps = pending_in_club(call.viewer, call.now).steps
    return NextOut(
        steps=tuple(
            filled(StepOut, step, path=step.url, due_at=step.due, orders=step.state or None)
            for step in steps
        )
    )


@person_door()
def list_errands(call: Call, query: Paged) -> Page[ErrandOut]:
    """List your pending tasks, earliest deadline first.

    Tasks are turns at tables, decisions in a week, missing or unfinished order sheets, exchanges of
    an entered vehicle, and a GM's tasks.
    """
    tasks = pending_tasks(call.user, front.home(call.user).clubs, call.now)
    return paged(call, query, tasks, _errand_out)


def _errand_out(task: Task) -> ErrandOut:
    return ErrandOut(
        kind=cast("Kind", task.kind),
        title=task.title,
        path=task.url,
        due_at=task.due,
        table=filled(ErrandTable, task.turn, id=task.turn.table) if task.turn else None,
        team=(
            ErrandTeam(
                campaign=task.team_week.team.campaign.slug,
                team=team_ref(task.team_week.team),
                week=task.team_week.week.number,
                as_deputy=task.team_week.as_deputy,
            )
            if task.team_week
            else None
        ),
        orders=task.state or None,
        desk=(
            ErrandDesk(
                campaign=task.desk.campaign.slug,
                week=task.desk.week.number if task.desk.week else None,
                team=team_ref(task.desk.team) if task.desk.team else None,
            )
            if task.desk
            else None
        ),
    )
