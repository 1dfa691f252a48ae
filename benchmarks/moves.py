"""`python -m benchmarks.moves [--moves N]`: a person's move at a table, from the call to the
commit, against a bare transaction with the same rows.

The bare transaction locks the table's row, inserts a move and what was told of it, and writes the
snapshot and the table: what any server of matches has to write. The difference is the game itself,
its checks, clocks, and who hears what. On PostgreSQL, in one process; processor time is that
process's, without the database's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from tests.servers import Postgres
from tests.servers import folder as server_folder

from .line import Line, in_words, progress, report
from .samples import Taken, middle, ratio, took

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = ("renamed", "ambush")
MOVES: Final = 150
ASIDE: Final = 100_000
"""The bare rows stand far behind the match's own."""
TIMES: Final = 4.0
"""A move may take so many bare transactions."""


def main() -> int:
    """Print the figures; the answer is 1 if a ratio misses its budget."""
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


def measured(game: str, wanted: int) -> list[Line]:
    """A game's moves and their bare twins, by turns."""
    progress(game)
    table, users = _tables(game)
    moves, bares = Taken([], []), Taken([], [])
    for number in range(wanted):
        table, move = _move(game, table, users)
        took(moves, move)
        took(bares, partial(_bare, table, number))
        _forget(number)
    times, own = ratio(moves.wall, bares.wall), ratio(moves.processor, bares.processor)
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
        Line("  in bare transactions, by processor time", f"{in_words(own)} x", ratio=own),
    ]


_names = count(1)


def _tables(game: str) -> tuple[UUID, list[Any]]:
    """A new table of two people."""
    from core.accounts.models import User
    from play.services.seating import sit_down
    from play.services.tables import open_table

    users = [User.objects.create_user(f"player-{next(_names)}", password="x") for _ in range(2)]
    table = open_table(user=users[0], game=game, options={}, seats=("me", "open"))
    sit_down(table_id=table.pk, user=users[1])
    return table.pk, users


def _move(game: str, table: UUID, users: list[Any]) -> tuple[UUID, Callable[[], object]]:
    """One move of whoever is to act, at a new table when the match is over: the table, and what
    makes the move.
    """
    from engine.bots import dice_for
    from engine.dice import seed_from
    from play.models import Table
    from play.selectors.matches import current_match
    from play.services.moving import make_move

    found = Table.objects.select_related("match__snapshot").get(pk=table)
    if found.status == Table.Status.OVER:
        table, users[:] = _tables(game)
        found = Table.objects.select_related("match__snapshot").get(pk=table)
    assert found.match is not None
    running = current_match(found.match)
    seat = running.to_act()[0]
    move = running.game.propose(
        running.view(seat), dice_for(seed_from("benchmark"), seat, running.ply)
    )
    return table, partial(make_move, table_id=table, user=users[seat], move=move)


def _bare(table_id: UUID, number: int) -> None:
    """The same rows, and nothing else."""
    from django.db import transaction
    from django.utils import timezone

    from play.models import Match, Move, Snapshot, Table, Told

    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        match = Match.objects.select_for_update().get(table=table)
        snapshot = Snapshot.objects.get(match=match)
        told = Told.objects.filter(match=match).order_by("-ply").first()
        assert told is not None
        ply = ASIDE + number
        Move.objects.create(match=match, ply=ply, seat=0, payload="{}", at=timezone.now())
        Told.objects.create(match=match, ply=ply, payload=told.payload)
        snapshot.save(update_fields=["state", "state_hash"])
        table.save(update_fields=["stamp"])


def _forget(number: int) -> None:
    """Take the bare rows away again."""
    from play.models import Move, Told

    for model in (Move, Told):
        model.objects.filter(ply=ASIDE + number).delete()


if __name__ == "__main__":
    sys.exit(main())
