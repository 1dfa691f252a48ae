"""`python -m benchmarks.pages`: the pages and the API's reads against a bare Django page with the
same rows.

The bare page stands behind the same middleware and in the same frame (masthead, footer). It asks
for the very rows that the real one asked for, in the same words (`Week.objects.filter(...)` and so
on), and prints every value in a plain list; the API's bare twin answers with the rows as JSON. Each
page is asked in turn with its twin, so that a busy machine slows both alike.
"""

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from .line import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest, HttpResponse
    from django.test import Client

ROUNDS: Final = 200
WARM: Final = 5
MOST_QUERIES: Final = 12
THROUGHPUT: Final = 0.7
SLOWEST: Final = 1.5
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
BUILDERS: Final = (
    "all", "filter", "exclude", "annotate", "alias", "order_by", "select_related",
    "prefetch_related", "values", "values_list", "distinct", "only", "defer", "union", "reverse",
    "none", "__getitem__",
)  # fmt: skip
"""What a page says to a query set until it has the one it fetches."""
FRAME: Final = ("django_session", '"accounts_user"."password"', 'FROM "notifications_notice"')
"""What middleware and frame ask by themselves: session, user, unread notices."""
FRAMED: Final = frozenset({"sessions.Session", "accounts.User", "notifications.Notice"})
BARE: Final = """{% extends "base.html" %}{% block content %}<h1>Rows</h1>
{% for table in tables %}<ul>
{% for row in table %}<li>{% for value in row %}<span>{{ value }}</span> {% endfor %}</li>
{% endfor %}</ul>{% endfor %}{% endblock %}"""


def main() -> int:
    """Print every page's ratio; 1 when a budget was missed."""
    with tempfile.TemporaryDirectory() as folder:
        _site(folder)
        lines = [line for path in (*PAGES, *READS) for line in measured(path)]
    print("Pages and the API's reads, against bare pages with the same rows")
    print(*lines, sep="\n")
    return 0 if all(line.kept for line in lines) else 1


def _site(folder: str) -> None:
    """The demo club in a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
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
    gc.freeze()  # as the site's own processes do


def measured(path: str) -> Iterator[Line]:
    """The figures of one page."""
    client = _reader()
    found = asked(client, path)
    if found is None:
        yield Line(path, "does not answer", "answers", kept=False)
        return
    queries, fetches = found
    real, bare = _interleaved(lambda: client.get(path), _bare(client, path, fetches))
    rate = statistics.median(bare) / statistics.median(real)
    slow = _slowest(real) / _slowest(bare)
    yield Line(path, f"{queries} queries", f"≤ {MOST_QUERIES}", kept=queries <= MOST_QUERIES)
    yield Line(
        "", f"{rate:.2f} × the throughput of bare", f"≥ {THROUGHPUT}", kept=rate >= THROUGHPUT
    )
    yield Line(
        "",
        f"p99 {slow:.2f} × ({statistics.median(real) * 1000:.1f} ms median)",
        f"≤ {SLOWEST}",
        kept=slow <= SLOWEST,
    )


def _reader() -> Client:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client()
    client.force_login(get_user_model().objects.get(username="vera"))
    return client


Fetch = Callable[[], "list[list[Any]]"]


def asked(client: Client, path: str) -> tuple[int, list[Fetch]] | None:
    """How many statements a page asks, and what asks for the same rows again; None for a page that
    does not answer.
    """
    from django.db import connection
    from django.db.models import QuerySet

    found: list[Fetch] = []
    count, depth = 0, 0

    def note(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        nonlocal count
        if sql.startswith("SELECT"):
            count += 1
            if not depth and not any(mark in sql for mark in FRAME):
                found.append(partial(_rows_of, sql, params))
        return execute(sql, params, many, context)

    def fetched(fetch_all: Callable[..., None], rows: Any) -> None:
        nonlocal depth
        if rows._result_cache is None and not depth and rows.model._meta.label not in FRAMED:
            found.append(partial(_values_of, rows.model, _said(rows)))
        depth += 1
        try:
            fetch_all(rows)
        finally:
            depth -= 1

    client.get(path)
    with ExitStack() as patches:
        patches.enter_context(_replaced(QuerySet, "_fetch_all", fetched))
        patches.enter_context(_replaced(QuerySet, "_clone", _remembered))
        for name in BUILDERS:
            patches.enter_context(_replaced(QuerySet, name, partial(_noted, name)))
        patches.enter_context(connection.execute_wrapper(note))
        answer = client.get(path)
    return (count, found) if answer.status_code == 200 else None


@contextmanager
def _replaced(owner: Any, name: str, by: Callable[..., Any]) -> Iterator[None]:
    """A method that for a while goes through `by`, which is handed the method itself first."""
    before = getattr(owner, name)

    def method(self: Any, *args: Any, **named: Any) -> Any:
        return by(before, self, *args, **named)

    setattr(owner, name, method)
    try:
        yield
    finally:
        setattr(owner, name, before)


Said = tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...]
"""What was said to a query set, in order: method, arguments, arguments by name."""


def _said(rows: Any) -> Said:
    said: Said = getattr(rows, "_said", ())
    return said


def _remembered(clone: Callable[..., Any], rows: Any) -> Any:
    copy = clone(rows)
    copy._said = _said(rows)
    return copy


def _noted(name: str, method: Callable[..., Any], rows: Any, *args: Any, **named: Any) -> Any:
    kept = _fresh(named)
    built = method(rows, *args, **named)
    if built is not rows and hasattr(built, "_fetch_all"):
        built._said = (*_said(rows), (name, args, kept))
    return built


def _fresh(named: dict[str, Any]) -> dict[str, Any]:
    """The same arguments for another time: a query changes a filtered relation that it is given."""
    from django.db.models import FilteredRelation

    return {
        name: each.clone() if isinstance(each, FilteredRelation) else each
        for name, each in named.items()
    }


def _values_of(model: Any, said: Said) -> list[list[Any]]:
    """What a query set that was told all this holds, fetched anew, model by model, value by
    value.
    """
    rows = model._base_manager.get_queryset()
    for name, args, named in said:
        rows = getattr(rows, name)(*args, **_fresh(named))
    return [
        [value for name, value in vars(row).items() if not name.startswith("_")]
        if hasattr(row, "_state")
        else _listed(row)
        for row in rows
    ]


def _listed(row: Any) -> list[Any]:
    return (
        list(row)
        if isinstance(row, tuple | list)
        else list(row.values())
        if isinstance(row, dict)
        else [row]
    )


def _rows_of(sql: str, params: Any) -> list[list[Any]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [list(row) for row in cursor.fetchall()]


def _bare(client: Client, path: str, fetches: list[Fetch]) -> Callable[[], object]:
    """A page that fetches the same and prints it; what middleware and frame fetch is not fetched
    twice.
    """
    from django.http import HttpResponse, JsonResponse
    from django.template import engines
    from django.urls import clear_url_caches
    from django.urls import path as address
    from django_scopes import scopes_disabled

    from config import urls

    template = engines["django"].from_string(BARE)

    def page(request: HttpRequest) -> HttpResponse:
        assert request.user.is_authenticated
        with scopes_disabled():
            tables = [fetch() for fetch in fetches]
        if path.startswith("/api/"):
            return JsonResponse({"results": tables}, json_dumps_params={"default": str})
        request.unread = 0  # type: ignore[attr-defined] # the club's door counts them among the rows above
        return HttpResponse(template.render({"tables": tables}, request))

    urls.urlpatterns.insert(0, address(f"bare{path}", page))
    clear_url_caches()
    return lambda: client.get(f"/bare{path}")


def _interleaved(
    real: Callable[[], Any], bare: Callable[[], Any]
) -> tuple[list[float], list[float]]:
    """Seconds of each request, the two in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(ROUNDS + WARM):
        for seconds, ask in zip(times, (real, bare), strict=True):
            began = time.perf_counter()
            ask()
            if turn >= WARM:
                seconds.append(time.perf_counter() - began)
    return times


def _slowest(times: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100)[-1]


if __name__ == "__main__":
    raise SystemExit(main())
