"""Measure pages and API reads: `python -m benchmarks.pages [--rounds N] [PATH …]`.

Each page is compared twice. The first comparison is with a page that has the same middleware and
the same frame (header and footer). That page makes the same queries through the ORM
(`Week.objects.filter(...)` and so on), and shows all values as a plain list, or as JSON in the API.
The comparison shows the cost of the page's own code and templates.

The second comparison is with plain Django, or with the plain REST framework: default middleware, a
session, a user, and one query of twenty rows (benchmarks/bare.py). The second comparison shows the
cost of the whole site. Everything runs in this process and on SQLite, because the work of a
database server would hide the differences.

Requests for a page alternate with requests for its comparisons, so that other load affects all of
them equally.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from typing import Final

from django.test import Client

from .line import Line, duration, in_words, progress, report
from .same_rows import Fetch, put_twin, record_page
from .samples import Samples, in_turns, middle, ratio

ROUNDS: Final = 200
WARM: Final = 5
MIN_REQUESTS: Final = 100
"""Minimum number of requests for measuring the slowest percent."""
MOST_QUERIES: Final = 12
THROUGHPUT: Final = 0.7
SLOWEST: Final = 1.5
READER: Final = "vera"
TEAM: Final = "/c/demo/teams/ironclad-freight"
PAGES: Final = (
    "/me/", "/play/", "/c/demo/", "/c/demo/weeks/3/", "/c/demo/standings/", "/c/demo/news/",
    f"{TEAM}/roster/", f"{TEAM}/garage/", f"{TEAM}/orders/", f"{TEAM}/orders/receipt/",
    f"{TEAM}/reports/2/", f"{TEAM}/dossier/", f"{TEAM}/money/",
)  # fmt: skip
READS: Final = (
    "/api/v1/me/",
    "/api/v1/errands/",
    "/api/v1/campaigns/",
    "/api/v1/campaigns/demo/",
    "/api/v1/campaigns/demo/standings/",
    "/api/v1/campaigns/demo/news/",
)
UNKNOWN: Final = "/nothing-is-here/"
BARE_PAGES: Final = {
    "/me/": 2.5, "/c/demo/": 2.5, "/c/demo/standings/": 2.5, "/play/": 2.5, "a match": 2.5,
    f"{TEAM}/orders/": 4.0, f"{TEAM}/reports/2/": 4.0,
}  # fmt: skip
"""Goals for the processor time of pages, as multiples of a plain Django page."""
BARE_READS: Final = 2.0
"""Goal for the processor time of API reads, as a multiple of a plain REST framework read."""
UNKNOWN_MILLISECONDS: Final = 1.5
"""Goal for the processor time of a request for an unknown URL, in milliseconds."""


def main(arguments: list[str] | None = None) -> int:
    """Print the ratios of every page. Return 1 if any of them misses its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("paths", nargs="*", help="some of the addresses; all unless given")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="requests of each")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        _site(folder)
        return report(
            "Pages and the API's reads, against bare ones", _lines(options.paths, options.rounds)
        )


def _lines(paths: list[str], rounds: int) -> Iterator[Line]:
    addresses = {path: path for path in PAGES} | {"a match": _match()}
    addresses |= {path: path for path in READS} | {UNKNOWN: UNKNOWN}
    for name, path in addresses.items():
        if not paths or name in paths:
            progress(name)
            yield from unknown(path, rounds) if path == UNKNOWN else measured(name, path, rounds)


def _site(folder: str, database: str = "") -> None:
    """Set up the demo club in a separate database. If no database is given, use SQLite."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    os.environ |= {"DATABASE_URL": database} if database else {}
    os.environ |= {"VAR_DIR": folder, "EMBEDDED": "1", "API_RATE_USER": "1000000/min"}
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
        call_command("demo", stdout=nowhere)
    gc.collect()
    gc.freeze()  # as in the site's own processes


def measured(name: str, path: str, rounds: int) -> Iterator[Line]:
    """Yield the figures of a page."""
    client = _reader()
    queries_and_fetches = record_page(client, path)
    if queries_and_fetches is None:
        yield Line(name, "does not answer", "answers", kept=False, counted=True)
        return
    queries, fetches = queries_and_fetches
    samples = in_turns(_asked_by_turns(client, path, fetches), rounds, WARM)
    real = samples["real"]
    yield Line(
        name,
        f"{queries} queries",
        f"≤ {MOST_QUERIES}",
        kept=queries <= MOST_QUERIES,
        counted=True,
    )
    yield from _like_for_like(real, samples["same rows"])
    yield _against_plain_django(name, real, samples["bare"])


def _asked_by_turns(
    client: Client, path: str, fetches: list[Fetch]
) -> dict[str, Callable[[], object]]:
    """Return functions that request the page and the two pages it is compared with."""
    from django.core.handlers.wsgi import WSGIHandler

    from .bare import PAGE, READ, BareHandler, asking

    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    put_twin(path, fetches)
    site = WSGIHandler()
    return {
        "real": asking(site, path, cookies),
        "same rows": asking(site, f"/bare{path}", cookies),
        "bare": asking(BareHandler(), READ if path.startswith("/api/") else PAGE, cookies),
    }


def _like_for_like(real: Samples, twin: Samples) -> Iterator[Line]:
    """Yield the comparison with a page that shows the same rows, by clock time."""
    rate = ratio(twin.wall, real.wall)
    yield Line(
        "  against the same rows",
        f"{rate.median:.2f} × the throughput of bare",
        f"≥ {THROUGHPUT}",
        kept=rate.median >= THROUGHPUT,
        ratio=rate,
    )
    if len(real.wall) >= MIN_REQUESTS:
        slow = _slowest(real.wall) / _slowest(twin.wall)
        yield Line(
            "  the slowest in a hundred, likewise",
            f"p99 {slow:.2f} × ({statistics.median(real.wall) * 1000:.1f} ms median)",
            f"≤ {SLOWEST}",
            kept=slow <= SLOWEST,
            ratio=middle([slow]),
        )


def _against_plain_django(name: str, real: Samples, plain_django: Samples) -> Line:
    """Return the comparison with plain Django or the plain REST framework, by processor time."""
    read = name.startswith("/api/")
    times, goal = (
        ratio(real.processor, plain_django.processor),
        BARE_READS if read else BARE_PAGES.get(name),
    )
    return Line(
        "  against bare, by processor time",
        f"{in_words(times)} × bare {'DRF' if read else 'Django'}",
        goal=f"≤ {goal:g}" if goal else "",
        reached=not goal or times.median <= goal,
        ratio=times,
        wall=middle(real.wall),
        processor=middle(real.processor),
    )


def unknown(path: str, rounds: int) -> Iterator[Line]:
    """Yield the cost of a request for an unknown URL, compared with a plain page."""
    from django.core.handlers.wsgi import WSGIHandler

    from .bare import PAGE, BareHandler, asking

    cookies = {name: morsel.value for name, morsel in _reader().cookies.items()}
    samples = in_turns(
        {
            "real": asking(WSGIHandler(), path, cookies, status=404),
            "bare": asking(BareHandler(), PAGE, cookies),
        },
        rounds,
        WARM,
    )
    spent = middle(samples["real"].processor)
    yield Line(
        "an address that is not there",
        duration(spent),
        goal=f"≤ {UNKNOWN_MILLISECONDS} ms",
        reached=spent.median * 1000 <= UNKNOWN_MILLISECONDS,
        ratio=ratio(samples["real"].processor, samples["bare"].processor),
        wall=middle(samples["real"].wall),
        processor=spent,
    )


def _match() -> str:
    from core.accounts.models import User
    from play.services.tables import open_table

    reader = User.objects.get(username=READER)
    table = open_table(user=reader, game="renamed", options={}, seats=("me", "bot:random"))
    return f"/play/{table.pk}/"


def _reader() -> Client:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client()
    client.force_login(get_user_model().objects.get(username=READER))
    return client


def _slowest(times: list[float]) -> float:
    """Return the 99th percentile of these times."""
    return statistics.quantiles(times, n=100)[-1]


if __name__ == "__main__":
    raise SystemExit(main())
