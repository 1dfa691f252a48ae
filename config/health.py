"""What tells from outside how the site is; none of it asks who somebody is.

- ``/livez``: the process answers, and will go on to. One that is told to stop says 503 while it
  still works, so that the proxy sends nobody more (`config.draining`).
- ``/readyz``: it can work, and whether something is amiss. The database and its migrations decide.
  What else can be amiss takes nobody's page away, and who took the site off the net for it would
  make an outage of it: Redis that is away (pages and API answer, and ``manage.py tick --loop --only
  weeks`` settles weeks), a tick that stands still, an outbox that nobody empties. That is told as
  ``degraded``, with 200.
- ``/overduez``: whether work that is due is done; for a canary outside, since what stands still
  cannot say so itself.
- ``/metrics``: see `config.metrics`.

To a stranger they say no more than yes or no; to the site's owner ``/readyz`` names what is amiss.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from monitoring.rules.alarms import OVERDUE_KINDS, Finding, findings
from monitoring.selectors import figures

from . import draining
from .metrics import is_trusted, metrics

log = structlog.get_logger(__name__)
type_of_next = (
    Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]
)
FRESH: Final = {"Cache-Control": "no-store"}


def database_is_ready() -> bool:
    """Tell whether the database answers and has every migration."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def redis_is_there() -> bool:
    """Tell whether the cache remembers, when it is one that can be away."""
    if not settings.REDIS_URL:
        return True
    cache.set("readyz", "1", 10)
    return cache.get("readyz") == "1"


def amiss() -> list[Finding]:
    """What is late or stands still. A parked week is neither, and no stranger's business: it waits
    for its GM. Raises DatabaseError where the database is away.
    """
    found = findings(figures.read(), late=figures.overdue_after(), runners=settings.TICK_RUNNERS)
    return [finding for finding in found if finding.kind != "parked"]


def live(_: HttpRequest) -> HttpResponse:
    """Answer as long as the process can; 503 when it is about to stop."""
    stays = not draining.is_on()
    return JsonResponse({"live": stays}, status=200 if stays else 503, headers=FRESH)


def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 when what is needed is there, else 503. Whoever may read the metrics is told what
    is missing.
    """
    able, missing = database_is_ready(), ["database"]
    if able:
        try:
            missing = sorted({finding.kind for finding in amiss()})
        except DatabaseError:
            able = False
        else:
            missing += [] if redis_is_there() else ["redis"]
    if not able:
        log.error("not_ready", missing=missing)
    elif missing:
        log.warning("degraded", missing=missing)
    said = {"ready": able, "degraded": able and bool(missing)}
    return JsonResponse(
        {**said, "missing": missing} if is_trusted(request) else said,
        status=200 if able else 503,
        headers=FRESH,
    )


def overdue(_: HttpRequest) -> HttpResponse:
    """Answer 200 while all that is due is done in time, else 503, or where nobody can tell."""
    try:
        late = [finding for finding in amiss() if finding.kind in OVERDUE_KINDS]
    except DatabaseError:
        late = [Finding("tick")]
    return HttpResponse(
        "overdue\n" if late else "ok\n",
        status=503 if late else 200,
        content_type="text/plain; charset=utf-8",
        headers=FRESH,
    )


ANSWERS: Final[dict[str, Callable[[HttpRequest], HttpResponse | None]]] = {
    "/livez": live,
    "/readyz": ready,
    "/overduez": overdue,
    "/metrics": metrics,
}
"""By address; None where the address is not there for who asks."""


def answered(request: HttpRequest) -> HttpResponse | None:
    """The answer to a check; None for every other request."""
    check = ANSWERS.get(request.path_info)
    return check(request) if check else None


@sync_and_async_middleware
def HealthMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Answer health checks before hosts, redirects, sessions and logs have a say."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            known = request.path_info in ANSWERS
            said = await sync_to_async(answered)(request) if known else None
            return said or await get_response(request)

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return answered(request) or get_response(request)  # type: ignore[return-value]

    return answer
