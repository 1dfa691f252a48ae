"""Private notes: what one person writes down about a match for nobody else."""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.text import pages
from play.models import PrivateNote
from play.selectors.participants import place

LONGEST = 10_000


def keep_note(*, table_id: UUID, user: User, text: str) -> PrivateNote:
    """Write this person's note at this table anew. Raises NoSuchTable, and BadForm when it is too
    long.
    """
    there = place(table_id, user)
    words = pages(text, field="text", title="Note", most=LONGEST)
    note, _ = PrivateNote.objects.update_or_create(
        table=there.table, user=user, defaults={"text": words, "at": clock.now()}
    )
    return note
