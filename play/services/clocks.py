"""Clocks that run out: the game's published default is played, never nothing.

A move that is being saved wins: the table's row is locked first, then the clock is looked at again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog

from core.uptime.rules.outages import UP_FOR
from core.uptime.selectors import outages
from core.uptime.services import heartbeat
from core.web import clock
from core.web.refusals import Busy
from engine.dice import Dice
from engine.values import HOST, Seat, Value
from play.clocking import held_until
from play.models import Move
from play.running import Made, Running, dice_of
from play.selectors.due_seats import due

from .clock_scheduling import away_from, timed_turn
from .moving import play
from .table_lock import Sitting, sitting, sitting_if_free

log = structlog.get_logger(__name__)

TRIES: Final = 3
WAIT: Final = timedelta(minutes=1)
LONG_WAIT: Final = timedelta(hours=1)
"""How long a seat is left alone after its default could not be made, and after that has failed
three times.
"""


def run_out(*, limit: int = 50) -> int:
    """Make the default move for seats whose time is up, a transaction each; how many were made.
    None while the site is away (`heartbeat.beat`).
    """
    if not heartbeat.beat():
        return 0
    seats = due(clock.now()).filter(bot="").values_list("table", "seat")[:limit]
    return sum([_run_out(table, seat) for table, seat in seats])


def _run_out(table_id: UUID, seat: int) -> bool:
    """Whether a move was made. A fault is logged and counted, and everybody else's clock goes
    on.
    """
    try:
        with sitting_if_free(table_id) as at_table:
            if (
                at_table is None
                or not _is_up(at_table, seat)
                or _is_away(at_table, seat)
                or _is_held(at_table, seat)
            ):
                return False
            play_default(at_table, Seat(seat), Move.How.CLOCK)
            return True
    except Busy:
        return False
    except Exception as error:  # noqa: BLE001 - whatever it is, the other tables go on
        note_fault("default_move_failed", table_id, error)
        _leave_alone(table_id, seat)
        return False


def _is_up(at_table: Sitting, seat: int) -> bool:
    table, chair = at_table.table, at_table.chair(seat)
    return (
        table.is_playing
        and table.paused_at is None
        and not chair.bot
        and chair.due_at is not None
        and chair.due_at <= clock.now()
    )


def _is_away(at_table: Sitting, seat: int) -> bool:
    """Whether the person is on holiday and their clock is slow: then it runs on to the holiday's
    end.
    """
    chair, now = at_table.chair(seat), clock.now()
    if not at_table.table.clock.is_slow or chair.holder_id is None:
        return False
    for starts, ends in away_from([chair.holder_id], now).get(chair.holder_id, []):
        if starts <= now < ends:
            chair.due_at = ends
            at_table.save_chairs("due_at")
            return True
    return False


def _is_held(at_table: Sitting, seat: int) -> bool:
    """Whether the site was away when the clock ran out, or shortly before: then it runs on for a
    while. So does the clock of the game's own turn, if it is this seat's.
    """
    chair, table, now = at_table.chair(seat), at_table.table, clock.now()
    if chair.asked_at is None or chair.due_at is None:
        return False
    found = outages.since(chair.due_at - UP_FOR, now)
    until = held_until(table.clock, chair.asked_at, chair.due_at, [outage.span for outage in found])
    if until <= now:
        return False
    if table.turn_due_at is not None and table.turn_due_at < until:
        turn = timed_turn(at_table, at_table.running())
        if turn is not None and turn.seat == seat:
            table.turn_due_at = until
            table.save(update_fields=["turn_due_at"])
    chair.due_at = until
    at_table.save_chairs("due_at")
    return True


def play_default(at_table: Sitting, seat: Seat, how: str) -> None:
    """The default move of a seat, from its own view; when that fails, what the game proposes. A
    timed turn that is up ends whole.
    """
    running = at_table.running()
    turn, due = timed_turn(at_table, running), at_table.table.turn_due_at
    if turn is not None and turn.seat == seat and due is not None and due <= clock.now():
        play(at_table, running, HOST, turn.over, clock.now(), Made(Move.How.HOST))
        return
    move = _default(at_table, running, seat)
    play(at_table, running, seat, move, clock.now(), Made(how))


def _default(at_table: Sitting, running: Running, seat: Seat) -> Value:
    """What the game publishes for this, or what it proposes when that fails or is not allowed."""
    view, dice = running.view(seat), clock_dice(at_table, running, seat)
    try:
        move: Value = at_table.tabletop.default_move(view, dice)
        running.game.check(view, move)
    except Exception as error:  # noqa: BLE001 - a default that fails must not stop the match
        note_fault("default_move_failed", at_table.table.pk, error)
        move = running.game.propose(view, dice)
    return move


def clock_dice(at_table: Sitting, running: Running, seat: Seat) -> Dice:
    """Dice for what is chosen in a seat's place: known to nobody, the same when it is tried again,
    and blind to moves it has not heard of.
    """
    return dice_of(running.match, at_table.chair(seat).heard).of((seat, "clock"))


def _leave_alone(table_id: UUID, seat: int) -> None:
    """Count the failure; the seat's turn comes again later, and after several failures much
    later.
    """
    with sitting(table_id) as at_table:
        chair = at_table.chair(seat)
        chair.attempts += 1
        chair.claimed_until = clock.now() + (WAIT if chair.attempts < TRIES else LONG_WAIT)
        at_table.save_chairs("attempts", "claimed_until")


def note_fault(event: str, table_id: UUID, error: Exception) -> None:
    """Log the kind of a fault; its text may quote secrets and stays out."""
    log.error(event, table=str(table_id), fault=type(error).__name__)


def play_out(table_id: UUID) -> None:
    """Make the default moves of everybody until the match is over: the time of the whole table is
    up. Call it in the caller's transaction.
    """
    with sitting(table_id) as at_table:
        while at_table.table.is_playing and (acting := at_table.running().to_act()):
            play_default(at_table, acting[0], Move.How.CLOCK)
