"""The time that a match has spent waiting for each seat, computed from its moves."""

from __future__ import annotations

from datetime import datetime

from engine import registry
from engine.game import Refusal
from engine.match import replay
from engine.values import Seat
from play.models import Table
from play.running import readers


def time_used(table: Table, until: datetime) -> tuple[tuple[int, ...], tuple[frozenset[str], ...]]:
    """Return the number of seconds that the match waited for each seat until the given time, and
    the ways in which the seat's moves were made (`Move.Origin`).

    If the match waits for two seats at the same time, the time is counted for both. The match is
    replayed, so call this once per match, and not for a page. If it was started under older rules
    and cannot be replayed, only the time before the first refused move is counted.
    """
    match = table.match
    if match is None:
        return (), ()
    read, game = readers(match.game), registry.get(match.game)
    moves = list(match.moves.order_by("ply"))
    plies = [(Seat(move.seat), read.move.decode(move.payload)) for move in moves]
    steps = replay(game, read.setup.decode(match.setup), bytes(match.seed), plies)
    used, since = [0.0] * table.seats, dict[int, datetime]()
    origins: list[set[str]] = [set() for _ in range(table.seats)]
    times = [match.opened_at, *(move.at for move in moves)]
    try:
        for step_time, step in zip(times, steps, strict=True):
            acting = set(game.to_act(step[0]))
            for seat in [*since]:
                used[seat] += (step_time - since[seat]).total_seconds()
            since = {seat: step_time for seat in acting if seat < table.seats}
    except Refusal:
        since = {}
    for seat, asked_at in since.items():
        used[seat] += (until - asked_at).total_seconds()
    for move in moves:
        if move.seat < table.seats:
            origins[move.seat].add(move.how)
    return tuple(int(seconds) for seconds in used), tuple(map(frozenset, origins))
