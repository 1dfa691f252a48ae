"""Ports: a lower package calls, a higher one answers, and an unfilled port is found when the site
starts.
"""

from __future__ import annotations

import pytest
from django.apps import apps

from core.web import ports


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> ports.Port[[], str]:
    monkeypatch.setattr(ports, "PORTS", [])
    return ports.Port("the weather")


def test_an_unfilled_port_prevents_the_start_and_raises_when_called(
    port: ports.Port[[], str],
) -> None:
    with pytest.raises(ports.Unfilled, match="the weather"):
        apps.get_app_config("home").ready()
    with pytest.raises(ports.Unfilled, match="the weather"):
        port()


def test_a_filled_port_answers_with_the_last_value(port: ports.Port[[], str]) -> None:
    port.fill(lambda: "rain")
    port.fill(lambda: "sun")
    assert port() == "sun"
    apps.get_app_config("home").ready()
