"""If a request never ends, its process is replaced."""

from __future__ import annotations

import os
import socket
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from tests.servers import HOST, free_port

from .clients import ROOT, running, said
from .test_serve import until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow("starts servers and keeps their requests running")
LIMIT = 3.0
"""Maximum seconds of a request."""
SLACK = 12.0
"""Seconds within which the next process starts on a busy machine."""
THREADS = 2
PAGE = "/page"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the limit for the servers started here."""
    monkeypatch.setenv("REQUEST_SECONDS", str(LIMIT))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def server() -> Iterator[int]:
    """Return the port of a web server with one worker of two threads."""
    port = free_port()
    more = {"BIND": f"{HOST}:{port}", "WEB_WORKERS": "1"}
    with running(["tests.config.spinning"], port, {**os.environ, **more}):
        yield port


@pytest.mark.parametrize(("address", "number"), [("/spin", THREADS), ("/hold", 1), ("/block", 1)])
def test_pages_are_served_again_after_requests_that_never_end(
    server: int, address: str, number: int
) -> None:
    began = time.monotonic()
    with ExitStack() as connections:
        stuck = [
            connections.enter_context(socket.create_connection((HOST, server), LIMIT + SLACK))
            for _ in range(number)
        ]
        for connection in stuck:
            connection.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        with suppress(ConnectionResetError):
            assert stuck[0].recv(1) == b""  # the process has ended
        assert until(lambda: b"hello" in said(server, PAGE), SLACK)
    assert LIMIT - 0.5 < time.monotonic() - began < LIMIT + SLACK


def test_a_responsive_process_runs_longer_than_the_limit(server: int) -> None:
    end, processes = time.monotonic() + 1.5 * LIMIT, set()
    while time.monotonic() < end:
        processes.add(said(server, PAGE).rpartition(b" ")[2])
    assert len(processes) == 1
