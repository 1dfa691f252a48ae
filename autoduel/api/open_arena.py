"""API operations for the open arena."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from autoduel.selectors import open_arena
from autoduel.selectors.open_arena import ArenaDriver, Fame, RunningEvent
from autoduel.services import open_arena as seats
from autoduel.tabletop.options import ArenaKey, Division
from autoduel.timetable import EventKind
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door, person_door
from core.web.api.scopes import Scope
from core.web.records import filled
from play.api.shapes import TableSeen, table_seen
from play.selectors import participants


class ArenaEventOut(Record):
    """An event of the open arena. `taken` is the number of people who have one of its `seats`. Bots
    take the others when it begins. `table` is null until the first person takes a seat.
    """

    begins_at: datetime
    title: str
    kind: EventKind
    division: Division
    arena: ArenaKey
    seats: int
    taken: int
    table: UUID | None


class OpenArenaOut(Record):
    """The open arena's events of the next 24 hours, and those in progress."""

    events: tuple[ArenaEventOut, ...]
    running: tuple[RunningEvent, ...]


class ArenaLadder(Record):
    """The ladder, and the hall of fame of all time. `streaks` counts events won in a row, `kills`
    counts cars put out of action, `wins` counts events won, and `races` counts races won.
    """

    drivers: tuple[ArenaDriver, ...]
    streaks: tuple[Fame, ...]
    kills: tuple[Fame, ...]
    wins: tuple[Fame, ...]
    races: tuple[Fame, ...]


class TakenSeat(Body):
    """The event in which to take a seat, by its time."""

    begins_at: datetime


@open_door()
def show(call: Call) -> OpenArenaOut:
    """List the open arena's events of the next 24 hours, and those in progress."""
    return OpenArenaOut(
        events=tuple(
            [
                filled(ArenaEventOut, row.event, taken=row.taken, table=row.table)
                for row in open_arena.open_events(None, call.now)
            ]
        ),
        running=open_arena.running_events(),
    )


@open_door()
def ladder(call: Call) -> ArenaLadder:
    """Return the open arena's ladder and its hall of fame."""
    return filled(ArenaLadder, open_arena.hall_of_fame(), drivers=open_arena.ladder(call.now))


@person_door(status=201, scope=Scope.PLAY)
def take_seat(call: Call, body: TakenSeat) -> TableSeen:
    """Take the first free seat of an event, and return its table. If you already have a seat, you
    keep it.
    """
    table = seats.take_seat(user=call.user, begins_at=body.begins_at)
    return table_seen(participants.place(table.pk, call.user))
