"""The larger event that a table's match is part of, such as a tournament or an event of a higher
package.
"""

from __future__ import annotations

from django.urls import reverse

from play.models import Pairing

from . import parties
from .participants import Participant
from .parties import Frame


def frame_of(place: Participant) -> Frame | None:
    """Return the event that a table's match is part of, as its players know it, or None.

    This takes no query for a table read by `participants.place`, unless the table belongs to
    something larger.
    """
    table = place.table
    if place.is_hosted and place.is_member and (frame := parties.frame_of(table.pk)):
        return frame
    pairing: Pairing | None = getattr(table, "pairing", None)
    if pairing is None:
        return None
    row = pairing.round.tournament
    return Frame(
        name=row.name,
        address=reverse("play-tournament", args=[row.pk]),
        until=pairing.round.due_at,
        consequence=(
            "A player who has used more than half of the round’s time by then loses. Otherwise "
            "the match is a draw."
        ),
    )
