"""Seats: sitting down, standing up and placing bots before the start, and deputies and the coach at
any time.
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
    """The chair to take. The default is the one kept for you, or else the first free one."""

    seat: SeatNumber | None = None


class SeatingBot(Body):
    """A bot for a free chair. The default is the game's first bot."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=30)] = ""


class OneSeat(Body):
    """A seat."""

    seat: SeatNumber


class Deputising(Body):
    """Your deputy, or "" for none."""

    username: Annotated[str, Meta(max_length=150)] = ""


class Coaching(Body):
    """Whether you want a coach at one of your seats. The default is your first seat."""

    on: bool
    seat: SeatNumber | None = None


@act_door()
def sit(call: TableCall, body: Sitting) -> TableSeen:
    """Take a chair. The last chair starts the match."""
    seating.sit_down(**call.table_and_user, seat=body.seat)
    return table_seen(call.reload_participant())


@act_door()
def stand(call: TableCall) -> None:
    """Give up your chair before the start."""
    seating.stand_up(**call.table_and_user)


@table_door()
def decline(call: TableCall) -> None:
    """Decline the chair that is kept for you."""
    seating.decline(**call.table_and_user)


@act_door()
def seat_bot(call: TableCall, body: SeatingBot) -> TableSeen:
    """Put a bot on a free chair. Only for the person who opened the table."""
    seating.seat_bot(**call.table_and_user, seat=body.seat, bot=body.bot)
    return table_seen(call.reload_participant())


@act_door()
def free_seat(call: TableCall, body: OneSeat) -> TableSeen:
    """Remove a bot from its chair, or open a kept chair to everyone. Only for the person who opened
    the table.
    """
    seating.free_seat(**call.table_and_user, seat=body.seat)
    return table_seen(call.reload_participant())


@act_door()
def name_deputy(call: TableCall, body: Deputising) -> TableSeen:
    """Name the person who can view and play your chair besides you. Everyone at the table sees the
    name.
    """
    deputies.name_deputy(**call.table_and_user, username=body.username)
    return table_seen(call.reload_participant())


@table_door()
def coach(call: TableCall, body: Coaching) -> TableSeen:
    """Turn your coach on or off, here and in your next matches of the game."""
    coaching.set_coach(**call.table_and_user, is_on=body.on, seat=body.seat)
    return table_seen(participants.place(call.place.table.pk, call.user, body.seat))
