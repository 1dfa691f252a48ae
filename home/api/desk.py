"""API operations for the GM's desk, with pending tasks and corrections."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import Http404
from msgspec import Meta

from campaign.calendar.api.weeks import WeekOut, week_out
from campaign.desk.selectors import corrections as correctables
from campaign.desk.selectors import desk as selector
from campaign.desk.services import corrections, masked_corrections
from campaign.garage.models import Vehicle
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, TeamCall, desk_door, find_week, team_desk_door
from campaign.league.api.shapes import Season_, SeasonOut, TeamRef, season_out, team_ref
from campaign.league.models import Team, Week
from campaign.ledger.services.posting import Book
from campaign.roster.models import Character
from core.web.api.operations import Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404
from home.selectors.first_steps import first_steps as started
from home.views.first_steps import first_steps, opens_at


class Stuck(Record):
    """A week that waits for the GM because processing it failed three times. `fault` is the type of
    the error, and never contains orders.
    """

    week: WeekOut
    fault: str
    parked_at: datetime | None


class FirstStep(Record):
    """A step for a club that has not played yet. `path` is the page where it can be done."""

    title: str
    done: bool
    path: str


class NeedsOut(Record):
    """Pending tasks of the GM. `first_steps` lists the steps before the club's first week. The list
    is empty once an approved team has played.
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
    """Return the GM's pending tasks.

    The tasks do not reveal which teams have sent orders.
    """
    pending = selector.needs(call.viewer, call.now)
    steps = first_steps(call.viewer.campaign, started(call.viewer, pending), opens_at(pending))
    unrecorded = [duel.week for duel in pending.results]
    prefetch_related_objects([*pending.stuck, *pending.late, *unrecorded], "duels")
    return NeedsOut(
        season=season_out(pending.season) if pending.season else None,
        week=week_out(pending.week) if pending.week else None,
        planned=pending.planned,
        stuck=tuple(
            Stuck(week=week_out(week), fault=week.fault, parked_at=week.parked_at)
            for week in pending.stuck
        ),
        late=_weeks(pending.late),
        results=_weeks(unrecorded),
        approvals=_teams(pending.approvals),
        ownerless=_teams(pending.ownerless),
        stopped_hooks=tuple(NamedOut(id=row.pk, name=row.name) for row in pending.stopped),
        idle=tuple(row.user.get_username() for row in pending.idle),
        first_steps=tuple(
            FirstStep(title=step.title, done=step.done, path=step.url) for step in steps
        ),
    )


def _weeks(weeks: Iterable[Week]) -> tuple[WeekOut, ...]:
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
    """Characters and vehicles whose ledgers can be corrected. Vehicles that this GM cannot see are
    left out.
    """

    people: tuple[NamedOut, ...]
    vehicles: tuple[NamedOut, ...]


class NamedOut(Record):
    """The id and name of an object."""

    id: UUID
    name: str


@team_desk_door()
def correctable(call: TeamCall) -> Correctable:
    """List the characters and vehicles of a team whose ledgers can be corrected."""
    return Correctable(
        people=tuple(NamedOut(id=row.id, name=row.name) for row in correctables.people(call.team)),
        vehicles=tuple(
            NamedOut(id=row.id, name=row.name)
            for row in correctables.vehicles(call.viewer, call.team)
        ),
    )


class Correction(Reasoned, kw_only=True):
    """A correction that adds a signed amount. `owner` is a character for skills, wounds and
    prestige, and a vehicle for damage. If `owner` is omitted, the amount is booked for the team.
    `item` is not needed for ledgers that have a single item. Standings need a `week`.
    """

    book: BookName
    amount: Annotated[int, Meta(ge=-100_000_000, le=100_000_000)]
    owner: UUID | None = None
    item: Annotated[str, Meta(max_length=60)] = ""
    week: Annotated[int, Meta(ge=0, le=30_000)] | None = None
    season: Season_ = None


class Corrected(Record):
    """The desk log entry for the correction."""

    act: UUID
    detail: dict[str, Any]


@team_desk_door(status=201)
def correct(call: TeamCall, body: Correction) -> Corrected:
    """Book a correction as one compensating row, with a reason.

    The team is notified. Corrections of standings are also published as news.
    """
    book, owner = BOOKS[body.book], _owner(call, body)
    week = find_week(call, body.week, body.season) if body.week is not None else None
    can_see_books = policy.may_read_books(call.viewer, call.team) or book is Book.STANDING
    booking: dict[str, Any] = {
        "book": book,
        "owner": owner,
        "actor": call.user,
        "reason": body.reason,
        "now": call.now,
    }
    item = ONE_SUM.get(body.book, body.item)
    try:
        act = (corrections if can_see_books else masked_corrections).correct(
            **booking, item=item, amount=body.amount, week=week
        )
    except masked_corrections.OutOfBounds:
        call.afterwards(lambda: masked_corrections.note_refusal(**booking))
        raise
    return Corrected(act=act.pk, detail=act.detail)


def _owner(call: TeamCall, body: Correction) -> Team | Character | Vehicle:
    """Return the ledger's owner. Raise Http404 if this GM cannot see the owner."""
    kind = {"team_id": Team, "character_id": Character, "vehicle_id": Vehicle}[
        BOOKS[body.book].owner
    ]
    if kind is Team:
        return call.team
    if body.owner is None:
        raise Http404
    if kind is Character:
        return or_404(correctables.character(call.team, body.owner))
    return or_404(correctables.vehicle(call.viewer, call.team, body.owner))
