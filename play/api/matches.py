"""Moves, resignations, pauses and rematches."""

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
from play.selectors.claims import Claim
from play.services import leaving, moving, pausing, rematches

from .permissions import TableCall, act_door, key_of
from .shapes import EventCount, SeatNumber, Stage, TableSeen, stage_of, table_seen


class Moving(Body):
    """A move in the format that the game's move schema describes. `heard` is the value that the
    table had when you chose the move. If that value is out of date, the move is refused (409),
    unless the game accepts it anyway, as it does for sealed moves. If `heard` is omitted, the move
    is never stale.
    """

    move: dict[str, Any]
    heard: EventCount | None = None
    seat: SeatNumber | None = None


class Claiming(Body):
    """A claim. `bots` lets bots take over from the players who are away, and `cancel` ends the
    match without a result.
    """

    action: Claim


class Moved(Record):
    """The move that was made. `again` is true if an earlier request with the same Idempotency-Key
    had already made it.
    """

    seat: Seat
    heard: int
    version: str
    status: Stage
    again: bool


class StaleMove(Stale):
    """The move was based on outdated information. A header gives the current number of events that
    the seat has received.
    """

    def __init__(self, stale: Stale, heard_count: int) -> None:
        super().__init__(stale.sentence)
        self.headers = {"Heard": str(heard_count)}


@tells(409, "Heard")
@act_door()
def move(call: TableCall, body: Moving) -> Moved:
    """Make a move. A repeated request with the same Idempotency-Key does not make it again.

    Status 400 means that this is not a move of the game, and the error names the field. Status 422
    means that the move is illegal now, and the message gives the reason. Status 409 means that it
    is not your turn, that your time is up, that the match is paused or over, or that the move is
    stale because your seat has received events since you chose it. In the last case, the header
    `Heard` gives the current count.
    """
    game_move = read_move(call, body.move)
    try:
        played = moving.make_move(
            **call.table_and_user,
            move=game_move,
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


def read_move(call: TableCall, sent: dict[str, Any]) -> Value:
    """Decode a submitted move of the table's game. Raise `Unreadable` with the name of the invalid
    field.
    """
    try:
        game_move: Value = readers(call.place.table.game).move.take(sent)
    except Unreadable as problem:
        raise Unreadable(
            problem.sentence, field=f"move.{problem.field}" if problem.field else "move"
        ) from problem
    return game_move


@act_door()
def resign(call: TableCall) -> TableSeen:
    """Resign the match. In a two-player match, the other player wins. In a larger match, a bot
    takes over your seat, and everyone sees that.
    """
    leaving.resign(**call.table_and_user)
    return table_seen(call.reload_participant())


@act_door()
def claim(call: TableCall, body: Claiming) -> TableSeen:
    """Claim the win, continue against bots or cancel the match, because other players are away.

    A player is away after three moves in a row that everyone has seen the clock make. A table lists
    what you can claim as `claims`.
    """
    leaving.claim(**call.table_and_user, action=body.action)
    return table_seen(call.reload_participant())


@act_door()
def ask_for_pause(call: TableCall) -> TableSeen:
    """Agree to a pause. It begins when everyone at the table has agreed."""
    pausing.ask_for_pause(**call.table_and_user)
    return table_seen(call.reload_participant())


@act_door()
def withdraw_pause(call: TableCall) -> TableSeen:
    """Withdraw your request for a pause that has not begun."""
    pausing.withdraw_pause(**call.table_and_user)
    return table_seen(call.reload_participant())


@act_door()
def resume(call: TableCall) -> TableSeen:
    """Resume the match. Every clock is extended by the length of the pause."""
    pausing.resume(**call.table_and_user)
    return table_seen(call.reload_participant())


@act_door(status=201)
def rematch(call: TableCall) -> TableSeen:
    """Request a rematch in which everyone moves one seat on. All players who ask get the same new
    table.
    """
    table = rematches.rematch(**call.table_and_user)
    return table_seen(participants.place(table.pk, call.user))
