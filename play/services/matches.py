"""Services that write matches. No other code writes to these models."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import models, transaction

from engine.codec import Unreadable
from engine.game import AnyGame, Stale
from engine.match import heard_by
from engine.values import Seat, Value
from play.models import Match, Move, Snapshot
from play.models import Told as ToldRow
from play.running import Running, begin, readers, replayed, resume

Insert = Callable[[Sequence[models.Model]], Any]
"""A function that inserts new rows of one model."""


def insert_rows(rows: Sequence[models.Model]) -> None:
    """Insert new rows of one model, a few hundred per statement."""
    if rows:
        type(rows[0])._default_manager.bulk_create(rows, batch_size=500)


@transaction.atomic
def open_match(
    *, game: AnyGame, setup: Value, now: datetime, seed: bytes | None = None, sealed: bool = False
) -> Running:
    """Open a match of a game and write its start. If no seed is given, a random one is used."""
    running = begin(game, setup, seed=seed or secrets.token_bytes(32), now=now, sealed=sealed)
    save_new([running])
    return running


def save_new(started: Sequence[Running], *, insert: Insert = insert_rows) -> None:
    """Write matches that were started, and perhaps continued, in memory, in a transaction."""
    insert([running.match for running in started])
    insert([move for running in started for move in running.moves])
    insert([audience_row for running in started for audience_row in running.told_rows])
    insert([running.snapshot() for running in started])


@transaction.atomic
def submit_move(
    *, match_id: UUID, seat: Seat, move: Value, now: datetime, heard_count: int | None = None
) -> Running:
    """Make one move and store it.

    `heard_count` is the number of events that the seat had received when it chose the move. If this
    number is out of date, the move is refused (`Stale`) unless the game marks it as safe. Raise one
    of the engine's refusals or `Match.DoesNotExist`.
    """
    running = lock_matches([match_id])[match_id]
    if (
        heard_count is not None
        and heard_count != _heard_count(running.match, seat)
        and not running.game.stands_when_stale(move)
    ):
        raise Stale(
            "The match has changed since you loaded the page. Check the board, then choose again."
        )
    running.submit(seat=seat, move=move, now=now)
    save_played([running])
    return running


def lock_matches(match_ids: Iterable[UUID]) -> dict[UUID, Running]:
    """Return matches ready to be continued. Their rows are locked until the end of the caller's
    transaction. Raise `Match.DoesNotExist`.

    This takes two queries for any number of matches.
    """
    ids = set(match_ids)
    matches = list(Match.objects.filter(pk__in=ids).order_by("pk").select_for_update())
    if len(matches) < len(ids):
        raise Match.DoesNotExist("This match does not exist.")
    snapshots = Snapshot.objects.in_bulk(ids)
    return {match.pk: _resume(match, snapshots.get(match.pk)) for match in matches}


def _resume(match: Match, snapshot: Snapshot | None) -> Running:
    if snapshot is None:
        return _recover(match)
    try:
        return resume(match, snapshot)
    except Unreadable:
        return _recover(match)


def save_played(played: Sequence[Running]) -> None:
    """Write the moves made since the matches were locked. Others are not changed."""
    played = [running for running in played if running.moves]
    insert_rows([move for running in played for move in running.moves])
    insert_rows([audience_row for running in played for audience_row in running.told_rows])
    Snapshot.objects.bulk_update(
        [running.snapshot() for running in played], ["ply", "state", "state_hash"]
    )
    Match.objects.bulk_update([running.match for running in played], ["ended_at"])
    for running in played:
        running.moves, running.told_rows = [], []


def _recover(match: Match) -> Running:
    """Replay a match whose snapshot is missing or unreadable, and rewrite its caches."""
    running = replayed(match, match.moves.all())
    rewrite_caches(running)
    return running


@transaction.atomic
def rewrite_caches(running: Running) -> None:
    """Replace a match's caches. `running` must have been replayed from the start."""
    ToldRow.objects.filter(match=running.match).delete()
    Snapshot.objects.filter(match=running.match).delete()
    insert_rows(running.told_rows)
    insert_rows([running.snapshot()])
    running.told_rows = []


def _heard_count(match: Match, seat: Seat) -> int:
    read = readers(match.game).telling
    rows: Iterable[str] = ToldRow.objects.filter(match=match).values_list("payload", flat=True)
    return sum(len(heard_by(seat, read.decode(payload))) for payload in rows)


def stored_moves(match: Match) -> list[Move]:
    """Return a match's moves in order of ply."""
    return list(match.moves.order_by("ply"))
