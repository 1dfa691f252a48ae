"""Before the start: who sits down, gets up, or puts a bot on a chair; and deputies and the coach,
at any time.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from core.web.api.operations import Body
from play.selectors import participants
from play.services import coaching, deputies, seating

from .permissions import TableCall, act_door, table_door
from .shapes import SeatNumber, TableSeen, table_seen


class Sitting(Body):
    """Which chair; else the one kept for me, else the first free one."""

    seat: SeatNumber | None = None


class SeatingBot(Body):
    """A bot for a free chair; the game's first one when its name is left out."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=30)] = ""


class OneSeat(Body):
    """A seat."""

    seat: SeatNumber


class Deputising(Body):
    """Who stands in for me; "" for nobody."""

    username: Annotated[str, Meta(max_length=150)] = ""


class Coaching(Body):
    """Whether I want a coach, at one of my seats; the first one when it is left out."""

    on: bool
    seat: SeatNumber | None = None


@act_door()
def sit(call: TableCall, body: Sitting) -> TableSeen:
    """Take a chair. The last one to be taken starts the match."""
    seating.sit_down(**call.table_and_user, seat=body.seat)
    return table_seen(call.again())


@act_door()
def stand(call: TableCall) -> None:
    """Give my chair back before the start."""
    seating.stand_up(**call.table_and_user)


@table_door()
def decline(call: TableCall) -> None:
    """Give back the chair that is kept for me: I do not come."""
    seating.decline(**call.table_and_user)


@act_door()
def seat_bot(call: TableCall, body: SeatingBot) -> TableSeen:
    """Put a bot on a free chair. For who opened the table."""
    seating.seat_bot(**call.table_and_user, seat=body.seat, bot=body.bot)
    return table_seen(call.again())


@act_door()
def free_seat(call: TableCall, body: OneSeat) -> TableSeen:
    """Take a bot off its chair, or give a kept chair to anybody. For who opened the table."""
    seating.free_seat(**call.table_and_user, seat=body.seat)
    return table_seen(call.again())


@act_door()
def name_deputy(call: TableCall, body: Deputising) -> TableSeen:
    """Name who may look and move from my chair besides me. Everybody sees who it is."""
    deputies.name_deputy(**call.table_and_user, username=body.username)
    return table_seen(call.again())


@table_door()
def coach(call: TableCall, body: Coaching) -> TableSeen:
    """Call the coach to my chair, or send it away: here, and in my next matches of the game."""
    coaching.set_coach(**call.table_and_user, is_on=body.on, seat=body.seat)
    return table_seen(participants.place(call.place.table.pk, call.user, body.seat))
