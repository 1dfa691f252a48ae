"""Private notes about a match, and marks for its players, which only their author can see."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from core.accounts.models import User
from core.web import clock
from core.web.text import pages
from engine.game import IllegalMove
from play.models import Match, PrivateMark, PrivateNote
from play.selectors.notes import markable_seats
from play.selectors.participants import place
from play.tabletop import registry

from .refusals import NotSeated

MAX_NOTE_LENGTH = 10_000


def save_note(*, table_id: UUID, user: User, text: str) -> PrivateNote:
    """Replace the user's note at this table. Raise `NoSuchTable`, and `BadForm` if it is too
    long.
    """
    participant = place(table_id, user)
    text_kept = pages(text, field="text", title="Note", max_length=MAX_NOTE_LENGTH)
    note, _ = PrivateNote.objects.update_or_create(
        table=participant.table, user=user, defaults={"text": text_kept, "at": clock.now()}
    )
    return note


def save_marks(*, table_id: UUID, user: User, marks: Mapping[int, str]) -> None:
    """Set the user's marks for players, by seat. "" removes a mark. Marks for other seats do not
    change.

    Raise `NoSuchTable`, `NotSeated` for a spectator, and `IllegalMove` for an unknown mark, for an
    invalid seat, for the user's own seat, and before the match.
    """
    participant = place(table_id, user)
    match = participant.table.match
    known_marks = {mark.key for mark in registry.get(participant.table.game).marks}
    if match is None or not known_marks:
        raise IllegalMove("There are no players to mark in this game.")
    if not participant.is_member:
        raise NotSeated("Only players can mark other players.")
    for seat, mark in marks.items():
        if seat not in markable_seats(participant):
            raise IllegalMove("Mark one of the other players.")
        if mark and mark not in known_marks:
            raise IllegalMove(f"Choose one of these marks: {', '.join(sorted(known_marks))}.")
    with transaction.atomic():
        for seat, mark in marks.items():
            _save_mark(match, user, seat, mark)


def _save_mark(match: Match, user: User, seat: int, mark: str) -> None:
    if not mark:
        PrivateMark.objects.filter(match=match, user=user, seat=seat).delete()
        return
    PrivateMark.objects.update_or_create(
        match=match, user=user, seat=seat, defaults={"mark": mark, "at": clock.now()}
    )
