"""`python -m benchmarks.statements [--rounds N]`: pages on PostgreSQL, whose statements it keeps
prepared, against the same pages with every statement planned anew.

Both are asked in this process, by turns, of one PostgreSQL that is started for it: the clock counts
the page's own work and the database's. Statements of which SQL is made once
(core/web/prepared.py) are prepared; the rest are planned anew on both sides.
"""

from __future__ import annotations

import argparse
import tempfile
from typing import TYPE_CHECKING, Final

from tests.servers import Postgres
from tests.servers import folder as server_folder

from .line import Line, in_words, progress, report
from .pages import BARE_PAGES, READS, _match, _reader, _site
from .samples import in_turns, middle, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS: Final = 100
WARM: Final = 8
"""PostgreSQL plans a statement anew five times before it may keep a plan for all values."""
MOST: Final = 1.05
"""What a page may take at most, of what it takes with every statement planned anew."""


def main(arguments: list[str] | None = None) -> int:
    """Print every page's ratio; 1 when one of them missed its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.statements", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="requests of each")
    options = parser.parse_args(arguments)
    with server_folder() as home, tempfile.TemporaryDirectory() as folder:
        server = Postgres(home / "postgres").start()
        try:
            _site(folder, server.url)
            return report(
                "Pages on PostgreSQL, against all statements planned anew",
                _lines(options.rounds),
            )
        finally:
            from django.db import connections

            connections.close_all()
            server.stop()


def _lines(rounds: int) -> Iterator[Line]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for name in (*BARE_PAGES, *READS):
        progress(name)
        yield _line(name, _match() if name == "a match" else name, rounds)


def _line(name: str, path: str, rounds: int) -> Line:
    from django.core.handlers.wsgi import WSGIHandler

    from .bare import asking

    cookies = {name: morsel.value for name, morsel in _reader().cookies.items()}
    ask = asking(WSGIHandler(), path, cookies)
    taken = in_turns({"prepared": ask, "anew": _planned_anew(ask)}, rounds, WARM)
    times = ratio(taken["prepared"].wall, taken["anew"].wall)
    return Line(
        name,
        f"{in_words(times)} × planned anew",
        f"≤ {MOST}",
        kept=times.median <= MOST,
        ratio=times,
        wall=middle(taken["prepared"].wall),
        processor=middle(taken["prepared"].processor),
    )


def _planned_anew(ask: Callable[[], object]) -> Callable[[], object]:
    """The same, while the driver has nothing prepared."""
    from django.db import connection

    def asked() -> object:
        connection.ensure_connection()
        usual = connection.connection.prepare_threshold
        connection.connection.prepare_threshold = None
        try:
            return ask()
        finally:
            connection.connection.prepare_threshold = usual

    return asked


if __name__ == "__main__":
    raise SystemExit(main())
