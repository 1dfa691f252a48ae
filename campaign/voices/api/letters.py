"""Letters between two teams (C83), and a team's notes about its rivals (C88)."""

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
    """Another team, with the time of the last visible letter, the number of unread letters, and the
    start of my team's block.

    The other team is not told about the block.
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
    """List the teams to which my team can write. Teams with the latest letters come first."""
    return paged(call, query, reading.correspondents(call.viewer, call.team), _out)


def _other(call: TeamCall, slug: str) -> Team:
    found = find_team(call.viewer, slug)
    return or_404(found if found is not None and found.pk != call.team.pk else None)


@team_door(allow=writes_letters)
def list_letters(call: TeamCall, query: Paged, to: str) -> Page[SaidOut]:
    """List the letters between my team and another one, oldest first.

    The author of another team's letter is not shown.
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
    """Mark these letters as read."""
    thread = reading.letters_between(call.team, _other(call, to))
    if thread is not None:
        notes.look(thread=thread, user=call.user, until=call.now)


class BlockOut(Record):
    """The start of my team's block of another team, or null if there is none."""

    blocked: datetime | None


@team_door(allow=writes_letters)
def block(call: TeamCall, to: str) -> BlockOut:
    """Block letters from another team. That team is not told."""
    other = _other(call, to)
    moderating.block(team=call.team, against=other, by=call.user, at=call.now)
    return BlockOut(blocked=reading.block_since(call.team, other))


@team_door(allow=writes_letters)
def unblock(call: TeamCall, to: str) -> BlockOut:
    """Unblock letters from another team. Letters sent from now on are shown."""
    moderating.unblock(team=call.team, against=_other(call, to), at=call.now)
    return BlockOut(blocked=None)


# --- notes ----------------------------------------------------------------------------------------


class NoteOut(Record):
    """A version of my team's note about a rival."""

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
    """List my team's current notes by rival."""
    rows = sorted(noted.notes_of(call.team).values(), key=lambda row: row.about.name)
    return paged(call, query, rows, _note_out)


@team_door(allow=writes_letters)
def list_versions(call: TeamCall, query: Paged, rival: str) -> Page[NoteOut]:
    """List all versions of my team's note about a rival, newest first."""
    rows: Sequence[RivalNote] = noted.versions(call.team, _other(call, rival))
    return paged(call, query, rows, _note_out)


class Noting(Body):
    """A request to change a note: its new text, and the version that it replaces, 0 for the
    first.
    """

    text: Annotated[
        str,
        Meta(
            max_length=NOTE, description="Text in Markdown. Send an empty text to delete the note."
        ),
    ]
    seen: Number


class Kept(Record):
    """The current version of a note."""

    version: int


@team_door(allow=writes_letters)
def keep_note(call: TeamCall, body: Noting, rival: str) -> Kept:
    """Save a new version of my team's note about a rival. Earlier versions are kept."""
    about = _other(call, rival)
    number = notes.keep(
        team=call.team, about=about, text=body.text, seen=body.seen, by=call.user, at=call.now
    )
    return Kept(version=number)
