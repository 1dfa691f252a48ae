"""What a move would come to, before it is made: for games that reckon it out."""

from __future__ import annotations

from typing import Any

from core.web.api.operations import Body, Record
from play.selectors import participants, table_view

from .matches import read_move
from .permissions import TableCall, table_door
from .shapes import SeatNumber


class DraftMove(Body):
    """A move that I think of, by the schema of the game's moves."""

    move: dict[str, Any]
    seat: SeatNumber | None = None


class OddsOut(Record):
    """What the move would come to, as far as my seat can know: the game's own record (null where it
    reckons nothing), and the same in sentences.
    """

    odds: Any
    words: tuple[str, ...]


@table_door()
def odds(call: TableCall, body: DraftMove) -> OddsOut:
    """What a draft of a move would come to. Nothing is made, or told to anybody.

    It is reckoned from my seat's own view, without a die.

    400: no move of this game; the error names its field. 422: the rules do not allow it now.
    """
    place = participants.place(call.place.table.pk, call.user, body.seat)
    found = table_view.odds_of(place, read_move(call, body.move))
    return OddsOut(odds=found.odds, words=found.words)
