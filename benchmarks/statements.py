"""`python -m benchmarks.statements [--rounds N]`: pages on PostgreSQL with and without prepared
plans.

Both are requested alternately in this process, with one PostgreSQL server. The clock includes the
database. Statements with cached SQL (core/web/prepared.py) are prepared. All others are planned
each time on both sides.
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
"""Number of warm-up rounds. PostgreSQL plans a statement five times before it can keep a generic
plan.
"""
MAX_RATIO: Final = 1.05
"""Maximum cost of a page, relative to the same page with every statement planned each time."""


def main(arguments: list[str] | None = None) -> int:
    """Print every page's ratio. Return 1 if one of them missed its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.statements", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="requests of each")
    options = parser.parse_args(arguments)
    with server_folder() as home, tempfile.TemporaryDirectory() as folder:
        server = Postgres(home / "postgres").start()
        try:
            _site(folder, server.url)
            return report(
                "Pages on PostgreSQL, against all statements planned each time",
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
    samples = in_turns({"prepared": ask, "anew": _planned_anew(ask)}, rounds, WARM)
    times = ratio(samples["prepared"].wall, samples["anew"].wall)
    return Line(
        name,
        f"{in_words(times)} × planned each time",
        f"≤ {MAX_RATIO}",
        kept=times.median <= MAX_RATIO,
        ratio=times,
        wall=middle(samples["prepared"].wall),
        processor=middle(samples["prepared"].processor),
    )


def _planned_anew(ask: Callable[[], object]) -> Callable[[], object]:
    """Return the request with all statements planned each time."""
    from django.db import connection

    def request() -> object:
        connection.ensure_connection()
        usual = connection.connection.prepare_threshold
        connection.connection.prepare_threshold = None
        try:
            return ask()
        finally:
            connection.connection.prepare_threshold = usual

    return request


if __name__ == "__main__":
    raise SystemExit(main())
