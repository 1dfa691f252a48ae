"""The GM's desk: what waits, and corrections."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from django.http import Http404
from msgspec import Meta

from campaign.desk.selectors import corrections as known
from campaign.desk.selectors import desk as selector
from campaign.desk.services import corrections, masked_corrections
from campaign.garage.models import Vehicle
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, TeamCall, desk_door, find_week, team_desk_door
from campaign.league.api.shapes import Season_, SeasonOut, TeamRef, season_out, team_ref
from campaign.league.api.weeks import WeekOut, week_out
from campaign.league.models import Team, Week
from campaign.ledger.services.posting import Book
from campaign.roster.models import Character
from core.web.api.operations import Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404
from home.selectors.first_steps import first_steps as started
from home.views.first_steps import first_steps, opens_at


class Stuck(Record):
    """A week whose work failed three times: it waits for the GM. `fault` is the kind of fault,
    never orders.
    """

    week: WeekOut
    fault: str
    parked_at: datetime | None


class FirstStep(Record):
    """A step of a club that has not played yet, and whether it is done; `path` is the page for
    it.
    """

    title: str
    done: bool
    path: str


class NeedsOut(Record):
    """What waits for the GM. `first_steps` is what a club does before its first week: empty once an
    approved team plays.
    """

    season: SeasonOut | None
    week: WeekOut | None
    planned: int
    stuck: tuple[Stuck, ...]
    late: tuple[WeekOut, ...]
    results: tuple[WeekOut, ...]
    approvals: tuple[TeamRef, ...]
    ownerless: tuple[TeamRef, ...]
    stopped_hooks: tuple[NamedOut, ...]
    idle: tuple[str, ...]
    first_steps: tuple[FirstStep, ...]


@desk_door()
def needs(call: ClubCall) -> NeedsOut:
    """What waits for the GM now. Nothing here tells who has sent orders."""
    found = selector.needs(call.viewer, call.now)
    first = first_steps(call.viewer.campaign, started(call.viewer, found), opens_at(found))
    return NeedsOut(
        season=season_out(found.season) if found.season else None,
        week=week_out(found.week) if found.week else None,
        planned=found.planned,
        stuck=tuple(
            Stuck(week=week_out(week), fault=week.fault, parked_at=week.parked_at)
            for week in found.stuck
        ),
        late=_weeks(found.late),
        results=_weeks(found.results),
        approvals=_teams(found.approvals),
        ownerless=_teams(found.ownerless),
        stopped_hooks=tuple(NamedOut(id=row.pk, name=row.name) for row in found.stopped),
        idle=tuple(row.user.get_username() for row in found.idle),
        first_steps=tuple(
            FirstStep(title=step.title, done=step.done, path=step.url) for step in first
        ),
    )


def _weeks(weeks: tuple[Week, ...]) -> tuple[WeekOut, ...]:
    return tuple(week_out(week) for week in weeks)


def _teams(teams: tuple[Team, ...]) -> tuple[TeamRef, ...]:
    return tuple(team_ref(team) for team in teams)


# --- corrections ----------------------------------------------------------------------------------

BookName: TypeAlias = Literal[
    "money", "stock", "standings", "skills", "wounds", "prestige", "damage"
]
BOOKS: dict[str, Book] = {
    "money": Book.MONEY, "stock": Book.STOCK, "standings": Book.STANDING, "skills": Book.SKILL,
    "wounds": Book.WOUND, "prestige": Book.PRESTIGE, "damage": Book.DAMAGE,
}  # fmt: skip
ONE_SUM = {
    "money": "correction",
    "standings": "correction",
    "prestige": "correction",
    "wounds": "dp",
}


class Correctable(Record):
    """Whose ledgers can be corrected: the team's own, its people's, those of its vehicles that this
    GM may know of.
    """

    people: tuple[NamedOut, ...]
    vehicles: tuple[NamedOut, ...]


class NamedOut(Record):
    """Somebody or something."""

    id: UUID
    name: str


@team_desk_door()
def correctable(call: TeamCall) -> Correctable:
    """Whose ledgers of a team can be corrected."""
    return Correctable(
        people=tuple(NamedOut(id=row.id, name=row.name) for row in known.people(call.team)),
        vehicles=tuple(
            NamedOut(id=row.id, name=row.name) for row in known.vehicles(call.viewer, call.team)
        ),
    )


class Correction(Reasoned, kw_only=True):
    """So much of an item, signed. `owner` is a character for skills, wounds and prestige, a vehicle
    for damage; else the team's book is meant. Books of one sum need no item; standings need a week.
    """

    book: BookName
    amount: Annotated[int, Meta(ge=-100_000_000, le=100_000_000)]
    owner: UUID | None = None
    item: Annotated[str, Meta(max_length=60)] = ""
    week: Annotated[int, Meta(ge=0, le=30_000)] | None = None
    season: Season_ = None


class Corrected(Record):
    """The act in the desk log."""

    act: UUID
    detail: dict[str, Any]


@team_desk_door(status=201)
def correct(call: TeamCall, body: Correction) -> Corrected:
    """Book a correction: one compensating row with a reason. The team is told; standings are
    news.
    """
    book, owner = BOOKS[body.book], _owner(call, body)
    week = find_week(call, body.week, body.season) if body.week is not None else None
    free = policy.may_read_books(call.viewer, call.team) or book is Book.STANDING
    said: dict[str, Any] = {
        "book": book,
        "owner": owner,
        "actor": call.user,
        "reason": body.reason,
        "at": call.now,
    }
    item = ONE_SUM.get(body.book, body.item)
    try:
        act = (corrections if free else masked_corrections).correct(
            **said, item=item, amount=body.amount, week=week
        )
    except masked_corrections.OutOfBounds:
        call.afterwards(lambda: masked_corrections.note_refusal(**said))
        raise
    return Corrected(act=act.pk, detail=act.detail)


def _owner(call: TeamCall, body: Correction) -> Team | Character | Vehicle:
    """Whose ledger is meant; Http404 for what this GM does not know of."""
    kind = {"team_id": Team, "character_id": Character, "vehicle_id": Vehicle}[
        BOOKS[body.book].owner
    ]
    if kind is Team:
        return call.team
    if body.owner is None:
        raise Http404
    if kind is Character:
        return or_404(known.character(call.team, body.owner))
    return or_404(known.vehicle(call.viewer, call.team, body.owner))
