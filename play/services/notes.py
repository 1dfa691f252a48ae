"""Private notes about a match and marks of its players, visible only to their author."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from core.accounts.models import User
from core.web import clock
from core.web.text import pages
from engine.game import IllegalMove
from play.models import Match, PrivateMark, PrivateNote
from play.selectors.notes import may_mark
from play.selectors.participants import place
from play.tabletop import registry

from .refusals import NotSeated

LONGEST = 10_000


def keep_note(*, table_id: UUID, user: User, text: str) -> PrivateNote:
    """Replace the user's note at this table. Raise `NoSuchTable`, and `BadForm` if it is too
    long.
    """
    there = place(table_id, user)
    words = pages(text, field="text", title="Note", most=LONGEST)
    note, _ = PrivateNote.objects.update_or_create(
        table=there.table, user=user, defaults={"text": words, "at": clock.now()}
    )
    return note


def keep_marks(*, table_id: UUID, user: User, marks: Mapping[int, str]) -> None:
    """Set the user's marks of players by seat. "" removes a mark, and other seats keep theirs.

    Raise `NoSuchTable`, `NotSeated` for a spectator, and `IllegalMove` for an unknown mark, an
    invalid or own seat, and before the match.
    """
    there = place(table_id, user)
    match = there.table.match
    known = {each.key for each in registry.get(there.table.game).marks}
    if match is None or not known:
        raise IllegalMove("There are no players to mark in this game.")
    if not there.is_member:
        raise NotSeated("Only players can mark other players.")
    for seat, mark in marks.items():
        if seat not in may_mark(there):
            raise IllegalMove("Mark one of the other players.")
        if mark and mark not in known:
            raise IllegalMove(f"Choose one of these marks: {', '.join(sorted(known))}.")
    with transaction.atomic():
        for seat, mark in marks.items():
            _keep_mark(match, user, seat, mark)


def _keep_mark(match: Match, user: User, seat: int, mark: str) -> None:
    if not mark:
        PrivateMark.objects.filter(match=match, user=user, seat=seat).delete()
        return
    PrivateMark.objects.update_or_create(
        match=match, user=user, seat=seat, defaults={"mark": mark, "at": clock.now()}
    )
