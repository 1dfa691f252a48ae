"""Letters between two teams (C83), and a team's notes about its rivals (C88), by the API."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.models import Team
from campaign.league.selectors.teams import find_team
from campaign.voices.models import RivalNote
from campaign.voices.rules.talk import NOTE
from campaign.voices.selectors import notes as noted
from campaign.voices.selectors import reading
from campaign.voices.selectors.reading import Correspondent
from campaign.voices.selectors.rights import writes_letters
from campaign.voices.services import moderating, notes, speaking
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.scopes import Scope
from core.web.api.shapes import Number
from core.web.not_found import or_404

from .talk import PostText, SaidOut, post_out


class CorrespondentOut(Record):
    """Another team: when the last letter between us was written that we read, how many are new to
    me, since when we have blocked it, which it does not know.
    """

    team: TeamRef
    left: bool
    last_at: datetime | None
    new: int
    blocked: datetime | None


def _out(one: Correspondent) -> CorrespondentOut:
    return CorrespondentOut(
        team=team_ref(one.team),
        left=one.team.left_at is not None,
        last_at=one.last_at,
        new=one.new,
        blocked=one.blocked,
    )


@team_door(allow=writes_letters)
def list_correspondents(call: TeamCall, query: Paged) -> Page[CorrespondentOut]:
    """Everybody whom my team can write to, those with the last letters first."""
    return paged(call, query, reading.correspondents(call.viewer, call.team), _out)


def _other(call: TeamCall, slug: str) -> Team:
    found = find_team(call.viewer, slug)
    return or_404(found if found is not None and found.pk != call.team.pk else None)


@team_door(allow=writes_letters)
def list_letters(call: TeamCall, query: Paged, to: str) -> Page[SaidOut]:
    """What my team and another one have written to each other, the oldest first. Who of the other
    team wrote is not told.
    """
    thread = reading.letters_between(call.team, _other(call, to))
    page = paged(call, query, reading.post_rows(thread, call.team), lambda row: row)
    said = reading.read(call.viewer, thread, page.results, call.now, call.team) if thread else ()
    return Page(
        count=page.count,
        next=page.next,
        previous=page.previous,
        results=tuple(post_out(one) for one in said),
    )


@team_door(allow=writes_letters, status=201)
def write_letter(call: TeamCall, body: PostText, to: str) -> SaidOut:
    """Write a letter for my team."""
    other = _other(call, to)
    made = speaking.write_letter(
        team=call.team, to=other, by=call.user, text=body.text, at=call.now
    )
    found = or_404(reading.post_of(call.viewer, made.pk))
    return post_out(reading.read_one(call.viewer, found, call.now))


@team_door(allow=writes_letters, scope=Scope.READ)
def have_read(call: TeamCall, to: str) -> None:
    """I have read these letters until now."""
    thread = reading.letters_between(call.team, _other(call, to))
    if thread is not None:
        notes.look(thread=thread, user=call.user, until=call.now)


class BlockOut(Record):
    """Since when my team has blocked another one; null where it has not."""

    blocked: datetime | None


@team_door(allow=writes_letters)
def block(call: TeamCall, to: str) -> BlockOut:
    """Be shown nothing more of what another team writes; it does not learn of it."""
    other = _other(call, to)
    moderating.block(team=call.team, against=other, by=call.user, at=call.now)
    return BlockOut(blocked=reading.block_since(call.team, other))


@team_door(allow=writes_letters)
def unblock(call: TeamCall, to: str) -> BlockOut:
    """Be shown again what another team writes from now on."""
    moderating.unblock(team=call.team, against=_other(call, to), at=call.now)
    return BlockOut(blocked=None)


# --- notes ----------------------------------------------------------------------------------------


class NoteOut(Record):
    """What my team wrote to itself about a rival, in this version."""

    about: TeamRef
    version: int
    text: str
    by: str
    at: datetime


def _note_out(row: RivalNote) -> NoteOut:
    return NoteOut(
        about=team_ref(row.about),
        version=row.number,
        text=row.text,
        by=row.by.get_username(),
        at=row.at,
    )


@team_door(allow=writes_letters)
def list_notes(call: TeamCall, query: Paged) -> Page[NoteOut]:
    """My team's notes about its rivals as they are now, by rival."""
    rows = sorted(noted.notes_of(call.team).values(), key=lambda row: row.about.name)
    return paged(call, query, rows, _note_out)


@team_door(allow=writes_letters)
def list_versions(call: TeamCall, query: Paged, rival: str) -> Page[NoteOut]:
    """Every version of my team's note about a rival, the newest first."""
    rows: Sequence[RivalNote] = noted.versions(call.team, _other(call, rival))
    return paged(call, query, rows, _note_out)


class Noting(Body):
    """What it is to say, and over which version, 0 for the first."""

    text: Annotated[
        str,
        Meta(
            max_length=NOTE, description="Text in Markdown. Send an empty text to delete the note."
        ),
    ]
    seen: Number


class Kept(Record):
    """The version that holds by now."""

    version: int


@team_door(allow=writes_letters)
def keep_note(call: TeamCall, body: Noting, rival: str) -> Kept:
    """Write my team's note about a rival anew; what it said before is kept."""
    about = _other(call, rival)
    number = notes.keep(
        team=call.team, about=about, text=body.text, seen=body.seen, by=call.user, at=call.now
    )
    return Kept(version=number)
