"""What tests of slow clients have in common: a server of the site, and what comes back from it."""

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
"""Seconds in which an answer comes even on a machine that is busy otherwise."""
PATIENCE = 5.0
"""So many seconds a page may take while others dawdle."""
PAGES = ("/livez", "/accounts/login/")


class Slow(Protocol):
    """Somebody who keeps a server busy with little."""

    def dawdle(self) -> Any:
        """Send a byte, or read one."""


def slowest(port: int, there: Sequence[Slow], pages: tuple[str, ...] = PAGES) -> float:
    """The longest that any page took while they dawdled."""
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
    """The whole answer to a GET."""
    return exchange(
        port, f"GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )


def exchange(port: int, request: bytes) -> bytes:
    """What comes back for these bytes until the server has had enough."""
    with socket.create_connection((HOST, port), timeout=SOON) as asking:
        asking.sendall(request)
        return everything(asking)


def everything(asking: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    found = b""
    while part := asking.recv(65536):
        found += part
    return found


LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)


def bodies(answered: bytes) -> list[bytes]:
    """The bodies of answers that came one after the other; fails where one is not whole."""
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
    """A server of the site, which answers on this port."""
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
    """The web server, set up as it is deployed, but for a single worker, who has all the dawdlers.
    It is asked for the page first, so that it has loaded what pages need.
    """
    more = {"BIND": f"{HOST}:{port}", "WEB_WORKERS": "1"}
    with running(["config.web"], port, environment | more) as process:
        assert answers(port, page)
        yield process


def port_of(request: pytest.FixtureRequest, server: str) -> int:
    """Where the server of this fixture answers."""
    there = request.getfixturevalue(server)
    return there if isinstance(there, int) else int(there.url.rpartition(":")[2])
