"""The end of a table: by the rules, by resignation, or before the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from engine.values import Seat
from play.models import Move, Table
from play.running import Running
from play.selectors.names import name_of
from play.selectors.ratings import counts_for_ratings
from play.selectors.results import results

from . import end_listeners
from .announcements import announce
from .clock_scheduling import rest
from .table_lock import TIMES, Sitting, sitting

_UNSEEN = {
    Move.How.CLOCK: "by the clock",
    Move.How.DEPUTY: "by a deputy",
    Move.How.FAULT: "by default because the bot failed",
}


def finish(
    at_table: Sitting,
    running: Running | None,
    at: datetime,
    *,
    ending: str = "",
    winners: Sequence[Seat] = (),
) -> None:
    """End a table, with `ending` if not by the rules. The game's listener runs in the same
    transaction.
    """
    table = at_table.table
    table.status, table.over_at, table.ending, table.winners = (
        Table.Status.OVER,
        at,
        ending,
        list(winners),
    )
    table.paused_at, table.pause_by = None, []
    found = results(at_table.chairs, running, ending, winners)
    for chair, result in zip(at_table.chairs, found, strict=True):
        rest(chair)
        chair.result = result
    at_table.save_chairs(*TIMES, "result")
    table.rating_due_at = at if counts_for_ratings(table, at_table.chairs) else None
    if running is not None:
        if running.match.ended_at is None:
            running.match.ended_at = at
            running.match.save(update_fields=["ended_at"])
        _say_who_did_not_move(at_table, at)
    at_table.publish(
        "status", "over_at", "ending", "winners", "paused_at", "pause_by", "rating_due_at"
    )
    end_listeners.tell(table, running)


def call_off(table_id: UUID, at: datetime) -> None:
    """Cancel a match that the site opened. It ends in its current state, without a result. Call it
    in the caller's transaction.
    """
    with sitting(table_id) as at_table:
        if at_table.table.is_playing:
            finish(at_table, at_table.running(), at, ending="called off")


def time_is_up(at_table: Sitting, at: datetime, winners: Sequence[Seat], said: str) -> None:
    """End a match that has run out of time, with these winners or as a draw, and announce it at the
    table.
    """
    announce(at_table, said, at)
    finish(at_table, at_table.running(), at, ending="out of time", winners=winners)


def _say_who_did_not_move(at_table: Sitting, at: datetime) -> None:
    """Announce how many moves were made for seats while that was secret."""
    if not at_table.table.opens:
        return
    moves = Move.objects.filter(
        match=at_table.table.match_id, how__in=_UNSEEN, open=False
    ).values_list("seat", "how")
    for (seat, how), count in sorted(Counter(moves).items()):
        times = "one move was" if count == 1 else f"{count} moves were"
        announce(
            at_table, f"{name_of(at_table.chair(seat))}: {times} made {_UNSEEN[Move.How(how)]}.", at
        )
