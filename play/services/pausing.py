"""Pauses that all people at a table agree on. Every clock stops meanwhile."""

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
from .table_lock import Sitting, sitting


def ask_for_pause(*, table_id: UUID, user: User) -> bool:
    """Agree to a pause and return whether the match is paused now, because everyone agreed.
    Idempotent.

    Raise `NoSuchTable`, `NotSeated`, `WrongStage` and `MatchOver`.
    """
    with sitting(table_id) as at_table:
        chair = _chair_of(at_table, user)
        table, at = at_table.table, clock.now()
        if table.paused_at is None and chair.seat not in table.pause_by:
            table.pause_by = sorted([*table.pause_by, chair.seat])
            announce(at_table, f"{name_of(chair)} asks for a pause.", at)
            pause_if_agreed(at_table, at)
            at_table.publish("pause_by", "paused_at")
        return table.paused_at is not None


def pause_if_agreed(at_table: Sitting, at: datetime) -> None:
    """Pause once every seat played by people has agreed. The caller publishes the table."""
    table = at_table.table
    people = {chair.seat for chair in at_table.chairs if chair.is_peoples}
    table.pause_by = [seat for seat in table.pause_by if seat in people]
    if table.paused_at is None and table.pause_by and people <= set(table.pause_by):
        table.paused_at = at
        announce(at_table, "The match is paused.", at)


def withdraw_pause(*, table_id: UUID, user: User) -> None:
    """Withdraw a request for a pause that has not begun."""
    with sitting(table_id) as at_table:
        chair, table = _chair_of(at_table, user), at_table.table
        if table.paused_at is None and chair.seat in table.pause_by:
            table.pause_by = [seat for seat in table.pause_by if seat != chair.seat]
            at_table.publish("pause_by")


def resume(*, table_id: UUID, user: User) -> None:
    """Resume the match. Any of its players can. Every clock is extended by the length of the pause.
    Idempotent.
    """
    with sitting(table_id) as at_table:
        chair, table, at = _chair_of(at_table, user), at_table.table, clock.now()
        if table.paused_at is None:
            return
        lasted = at - table.paused_at
        for each in at_table.chairs:
            _postpone(each, table, lasted, at)
        if table.spoke_at is not None:
            table.spoke_at += lasted
        if table.turn_due_at is not None:
            table.turn_due_at += lasted
        at_table.save_chairs("asked_at", "due_at")
        table.paused_at, table.pause_by = None, []
        announce(at_table, f"{name_of(chair)} resumes the match.", at)
        at_table.publish("paused_at", "pause_by", "spoke_at", "turn_due_at")


def _postpone(chair: Chair, table: Table, lasted: timedelta, at: datetime) -> None:
    """Postpone a chair's clock. A slot keeps its time of day, and a bot is due immediately."""
    if chair.asked_at is not None:
        chair.asked_at += lasted
    if chair.due_at is not None:
        chair.due_at = (
            at
            if chair.bot
            else runs_out(table.clock, at)
            if table.clock.kind == "slot"
            else chair.due_at + lasted
        )


def _chair_of(at_table: Sitting, user: User) -> Chair:
    """Return the chair of a user who plays for themselves or their party. A deputy cannot
    decide.
    """
    place = at_table.place(user)
    own = [seat for seat in place.seats if at_table.chairs[seat].deputy_id != user.pk]
    if not own:
        raise NotSeated("Only players can pause or resume the match.")
    refuse_unless_playing(at_table.table, paused_too=True)
    if place.is_hosted:
        raise Refused(
            (
                "You cannot pause this match because it is part of a larger event with its own "
                "deadlines."
            ),
            code="no-pausing",
        )
    return at_table.chairs[own[0]]
