"""Expired clocks, for which the site makes the game's published default move.

A move that is being saved takes precedence, because the table's row is locked before the clock is
checked again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog

from core.uptime.rules.outages import RECOVERY_TIME
from core.uptime.selectors import outages
from core.uptime.services import heartbeat
from core.web import clock
from core.web.refusals import Busy
from engine.dice import Dice
from engine.values import HOST, Seat, Value
from play.clocking import held_until
from play.models import Move
from play.running import MoveOrigin, Running, dice_of
from play.selectors.due_seats import due

from .clock_scheduling import holidays_of, timed_turn
from .leaving import end_if_everyone_left
from .moving import apply_move
from .table_lock import LockedTable, lock_table, lock_table_if_free

log = structlog.get_logger(__name__)

MAX_ATTEMPTS: Final = 3
RETRY_AFTER: Final = timedelta(minutes=1)
RETRY_LATE_AFTER: Final = timedelta(hours=1)
"""Times before the next attempt after a default move failed. `RETRY_LATE_AFTER` applies after three
failures.
"""


def move_for_expired_clocks(*, limit: int = 50) -> int:
    """Make the default move for seats whose time is up, each in its own transaction, and return the
    number of moves. Do nothing while the site is recovering from an outage (`heartbeat.beat`).
    """
    if not heartbeat.beat():
        return 0
    seats = due(clock.now()).filter(bot="").values_list("table", "seat")[:limit]
    return sum([_move_by_clock(table, seat) for table, seat in seats])


def _move_by_clock(table_id: UUID, seat: int) -> bool:
    """Make the default move if the seat's clock has expired, and return whether a move was made. An
    error is logged and counted, and does not affect other clocks.
    """
    try:
        with lock_table_if_free(table_id) as locked_table:
            if (
                locked_table is None
                or not _has_expired(locked_table, seat)
                or _is_away(locked_table, seat)
                or _is_held(locked_table, seat)
            ):
                return False
            play_default(locked_table, Seat(seat), Move.Origin.CLOCK)
            end_if_everyone_left(locked_table, clock.now())
            return True
    except Busy:
        return False
    except Exception as error:  # noqa: BLE001 - other tables must not be affected
        note_fault("default_move_failed", table_id, error)
        _postpone_retry(table_id, seat)
        return False


def _has_expired(locked_table: LockedTable, seat: int) -> bool:
    table, chair = locked_table.table, locked_table.chair(seat)
    return (
        table.is_playing
        and table.paused_at is None
        and not chair.bot
        and chair.due_at is not None
        and chair.due_at <= clock.now()
    )


def _is_away(locked_table: LockedTable, seat: int) -> bool:
    """Return whether the clock is slow and the person is on holiday. If so, extend the clock to the
    end of the holiday.
    """
    chair, now = locked_table.chair(seat), clock.now()
    if not locked_table.table.clock.is_slow or chair.holder_id is None:
        return False
    for starts, ends in holidays_of([chair.holder_id], now).get(chair.holder_id, []):
        if starts <= now < ends:
            chair.due_at = ends
            locked_table.save_chairs("due_at")
            return True
    return False


def _is_held(locked_table: LockedTable, seat: int) -> bool:
    """Return whether the site was down when the clock ran out or shortly before. If so, extend the
    clock. If it is this seat's timed turn, also extend the turn's clock.
    """
    chair, table, now = locked_table.chair(seat), locked_table.table, clock.now()
    if chair.asked_at is None or chair.due_at is None:
        return False
    recent_outages = outages.outages_since(chair.due_at - RECOVERY_TIME, now)
    until = held_until(
        table.clock, chair.asked_at, chair.due_at, [outage.span for outage in recent_outages]
    )
    if until <= now:
        return False
    if table.turn_due_at is not None and table.turn_due_at < until:
        turn = timed_turn(locked_table, locked_table.running())
        if turn is not None and turn.seat == seat:
            table.turn_due_at = until
            table.save(update_fields=["turn_due_at"])
    chair.due_at = until
    locked_table.save_chairs("due_at")
    return True


def play_default(locked_table: LockedTable, seat: Seat, origin: str) -> None:
    """Make the default move of a seat from its own view. If that fails, make the move that the game
    proposes. If the time of a timed turn is up, the whole turn ends.
    """
    running = locked_table.running()
    turn, due = timed_turn(locked_table, running), locked_table.table.turn_due_at
    if turn is not None and turn.seat == seat and due is not None and due <= clock.now():
        chair = locked_table.chair(seat)
        if chair.asked_at is not None and chair.asked_at <= due - timedelta(seconds=turn.seconds):
            chair.missed += 1  # The player has made no move in this turn.
            locked_table.save_chairs("missed")
        apply_move(
            locked_table, running, HOST, turn.ending_move, clock.now(), MoveOrigin(Move.Origin.HOST)
        )
        return
    move = _default(locked_table, running, seat)
    apply_move(locked_table, running, seat, move, clock.now(), MoveOrigin(origin))


def _default(locked_table: LockedTable, running: Running, seat: Seat) -> Value:
    """Return the game's default move, or if that fails, the move that the game proposes."""
    view, dice = running.view(seat), clock_dice(locked_table, running, seat)
    try:
        move: Value = locked_table.tabletop.default_move(view, dice)
        running.game.check(view, move)
    except Exception as error:  # noqa: BLE001 - a default that fails must not stop the match
        note_fault("default_move_failed", locked_table.table.pk, error)
        move = running.game.propose(view, dice)
    return move


def clock_dice(locked_table: LockedTable, running: Running, seat: Seat) -> Dice:
    """Return secret dice for a choice made on behalf of a seat. They are the same on a retry, and
    do not depend on moves that the seat does not know.
    """
    return dice_of(running.match, locked_table.chair(seat).heard).in_domain((seat, "clock"))


def _postpone_retry(table_id: UUID, seat: int) -> None:
    """Count the failure and schedule the next attempt. It is much later after several failures."""
    with lock_table(table_id) as locked_table:
        chair = locked_table.chair(seat)
        chair.attempts += 1
        chair.claimed_until = clock.now() + (
            RETRY_AFTER if chair.attempts < MAX_ATTEMPTS else RETRY_LATE_AFTER
        )
        locked_table.save_chairs("attempts", "claimed_until")


def note_fault(event: str, table_id: UUID, error: Exception) -> None:
    """Log the type of an error, but not its text, which could quote secrets."""
    log.error(event, table=str(table_id), fault=type(error).__name__)


def play_out(table_id: UUID) -> None:
    """Make default moves for all seats until the match is over, because the table's total time has
    expired. Call this in a transaction.
    """
    with lock_table(table_id) as locked_table:
        while locked_table.table.is_playing and (acting := locked_table.running().to_act()):
            play_default(locked_table, acting[0], Move.Origin.CLOCK)
