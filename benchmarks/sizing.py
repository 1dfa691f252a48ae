"""Measure the machine size that a site needs: `python -m benchmarks.sizing [OPTION …]`.

The services of docker-compose.yml run without containers, with their own PostgreSQL and Redis and
the demo club. The benchmark measures the memory of each service (as proportional set size, after
some page views), the processor time of three pages, and the memory of a live stream. The growth of
the database in a week is also measured, with clubs whose order sheets are full. The page
docs/operating/sizing.md uses these figures. Processor time and memory hardly depend on other load;
seconds are not measured.
"""

from __future__ import annotations

import argparse
import os
import sys
from http import HTTPStatus
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, Final

from tests.servers import NAME, Postgres, Redis
from tests.servers import folder as server_folder

from .job_databases import _processor
from .line import Line, progress, report
from .start import memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.failure.composed import Composed

WEB: Final = "web:8000"
WEEKS: Final = "weeks"
"""Name prefix of the databases with clubs that play. The number of teams is appended."""
SERVICES: Final = ("web", "live", "worker", "thinker", "postman", "beat", "ticker")
READER: Final = "vera"
PAGES: Final = {
    "a club's page": "/c/demo/",
    "a report": "/c/demo/teams/ironclad-freight/reports/2/",
    "standings in the API": "/api/v1/campaigns/demo/standings/",
}
SEASON_WEEKS: Final = 12
WARM: Final = 20
KIBIBYTE: Final = 1024


def main(arguments: list[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizing", description=__doc__)
    parser.add_argument("--requests", type=int, default=300, help="of each page")
    parser.add_argument("--streams", type=int, default=300)
    parser.add_argument("--clubs", type=int, default=40, help="whose week is played")
    parser.add_argument(
        "--teams", type=int, nargs="+", default=[6, 12], help="of each of these clubs, by turns"
    )
    parser.add_argument(
        "--weeks-only", action="store_true", help="what weeks leave in the database, no processes"
    )
    options = parser.parse_args(arguments)
    with server_folder() as home:
        postgres, redis = Postgres(home / "postgres").start(), Redis(home / "redis").start()
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": postgres.url,
            "REDIS_URL": "",
            "CACHE_URL": "locmem://",
            "EMBEDDED": "1",
            "DICE_DELAY_LINKS": "0",
            "LOG_LEVEL": "ERROR",
            "VAR_DIR": str(home),
        }
        try:
            return report("How large a machine", _lines(home, postgres, redis.url, options))
        finally:
            redis.stop()
            postgres.stop()


def _lines(
    home: Path, postgres: Postgres, redis: str, options: argparse.Namespace
) -> Iterator[Line]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from psycopg import sql

    from tests.failure.world import _command, using

    progress("the tables")
    server = postgres.url.rpartition("/")[0]
    call_command("migrate", verbosity=0)
    connection.close()
    for teams in options.teams:
        _command(server, sql.SQL("CREATE DATABASE {} TEMPLATE {}"), f"{WEEKS}{teams}", NAME)
    if not options.weeks_only:
        yield from _processes(home, postgres, redis, options)
    for teams in options.teams:
        with using(f"{WEEKS}{teams}"):
            yield from _growth(options.clubs, teams)


def _processes(
    home: Path, postgres: Postgres, redis: str, options: argparse.Namespace
) -> Iterator[Line]:
    """Yield the costs of the services that run the demo club."""
    from django.conf import settings
    from django.core.management import call_command

    from tests.failure.composed import Composed

    progress("the demo club")
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
        call_command("demo", stdout=nowhere)
    cookie = _session()
    with Composed(home, postgres.url, redis, SECRET_KEY=settings.SECRET_KEY) as services:
        for name in SERVICES:
            progress(name)
            services.start(name)
        yield from _pages(services, postgres, cookie, options.requests)
        yield from _memory(services)
        yield _streams(services, options.streams)


def _session() -> str:
    from core.accounts.models import User
    from tests.conftest import session_cookie

    name, value = session_cookie(User.objects.get(username=READER))
    return f"{name}={value}"


# --- processes ------------------------------------------------------------------------------------


def _pages(services: Composed, postgres: Postgres, cookie: str, requests: int) -> Iterator[Line]:
    """Yield the requests per second that one core can handle, for each page."""
    host, _, port = services.ports[WEB].rpartition(":")
    web, database = services.running["web"].pid, postgres.process
    assert database is not None
    for title, path in PAGES.items():
        progress(title)
        asking = HTTPConnection(host, int(port))
        _ask(asking, path, cookie, WARM)
        began = _processor(web), _processor(database.pid)
        _ask(asking, path, cookie, requests)
        asking.close()
        web_seconds = (_processor(web) - began[0]) / requests
        database_seconds = (_processor(database.pid) - began[1]) / requests
        rate_text = f"{1 / (web_seconds + database_seconds):.0f} a second and core"
        times_text = (
            f"{web_seconds * 1000:.1f} ms of web, {database_seconds * 1000:.1f} ms of PostgreSQL"
        )
        yield Line(title, f"{rate_text} ({times_text})")


def _ask(asking: HTTPConnection, path: str, cookie: str, times: int) -> None:
    for _ in range(times):
        asking.request("GET", path, headers={"Cookie": cookie, "Host": "localhost"})
        answer = asking.getresponse()
        answer.read()
        if answer.status != HTTPStatus.OK:
            raise SystemExit(f"{path} answers {answer.status}")


def _memory(services: Composed) -> Iterator[Line]:
    for name in SERVICES:
        yield Line(f"memory of {name}", f"{memory(services.running[name]):.0f} MiB")


def _streams(services: Composed, streams: int) -> Line:
    """Return the memory per stream when many streams of one table are open."""
    from .live import Readers, watched_table

    progress(f"{streams} streams")
    table, cookies = watched_table()
    port = int(services.ports["live:8001"].rpartition(":")[2])
    readers = Readers(port, f"/live/play/{table.pk}/", cookies)
    readers.join()
    before = memory(services.running["live"])
    for _ in range(streams):
        readers.join()
    mib_per_stream = (memory(services.running["live"]) - before) / streams
    return Line(
        "live streams", f"{1 / mib_per_stream:.0f} a MiB ({mib_per_stream * KIBIBYTE:.0f} KiB each)"
    )


# --- database -------------------------------------------------------------------------------------


def _growth(clubs: int, teams: int) -> Iterator[Line]:
    """Yield the growth of the database in a week and in a season."""
    from espionage.services.tick import tick
    from tests.crowd import crowd

    progress(f"{clubs} clubs of {teams} teams")
    founded = _size()
    moments = crowd(clubs, (teams,))
    before = _size()
    orders = _size("espionage_order%") / clubs
    progress("their week")
    for moment in (moments.due_at, moments.closes_at):
        while any(tick(now=moment).values()):
            pass
    grown = (_size() - before) / clubs + orders
    yield Line(
        f"a club of {teams} teams, founded", f"{(before - founded) / clubs - orders:.0f} KiB"
    )
    yield Line(f"its week, {teams} teams", f"{grown:.0f} KiB")
    season = grown * SEASON_WEEKS / KIBIBYTE
    yield Line(f"a season of {SEASON_WEEKS} weeks, {teams} teams", f"{season:.1f} MiB")


def _size(tables: str = "%") -> float:
    """Return the size of these tables and their indexes in KiB, without dead rows."""
    from django.db import connection

    question = (
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND "
        "relnamespace = 'public'::regnamespace AND relname LIKE %s"
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        cursor.execute(question, [tables])
        total_bytes: Any = cursor.fetchone()[0]
    return float(total_bytes) / KIBIBYTE


if __name__ == "__main__":
    sys.exit(main())
