"""A team's people: for its owners in full, for everybody by name, role, alive or dead (E24)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from campaign.league.api.permissions import TeamCall, books_door, members_door, team_door
from campaign.league.selectors.house import rules_of
from campaign.ledger.api.shapes import LedgerRow, ledger_row
from campaign.ledger.selectors import books
from campaign.roster.models import Character
from campaign.roster.rules.acts import CharacterFace, GoldCross, Learning, NewCharacter
from campaign.roster.rules.people import Health
from campaign.roster.rules.skills import Skill
from campaign.roster.selectors.roster import (
    PublicCharacter,
    Sheet,
    character_of,
    public_roster,
    roster,
    sheets,
)
from campaign.roster.services import gold_cross
from campaign.roster.services import roster as services
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from core.web.records import Changes, filled


class FaceOut(Record):
    """What everybody knows of a character."""

    id: UUID
    name: str
    role: str
    alive: bool


@members_door()
def public(call: TeamCall, query: Paged) -> Page[FaceOut]:
    """A team's people as everybody knows them, by name."""
    return paged(
        call, query, public_roster([call.team.pk], call.campaign).get(call.team.pk, ()), _face
    )


def _face(one: PublicCharacter) -> FaceOut:
    return filled(FaceOut, one)


class CharacterOut(Record):
    """A character in full. `load` is in half grenade equivalents, `modifier` what wounds take off
    every roll, `general` points to be assigned.
    """

    id: UUID
    name: str
    role: str
    blurb: str
    hired_at: datetime
    left_at: datetime | None
    dp: int
    full_dp: int
    load: int
    health: Health
    modifier: int
    skills: tuple[Skill, ...]
    general: int
    prestige: int


class RosterQuery(Paged):
    """Which of them, and in which order."""

    gone: Annotated[bool, Meta(description="Those who have been released, too.")] = False
    health: Health | None = None
    ordering: Literal["name", "-name", "-prestige"] = "name"


@books_door()
def list_characters(call: TeamCall, query: RosterQuery) -> Page[CharacterOut]:
    """My team's people in full."""
    rows = [
        one
        for one in roster(call.team, gone=query.gone)
        if query.health is None or one.body.health == query.health
    ]
    rows.sort(key=lambda one: (one.name, str(one.id)), reverse=query.ordering == "-name")
    if query.ordering == "-prestige":
        rows.sort(key=lambda one: -one.prestige)
    return paged(call, query, rows, _out)


def _out(one: Sheet) -> CharacterOut:
    body = one.body
    return filled(
        CharacterOut,
        one,
        dp=body.dp,
        full_dp=body.full_dp,
        load=body.load,
        health=body.health,
        modifier=body.modifier,
    )


def find_character(call: TeamCall, character: UUID) -> Character:
    """One of the team's people, gone or not; Http404."""
    return or_404(character_of(call.team, character))


def _shown(call: TeamCall, row: Character) -> CharacterOut:
    return _out(sheets([row], rules_of(call.campaign))[0])


@books_door()
def show(call: TeamCall, character: UUID) -> CharacterOut:
    """One of my people in full."""
    return _shown(call, find_character(call, character))


@books_door()
def history(call: TeamCall, query: Paged, character: UUID) -> Page[LedgerRow]:
    """Everything that was ever booked for one of my people, newest first."""
    return paged(
        call, query, books.history_of_character(find_character(call, character).pk), ledger_row
    )


@team_door(status=201)
def hire(call: TeamCall, body: NewCharacter) -> CharacterOut:
    """Hire somebody."""
    row = services.hire(team=call.team, new=body, by=call.user, at=call.now)
    return _shown(call, row)


@team_door()
def edit(call: TeamCall, body: Changes[NewCharacter], character: UUID) -> CharacterOut:
    """Change one of my people."""
    row = find_character(call, character)
    points = body.values.get("points")
    face = body.apply_to(CharacterFace, row)
    row = services.edit(character=row, face=face, points=points, by=call.user, at=call.now)
    return _shown(call, row)


@team_door()
def release(call: TeamCall, character: UUID) -> CharacterOut:
    """Let one of my people go for good."""
    return _shown(call, services.release(character=find_character(call, character), at=call.now))


@team_door()
def assign(call: TeamCall, body: Learning, character: UUID) -> CharacterOut:
    """Assign general points to a skill (E2)."""
    row = find_character(call, character)
    services.assign(character=row, skill=body.skill, amount=body.amount, by=call.user, at=call.now)
    return _shown(call, row)


# --- Gold Cross (option) --------------------------------------------------------------------------


@team_door()
def at_gold_cross(call: TeamCall, body: GoldCross, character: UUID) -> CharacterOut:
    """Have memories stored and clones kept against death, where the house rules know Gold Cross."""
    row = find_character(call, character)
    gold_cross.do(body.do, character=row, by=call.user, at=call.now, body_home=body.body_home)
    return _shown(call, row)
