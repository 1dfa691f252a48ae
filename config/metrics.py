"""``/metrics`` for Prometheus, with the state of background work and with request times.

Figures in the database are read on request, so all processes report the same figures. Each process
counts its own request times. The multiprocess mode of prometheus-client adds up several processes
(`config.web`, docs/decisions/0012-metrics-read-the-database.md).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from core.live.hub import open_streams
from monitoring.rules.alarms import Backlog, Figures
from monitoring.selectors import figures

if TYPE_CHECKING:
    import redis

log = structlog.get_logger(__name__)
View = Callable[[HttpRequest], HttpResponseBase]

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable in which prometheus-client expects the shared folder."""
NETWORK: Final = ("X-Forwarded-For", "Forwarded")
"""Headers in which a proxy names the client."""
BROKER_SECONDS: Final = 1.0

disable_created_metrics()  # type: ignore[no-untyped-call]
REQUEST_REGISTRY: Final = CollectorRegistry()
REQUESTS: Final = Histogram(
    "deaddrop_request_seconds",
    "Time from the start of a request to the start of its response, by view name.",
    ["view"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REQUEST_REGISTRY,
)
ANSWERS: Final = Counter(
    "deaddrop_answers", "Responses by status class.", ["status"], registry=REQUEST_REGISTRY
)
ERRORS: Final = Counter(
    "deaddrop_view_errors",
    "Responses with status 5xx, by view.",
    ["view"],
    registry=REQUEST_REGISTRY,
)


# --- request counts -------------------------------------------------------------------------------


def is_on() -> bool:
    """Return whether there is anyone who can read the metrics."""
    return bool(settings.METRICS_TOKEN or settings.METRICS_NETWORKS)


def count(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Count a response under its view's name, without method, URL or user."""
    view = view_of(request)
    REQUESTS.labels(view).observe(seconds)
    ANSWERS.labels(f"{response.status_code // 100}xx").inc()
    if response.status_code >= 500:
        ERRORS.labels(view).inc()


def view_of(request: HttpRequest) -> str:
    """Return the view's name, "admin" for all admin pages, or "none" if there is no view."""
    match = request.resolver_match
    if match is None:
        return "none"
    return "admin" if match.app_names == ["admin"] else match.view_name or "unnamed"


def count_requests(get_response: View) -> View:
    """Measure response times if there is anyone who can read the metrics."""
    if not is_on():
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = get_response(request)
        count(request, response, time.perf_counter() - began)
        return response

    return answer


# --- figures of the site --------------------------------------------------------------------------


class SiteCollector(Collector):
    """A collector of figures from the database, the broker and this process's streams."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield all available figures and, for each source, whether it is unavailable."""
        yield gauge("live_streams", "Open live streams of this process.", open_streams())
        yield from broker()
        try:
            now = figures.read()
        except DatabaseError as problem:
            log.warning("metrics_without_database", error=type(problem).__name__)
            yield gauge("database_up", DATABASE, 0)
            return
        yield gauge("database_up", DATABASE, 1)
        yield from work(now)


DATABASE: Final = "1 if the database responds and has the tables of this version, otherwise 0."
BROKER: Final = "1 if the task broker responds, otherwise 0."


def work(now: Figures) -> Iterator[GaugeMetricFamily]:
    """Yield figures of background work."""
    parked = Backlog(len(now.parked), now.parked[0].since if now.parked else None)
    for name, state, title, label, rows in (
        ("weeks", "due", "Weeks that are due", "stage", now.weeks),
        ("weeks", "parked", "Weeks parked after three failed attempts", "", {"": parked}),
        ("clocks", "due", "Expired clocks without a default move", "", {"": now.clocks}),
        ("bots", "due", "Bots waiting to move", "", {"": now.bots}),
        ("tournaments", "due", "Tournaments waiting to start", "", {"": now.tournaments}),
        ("deliveries", "due", "Emails and messages that are due", "outbox", now.due),
        ("deliveries", "waiting", "Unsent emails and messages", "outbox", now.waiting),
    ):
        numbers = {value: backlog.number for value, backlog in rows.items()}
        ages = {value: backlog.seconds(now.measured_at) for value, backlog in rows.items()}
        yield labelled(f"{name}_{state}", f"{title}.", label, numbers)
        yield labelled(f"{name}_oldest_{state}_seconds", f"{title}: oldest.", label, ages)
    yield labelled(
        "weeks_overdue",
        "Weeks that are overdue by more than OVERDUE_MINUTES.",
        "stage",
        now.overdue,
    )
    runs = GaugeMetricFamily(
        "deaddrop_job_last_run_timestamp_seconds",
        "Time of the last completed run of a job, by runner.",
        labels=("job", "runner"),
    )
    for run in now.runs:
        runs.add_metric([run.job, run.runner], run.finished_at.timestamp())
    yield runs


def broker() -> Iterator[GaugeMetricFamily]:
    """Yield the lengths of Celery's queues in Redis."""
    if not settings.CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
        return
    from redis import RedisError

    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    try:
        with broker_client(settings.CELERY_BROKER_URL).pipeline(transaction=False) as pipeline:
            for name in names:
                pipeline.llen(name)
            lengths = dict(zip(names, pipeline.execute(), strict=True))
    except (RedisError, OSError):
        yield gauge("broker_up", BROKER, 0)
        return
    yield gauge("broker_up", BROKER, 1)
    yield labelled("queue_length", "Tasks waiting in a queue.", "queue", lengths)


@lru_cache(maxsize=2)
def broker_client(url: str) -> redis.Redis:
    """Return a client with a short timeout."""
    import redis

    return redis.from_url(url, socket_timeout=BROKER_SECONDS, socket_connect_timeout=BROKER_SECONDS)


def gauge(name: str, title: str, value: float) -> GaugeMetricFamily:
    """Return a figure without labels."""
    return GaugeMetricFamily(f"deaddrop_{name}", title, value=value)


def labelled(name: str, title: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    """Return figures by label. If `label` is empty, return the only figure."""
    if not label:
        return gauge(name, title, values[""])
    family = GaugeMetricFamily(f"deaddrop_{name}", title, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family


# --- responses ------------------------------------------------------------------------------------


def is_trusted(request: HttpRequest) -> bool:
    """Return whether the request comes from the site's owner, with the token or directly from a
    trusted network.

    Requests through a proxy are not trusted by network, because they all come from the proxy's
    address.
    """
    authorization = request.headers.get("Authorization", "")
    if settings.METRICS_TOKEN and constant_time_compare(
        authorization, f"Bearer {settings.METRICS_TOKEN}"
    ):
        return True
    if any(header in request.headers for header in NETWORK):
        return False
    try:
        asker = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:  # A socket file has no address.
        return False
    return any(asker in network for network in settings.METRICS_NETWORKS)


def metrics(request: HttpRequest) -> HttpResponse | None:
    """Return the figures as text, or None if the client is not trusted."""
    if request.method != "GET" or not is_trusted(request):
        return None
    return HttpResponse(
        exposed(),
        content_type=CONTENT_TYPE_LATEST,
        headers={"Cache-Control": "no-store"},
    )


def exposed() -> bytes:
    """Return the metrics of all processes as text."""
    registry = CollectorRegistry() if SHARED in os.environ else REQUEST_REGISTRY
    if registry is not REQUEST_REGISTRY:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(SITE_REGISTRY) + generate_latest(registry)


SITE_REGISTRY: Final = CollectorRegistry(auto_describe=False)
SITE_REGISTRY.register(SiteCollector())
