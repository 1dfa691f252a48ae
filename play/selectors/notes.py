"""One's own note at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from play.models import PrivateNote

if TYPE_CHECKING:
    from .participants import Participant


def note(place: Participant) -> str:
    """What this person wrote down here; "" without a note."""
    return (
        PrivateNote.objects.filter(table=place.table, user=place.user)
        .values_list("text", flat=True)
        .first()
        or ""
    )
