"""Odds of a move before it is made, in games that compute them."""

from __future__ import annotations

from typing import Any

from core.web.api.operations import Body, Record
from play.selectors import participants, table_view

from .matches import read_move
from .permissions import TableCall, table_door
from .shapes import SeatNumber


class DraftMove(Body):
    """A possible move, by the schema of the game's moves."""

    move: dict[str, Any]
    seat: SeatNumber | None = None


class OddsOut(Record):
    """The odds of a move as far as your seat can know them: the game's own record (null without
    odds), and the same in sentences.
    """

    odds: Any
    words: tuple[str, ...]


@table_door()
def odds(call: TableCall, body: DraftMove) -> OddsOut:
    """Return the odds of a move. Nothing is played or shown to others.

    They are computed from your seat's own view, without dice.

    400: not a move of this game; the error names its field. 422: illegal now.
    """
    place = participants.place(call.place.table.pk, call.user, body.seat)
    result = table_view.odds_of(place, read_move(call, body.move))
    return OddsOut(odds=result.odds, words=result.words)
