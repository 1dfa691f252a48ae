"""What counts as an outage, what it holds, and how the site detects it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from core.uptime.models import Heartbeat, Outage
from core.uptime.rules.outages import Span, held_until, outage
from core.uptime.selectors import outages
from core.uptime.services import heartbeat, probe
from core.web import clock

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

EIGHT = datetime(2040, 3, 8, 20, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """Return the time this many minutes after eight, the deadline."""
    return EIGHT + timedelta(minutes=minutes)


def make_outage(began: float, ended: float) -> Span:
    return Span(at(began), at(ended))


# --- the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minutes", "is_outage"), [(0.5, False), (9, False), (10, False), (10.1, True), (11, True)]
)
def test_more_than_ten_minutes_between_heartbeats_are_an_outage(
    minutes: float, is_outage: bool
) -> None:
    assert outage(at(0), at(minutes)) == (make_outage(0, minutes) if is_outage else None)


def test_a_clock_set_back_is_no_outage() -> None:
    assert outage(at(60), at(0)) is None


@pytest.mark.parametrize(
    ("spans", "due"),
    [
        pytest.param([], 0, id="never away"),
        pytest.param([(-20, 25)], 85, id="away at the deadline"),
        pytest.param([(0, 11)], 71, id="away from the deadline on"),
        pytest.param([(0.1, 30)], 0, id="away after the deadline only"),
        pytest.param([(-11, 0)], 60, id="back at the deadline"),
        pytest.param([(-50, -30)], 30, id="back half an hour before it"),
        pytest.param([(-80, -60)], 0, id="back an hour before it"),
        pytest.param([(-119, -61)], 0, id="back for longer than an hour"),
        pytest.param([(-400, -130)], 0, id="away before the two hours"),
        pytest.param([(-400, -1)], 59, id="away since long before"),
        pytest.param([(-3000, 3000)], 3060, id="away for four days"),
        pytest.param([(-20, 25), (70, 90)], 150, id="away again before the new deadline"),
        pytest.param([(-20, 25), (86, 200)], 85, id="away again after the new deadline"),
        pytest.param([(-110, -95), (-50, -20)], 40, id="two outages before it"),
        pytest.param([(70, 90), (-20, 25)], 150, id="in any order"),
    ],
)
def test_deadlines_wait_until_the_site_has_been_up_for_an_hour(
    spans: list[tuple[float, float]], due: float
) -> None:
    assert held_until(EIGHT, [make_outage(*span) for span in spans]) == at(due)


def test_an_outage_moves_a_deadline_only_once() -> None:
    span = make_outage(-20, 25)
    assert held_until(held_until(EIGHT, [span]), [span]) == at(85)


@pytest.mark.parametrize(
    ("span", "due"),
    [((-20, 25), 85), ((-300, -60), 180), ((-300, -240), 0), ((-6000, -60), 1380)],
)
def test_a_recovery_time_grows_with_the_outage(span: tuple[int, int], due: int) -> None:
    outages = [make_outage(*span)]
    assert held_until(EIGHT, outages, None) == at(due)
    assert held_until(at(due), outages, None) == at(due), "only once"


# --- the heartbeat --------------------------------------------------------------------------------


def beat_at(minutes: float, *, regular: bool = True) -> bool:
    with clock.set_to(at(minutes)):
        return heartbeat.beat(regular=regular)


def known_outages() -> list[Span]:
    return [row.span for row in Outage.objects.all()]


@pytest.mark.django_db
def test_the_first_heartbeat_of_a_site_records_no_outage() -> None:
    assert beat_at(0)
    assert Heartbeat.objects.get().at == at(0) and known_outages() == []


@pytest.mark.django_db
def test_a_site_without_regular_work_keeps_no_heartbeats() -> None:
    assert beat_at(0, regular=False) and beat_at(600, regular=False)
    assert not Heartbeat.objects.exists() and known_outages() == []


@pytest.mark.django_db
def test_a_gap_between_heartbeats_is_recorded_once() -> None:
    beat_at(0)
    beat_at(9)
    assert beat_at(20, regular=False)
    assert beat_at(20) and beat_at(20.1)
    assert known_outages() == [make_outage(9, 20)]
    beat_at(31.5)
    assert known_outages() == [make_outage(9, 20), make_outage(20, 31.5)]


@pytest.mark.django_db
def test_a_heartbeat_in_the_future_is_set_back() -> None:
    beat_at(600)
    beat_at(0)
    assert Heartbeat.objects.get().at == at(0)
    beat_at(20)
    assert known_outages() == [make_outage(0, 20)]


@pytest.mark.django_db
def test_a_heartbeat_within_half_a_minute_is_not_replaced() -> None:
    beat_at(0)
    beat_at(0.4)
    assert Heartbeat.objects.get().at == at(0)
    beat_at(0.5)
    assert Heartbeat.objects.get().at == at(0.5)


@pytest.mark.django_db
def test_outages_are_listed_since_a_given_time() -> None:
    for minutes in (0, 20, 60):
        beat_at(minutes)
    assert [row.span for row in outages.outages_since(at(20), at(90))] == [make_outage(20, 60)]
    assert [row.span for row in outages.outages_since(at(19), at(59))] == [make_outage(0, 20)]


# --- whether pages are served ---------------------------------------------------------------------


@contextmanager
def running_server(status: int) -> Iterator[str]:
    """Run a web server that gives this answer to everything, and return its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/livez"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "is_serving"), [(200, True), (503, False), (404, False)])
def test_the_probe_succeeds_if_an_address_answers_well(
    settings: SettingsWrapper, status: int, is_serving: bool
) -> None:
    with running_server(status) as address:
        settings.UPTIME_URL = [address]
        assert probe.is_serving() is is_serving
        settings.UPTIME_URL = ["http://127.0.0.1:1/livez", address]
        assert probe.is_serving() is is_serving, "one of them does"
    assert not probe.is_serving(), "nobody listens there any more"


def test_the_probe_succeeds_without_addresses(settings: SettingsWrapper) -> None:
    settings.UPTIME_URL = []
    assert probe.is_serving()


@pytest.mark.django_db
def test_an_outage_lasts_while_no_page_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    beat_at(0)
    monkeypatch.setattr(heartbeat, "is_serving", lambda: False)
    assert not beat_at(1) and not beat_at(9) and not beat_at(40)
    assert known_outages() == []
    monkeypatch.setattr(heartbeat, "is_serving", lambda: True)
    assert beat_at(41)
    assert known_outages() == [make_outage(0, 41)]


@pytest.mark.django_db
def test_a_failing_probe_holds_the_league_for_a_day_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "is_serving", lambda: False)
    assert beat_at(0), "it never answered, so it tells nothing"
    monkeypatch.setattr(heartbeat, "is_serving", lambda: True)
    beat_at(0)
    monkeypatch.setattr(heartbeat, "is_serving", lambda: False)
    assert not beat_at(24 * 60) and beat_at(24 * 60 + 1)
