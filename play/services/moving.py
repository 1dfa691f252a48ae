"""Moves by people, bots, clocks and the host, which are the only way for a table's match to
continue.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from engine.game import MatchOver, Stale
from engine.values import HOST, Seat, Value
from play.models import Chair, Move, Table
from play.running import MoveOrigin, Running
from play.selectors.names import names_at
from play.tabletop.board import Draft

from . import live_notify, turn_reminders
from .clock_scheduling import start_clocks, timed_turn
from .finishing import finish
from .idempotency import check_key
from .matches import save_played
from .refusals import MatchPaused, NotSeated, TooLate, WrongStage
from .starting import count_heard
from .table_lock import LockedTable, lock_table

SUBSTITUTES: Final = frozenset({Move.Origin.DEPUTY, Move.Origin.CLOCK, Move.Origin.FAULT})
"""Origins of moves that were made for a player or a bot."""


class MoveResult(NamedTuple):
    """A move that was made, with its table, its seat, and the number of events that the seat has
    now received. `again` is set for a repeated request.
    """

    table: Table
    seat: Seat
    heard: int
    again: bool = False


def make_move(
    *,
    table_id: UUID,
    user: User,
    move: Value | Draft,
    heard_count: int | None = None,
    key: str = "",
    seat: int | None = None,
) -> MoveResult:
    """Make a user's move from the given seat, or from their first seat. The game decodes a `Draft`.

    `heard_count` is the number of events that the seat had received when its player chose the move.
    If this number is out of date, the move is `Stale` unless the game marks it as safe. A repeated
    `key` does not repeat the move, and returns the same result.

    Raise `NoSuchTable`, `NotSeated`, `WrongStage`, `MatchPaused`, `TooLate`, `Stale`, `Busy` or one
    of the game's own refusals. In these cases, nothing is changed.
    """
    check_key(key)
    with lock_table(table_id) as locked_table:
        chair = _chair_of(locked_table, user, seat)
        own_seat = Seat(chair.seat)
        if (
            key
            and Move.objects.filter(
                match=locked_table.table.match_id, seat=own_seat, key=key
            ).exists()
        ):
            return MoveResult(locked_table.table, own_seat, chair.heard, again=True)
        refuse_unless_playing(locked_table.table)
        if chair.bot:
            raise WrongStage("A bot plays your seat until the end.")
        running = locked_table.running()
        now = clock.now()
        if chair.due_at is not None and chair.due_at <= now:
            raise TooLate("Your time for this move ran out. A move is being made for you.")
        chosen_move = _read_move(locked_table, running, own_seat, move)
        if (
            heard_count is not None
            and heard_count != chair.heard
            and not running.game.stands_when_stale(chosen_move)
        ):
            raise Stale(
                "The match has changed since you loaded the page. Check the board, then choose "
                "again."
            )
        asked_at = chair.asked_at
        origin = Move.Origin.DEPUTY if chair.deputy_id == user.pk else Move.Origin.PERSON
        apply_move(locked_table, running, own_seat, chosen_move, now, MoveOrigin(origin, user, key))
        turn_reminders.outdate_reminders(chair, asked_at, now)
        return MoveResult(locked_table.table, own_seat, chair.heard)


def apply_move(
    locked_table: LockedTable,
    running: Running,
    seat: Seat,
    move: Value,
    now: datetime,
    origin: MoveOrigin,
) -> None:
    """Make a move and write its consequences, which are the counts of received events, the clocks,
    and the end of the match.
    """
    chair = None if seat == HOST else locked_table.chair(seat)
    has_missed = chair is not None and chair.is_peoples and chair.missed > 0
    awaited: tuple[Seat, ...] = ()
    if has_missed or origin.origin in SUBSTITUTES:
        awaited = _publicly_awaited(locked_table, running)
    if origin.origin in SUBSTITUTES:
        origin = origin._replace(open=awaited == (seat,))
    before, turn = len(running.audience_events), timed_turn(locked_table, running)
    running.submit(seat=seat, move=move, now=now, move_origin=origin)
    save_played([running])
    if has_missed or origin.origin == Move.Origin.CLOCK:
        _count_missed(locked_table, running, seat, origin, awaited)
    count_heard(locked_table, running, before, now)
    locked_table.table.save(update_fields=["heard", "spoke_at"])
    if running.outcome is None:
        start_clocks(locked_table, running, now, moved=seat, before=turn)
        live_notify.changed(locked_table.table.pk)
    else:
        finish(locked_table, running, now)


def is_publicly_awaited(locked_table: LockedTable, running: Running, seat: Seat) -> bool:
    """Return whether even a spectator can see that the match waits only for this seat. If so, it is
    not a secret how its move was made.
    """
    return _publicly_awaited(locked_table, running) == (seat,)


def _publicly_awaited(locked_table: LockedTable, running: Running) -> tuple[Seat, ...]:
    board = locked_table.tabletop.board(running.view(None), names_at(locked_table.chairs))
    return board.waiting


def _count_missed(
    locked_table: LockedTable,
    running: Running,
    seat: Seat,
    origin: MoveOrigin,
    awaited: tuple[Seat, ...],
) -> None:
    """Count a move that everyone saw the clock make, or start again after one that everyone saw the
    player make (T14). `awaited` are the seats that everyone could see the match wait for.
    """
    chair = locked_table.chair(seat)
    if origin.origin == Move.Origin.CLOCK:
        chair.missed += origin.open
    elif awaited == (seat,) or (
        seat in awaited and seat not in _publicly_awaited(locked_table, running)
    ):
        chair.missed = 0
    locked_table.save_chairs("missed")


def refuse_unless_playing(table: Table, *, paused_too: bool = False) -> None:
    """Raise `WrongStage` before the start, `MatchOver` after the end, or `MatchPaused`."""
    if table.status == Table.Status.OPEN:
        raise WrongStage("The match has not started because players are still missing.")
    if table.status == Table.Status.OVER:
        raise MatchOver("The match is over.")
    if table.paused_at is not None and not paused_too:
        raise MatchPaused("The match is paused. Resume it first.")


def _chair_of(locked_table: LockedTable, user: User, seat: int | None) -> Chair:
    place = locked_table.place(user, seat)
    if place.chair is None:
        raise NotSeated("You are not a player at this table.")
    return place.chair


def _read_move(
    locked_table: LockedTable, running: Running, seat: Seat, move: Value | Draft
) -> Value:
    if isinstance(move, Draft):
        read: Value = locked_table.tabletop.read(running.view(seat), move)
        return read
    return move
