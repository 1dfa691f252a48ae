"""Bots think in a background job, never in a request.

1. Claim: a bot's chair is claimed for a limited time and the attempt is counted and committed, so
that a worker that dies leaves a trace.
2. Think without a lock, from the seat's own view and nothing else.
3. Lock the table. If the seat has heard nothing new and the claim still holds, make the move, else
think again. A remark is written with its move.

After three failures, or when the worker died, the game's default move is made for the bot.
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
from play.running import Made, Running, dice_of
from play.selectors.chat import heard
from play.selectors.due_seats import due
from play.selectors.matches import current
from play.selectors.names import name_of

from .announcements import announce
from .clocks import TRIES, note_fault, play_default
from .moving import everybody_sees_it_is_up_to, play
from .table_lock import Sitting, sitting, sitting_if_free
from .talking import let_bot_say

LEASE: Final = timedelta(seconds=120)
"""Duration of a claim, longer than a task can run."""
BEAT: Final = 0.5
"""Interval of a searching bot's answers in seconds, counted from when it began to think. It hides
differences in thinking time within a beat, which depend on the bot's hand, but not larger ones.
"""


class Claim(NamedTuple):
    """A claimed seat, and what it had heard when it was claimed."""

    table: UUID
    seat: Seat
    until: datetime
    heard: int
    bot: str
    match: UUID
    attempts: int


class Thought(NamedTuple):
    """A bot's move, and its remark if it makes one."""

    move: Value
    remark: Remark | None


def think(
    *, limit: int = 20, seconds: float = 20.0, elapsed: Callable[[], float] = time.monotonic
) -> int:
    """Let bots that are due move, within the limits of number and time, and return how many moves
    were made. The rest wait for the next run.
    """
    until, done = elapsed() + seconds, 0
    for _ in range(limit):
        claim = _claim()
        if claim is None:
            break
        done += _think(claim)
        if elapsed() >= until:
            break
    return done


def _claim() -> Claim | None:
    """Claim the bot that has waited longest. Locked tables are skipped."""
    for table_id, seat in due(clock.now()).exclude(bot="").values_list("table", "seat")[:10]:
        with sitting_if_free(table_id) as at_table:
            if at_table is not None and (claim := _taken(at_table, seat)):
                return claim
    return None


def _taken(at_table: Sitting, seat: int) -> Claim | None:
    table, chair, now = at_table.table, at_table.chair(seat), clock.now()
    if not due(now).filter(pk=chair.pk).exclude(bot="").exists() or table.match_id is None:
        return None
    chair.claimed_until = now + LEASE
    chair.attempts += 1
    at_table.save_chairs("claimed_until", "attempts")
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
    """Return whether a move was made."""
    try:
        if claim.attempts > TRIES:
            return _give_up(claim)
        running = current(Match.objects.select_related("snapshot").get(pk=claim.match))
        dice = dice_of(running.match, claim.heard)
        thought = _in_time(
            searches(games.bot(running.game, claim.bot)),
            lambda: Thought(
                choose(running, claim, dice.of((claim.seat, "bot"))),
                remark(running, claim, dice.of((claim.seat, "talk"))),
            ),
        )
        return _move(claim, thought)
    except Busy:
        _let_go(claim, again=True)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other bots think on
        note_fault("bot_failed", claim.table, error)
        _let_go(claim, again=False)
    return False


def _in_time(searching: bool, think: Callable[[], Thought]) -> Thought:
    """Return a bot's decision at a time that reveals nothing. Bots that do not search answer
    immediately.
    """
    began = clocked()
    thought = think()
    if searching:
        sleep(-(clocked() - began) % BEAT)
    return thought


def choose(running: Running, claim: Claim, dice: Dice) -> Value:
    """Return the bot's move. It sees its seat's view and, if it listens, the chat of its seat, and
    nothing else.
    """
    bot = _having_heard(running, claim)
    chosen: Value = bot.choose(running.view(claim.seat), claim.seat, dice)
    return chosen


def remark(running: Running, claim: Claim, dice: Dice) -> Remark | None:
    """Return the bot's remark on its move, if it talks, from the same view with its own dice. An
    error does not lose the move.
    """
    bot = _having_heard(running, claim)
    if not isinstance(bot, Talks):
        return None
    try:
        return bot.remark(running.view(claim.seat), claim.seat, dice)
    except Exception as error:  # noqa: BLE001 - whatever it is, the move is made without a word
        note_fault("bot_talk_failed", claim.table, error)
        return None


def _having_heard(running: Running, claim: Claim) -> Bot[Any, Any]:
    """Return the bot, with the chat of its seat if it listens."""
    bot = games.bot(running.game, claim.bot)
    return bot.having_heard(heard(running, claim.seat)) if isinstance(bot, Listens) else bot


def _move(claim: Claim, thought: Thought) -> bool:
    with sitting(claim.table) as at_table:
        chair = _ours(at_table, claim)
        if chair is None:
            return False
        if chair.heard != claim.heard or at_table.table.paused_at is not None:
            _put_back(at_table, chair, attempts=0)
            return False
        running = at_table.running()
        play(at_table, running, claim.seat, thought.move, clock.now(), Made(Move.How.BOT))
        if thought.remark is not None:
            _say(at_table, running, claim, thought.remark)
        return True


def _say(at_table: Sitting, running: Running, claim: Claim, said: Remark) -> None:
    """Write the remark. If that fails, the move counts without it."""
    try:
        with transaction.atomic():
            let_bot_say(at_table, running, claim.seat, said)
    except Exception as error:  # noqa: BLE001 - whatever it is, the move is made without a word
        note_fault("bot_talk_failed", claim.table, error)


def _give_up(claim: Claim) -> bool:
    """Make the default move for a failed bot. Announce it now if that reveals nothing about who has
    moved.
    """
    with sitting(claim.table) as at_table:
        chair = _ours(at_table, claim)
        if chair is None:
            return False
        if everybody_sees_it_is_up_to(at_table, at_table.running(), claim.seat):
            announce(
                at_table,
                f"{name_of(chair)} failed to move. A move was made by default.",
                clock.now(),
            )
            at_table.publish()
        play_default(at_table, claim.seat, Move.How.FAULT)
        return True


def _let_go(claim: Claim, *, again: bool) -> None:
    """Release the seat. With `again` the attempt does not count, because nothing failed. Further
    failures wait longer each time.
    """
    with sitting(claim.table) as at_table:
        chair = _ours(at_table, claim)
        if chair is not None:
            _put_back(at_table, chair, attempts=claim.attempts - 1 if again else claim.attempts)


def _put_back(at_table: Sitting, chair: Chair, *, attempts: int) -> None:
    chair.attempts = attempts
    chair.claimed_until = (
        clock.now() + timedelta(minutes=attempts - TRIES) if attempts > TRIES else None
    )
    at_table.save_chairs("claimed_until", "attempts")


def _ours(at_table: Sitting, claim: Claim) -> Chair | None:
    """Return the chair if the match goes on and the claim still holds."""
    chair = at_table.chair(claim.seat)
    return (
        chair
        if at_table.table.is_playing and chair.bot and chair.claimed_until == claim.until
        else None
    )
