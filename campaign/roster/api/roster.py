"""API operations on a team's people.

Owners see all details. Other members see names, roles, and whether people are alive (E24).
"""

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
    load_character,
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
    """A character as seen by the whole club."""

    id: UUID
    name: str
    role: str
    alive: bool


@members_door()
def public(call: TeamCall, query: Paged) -> Page[FaceOut]:
    """List a team's people as seen by the whole club, ordered by name."""
    return paged(
        call, query, public_roster([call.team.pk], call.campaign).get(call.team.pk, ()), _face
    )


def _face(character: PublicCharacter) -> FaceOut:
    return filled(FaceOut, character)


class CharacterOut(Record):
    """A character with all details.

    `load` is in half grenade equivalents. `modifier` is the penalty on every roll for wounds.
    `general` is the number of unassigned points.
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
    """Filters and order of a roster, as query parameters."""

    gone: Annotated[bool, Meta(description="Also include characters who were dismissed.")] = False
    health: Health | None = None
    ordering: Literal["name", "-name", "-prestige"] = "name"


@books_door()
def list_characters(call: TeamCall, query: RosterQuery) -> Page[CharacterOut]:
    """List your team's people with all details."""
    rows = [
        sheet
        for sheet in roster(call.team, with_dismissed=query.gone)
        if query.health is None or sheet.body.health == query.health
    ]
    rows.sort(key=lambda sheet: (sheet.name, str(sheet.id)), reverse=query.ordering == "-name")
    if query.ordering == "-prestige":
        rows.sort(key=lambda sheet: -sheet.prestige)
    return paged(call, query, rows, _out)


def _out(sheet: Sheet) -> CharacterOut:
    body = sheet.body
    return filled(
        CharacterOut,
        sheet,
        dp=body.dp,
        full_dp=body.full_dp,
        load=body.load,
        health=body.health,
        modifier=body.modifier,
    )


def find_character(call: TeamCall, character: UUID) -> Character:
    """Return one of the team's people, including people who were dismissed. Raise Http404."""
    return or_404(load_character(call.team, character))


def _sheet_out(call: TeamCall, row: Character) -> CharacterOut:
    return _out(sheets([row], rules_of(call.campaign))[0])


@books_door()
def show(call: TeamCall, character: UUID) -> CharacterOut:
    """Return one of your people with all details."""
    return _sheet_out(call, find_character(call, character))


@books_door()
def history(call: TeamCall, query: Paged, character: UUID) -> Page[LedgerRow]:
    """List all ledger rows of one of your people, newest first."""
    return paged(
        call, query, books.history_of_character(find_character(call, character).pk), ledger_row
    )


@team_door(status=201)
def hire(call: TeamCall, body: NewCharacter) -> CharacterOut:
    """Hire a character."""
    row = services.hire(team=call.team, new=body, actor=call.user, now=call.now)
    return _sheet_out(call, row)


@team_door()
def edit(call: TeamCall, body: Changes[NewCharacter], character: UUID) -> CharacterOut:
    """Change one of your people."""
    row = find_character(call, character)
    points = body.values.get("points")
    face = body.apply_to(CharacterFace, row)
    row = services.edit(character=row, face=face, points=points, actor=call.user, now=call.now)
    return _sheet_out(call, row)


@team_door()
def release(call: TeamCall, character: UUID) -> CharacterOut:
    """Dismiss one of your people permanently."""
    return _sheet_out(
        call, services.release(character=find_character(call, character), now=call.now)
    )


@team_door()
def assign(call: TeamCall, body: Learning, character: UUID) -> CharacterOut:
    """Assign general points to a skill (E2)."""
    row = find_character(call, character)
    services.assign(
        character=row, skill=body.skill, amount=body.amount, actor=call.user, now=call.now
    )
    return _sheet_out(call, row)


# --- Gold Cross (option) --------------------------------------------------------------------------


@team_door()
def at_gold_cross(call: TeamCall, body: GoldCross, character: UUID) -> CharacterOut:
    """Store a memory, keep a clone, or revive a dead character.

    This is possible only if the house rules include Gold Cross.
    """
    row = find_character(call, character)
    gold_cross.perform(
        body.do, character=row, actor=call.user, now=call.now, body_home=body.body_home
    )
    return _sheet_out(call, row)
