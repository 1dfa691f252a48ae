"""A stopping web server tells the proxy first and works on for a while."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Iterator

import pytest

from tests.servers import HOST, free_port, listening

from .clients import PAGES, bodies, everything, said, web_at
from .test_serve import until

pytestmark = [pytest.mark.django_db, pytest.mark.slow("starts the web server")]
A_LONG_WHILE = "3600"
"""Seconds of draining; no test waits until their end."""
STAYS, GOES = b"HTTP/1.1 200 ", b"HTTP/1.1 503 "


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def draining(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start the web server and tell it to stop."""
    with web_at(port, environment | {"DRAIN_SECONDS": A_LONG_WHILE}) as process:
        assert said(port, "/livez").startswith(STAYS)
        process.send_signal(signal.SIGTERM)
        until(lambda: said(port, "/livez").startswith(GOES))
        yield process


def test_a_stopping_server_fails_its_health_check_and_still_serves_pages(
    draining: subprocess.Popen[bytes], port: int
) -> None:
    assert said(port, PAGES[1]).startswith(STAYS)
    assert said(port, "/livez").startswith(GOES)
    assert draining.poll() is None


def test_a_second_signal_finishes_running_requests_and_stops(
    draining: subprocess.Popen[bytes], port: int
) -> None:
    with socket.create_connection((HOST, port), timeout=30) as asking:
        asking.sendall(f"POST {PAGES[1]} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2".encode())
        asking.sendall(b"\r\n\r\n")
        assert said(port, PAGES[1]).startswith(STAYS), "and it has come in, too"
        draining.send_signal(signal.SIGTERM)
        until(lambda: not listening(port))
        asking.sendall(b"{}")
        assert len(bodies(everything(asking))) == 1
    assert draining.wait(30) == 0
    assert not listening(port)
