"""Clocks of seats, which record when a seat is asked to move and when its time runs out. They are
computed from the match, the table's clock and holidays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from engine.values import HOST, Seat
from play.clocking import runs_out
from play.models import Chair, Holiday, Move, Table
from play.running import Running
from play.tabletop.contract import Turn

from .table_lock import CLOCK_FIELDS, LockedTable

Holidays = dict[UUID, list[tuple[datetime, datetime]]]

ANSWER_TIME: Final = timedelta(minutes=1)
"""Time to answer during another seat's timed turn. The turn's clock is stopped meanwhile."""
HURRY_DIVISOR: Final = 10
"""Divisor of the time per move if the clock made a player's last two moves, in games with
`Tabletop.hurries`.
"""
MOVES_CHECKED: Final = 4
"""Number of recent moves per seat to check for `Tabletop.hurries`. All seats move in turn, so these
moves include the last two of each seat.
"""


def holidays_of(people: Iterable[UUID | None], now: datetime) -> Holidays:
    """Return the current and planned holidays of these people. This takes one query."""
    holidays: Holidays = defaultdict(list)
    for user, starts, ends in Holiday.objects.filter(
        user__in=set(people), ends__gt=now
    ).values_list("user", "starts", "ends"):
        holidays[user].append((starts, ends))
    return holidays


def start_clocks(
    locked_table: LockedTable,
    running: Running,
    now: datetime,
    *,
    moved: Seat | None = None,
    before: Turn | None = None,
) -> None:
    """Start the clocks of seats that must move now, and stop those of other seats. Clocks that are
    already running continue.

    A seat that has just `moved` and must move again gets its full time, or the rest of the turn if
    the turn is timed. `before` is the turn in which it moved. A bot is due immediately.
    """
    acting, turn = running.to_act(), timed_turn(locked_table, running)
    is_new = _time_turn(locked_table, turn, before, now, moved)
    holders = [chair.holder_id for chair in locked_table.chairs]
    holidays = holidays_of(holders, now) if locked_table.table.clock.is_slow else {}
    asked_chairs = [
        chair
        for chair in locked_table.chairs
        if chair.seat in acting and (chair.asked_at is None or chair.seat == moved or is_new)
    ]
    hurried = _hurried_seats(locked_table, running, asked_chairs)
    for chair in locked_table.chairs:
        if chair.seat not in acting:
            stop_asking(chair)
    for chair in asked_chairs:
        ask_to_move(chair, locked_table.table, now, holidays, turn)
        if chair.seat in hurried and chair.due_at is not None:
            chair.due_at = now + (chair.due_at - now) / HURRY_DIVISOR
    locked_table.save_chairs(*CLOCK_FIELDS)


def _hurried_seats(
    locked_table: LockedTable, running: Running, asked_chairs: Sequence[Chair]
) -> frozenset[int]:
    """Return the seats whose last two moves were made by the clock, in games with
    `Tabletop.hurries`. This takes one query, or none in other games.
    """
    seats = [chair.seat for chair in asked_chairs if not chair.bot]
    if not (seats and locked_table.tabletop.hurries and locked_table.table.clock.seconds):
        return frozenset()
    moves = Move.objects.filter(match=running.match, seat__in=seats).order_by("-ply")
    ways_by_seat: dict[int, list[str]] = defaultdict(list)
    for seat, origin in moves.values_list("seat", "how")[: MOVES_CHECKED * len(seats)]:
        ways_by_seat[seat].append(origin)
    late = [Move.Origin.CLOCK, Move.Origin.CLOCK]
    return frozenset(seat for seat in seats if ways_by_seat[seat][:2] == late)


def timed_turn(locked_table: LockedTable, running: Running) -> Turn | None:
    """Return the turn that the game's own clock currently limits, if any. Return None at tables
    with a slow clock.
    """
    if locked_table.table.clock.is_slow or running.outcome is not None:
        return None
    return locked_table.tabletop.turn(running.view(None))


def _time_turn(
    locked_table: LockedTable,
    turn: Turn | None,
    before: Turn | None,
    now: datetime,
    moved: Seat | None,
) -> bool:
    """Set the time at which the turn ends, and return whether the turn has just begun. Time that
    another seat took to answer is added to the turn.
    """
    table, old_due_at = locked_table.table, locked_table.table.turn_due_at
    is_new = turn is not None and (old_due_at is None or before is None or turn.name != before.name)
    if turn is None:
        table.turn_due_at = None
    elif is_new:
        table.turn_due_at = now + timedelta(seconds=turn.seconds)
    elif (
        old_due_at is not None
        and moved is not None
        and moved not in {turn.seat, HOST}
        and (asked_at := locked_table.chair(moved).asked_at)
    ):
        table.turn_due_at = old_due_at + (now - asked_at)
    if table.turn_due_at != old_due_at:
        table.save(update_fields=["turn_due_at"])
    return is_new


def ask_to_move(
    chair: Chair, table: Table, now: datetime, holidays_by_user: Holidays, turn: Turn | None = None
) -> None:
    """Ask this seat to move, starting now."""
    stop_asking(chair)
    chair.asked_at = now
    holidays = holidays_by_user.get(chair.holder_id, []) if chair.holder_id else []
    chair.due_at = now if chair.bot else runs_out(table.clock, now, holidays)
    if turn is not None and table.turn_due_at is not None and not chair.bot:
        limit = table.turn_due_at if chair.seat == turn.seat else now + ANSWER_TIME
        chair.due_at = min(chair.due_at or limit, limit)


def stop_asking(chair: Chair) -> None:
    """Stop asking this seat to move, and release it from a worker."""
    chair.asked_at = chair.due_at = chair.claimed_until = None
    chair.attempts = 0
