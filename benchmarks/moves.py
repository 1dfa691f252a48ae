"""Compare a move with a plain transaction: `python -m benchmarks.moves [--moves N]`.

The plain transaction locks the table's row, inserts a move and its events, and updates the snapshot
and the table. Any server needs these writes, so the difference is the cost of the game, with its
checks, clocks and audiences. The benchmark uses PostgreSQL and one process. Processor time does not
include the database.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any, Final
from uuid import UUID

from tests.servers import Postgres
from tests.servers import folder as server_folder

from .line import Line, in_words, progress, report
from .samples import Samples, measure, middle, ratio

GAMES: Final = ("renamed", "ambush")
MOVES: Final = 150
FIRST_PLAIN_PLY: Final = 100_000
"""Ply number of the first plain row, far above the ply numbers of the match."""
TIMES: Final = 4.0
"""Maximum cost of a move as a multiple of a plain transaction."""


def main() -> int:
    """Print the figures. Return 1 if a ratio misses its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moves", description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES, help="moves of each game")
    number = parser.parse_args().moves
    with server_folder() as home, tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(home / "postgres").start()
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": postgres.url,
                "EMBEDDED": "1",
                "VAR_DIR": folder,
                "LOG_LEVEL": "ERROR",
            }
            os.environ.pop("REDIS_URL", None)
            import django

            django.setup()
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            lines = [line for game in GAMES for line in measured(game, number)]
        finally:
            from django.db import connections

            connections.close_all()
            postgres.stop()
    return report("moves at a table", lines)


def measured(game: str, number_of_moves: int) -> list[Line]:
    """Measure moves of a game and plain transactions alternately, and return the figures."""
    progress(game)
    table, users = _tables(game)
    moves, bares = Samples([], []), Samples([], [])
    for number in range(number_of_moves):
        table, move = _move(game, table, users)
        measure(moves, move)
        measure(bares, partial(_plain_transaction, table, number))
        _forget(number)
    times, processor_ratio = ratio(moves.wall, bares.wall), ratio(moves.processor, bares.processor)
    p99 = statistics.quantiles(moves.wall, n=100)[-1] * 1000
    return [
        Line(
            f"{game}: a move",
            f"{statistics.median(moves.wall) * 1000:.1f} ms, p99 {p99:.1f} ms",
            wall=middle(moves.wall),
            processor=middle(moves.processor),
        ),
        Line(
            "  in bare transactions",
            f"{in_words(times)} x of {statistics.median(bares.wall) * 1000:.1f} ms",
            f"at most {TIMES:g}",
            times.median <= TIMES,
            ratio=times,
        ),
        Line(
            "  in bare transactions, by processor time",
            f"{in_words(processor_ratio)} x",
            ratio=processor_ratio,
        ),
    ]


_names = count(1)


def _tables(game: str) -> tuple[UUID, list[Any]]:
    """Open a table for two new users. Return the table's ID and the users."""
    from core.accounts.models import User
    from play.services.seating import sit_down
    from play.services.tables import open_table

    users = [User.objects.create_user(f"player-{next(_names)}", password="x") for _ in range(2)]
    table = open_table(user=users[0], game=game, options={}, seats=("me", "open"))
    sit_down(table_id=table.pk, user=users[1])
    return table.pk, users


def _move(game: str, table: UUID, users: list[Any]) -> tuple[UUID, Callable[[], object]]:
    """Return a table, and a function that makes a move there.

    If the match at this table is over, open another table.
    """
    from engine.bots import dice_for
    from engine.dice import seed_from
    from play.models import Table
    from play.selectors.matches import current_match
    from play.services.moving import make_move

    table_row = Table.objects.select_related("match__snapshot").get(pk=table)
    if table_row.status == Table.Status.OVER:
        table, users[:] = _tables(game)
        table_row = Table.objects.select_related("match__snapshot").get(pk=table)
    assert table_row.match is not None
    running = current_match(table_row.match)
    seat = running.to_act()[0]
    move = running.game.propose(
        running.view(seat), dice_for(seed_from("benchmark"), seat, running.ply)
    )
    return table, partial(make_move, table_id=table, user=users[seat], move=move)


def _plain_transaction(table_id: UUID, number: int) -> None:
    """Write the same rows as a move, without any other work."""
    from django.db import transaction
    from django.utils import timezone

    from play.models import Match, Move, Snapshot, Table, Told

    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        match = Match.objects.select_for_update().get(table=table)
        snapshot = Snapshot.objects.get(match=match)
        last_event = Told.objects.filter(match=match).order_by("-ply").first()
        assert last_event is not None
        ply = FIRST_PLAIN_PLY + number
        Move.objects.create(match=match, ply=ply, seat=0, payload="{}", at=timezone.now())
        Told.objects.create(match=match, ply=ply, payload=last_event.payload)
        snapshot.save(update_fields=["state", "state_hash"])
        table.save(update_fields=["stamp"])


def _forget(number: int) -> None:
    from play.models import Move, Told

    for model in (Move, Told):
        model.objects.filter(ply=FIRST_PLAIN_PLY + number).delete()


if __name__ == "__main__":
    sys.exit(main())
