"""Clocks of seats: when a seat is asked to move, and by when. They follow from the match, the
table's clock and holidays.
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

from .table_lock import TIMES, Sitting

Away = dict[UUID, list[tuple[datetime, datetime]]]

ANSWER: Final = timedelta(minutes=1)
"""Time to answer in another seat's timed turn. The turn's own clock stops meanwhile."""
HURRY: Final = 10
"""Divisor of the time of a player whose last two moves were made by the clock, in games that hurry
them (`Tabletop.hurries`).
"""
LOOKS_BACK: Final = 4
"""Number of recent moves per seat that are checked for this. All seats move in turn, so they
include the last two.
"""


def away_from(people: Iterable[UUID | None], at: datetime) -> Away:
    """Return the holidays of these people that are not over. One query."""
    found: Away = defaultdict(list)
    for user, starts, ends in Holiday.objects.filter(user__in=set(people), ends__gt=at).values_list(
        "user", "starts", "ends"
    ):
        found[user].append((starts, ends))
    return found


def arm(
    at_table: Sitting,
    running: Running,
    at: datetime,
    *,
    moved: Seat | None = None,
    before: Turn | None = None,
) -> None:
    """Start the clocks of seats that must move now, stop those of other seats, and let running
    clocks run on.

    A seat that has just `moved` and must move again gets its full time, but in a timed turn only
    the rest of the turn. `before` is the turn in which it moved. A bot is due immediately.
    """
    acting, turn = running.to_act(), timed_turn(at_table, running)
    is_new = _time_turn(at_table, turn, before, at, moved)
    holders = [chair.holder_id for chair in at_table.chairs]
    away = away_from(holders, at) if at_table.table.clock.is_slow else {}
    asked = [
        chair
        for chair in at_table.chairs
        if chair.seat in acting and (chair.asked_at is None or chair.seat == moved or is_new)
    ]
    hurried = _hurried(at_table, running, asked)
    for chair in at_table.chairs:
        if chair.seat not in acting:
            rest(chair)
    for chair in asked:
        ask(chair, at_table.table, at, away, turn)
        if chair.seat in hurried and chair.due_at is not None:
            chair.due_at = at + (chair.due_at - at) / HURRY
    at_table.save_chairs(*TIMES)


def _hurried(at_table: Sitting, running: Running, asked: Sequence[Chair]) -> frozenset[int]:
    """Return those of the seats whose last two moves were made by the clock, in games that hurry
    them. One query, none in other games.
    """
    seats = [chair.seat for chair in asked if not chair.bot]
    if not (seats and at_table.tabletop.hurries and at_table.table.clock.seconds):
        return frozenset()
    moves = Move.objects.filter(match=running.match, seat__in=seats).order_by("-ply")
    made: dict[int, list[str]] = defaultdict(list)
    for seat, how in moves.values_list("seat", "how")[: LOOKS_BACK * len(seats)]:
        made[seat].append(how)
    late = [Move.How.CLOCK, Move.How.CLOCK]
    return frozenset(seat for seat in seats if made[seat][:2] == late)


def timed_turn(at_table: Sitting, running: Running) -> Turn | None:
    """Return the turn that the game's own clock limits now. None without such a turn, and at tables
    with a slow clock.
    """
    if at_table.table.clock.is_slow or running.outcome is not None:
        return None
    return at_table.tabletop.turn(running.view(None))


def _time_turn(
    at_table: Sitting, turn: Turn | None, before: Turn | None, at: datetime, moved: Seat | None
) -> bool:
    """Set when the turn ends and return whether it has just begun. Time that another seat took to
    answer is added.
    """
    table, was = at_table.table, at_table.table.turn_due_at
    is_new = turn is not None and (was is None or before is None or turn.name != before.name)
    if turn is None:
        table.turn_due_at = None
    elif is_new:
        table.turn_due_at = at + timedelta(seconds=turn.seconds)
    elif (
        was is not None
        and moved is not None
        and moved not in {turn.seat, HOST}
        and (asked := at_table.chair(moved).asked_at)
    ):
        table.turn_due_at = was + (at - asked)
    if table.turn_due_at != was:
        table.save(update_fields=["turn_due_at"])
    return is_new


def ask(chair: Chair, table: Table, at: datetime, away: Away, turn: Turn | None = None) -> None:
    """Ask this seat to move from now on."""
    rest(chair)
    chair.asked_at = at
    holidays = away.get(chair.holder_id, []) if chair.holder_id else []
    chair.due_at = at if chair.bot else runs_out(table.clock, at, holidays)
    if turn is not None and table.turn_due_at is not None and not chair.bot:
        limit = table.turn_due_at if chair.seat == turn.seat else at + ANSWER
        chair.due_at = min(chair.due_at or limit, limit)


def rest(chair: Chair) -> None:
    """Stop asking this seat to move, and release it from a worker."""
    chair.asked_at = chair.due_at = chair.claimed_until = None
    chair.attempts = 0
