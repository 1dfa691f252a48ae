"""Health checks and metrics, which need no session.

- ``/livez`` tells whether the process responds. It returns 503 while the process is draining, so
  that the proxy sends no new requests (`config.draining`).
- ``/readyz`` returns 200 if the database and its migrations are available, and 503 otherwise. Other
  problems are reported as ``degraded`` with 200. Examples are an unavailable Redis, a stopped tick,
  or an outbox that is not being emptied. They do not stop pages, so a restart would only cause an
  outage. Without Redis, pages and the API work, and ``manage.py tick --loop --only weeks`` settles
  weeks.
- ``/overduez`` tells an external monitor whether due work is done.
- ``/metrics`` is described in `config.metrics`.

Other clients see only whether a check passes. ``/readyz`` tells the site's owner what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from monitoring.rules.alarms import OVERDUE_KINDS, Finding, findings
from monitoring.selectors import figures

from . import draining
from .metrics import is_trusted, metrics

log = structlog.get_logger(__name__)
View = Callable[[HttpRequest], HttpResponseBase]
NO_STORE: Final = {"Cache-Control": "no-store"}


def database_is_ready() -> bool:
    """Return whether the database responds and has every migration."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def redis_is_ready() -> bool:
    """Return whether the cache works. If it does not use Redis, return True."""
    if not settings.REDIS_URL:
        return True
    cache.set("readyz", "1", 10)
    return cache.get("readyz") == "1"


def current_findings() -> list[Finding]:
    """Return findings about late or stopped work. Parked weeks are left out, because they wait for
    their GMs.

    Raise DatabaseError if the database is unavailable.
    """
    all_findings = findings(
        figures.read(), late=figures.overdue_after(), runners=settings.TICK_RUNNERS
    )
    return [finding for finding in all_findings if finding.kind != "parked"]


def live(_: HttpRequest) -> HttpResponse:
    """Return 200 while the process works, and 503 while it is draining."""
    stays = not draining.is_on()
    return JsonResponse({"live": stays}, status=200 if stays else 503, headers=NO_STORE)


def ready(request: HttpRequest) -> HttpResponse:
    """Return 200 if all requirements are available, and 503 otherwise. Trusted clients can see what
    is missing.
    """
    is_able, missing = database_is_ready(), ["database"]
    if is_able:
        try:
            missing = sorted({finding.kind for finding in current_findings()})
        except DatabaseError:
            is_able = False
        else:
            missing += [] if redis_is_ready() else ["redis"]
    if not is_able:
        log.error("not_ready", missing=missing)
    elif missing:
        log.warning("degraded", missing=missing)
    state = {"ready": is_able, "degraded": is_able and bool(missing)}
    return JsonResponse(
        {**state, "missing": missing} if is_trusted(request) else state,
        status=200 if is_able else 503,
        headers=NO_STORE,
    )


def overdue(_: HttpRequest) -> HttpResponse:
    """Return 200 while all due work is done in time, and 503 if it is not or if this is unknown."""
    try:
        late = [finding for finding in current_findings() if finding.kind in OVERDUE_KINDS]
    except DatabaseError:
        late = [Finding("tick")]
    return HttpResponse(
        "overdue\n" if late else "ok\n",
        status=503 if late else 200,
        content_type="text/plain; charset=utf-8",
        headers=NO_STORE,
    )


ANSWERS: Final[dict[str, Callable[[HttpRequest], HttpResponse | None]]] = {
    "/livez": live,
    "/readyz": ready,
    "/overduez": overdue,
    "/metrics": metrics,
}
"""Functions by URL path. A function returns None if the path does not exist for the client."""


def answer_checks(get_response: View) -> View:
    """Answer health checks before hosts, redirects, sessions and logs are handled."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        check = ANSWERS.get(request.path_info)
        return (check(request) if check else None) or get_response(request)

    return answer
