"""Errands: all that waits for me, over all my clubs and tables."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias, assert_never
from uuid import UUID

from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.records import filled
from home.selectors import front, todo
from home.selectors.todo import Decide, Errand, Move, Playing, Referee, Write
from home.views.todo_words import Waits, in_words
from home.views.what_waits import what_waits
from play.selectors.turns import Turn

Kind: TypeAlias = Literal["turn", "decision", "orders", "stuck", "result", "dispute", "approval"]


class ErrandTeam(Record):
    """The team that is asked, in this week of this club (its slug): mine, or as a deputy."""

    campaign: str
    team: TeamRef
    week: int
    as_deputy: bool


class ErrandTable(Record):
    """The table under `play/tables/` at which I am to move, and who else sits there: people and
    teams by their names, and so many bots.
    """

    id: UUID
    game: str
    title: str
    name: str
    others: tuple[str, ...]
    bots: int


class ErrandDesk(Record):
    """The club (its slug) whose desk it waits at, and the week or the team it is about."""

    campaign: str
    week: int | None
    team: TeamRef | None


class ErrandOut(Record):
    """Something that waits for me. A "turn" has its `table`; a "decision" and "orders" have my
    team, and so has a turn in a fight of a week; what waits for me as a GM has its `desk`: a week
    that is "stuck", the "result" of a duel, a "dispute" about one, the "approval" of a roster.
    `due_at` is until when it waits, null where no clock runs; `orders` is my sheet's state; `path`
    is the page for it.
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
    """A thing to do in a club: `text` says why, `path` is the page for it and `action` what leads
    there, both "" where there is none. `due_at` is until when; `orders` is my sheet's state where
    it is about that. What is `urgent` comes first; `idle` says that nothing is to be done, and what
    comes.
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
    """What waits for me in a club: the card on top of its home, then what else waits there."""

    steps: tuple[StepOut, ...]


@club_door()
def what_is_next(call: ClubCall) -> NextOut:
    """What I do next in a club, through the whole week: orders, report, repairs, duel, result; what
    waits at its desk, for a GM; what comes, where nothing is to be done. One step at least.
    """
    steps = what_waits(call.viewer, call.now).steps
    return NextOut(
        steps=tuple(
            filled(StepOut, step, path=step.url, due_at=step.due, orders=step.state or None)
            for step in steps
        )
    )


@person_door()
def list_errands(call: Call, query: Paged) -> Page[ErrandOut]:
    """What waits for me, the soonest first: tables where it is my turn, decisions of a week, order
    sheets that are missing or drafts, what is mine to do as a GM.
    """
    found = todo.errands(call.user, front.home(call.user).clubs, call.now)
    return paged(call, query, found, _errand)


def _errand(errand: Errand) -> ErrandOut:
    line = in_words(errand)
    match errand:
        case Move(turn=turn, fight=fight):
            return _out("turn", line, at=fight, turn=turn)
        case Decide(at=at):
            return _out("decision", line, at=at)
        case Write(at=at, state=state):
            return _out("orders", line, at=at, orders=state)
        case Referee(campaign=campaign, kind=kind, week=week, team=asking):
            where = ErrandDesk(
                campaign=campaign.slug,
                week=week.number if week else None,
                team=team_ref(asking) if asking else None,
            )
            return _out(kind, line, desk=where)
        case _:
            assert_never(errand)


def _out(
    kind: Kind,
    line: Waits,
    *,
    at: Playing | None = None,
    turn: Turn | None = None,
    orders: str | None = None,
    desk: ErrandDesk | None = None,
) -> ErrandOut:
    table, team = _table(turn) if turn else None, _team(at) if at else None
    return ErrandOut(
        kind=kind,
        title=line.title,
        path=line.url,
        due_at=line.due,
        table=table,
        team=team,
        orders=orders,
        desk=desk,
    )


def _team(at: Playing) -> ErrandTeam:
    return ErrandTeam(
        campaign=at.team.campaign.slug,
        team=team_ref(at.team),
        week=at.week.number,
        as_deputy=at.as_deputy,
    )


def _table(turn: Turn) -> ErrandTable:
    return filled(ErrandTable, turn, id=turn.table)
