"""Ports: a room below asks, a room above answers, and a port that nobody fills is found when the
site starts.
"""

from __future__ import annotations

import pytest
from django.apps import apps

from core.web import ports


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> ports.Port[str]:
    monkeypatch.setattr(ports, "PORTS", [])
    return ports.Port("the weather")


def test_a_port_that_nobody_fills_lets_no_process_start_and_raises_when_it_is_asked(
    port: ports.Port[str],
) -> None:
    with pytest.raises(ports.Unfilled, match="the weather"):
        apps.get_app_config("home").ready()
    with pytest.raises(ports.Unfilled, match="the weather"):
        port()


def test_a_port_that_is_filled_answers_with_the_last_one_handed_in(port: ports.Port[str]) -> None:
    port.fill("rain")
    port.fill("sun")
    assert port() == "sun"
    apps.get_app_config("home").ready()
