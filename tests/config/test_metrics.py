"""`/metrics`: access, content, and low cost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import pytest
from django.db import DatabaseError
from django.test import AsyncClient, Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from core.live import hub as live_hub
from core.web import clock
from monitoring.rules.alarms import Figures
from monitoring.selectors import figures
from monitoring.services import job_runs
from play.live.streams import TableStream
from tests.factories import NOON, Club, found_club

if TYPE_CHECKING:
    from tests.servers import Redis

pytestmark = pytest.mark.django_db
T = TypeVar("T")
TOKEN = "a-long-random-text-that-nobody-guesses"


@pytest.fixture
def scrape(settings: Any) -> Callable[..., Any]:
    """Return the answer to Prometheus, with the token."""
    settings.METRICS_TOKEN = TOKEN
    client = Client(raise_request_exception=False)

    def ask(**headers: str) -> Any:
        return client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}", **headers})

    return ask


def samples(answer: Any) -> dict[tuple[str, ...], float]:
    """Return the values by name and label values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


# --- who may read ---------------------------------------------------------------------------------


def unknown_answer(client: Client, **said: Any) -> tuple[int, bytes]:
    answer = client.get("/metrics-that-nobody-made", **said)
    return answer.status_code, answer.content


def test_metrics_are_not_found_without_configuration(client: Client) -> None:
    answer = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert (answer.status_code, answer.content) == unknown_answer(client)
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN}x",
        TOKEN,
        f"Token {TOKEN}",
        "Bearer \N{SNOWMAN}",
    ],
)
def test_metrics_are_not_found_with_a_wrong_token(client: Client, settings: Any, said: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    headers = {"Authorization": said} if said else {}
    answer = client.get("/metrics", headers=headers)
    assert (answer.status_code, answer.content) == unknown_answer(client, headers=headers)


def test_metrics_are_served_with_the_token(scrape: Callable[..., Any]) -> None:
    answer = scrape()
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert answer["Cache-Control"] == "no-store"


def test_metrics_are_read_only(scrape: Callable[..., Any], client: Client) -> None:
    answer = client.post("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("asker", "headers", "status"),
    [
        ("172.18.0.9", {}, 200),
        ("::ffff:172.18.0.9", {}, 404),
        ("fd00::7", {}, 200),
        ("203.0.113.5", {}, 404),
        ("", {}, 404),
        ("172.18.0.2", {"X-Forwarded-For": "203.0.113.5"}, 404),
        ("172.18.0.2", {"X-Forwarded-For": "172.18.0.9"}, 404),
        ("172.18.0.2", {"Forwarded": "for=203.0.113.5"}, 404),
    ],
)
def test_metrics_are_served_to_the_network_but_not_through_the_proxy(
    client: Client, settings: Any, asker: str, headers: dict[str, str], status: int
) -> None:
    """The proxy is part of that network itself."""
    from config.settings import networks

    settings.METRICS_NETWORKS = networks("METRICS_NETWORKS", ["172.16.0.0/12", "fd00::/8"])
    assert client.get("/metrics", REMOTE_ADDR=asker, headers=headers).status_code == status


def test_metrics_accept_any_host_without_redirect(scrape: Callable[..., Any]) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=[]):
        assert scrape(Host="web:8000").status_code == 200


def run(asked: Coroutine[Any, Any, T]) -> T:
    """Run this in a separate thread, because a browser's loop may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()


def test_the_live_process_serves_metrics(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(figures, "read", lambda: Figures(measured_at=NOON))

    async def ask() -> Any:
        return await AsyncClient().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})

    assert run(ask()).status_code == 200


# --- what stands there ----------------------------------------------------------------------------


@pytest.fixture
def late_club() -> Iterator[Club]:
    """Return a club whose week was due seven minutes ago."""
    club = found_club(teams=2, characters=1, vehicles=0)
    with clock.set_to(club.open_week.due_at + timedelta(minutes=7)):
        yield club


def test_weeks_are_counted_by_stage_with_their_age(
    late_club: Club, scrape: Callable[..., Any]
) -> None:
    told = samples(scrape())
    assert told["deaddrop_weeks_due", "resolve"] == told["deaddrop_weeks_overdue", "resolve"] == 1
    assert told["deaddrop_weeks_oldest_due_seconds", "resolve"] == 420
    assert told["deaddrop_weeks_due", "close"] == told["deaddrop_weeks_overdue", "close"] == 0
    assert told["deaddrop_weeks_parked",] == 0
    assert told["deaddrop_database_up",] == 1


def test_the_last_run_of_the_tick_is_exported(late_club: Club, scrape: Callable[..., Any]) -> None:
    job_runs.record("tick", "loop")
    name = "deaddrop_job_last_run_timestamp_seconds"
    assert samples(scrape())[name, "tick", "loop"] == clock.now().timestamp()


def test_queue_lengths_are_exported(
    scrape: Callable[..., Any], settings: Any, redis_url: str
) -> None:
    import redis

    settings.CELERY_BROKER_URL = redis_url
    with redis.from_url(redis_url) as client:
        client.rpush("thinking", "a", "b")
    told = samples(scrape())
    assert told["deaddrop_queue_length", "thinking"] == 2
    assert told["deaddrop_queue_length", "celery"] == 0
    assert told["deaddrop_broker_up",] == 1


def test_without_redis_the_other_metrics_are_served(
    scrape: Callable[..., Any], settings: Any, own_redis: Callable[[], Redis]
) -> None:
    redis = own_redis()
    settings.CELERY_BROKER_URL = redis.url
    redis.stop()
    told = samples(scrape())
    assert told["deaddrop_broker_up",] == 0
    assert told["deaddrop_weeks_parked",] == 0
    assert not [name for name, *_ in told if name == "deaddrop_queue_length"]


def test_without_the_database_its_metric_is_zero(
    scrape: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseError

    monkeypatch.setattr(figures, "read", away)
    answer = scrape()
    assert answer.status_code == 200
    assert samples(answer)["deaddrop_database_up",] == 0
    assert "deaddrop_weeks" not in answer.content.decode()


def test_live_streams_of_this_process_are_counted(
    scrape: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert samples(scrape())["deaddrop_live_streams",] == live_hub.open_streams()

    async def three() -> live_hub.Hub:
        hub = live_hub.Hub()
        for table in (uuid4(), uuid4()):
            hub.streams[table].add(TableStream(table, None, None, None, "1"))  # type: ignore[arg-type]
        hub.streams[table].add(TableStream(table, None, None, None, "1"))  # type: ignore[arg-type]
        return hub

    monkeypatch.setattr(live_hub, "_hub", run(three()))
    assert samples(scrape())["deaddrop_live_streams",] == 3


# --- requests -------------------------------------------------------------------------------------


def test_requests_are_timed_by_view_name_only(scrape: Callable[..., Any]) -> None:
    before = samples(scrape())
    client = Client(raise_request_exception=False)
    client.get("/help/")
    client.get("/c/no-such-club/")
    client.get("/nothing/here/")
    after = samples(scrape())
    more = {
        name: value - before.get(name, 0)
        for name, value in after.items()
        if name[0] == "deaddrop_request_seconds_count" and value > before.get(name, 0)
    }
    assert more == {
        ("deaddrop_request_seconds_count", "help"): 1,
        ("deaddrop_request_seconds_count", "club"): 1,
        ("deaddrop_request_seconds_count", "none"): 1,
    }


def test_health_checks_and_scrapes_are_not_counted(scrape: Callable[..., Any]) -> None:
    before = samples(scrape())
    Client().get("/livez")
    scrape()
    after = samples(scrape())
    for name in before:
        if name[0].startswith(("deaddrop_request", "deaddrop_answers")):
            assert before[name] == after[name]


def test_a_server_error_is_counted_by_view(
    scrape: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = samples(scrape())
    monkeypatch.setattr("home.views.help_index.render_page", lambda *_, **__: 1 / 0)
    Client(raise_request_exception=False).get("/help/")
    after = samples(scrape())
    errors, answers = ("deaddrop_view_errors_total", "help"), ("deaddrop_answers_total", "5xx")
    assert after[errors] - before.get(errors, 0) == 1
    assert after[answers] - before.get(answers, 0) == 1


def test_without_configuration_nothing_is_counted() -> None:
    from django.core.exceptions import MiddlewareNotUsed

    with pytest.raises(MiddlewareNotUsed):
        metrics.count_requests(lambda _: None)  # type: ignore[arg-type,return-value]


def test_a_scrape_takes_a_handful_of_queries(
    late_club: Club, scrape: Callable[..., Any], django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(6):
        scrape()


def test_every_metric_name_follows_the_conventions(scrape: Callable[..., Any]) -> None:
    names = {family.name for family in text_string_to_metric_families(scrape().content.decode())}
    assert len(names) > 20
    assert not [name for name in names if not re.fullmatch(r"deaddrop_[a-z_]+", name)]
