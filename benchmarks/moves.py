"""`python -m benchmarks.moves`: a person's move at a table, from the call to the commit, against a
bare transaction with the same rows.

The bare transaction locks the table's row, inserts a move and what was told of it, and writes the
snapshot and the table: what any server of matches has to write. The difference is the game itself,
its checks, clocks, and who hears what. On PostgreSQL, in one process.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from tests.servers import Postgres
from tests.servers import folder as server_folder

from .line import Line

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = ("renamed", "ambush")
MOVES: Final = 150
ASIDE: Final = 100_000
"""The bare rows stand far behind the match's own."""
TIMES: Final = 4.0
"""A move may take so many bare transactions."""


def main() -> int:
    """Print the figures; the answer is 1 if a budget is missed."""
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
            lines = [line for game in GAMES for line in measured(game)]
        finally:
            from django.db import connections

            connections.close_all()
            postgres.stop()
    print("moves at a table", *lines, sep="\n")
    return int(not all(line.kept for line in lines))


def measured(game: str) -> list[Line]:
    """A game's moves and their bare twins, in turn."""
    table, users = _tables(game)
    moves, bares = [], []
    for number in range(MOVES):
        table, seconds = _move(game, table, users)
        moves.append(seconds)
        bares.append(_timed(partial(_bare, table, number)))
        _forget(number)
    move, bare = statistics.median(moves), statistics.median(bares)
    p99 = statistics.quantiles(moves, n=100)[-1]
    return [
        Line(f"{game}: a move", f"{move * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms"),
        Line(
            "  in bare transactions",
            f"{move / bare:.1f} x of {bare * 1000:.1f} ms",
            f"at most {TIMES:g}",
            move / bare <= TIMES,
        ),
    ]


_names = count(1)


def _tables(game: str) -> tuple[UUID, list[Any]]:
    """A new table of two people."""
    from core.accounts.models import User
    from play.services.seating import sit
    from play.services.tables import open_table

    users = [User.objects.create_user(f"player-{next(_names)}", password="x") for _ in range(2)]
    table = open_table(user=users[0], game=game, options={}, seats=("me", "open"))
    sit(table_id=table.pk, user=users[1])
    return table.pk, users


def _move(game: str, table: UUID, users: list[Any]) -> tuple[UUID, float]:
    """One move of whoever is to act, at a new table when the match is over; the seconds it took."""
    from engine.bots import dice_for
    from engine.dice import seed_from
    from play.models import Table
    from play.selectors.matches import current
    from play.services.moving import make_move

    found = Table.objects.select_related("match__snapshot").get(pk=table)
    if found.status == Table.Status.OVER:
        table, users[:] = _tables(game)
        found = Table.objects.select_related("match__snapshot").get(pk=table)
    assert found.match is not None
    running = current(found.match)
    seat = running.to_act()[0]
    move = running.game.propose(
        running.view(seat), dice_for(seed_from("benchmark"), seat, running.ply)
    )
    return table, _timed(lambda: make_move(table_id=table, user=users[seat], move=move))


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


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
