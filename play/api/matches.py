"""Playing a match: moves, resigning, pausing, once more."""

from __future__ import annotations

from typing import Any

from core.web.api.operations import Body, Record
from core.web.api.permissions import tells
from core.web.records import filled
from engine.codec import Unreadable
from engine.game import Stale
from engine.values import Seat, Value
from play.running import readers
from play.selectors import participants, table_view
from play.services import leaving, moving, pausing, rematches

from .permissions import TableCall, act_door, key_of
from .shapes import Heard, SeatNumber, Stage, TableSeen, stage_of, table_seen


class Moving(Body):
    """A move of the game, by the schema of its moves. `heard` is that of the table when the move
    was chosen: a move chosen on older news is refused (409), unless the game takes it all the same,
    as it does sealed ones; left out, the move stands whatever has happened.
    """

    move: dict[str, Any]
    heard: Heard | None = None
    seat: SeatNumber | None = None


class Moved(Record):
    """The move was made. `again`: it was made before, by a request with the same
    Idempotency-Key.
    """

    seat: Seat
    heard: int
    version: str
    status: Stage
    again: bool


class StaleMove(Stale):
    """A move chosen on old news. What the seat has heard by now goes out in a header."""

    def __init__(self, stale: Stale, heard: int) -> None:
        super().__init__(stale.sentence)
        self.headers = {"Heard": str(heard)}


@tells(409, "Heard")
@act_door()
def move(call: TableCall, body: Moving) -> Moved:
    """Make a move. With an Idempotency-Key it is made once, however often it is sent.

    400: no move of this game; the error names its field. 422: the rules do not allow it now; the
    sentence says why. 409: not my turn, too late, paused, over; or stale, when I have heard more
    since I chose: the header `Heard` says how much.
    """
    chosen = read_move(call, body.move)
    try:
        played = moving.make_move(
            **call.table_and_user,
            move=chosen,
            heard_count=body.heard,
            key=key_of(call),
            seat=body.seat,
        )
    except Stale as stale:
        raise StaleMove(
            stale,
            table_view.heard_count(participants.place(call.place.table.pk, call.user, body.seat)),
        ) from stale
    place = participants.place(played.table.pk, call.user, played.seat)
    return filled(Moved, played, version=table_view.version(place), status=stage_of(place.table))


def read_move(call: TableCall, said: dict[str, Any]) -> Value:
    """A move of the table's game, as it was sent. Raises Unreadable with the field's name."""
    try:
        found: Value = readers(call.place.table.game).move.take(said)
    except Unreadable as problem:
        raise Unreadable(
            problem.sentence, field=f"move.{problem.field}" if problem.field else "move"
        ) from problem
    return found


@act_door()
def resign(call: TableCall) -> TableSeen:
    """Give the match up. Of two the other one wins; of more, a bot plays on from my chair, and
    everybody sees it.
    """
    leaving.resign(**call.table_and_user)
    return table_seen(call.again())


@act_door()
def ask_for_pause(call: TableCall) -> TableSeen:
    """Agree to a pause; it begins when all people who play have."""
    pausing.ask_for_pause(**call.table_and_user)
    return table_seen(call.again())


@act_door()
def withdraw_pause(call: TableCall) -> TableSeen:
    """No longer ask for a pause that has not begun."""
    pausing.withdraw_pause(**call.table_and_user)
    return table_seen(call.again())


@act_door()
def resume(call: TableCall) -> TableSeen:
    """Go on after a pause; every clock runs out later by as long as it was."""
    pausing.resume(**call.table_and_user)
    return table_seen(call.again())


@act_door(status=201)
def rematch(call: TableCall) -> TableSeen:
    """Play again, everybody one seat further: the same new table for all who ask."""
    table = rematches.rematch(**call.table_and_user)
    return table_seen(participants.place(table.pk, call.user))
