"""Taking a seat in an event of the open arena, and the result of an event (V162, V163)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from autoduel.game import AUTODUEL
from autoduel.models import ArenaResult
from autoduel.rules.record import record_of
from autoduel.selectors.open_arena import timetable
from autoduel.tabletop.options import Options
from autoduel.tabletop.own_cars import read_brought
from autoduel.timetable import TURN_CLOCK, kind_of
from campaign.duels.services import arena_prestige
from core.accounts.models import User
from core.web import bulk, clock
from core.web.refusals import Refused
from play.models import Chair, Move, Table
from play.running import Running
from play.selectors.options import options_of
from play.services import seating, tables

OWN_MOVES = (Move.Origin.PERSON, Move.Origin.DEPUTY)


def take_seat(*, user: User, begins_at: datetime) -> Table:
    """Take the first free seat of the event that begins at this time, and return its table. A user
    who already has a seat keeps it. The first user opens the table (V162).

    Raise `Refused` if there is no such event or it has begun, and `ChairTaken` if it is full.
    """
    events = timetable(clock.now())
    event = next((event for event in events if event.begins_at == begins_at), None)
    if event is None:
        raise Refused(
            "This event has begun, or it is not on the timetable. Choose another one.",
            field="begins_at",
            code="no-such-event",
        )
    table = tables.open_scheduled(
        game=AUTODUEL.key,
        options=event.options,
        seats=event.seats,
        begins_at=event.begins_at,
        clock=TURN_CLOCK,
        name=f"Open arena: {event.title}",
    )
    return seating.sit_down(table_id=table.pk, user=user)


def book_result(table: Table, running: Running) -> None:
    """Store the results of an event's drivers in the transaction that ends its table (V163)."""
    options, over_at = options_of(table), table.over_at
    if not isinstance(options, Options) or over_at is None:
        return
    record = record_of(running.state)
    places = [side.place for side in record.sides]
    kills = [0] * len(places)
    for crew in record.people:
        kills[crew.side] += crew.kills
    results = []
    for chair in _drivers(table, running):
        if places[chair.seat] == 1:
            _book_prestige(chair, over_at)
        place = places[chair.seat]
        beaten = sum(other > place for other in places)
        results.append(
            ArenaResult(
                chair=chair,
                kind=kind_of(options),
                place=place,
                kills=kills[chair.seat],
                points=beaten + kills[chair.seat],
                streak=_streak_before(chair) + 1 if place == 1 else 0,
                at=over_at,
            )
        )
    bulk.insert(results)


def _book_prestige(chair: Chair, now: datetime) -> None:
    """Book the prestige for the vehicles that a driver has won with (V170)."""
    if not chair.loadout or chair.holder_id is None:
        return
    for key in dict.fromkeys(read_brought(chair.loadout).keys):
        kind, _, name = key.partition(":")
        if kind == "vehicle":
            arena_prestige.book_win(
                vehicle_id=UUID(name), user=chair.holder_id, event=chair.table_id, now=now
            )


def _drivers(table: Table, running: Running) -> list[Chair]:
    """Return the chairs of people who stayed to the end and sealed at least one turn themselves."""
    moves = Move.objects.filter(match=running.match, how__in=OWN_MOVES)
    drove = set(moves.values_list("seat", flat=True))
    chairs = Chair.objects.filter(table=table, holder__isnull=False, bot="", resigned_at=None)
    # Locked, so that two events that end together count one streak.
    people = chairs.values("holder")
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))
    return [chair for chair in chairs.order_by("seat") if chair.seat in drove]


def _streak_before(chair: Chair) -> int:
    """Return the number of events that the driver had won in a row before this one."""
    earlier = ArenaResult.objects.filter(chair__holder=chair.holder_id)
    return earlier.order_by("-at", "-id").values_list("streak", flat=True).first() or 0
