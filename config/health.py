"""``/livez``: the process answers. ``/readyz``: it can work, and whether something is amiss.
Neither says more than that to a stranger.

The database and its migrations decide. Without Redis pages and API answer, and weeks are settled by
``manage.py tick --loop``; who took the site off the net for it would make an outage of it. So that
is told as ``degraded``, with 200.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

log = structlog.get_logger(__name__)
type_of_next = (
    Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]
)


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


def live() -> JsonResponse:
    """Answer as long as the process can."""
    return JsonResponse({"live": True}, headers={"Cache-Control": "no-store"})


def ready() -> JsonResponse:
    """Answer 200 when what is needed is there, else 503."""
    able = database_is_ready()
    degraded = able and not redis_is_there()
    if not able:
        log.error("not_ready", missing=["database"])
    elif degraded:
        log.warning("degraded", missing=["redis"])
    return JsonResponse(
        {"ready": able, "degraded": degraded},
        status=200 if able else 503,
        headers={"Cache-Control": "no-store"},
    )


ANSWERS = {"/livez": live, "/readyz": ready}


@sync_and_async_middleware
def HealthMiddleware(get_response: type_of_next) -> type_of_next:  # noqa: N802 - listed among classes in the settings
    """Answer health checks before hosts, redirects, sessions and logs have a say."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            check = ANSWERS.get(request.path_info)
            return await sync_to_async(check)() if check else await get_response(request)

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        check = ANSWERS.get(request.path_info)
        return check() if check else get_response(request)  # type: ignore[return-value]

    return answer
