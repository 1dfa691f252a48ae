"""Odds of possible moves, in games that compute them."""

from __future__ import annotations

from typing import Any

from core.web.api.operations import Body, Record
from play.selectors import participants, table_view

from .matches import read_move
from .permissions import TableCall, table_door
from .shapes import SeatNumber


class DraftMove(Body):
    """A possible move in the format that the game's move schema describes."""

    move: dict[str, Any]
    seat: SeatNumber | None = None


class OddsOut(Record):
    """The odds of a move as far as your seat can know them, in sentences and as a record of the
    game. The record is null if there are no odds.
    """

    odds: Any
    words: tuple[str, ...]


@table_door()
def odds(call: TableCall, body: DraftMove) -> OddsOut:
    """Return the odds of a move. The move is not made, and other players do not see the request.

    The odds are computed from your seat's own view. No dice are rolled.

    Status 400 means that this is not a move of the game, and the error names the field. Status 422
    means that the move is illegal now.
    """
    place = participants.place(call.place.table.pk, call.user, body.seat)
    result = table_view.odds_of(place, read_move(call, body.move))
    return OddsOut(odds=result.odds, words=result.words)
