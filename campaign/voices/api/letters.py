"""API operations on letters between two teams (C83), and on a team's notes about its rivals
(C88).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated

from msgspec import Meta, field

from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.models import Team
from campaign.league.selectors.teams import find_team
from campaign.voices.models import RivalNote
from campaign.voices.rules.talk import MAX_NOTE_LENGTH
from campaign.voices.selectors import notes as noted
from campaign.voices.selectors import reading
from campaign.voices.selectors.reading import Correspondent
from campaign.voices.selectors.rights import can_write_letters
from campaign.voices.services import moderating, notes, speaking
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.scopes import Scope
from core.web.api.shapes import Number
from core.web.not_found import or_404

from .talk import PostText, SaidOut, post_out

writers_door = partial(
    team_door,
    allow=can_write_letters,
    audience="Available to owners of the team, except in try-outs.",
)


class CorrespondentOut(Record):
    """Another team.

    The record has the time of the last visible letter, the number of unread letters, and the start
    of your team's block. The other team is not told about the block.
    """

    team: TeamRef
    has_left: bool = field(name="left")
    last_at: datetime | None
    new: int
    blocked: datetime | None


def _correspondent_out(correspondent: Correspondent) -> CorrespondentOut:
    return CorrespondentOut(
        team=team_ref(correspondent.team),
        has_left=correspondent.team.left_at is not None,
        last_at=correspondent.last_at,
        new=correspondent.unread_count,
        blocked=correspondent.blocked_since,
    )


@writers_door()
def list_correspondents(call: TeamCall, query: Paged) -> Page[CorrespondentOut]:
    """List the teams to which your team can write, those with the latest letters first."""
    return paged(call, query, reading.correspondents(call.viewer, call.team), _correspondent_out)


def _find_other_team(call: TeamCall, slug: str) -> Team:
    team = find_team(call.viewer, slug)
    return or_404(team if team is not None and team.pk != call.team.pk else None)


@writers_door()
def list_letters(call: TeamCall, query: Paged, to: str) -> Page[SaidOut]:
    """List the letters between your team and another team, oldest first.

    The author of a letter from the other team is not shown.
    """
    thread = reading.letters_between(call.team, _find_other_team(call, to))
    page = paged(call, query, reading.post_rows(thread, call.team), lambda row: row)
    posts = (
        reading.read_posts(call.viewer, thread, page.results, call.now, call.team) if thread else ()
    )
    return Page(
        count=page.count,
        next=page.next,
        previous=page.previous,
        results=tuple(post_out(post) for post in posts),
    )


@writers_door(status=201)
def write_letter(call: TeamCall, body: PostText, to: str) -> SaidOut:
    """Write a letter on behalf of your team."""
    other = _find_other_team(call, to)
    letter = speaking.write_letter(
        team=call.team, to=other, author=call.user, text=body.text, now=call.now
    )
    post_to_read = or_404(reading.find_post(call.viewer, letter.pk))
    return post_out(reading.read_post(call.viewer, post_to_read, call.now))


@writers_door(scope=Scope.READ)
def have_read(call: TeamCall, to: str) -> None:
    """Mark the letters from this team as read."""
    thread = reading.letters_between(call.team, _find_other_team(call, to))
    if thread is not None:
        notes.mark_as_read(thread=thread, user=call.user, until=call.now)


class BlockOut(Record):
    """The start of your team's block of another team, or null if your team does not block it."""

    blocked: datetime | None


@writers_door()
def block(call: TeamCall, to: str) -> BlockOut:
    """Block letters from another team. The other team is not told."""
    other = _find_other_team(call, to)
    moderating.block(team=call.team, blocked_team=other, user=call.user, now=call.now)
    return BlockOut(blocked=reading.block_since(call.team, other))


@writers_door()
def unblock(call: TeamCall, to: str) -> BlockOut:
    """Unblock letters from another team. Only letters sent from now on are shown."""
    moderating.unblock(team=call.team, blocked_team=_find_other_team(call, to), now=call.now)
    return BlockOut(blocked=None)


# --- notes ----------------------------------------------------------------------------------------


class NoteOut(Record):
    """A version of your team's note about a rival."""

    rival: TeamRef = field(name="about")
    version: int
    text: str
    author: str = field(name="by")
    saved_at: datetime = field(name="at")


def _note_out(row: RivalNote) -> NoteOut:
    return NoteOut(
        rival=team_ref(row.about),
        version=row.number,
        text=row.text,
        author=row.by.get_username(),
        saved_at=row.at,
    )


@writers_door()
def list_notes(call: TeamCall, query: Paged) -> Page[NoteOut]:
    """List your team's current notes by rival."""
    rows = sorted(noted.notes_of(call.team).values(), key=lambda row: row.about.name)
    return paged(call, query, rows, _note_out)


@writers_door()
def list_versions(call: TeamCall, query: Paged, rival: str) -> Page[NoteOut]:
    """List all versions of your team's note about a rival, newest first."""
    rows: Sequence[RivalNote] = noted.versions(call.team, _find_other_team(call, rival))
    return paged(call, query, rows, _note_out)


class Noting(Body):
    """A request to change a note.

    It has the new text, and the number of the version that it replaces, or 0 for the first version.
    """

    text: Annotated[
        str,
        Meta(
            max_length=MAX_NOTE_LENGTH,
            description="Text in Markdown. Send an empty text to delete the note.",
        ),
    ]
    replaced_version: Number = field(name="seen")


class SavedNote(Record):
    """The current version of a note."""

    version: int


@writers_door()
def keep_note(call: TeamCall, body: Noting, rival: str) -> SavedNote:
    """Save a new version of your team's note about a rival. Earlier versions are kept."""
    rival_team = _find_other_team(call, rival)
    number = notes.save_note(
        team=call.team,
        rival=rival_team,
        text=body.text,
        replaced_version=body.replaced_version,
        author=call.user,
        now=call.now,
    )
    return SavedNote(version=number)
