"""API operations for the open arena."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from autoduel.selectors import open_arena
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


class RunningEventOut(Record):
    """An event in progress, and its table."""

    name: str
    table: UUID


class OpenArenaOut(Record):
    """The open arena's events of the next 24 hours, and those in progress."""

    events: tuple[ArenaEventOut, ...]
    running: tuple[RunningEventOut, ...]


class ArenaDriverOut(Record):
    """A driver on the ladder of the last 30 days. Tied drivers share a place."""

    place: int
    name: str
    points: int
    events: int
    won: int
    kills: int


class FameOut(Record):
    """A driver in the hall of fame, and the number for which they are listed."""

    name: str
    number: int


class ArenaLadder(Record):
    """The ladder, and the hall of fame of all time. `streaks` counts events won in a row, `kills`
    counts cars put out of action, `wins` counts events won, and `races` counts races won.
    """

    drivers: tuple[ArenaDriverOut, ...]
    streaks: tuple[FameOut, ...]
    kills: tuple[FameOut, ...]
    wins: tuple[FameOut, ...]
    races: tuple[FameOut, ...]


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
        running=tuple([filled(RunningEventOut, row) for row in open_arena.running_events()]),
    )


@open_door()
def ladder(call: Call) -> ArenaLadder:
    """Return the open arena's ladder and its hall of fame."""
    fame = open_arena.hall_of_fame()
    return ArenaLadder(
        drivers=tuple([filled(ArenaDriverOut, row) for row in open_arena.ladder(call.now)]),
        streaks=tuple([filled(FameOut, row) for row in fame.streaks]),
        kills=tuple([filled(FameOut, row) for row in fame.kills]),
        wins=tuple([filled(FameOut, row) for row in fame.wins]),
        races=tuple([filled(FameOut, row) for row in fame.races]),
    )


@person_door(status=201, scope=Scope.PLAY)
def take_seat(call: Call, body: TakenSeat) -> TableSeen:
    """Take the first free seat of an event, and return its table. If you already have a seat, you
    keep it.
    """
    table = seats.take_seat(user=call.user, begins_at=body.begins_at)
    return table_seen(participants.place(table.pk, call.user))
