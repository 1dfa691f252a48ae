"""The end of a table by the rules, by resignation, or before the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from engine.values import Seat
from play.models import Chair, DealtTable, Move, Table
from play.running import Running
from play.selectors.coaching import coach_is_on, has_moved
from play.selectors.names import name_of
from play.selectors.ratings import counts_for_ratings
from play.selectors.results import results

from . import end_listeners
from .announcements import announce
from .clock_scheduling import stop_asking
from .table_lock import CLOCK_FIELDS, LockedTable, lock_table

_HIDDEN_WAYS = {
    Move.Origin.CLOCK: "by the clock",
    Move.Origin.DEPUTY: "by a deputy",
    Move.Origin.FAULT: "by default because the bot failed",
}


def finish(
    locked_table: LockedTable,
    running: Running | None,
    now: datetime,
    *,
    ending: str = "",
    winners: Sequence[Seat] = (),
) -> None:
    """End a table. `ending` is the reason if the rules did not end the match. The game's listener
    runs in the same transaction.
    """
    table = locked_table.table
    table.status = Table.Status.OVER
    table.over_at = now
    table.ending = ending
    table.winners = list(winners)
    table.paused_at, table.pause_by = None, []
    chair_results = results(locked_table.chairs, running, ending, winners)
    for chair, result in zip(locked_table.chairs, chair_results, strict=True):
        stop_asking(chair)
        chair.result = result
        chair.assisted = chair.assisted or _is_helped(locked_table, chair)
    locked_table.save_chairs(*CLOCK_FIELDS, "assisted", "result")
    table.rating_due_at = now if counts_for_ratings(table, locked_table.chairs) else None
    if running is not None:
        if running.match.ended_at is None:
            running.match.ended_at = now
            running.match.save(update_fields=["ended_at"])
        _announce_hidden_moves(locked_table, now)
        _store_deal_score(locked_table, running)
    locked_table.publish(
        "status", "over_at", "ending", "winners", "paused_at", "pause_by", "rating_due_at"
    )
    end_listeners.notify_listener(table, running)


def cancel_match(table_id: UUID, now: datetime) -> None:
    """Cancel a match that the site opened. The match ends in its current state, without a result.
    Call this in a transaction.
    """
    with lock_table(table_id) as locked_table:
        if locked_table.table.is_playing:
            finish(locked_table, locked_table.running(), now, ending="called off")


def end_out_of_time(
    locked_table: LockedTable, now: datetime, winners: Sequence[Seat], announcement: str
) -> None:
    """End a match that has run out of time, either with these winners or as a draw, and announce
    this at the table.
    """
    announce(locked_table, announcement, now)
    finish(locked_table, locked_table.running(), now, ending="out of time", winners=winners)


def _is_helped(locked_table: LockedTable, chair: Chair) -> bool:
    """Return whether the coach guides the player of a rated match until its end."""
    if not (locked_table.table.rated and locked_table.tabletop.has_coach and chair.holder):
        return False
    table = locked_table.table
    return coach_is_on(table, chair, chair.holder) and has_moved(table, chair)


def _store_deal_score(locked_table: LockedTable, running: Running) -> None:
    """Store the score and the turns of a match of the daily deal, for its ranking."""
    dealt_table = DealtTable.objects.filter(table=locked_table.table).select_related("deal").first()
    if dealt_table is not None:
        scores = running.outcome.scores if running.outcome is not None else ()
        dealt_table.score = scores[dealt_table.deal.seat] if scores else 0
        dealt_table.turns = locked_table.tabletop.turn_number(running.view(None))
        dealt_table.save(update_fields=["score", "turns"])


def _announce_hidden_moves(locked_table: LockedTable, now: datetime) -> None:
    """Announce, for each seat, the number of moves made for it that were kept secret until now."""
    if not locked_table.table.opens:
        return
    moves = Move.objects.filter(
        match=locked_table.table.match_id, how__in=_HIDDEN_WAYS, open=False
    ).values_list("seat", "how")
    for (seat, origin), count in sorted(Counter(moves).items()):
        times = "one move was" if count == 1 else f"{count} moves were"
        announce(
            locked_table,
            (
                f"{name_of(locked_table.chair(seat))}: {times} made "
                f"{_HIDDEN_WAYS[Move.Origin(origin)]}."
            ),
            now,
        )
