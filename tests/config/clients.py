"""Shared helpers for tests of slow clients: a server of the site, and its answers."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from django.conf import settings

from tests.servers import HOST

from .test_serve import answers, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(settings.BASE_DIR)
ROUNDS = 3
SOON = 30.0
"""Seconds within which an answer comes on a busy machine."""
PATIENCE = 5.0
"""Maximum seconds for a page while slow clients are connected."""
PAGES = ("/livez", "/accounts/login/")


class Slow(Protocol):
    """A client that keeps a server busy with little data."""

    def dawdle(self) -> Any:
        """Send or read one byte."""


def slowest(port: int, there: Sequence[Slow], pages: tuple[str, ...] = PAGES) -> float:
    """Return the longest time any page took while these clients were connected."""
    longest = 0.0
    for _ in range(ROUNDS):
        for each in there:
            each.dawdle()
        for page in pages:
            began = time.monotonic()
            assert said(port, page).startswith(b"HTTP/1.1 200 ")
            longest = max(longest, time.monotonic() - began)
    return longest


def said(port: int, page: str) -> bytes:
    """Return the whole answer to a GET."""
    return exchange(
        port, f"GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )


def exchange(port: int, request: bytes) -> bytes:
    """Send these bytes and return everything until the server closes."""
    with socket.create_connection((HOST, port), timeout=SOON) as asking:
        asking.sendall(request)
        return everything(asking)


def everything(asking: socket.socket) -> bytes:
    """Return everything until the other side closes."""
    found = b""
    while part := asking.recv(65536):
        found += part
    return found


LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


def bodies(answered: bytes) -> list[bytes]:
    """Return the bodies of consecutive answers; fail if one is incomplete."""
    found = []
    while answered:
        head, end, rest = answered.partition(b"\r\n\r\n")
        length = LENGTH.search(head + end)
        assert length, head
        size = int(length[1])
        assert len(rest) >= size
        found.append(rest[:size])
        answered = rest[size:]
    return found


@contextmanager
def running(
    command: list[str], port: int, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server of the site on this port."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=environment, start_new_session=True
    )
    try:
        until(lambda: process.poll() is not None or answers(port, PAGES[0]))
        assert process.poll() is None
        yield process
    finally:
        process.terminate()
        process.wait(40)


@contextmanager
def web_at(
    port: int, environment: dict[str, str], page: str = PAGES[1]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run the web server as deployed, but with a single worker. Request the page once, so that its
    modules are loaded.
    """
    more = {"BIND": f"{HOST}:{port}", "WEB_WORKERS": "1"}
    with running(["config.web"], port, environment | more) as process:
        assert answers(port, page)
        yield process


def port_of(request: pytest.FixtureRequest, server: str) -> int:
    """Return the port of this fixture's server."""
    there = request.getfixturevalue(server)
    return there if isinstance(there, int) else int(there.url.rpartition(":")[2])
