"""Resigning a match in progress."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from engine.values import Seat
from play.models import Chair
from play.selectors.names import name_of

from .announcements import announce
from .clock_scheduling import ask_to_move
from .finishing import finish
from .moving import refuse_unless_playing
from .pausing import pause_if_agreed
from .refusals import NotSeated
from .table_lock import CLOCK_FIELDS, LockedTable, lock_table


def resign(*, table_id: UUID, user: User) -> None:
    """Resign the match. If there are two seats, the other player wins. If there are more, a bot
    takes over the chair, which everyone can see.

    The match ends if no people are left. This is idempotent. Raise `NoSuchTable`, `NotSeated`,
    `WrongStage`, `MatchOver`, and `Refused` if the match belongs to something larger
    (`Participant.is_hosted`).
    """
    with lock_table(table_id) as locked_table:
        place = locked_table.place(user)
        chair = next((chair for chair in locked_table.chairs if chair.holder_id == user.pk), None)
        if chair is not None and chair.resigned_at is not None:
            return
        if place.is_hosted:
            raise Refused(
                (
                    "You cannot resign this match because it is part of a larger event. Let its "
                    "clock run out instead."
                ),
                code="no-resigning",
            )
        if chair is None:
            raise NotSeated("You are not a player at this table.")
        refuse_unless_playing(locked_table.table, paused_too=True)
        _resign(locked_table, chair, clock.now())


def _resign(locked_table: LockedTable, chair: Chair, now: datetime) -> None:
    announce(locked_table, f"{name_of(chair)} resigns.", now)
    chair.resigned_at, chair.deputy = now, None
    others = [Seat(other.seat) for other in locked_table.chairs if other.seat != chair.seat]
    if len(others) == 1:
        locked_table.save_chairs("resigned_at", "deputy")
        finish(locked_table, locked_table.running(), now, ending="resigned", winners=others)
        return
    chair.bot = locked_table.tabletop.usual_bot
    if chair.asked_at is not None:
        ask_to_move(chair, locked_table.table, now, {})
    locked_table.save_chairs("resigned_at", "deputy", "bot", *CLOCK_FIELDS)
    if any(other.is_peoples for other in locked_table.chairs):
        pause_if_agreed(locked_table, now)
        locked_table.publish("pause_by", "paused_at")
    else:
        finish(locked_table, locked_table.running(), now, ending="abandoned")
