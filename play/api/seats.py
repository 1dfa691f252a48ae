"""Seats at a table. Before the start, people sit down, stand up and place bots. Deputies and the
coach can be changed at any time.
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
    """The chair to take. The default is the chair kept for you, or else the first free chair."""

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
    """Put a bot in a free chair. Only the person who opened the table can do this."""
    seating.seat_bot(**call.table_and_user, seat=body.seat, bot=body.bot)
    return table_seen(call.reload_participant())


@act_door()
def free_seat(call: TableCall, body: OneSeat) -> TableSeen:
    """Remove a person or a bot from their chair before the start, or open a kept chair to everyone.
    Only the person who opened the table can do this.
    """
    seating.free_seat(**call.table_and_user, seat=body.seat)
    return table_seen(call.reload_participant())


@act_door()
def name_deputy(call: TableCall, body: Deputising) -> TableSeen:
    """Name a deputy, who can view and play your chair just as you can. Everyone at the table sees
    the deputy's name.
    """
    deputies.name_deputy(**call.table_and_user, username=body.username)
    return table_seen(call.reload_participant())


@table_door()
def coach(call: TableCall, body: Coaching) -> TableSeen:
    """Turn your coach on or off, here and in your next matches of the game."""
    coaching.set_coach(**call.table_and_user, is_on=body.on, seat=body.seat)
    return table_seen(participants.place(call.place.table.pk, call.user, body.seat))
