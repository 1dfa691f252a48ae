"""Pauses, which everyone at a table must agree to. Every clock stops during a pause."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from play.clocking import runs_out
from play.models import Chair, Table
from play.selectors.names import name_of

from .announcements import announce
from .moving import refuse_unless_playing
from .refusals import NotSeated
from .table_lock import LockedTable, lock_table


def ask_for_pause(*, table_id: UUID, user: User) -> bool:
    """Agree to a pause, and return whether the match is now paused because everyone has agreed.
    This is idempotent.

    Raise `NoSuchTable`, `NotSeated`, `WrongStage` or `MatchOver`.
    """
    with lock_table(table_id) as locked_table:
        chair = _chair_of(locked_table, user)
        table, now = locked_table.table, clock.now()
        if table.paused_at is None and chair.seat not in table.pause_by:
            table.pause_by = sorted([*table.pause_by, chair.seat])
            announce(locked_table, f"{name_of(chair)} asks for a pause.", now)
            pause_if_agreed(locked_table, now)
            locked_table.publish("pause_by", "paused_at")
        return table.paused_at is not None


def pause_if_agreed(locked_table: LockedTable, now: datetime) -> None:
    """Pause once every seat played by people has agreed. The caller must publish the table."""
    table = locked_table.table
    people = {chair.seat for chair in locked_table.chairs if chair.is_peoples}
    table.pause_by = [seat for seat in table.pause_by if seat in people]
    if table.paused_at is None and table.pause_by and people <= set(table.pause_by):
        table.paused_at = now
        announce(locked_table, "The match is paused.", now)


def withdraw_pause(*, table_id: UUID, user: User) -> None:
    """Withdraw a request for a pause that has not begun."""
    with lock_table(table_id) as locked_table:
        chair, table = _chair_of(locked_table, user), locked_table.table
        if table.paused_at is None and chair.seat in table.pause_by:
            table.pause_by = [seat for seat in table.pause_by if seat != chair.seat]
            locked_table.publish("pause_by")


def resume(*, table_id: UUID, user: User) -> None:
    """Resume the match. Any of its players can do this. Every clock is extended by the length of
    the pause. This is idempotent.
    """
    with lock_table(table_id) as locked_table:
        chair, table, now = _chair_of(locked_table, user), locked_table.table, clock.now()
        if table.paused_at is None:
            return
        lasted = now - table.paused_at
        for other_chair in locked_table.chairs:
            _postpone(other_chair, table, lasted, now)
        if table.spoke_at is not None:
            table.spoke_at += lasted
        if table.turn_due_at is not None:
            table.turn_due_at += lasted
        locked_table.save_chairs("asked_at", "due_at")
        table.paused_at, table.pause_by = None, []
        announce(locked_table, f"{name_of(chair)} resumes the match.", now)
        locked_table.publish("paused_at", "pause_by", "spoke_at", "turn_due_at")


def _postpone(chair: Chair, table: Table, lasted: timedelta, now: datetime) -> None:
    """Postpone a chair's clock. A slot keeps its time of day, and a bot is due immediately."""
    if chair.asked_at is not None:
        chair.asked_at += lasted
    if chair.due_at is not None:
        chair.due_at = (
            now
            if chair.bot
            else runs_out(table.clock, now)
            if table.clock.kind == "slot"
            else chair.due_at + lasted
        )


def _chair_of(locked_table: LockedTable, user: User) -> Chair:
    """Return the chair of a user who plays for themselves or for their party. Deputies cannot
    decide on pauses.
    """
    place = locked_table.place(user)
    own_seats = [seat for seat in place.seats if locked_table.chairs[seat].deputy_id != user.pk]
    if not own_seats:
        raise NotSeated("Only players can pause or resume the match.")
    refuse_unless_playing(locked_table.table, paused_too=True)
    if place.is_hosted:
        raise Refused(
            (
                "You cannot pause this match because it is part of a larger event with its own "
                "deadlines."
            ),
            code="no-pausing",
        )
    return locked_table.chairs[own_seats[0]]
