"""Moves: the only way a table's match continues, for people, bots, clocks and the host."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from engine.game import MatchOver, Stale
from engine.values import Seat, Value
from play.models import Chair, Move, Table
from play.running import Made, Running
from play.selectors.names import names_at
from play.tabletop.board import Draft

from . import live_notify, turn_reminders
from .clock_scheduling import arm, timed_turn
from .finishing import finish
from .idempotency import check_key
from .matches import save_played
from .refusals import NotSeated, PausedNow, TooLate, WrongStage
from .starting import count
from .table_lock import Sitting, sitting


class Played(NamedTuple):
    """A move that was made: its table, its seat, and the number of events the seat has heard now.
    `again` marks a repeated request.
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
    heard: int | None = None,
    key: str = "",
    seat: int | None = None,
) -> Played:
    """Make a user's move from the named seat or their first one. The game decodes a `Draft`.

    `heard` is the number of events the seat had heard when its player chose. A move chosen with an
    older number is `Stale` unless the game marks it safe. The same `key` again does not repeat the
    move and gives the same answer.

    Raise `NoSuchTable`, `NotSeated`, `WrongStage`, `PausedNow`, `TooLate`, `Stale`, `Busy` and the
    game's own refusals, and change nothing then.
    """
    check_key(key)
    with sitting(table_id) as at_table:
        chair = _chair_of(at_table, user, seat)
        mine = Seat(chair.seat)
        if key and Move.objects.filter(match=at_table.table.match_id, seat=mine, key=key).exists():
            return Played(at_table.table, mine, chair.heard, again=True)
        refuse_unless_playing(at_table.table)
        if chair.bot:
            raise WrongStage("A bot plays your seat until the end.")
        running = at_table.running()
        at = clock.now()
        if chair.due_at is not None and chair.due_at <= at:
            raise TooLate("Your time for this move ran out. A move is being made for you.")
        chosen = _read(at_table, running, mine, move)
        if (
            heard is not None
            and heard != chair.heard
            and not running.game.stands_when_stale(chosen)
        ):
            raise Stale(
                "The match has changed since you loaded the page. Check the board, then choose "
                "again."
            )
        asked_at = chair.asked_at
        how = Move.How.DEPUTY if chair.deputy_id == user.pk else Move.How.PERSON
        play(at_table, running, mine, chosen, at, Made(how, user, key))
        turn_reminders.take_back(chair, asked_at, at)
        return Played(at_table.table, mine, chair.heard)


def play(
    at_table: Sitting, running: Running, seat: Seat, move: Value, at: datetime, made: Made
) -> None:
    """Make a move and write its consequences: the events heard, the running clocks, and the end of
    the match.
    """
    if made.how in {Move.How.DEPUTY, Move.How.CLOCK, Move.How.FAULT}:
        made = made._replace(open=everybody_sees_it_is_up_to(at_table, running, seat))
    before, turn = len(running.heard), timed_turn(at_table, running)
    running.submit(seat=seat, move=move, at=at, made=made)
    save_played([running])
    count(at_table, running, before, at)
    at_table.table.save(update_fields=["heard", "spoke_at"])
    if running.outcome is None:
        arm(at_table, running, at, moved=seat, before=turn)
        live_notify.changed(at_table.table.pk)
    else:
        finish(at_table, running, at)


def everybody_sees_it_is_up_to(at_table: Sitting, running: Running, seat: Seat) -> bool:
    """Return whether even a spectator can see that the match waits for this seat alone. If so, how
    its move is made is no secret.
    """
    return at_table.tabletop.board(running.view(None), names_at(at_table.chairs)).waiting == (seat,)


def refuse_unless_playing(table: Table, *, paused_too: bool = False) -> None:
    """Raise `WrongStage` before the start, `MatchOver` after the end, and `PausedNow` during a
    pause.
    """
    if table.status == Table.Status.OPEN:
        raise WrongStage("The match has not started because players are still missing.")
    if table.status == Table.Status.OVER:
        raise MatchOver("The match is over.")
    if table.paused_at is not None and not paused_too:
        raise PausedNow("The match is paused. Resume it first.")


def _chair_of(at_table: Sitting, user: User, seat: int | None) -> Chair:
    place = at_table.place(user, seat)
    if place.chair is None:
        raise NotSeated("You are not a player at this table.")
    return place.chair


def _read(at_table: Sitting, running: Running, seat: Seat, move: Value | Draft) -> Value:
    if isinstance(move, Draft):
        read: Value = at_table.tabletop.read(running.view(seat), move)
        return read
    return move
