"""Ports: a room below asks, a room above answers, and a port that nobody fills is found when the site starts."""

from __future__ import annotations

import pytest

from core.web import ports
from core.web.apps import unfilled_ports


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> ports.Port[str]:
    monkeypatch.setattr(ports, "PORTS", [])
    return ports.Port("the weather")


def test_a_port_that_nobody_fills_stops_the_site_and_raises_when_it_is_asked(port: ports.Port[str]) -> None:
    assert [error.msg for error in unfilled_ports()] == ["Nothing fills the port for the weather."]
    with pytest.raises(ports.Unfilled, match="the weather"):
        port()


def test_a_port_that_is_filled_answers_with_the_last_one_handed_in(port: ports.Port[str]) -> None:
    port.fill("rain")
    port.fill("sun")
    assert port() == "sun"
    assert unfilled_ports() == []
