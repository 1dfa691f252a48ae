"""Bots think in a background job, and never in a request.

1. Claim a bot's chair for a limited time. Count and commit the attempt, so that a worker that dies
leaves a trace. 2. Think without a lock, using only the seat's own view. 3. Lock the table. If the
seat has received nothing new and the claim is still valid, make the move. Otherwise, think again. A
remark is written with its move.

After three failures, or if the worker has died, the game's default move is made for the bot.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic as clocked
from time import sleep
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from core.web import clock
from core.web.refusals import Busy
from engine import registry as games
from engine.bots import Bot, Listens, Remark, Talks, searches
from engine.dice import Dice
from engine.values import Seat, Value
from play.models import Chair, Match, Move
from play.running import MoveOrigin, Running, dice_of
from play.selectors.chat import heard_lines
from play.selectors.due_seats import due
from play.selectors.matches import current_match
from play.selectors.names import name_of

from .announcements import announce
from .clocks import MAX_ATTEMPTS, note_fault, play_default
from .moving import apply_move, is_publicly_awaited
from .table_lock import LockedTable, lock_table, lock_table_if_free
from .talking import let_bot_say

CLAIM_DURATION: Final = timedelta(seconds=120)
"""Duration of a claim, which is longer than the time limit of a task."""
BEAT_SECONDS: Final = 0.5
"""Interval in seconds at which a searching bot can answer, counted from when it started to think.
Thinking time depends on the bot's hand. The interval hides small differences, but not differences
that are longer than the interval.
"""


class Claim(NamedTuple):
    """A claimed seat, and the number of events it had received when it was claimed."""

    table: UUID
    seat: Seat
    until: datetime
    heard_count: int
    bot: str
    match: UUID
    attempts: int


class Decision(NamedTuple):
    """A bot's move, and its remark if it makes one."""

    move: Value
    remark: Remark | None


def think(
    *, limit: int = 20, seconds: float = 20.0, elapsed: Callable[[], float] = time.monotonic
) -> int:
    """Let bots that are due move, within the limits on number and time, and return the number of
    moves. The other bots wait for the next run.
    """
    until, moves_made = elapsed() + seconds, 0
    for _ in range(limit):
        claim = _claim()
        if claim is None:
            break
        moves_made += _think(claim)
        if elapsed() >= until:
            break
    return moves_made


def _claim() -> Claim | None:
    """Claim the bot that has waited longest. Locked tables are skipped."""
    for table_id, seat in due(clock.now()).exclude(bot="").values_list("table", "seat")[:10]:
        with lock_table_if_free(table_id) as locked_table:
            if locked_table is not None and (claim := _claim_seat(locked_table, seat)):
                return claim
    return None


def _claim_seat(locked_table: LockedTable, seat: int) -> Claim | None:
    table, chair, now = locked_table.table, locked_table.chair(seat), clock.now()
    if not due(now).filter(pk=chair.pk).exclude(bot="").exists() or table.match_id is None:
        return None
    chair.claimed_until = now + CLAIM_DURATION
    chair.attempts += 1
    locked_table.save_chairs("claimed_until", "attempts")
    return Claim(
        table.pk,
        Seat(seat),
        chair.claimed_until,
        chair.heard,
        chair.bot,
        table.match_id,
        chair.attempts,
    )


def _think(claim: Claim) -> bool:
    """Let the claimed bot think and move, and return whether a move was made."""
    try:
        if claim.attempts > MAX_ATTEMPTS:
            return _give_up(claim)
        running = current_match(Match.objects.select_related("snapshot").get(pk=claim.match))
        dice = dice_of(running.match, claim.heard_count)
        decision = _decide_on_beat(
            searches(games.bot(running.game, claim.bot)),
            lambda: Decision(
                choose(running, claim, dice.in_domain((claim.seat, "bot"))),
                remark(running, claim, dice.in_domain((claim.seat, "talk"))),
            ),
        )
        return _move(claim, decision)
    except Busy:
        _release(claim, is_retry=True)
    except Exception as error:  # noqa: BLE001 - other bots must not be affected
        note_fault("bot_failed", claim.table, error)
        _release(claim, is_retry=False)
    return False


def _decide_on_beat(searching: bool, think: Callable[[], Decision]) -> Decision:
    """Return a bot's decision at a time that does not reveal how long the bot thought. Bots that do
    not search answer immediately.
    """
    began = clocked()
    decision = think()
    if searching:
        sleep(-(clocked() - began) % BEAT_SECONDS)
    return decision


def choose(running: Running, claim: Claim, dice: Dice) -> Value:
    """Return the bot's move. The bot sees only its seat's view, and also the chat if it listens."""
    bot = _listening_bot(running, claim)
    move: Value = bot.choose(running.view(claim.seat), claim.seat, dice)
    return move


def remark(running: Running, claim: Claim, dice: Dice) -> Remark | None:
    """Return the bot's remark on its move, if it talks. The remark is chosen from the same view,
    with its own dice. If this fails, the move is still made.
    """
    bot = _listening_bot(running, claim)
    if not isinstance(bot, Talks):
        return None
    try:
        return bot.remark(running.view(claim.seat), claim.seat, dice)
    except Exception as error:  # noqa: BLE001 - the move is made without a remark
        note_fault("bot_talk_failed", claim.table, error)
        return None


def _listening_bot(running: Running, claim: Claim) -> Bot[Any, Any]:
    """Return the bot. If it listens, it is given its seat's chat."""
    bot = games.bot(running.game, claim.bot)
    return bot.having_heard(heard_lines(running, claim.seat)) if isinstance(bot, Listens) else bot


def _move(claim: Claim, decision: Decision) -> bool:
    with lock_table(claim.table) as locked_table:
        chair = _claimed_chair(locked_table, claim)
        if chair is None:
            return False
        if chair.heard != claim.heard_count or locked_table.table.paused_at is not None:
            _release_chair(locked_table, chair, attempts=0)
            return False
        running = locked_table.running()
        apply_move(
            locked_table,
            running,
            claim.seat,
            decision.move,
            clock.now(),
            MoveOrigin(Move.Origin.BOT),
        )
        if decision.remark is not None:
            _write_remark(locked_table, running, claim, decision.remark)
        return True


def _write_remark(
    locked_table: LockedTable, running: Running, claim: Claim, bot_remark: Remark
) -> None:
    """Write the remark. If that fails, the move is kept without it."""
    try:
        with transaction.atomic():
            let_bot_say(locked_table, running, claim.seat, bot_remark)
    except Exception as error:  # noqa: BLE001 - the move is made without a remark
        note_fault("bot_talk_failed", claim.table, error)


def _give_up(claim: Claim) -> bool:
    """Make the default move for a bot that failed. Announce this immediately if the announcement
    does not reveal who has moved.
    """
    with lock_table(claim.table) as locked_table:
        chair = _claimed_chair(locked_table, claim)
        if chair is None:
            return False
        if is_publicly_awaited(locked_table, locked_table.running(), claim.seat):
            announce(
                locked_table,
                f"{name_of(chair)} failed to move. A move was made by default.",
                clock.now(),
            )
            locked_table.publish()
        play_default(locked_table, claim.seat, Move.Origin.FAULT)
        return True


def _release(claim: Claim, *, is_retry: bool) -> None:
    """Release the seat. If `is_retry` is true, nothing failed, so the attempt is not counted. The
    wait grows with each failure.
    """
    with lock_table(claim.table) as locked_table:
        chair = _claimed_chair(locked_table, claim)
        if chair is not None:
            _release_chair(
                locked_table, chair, attempts=claim.attempts - 1 if is_retry else claim.attempts
            )


def _release_chair(locked_table: LockedTable, chair: Chair, *, attempts: int) -> None:
    chair.attempts = attempts
    chair.claimed_until = (
        clock.now() + timedelta(minutes=attempts - MAX_ATTEMPTS)
        if attempts > MAX_ATTEMPTS
        else None
    )
    locked_table.save_chairs("claimed_until", "attempts")


def _claimed_chair(locked_table: LockedTable, claim: Claim) -> Chair | None:
    """Return the chair if the match is still in progress and the claim is still valid."""
    chair = locked_table.chair(claim.seat)
    if locked_table.table.is_playing and chair.bot and chair.claimed_until == claim.until:
        return chair
    return None
