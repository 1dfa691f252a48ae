"""Clients that read slowly or not at all delay nobody else, with or without a proxy."""

from __future__ import annotations

import select
import signal
import socket
from contextlib import ExitStack, suppress

import pytest

from config import limits
from tests.servers import HOST, free_port

from .clients import (
    PATIENCE,
    SOON,
    bodies,
    everything,
    port_of,
    said,
    slowest,
    web_at,
)

pytestmark = pytest.mark.slow("hundreds of clients keep three servers waiting")
MANY = 64
CROWD = 600
SCHEMA, FILE = "/api/v1/schema/?format=json", "/static/admin/js/vendor/jquery/jquery.js"
"""An answer of a megabyte in one piece, and a file."""
SERVERS = ("web", "site")
DOORS = (*SERVERS, "proxied")


class Reader:
    """A client with a small buffer and small packets, so that the server's buffer is small, too."""

    def __init__(self, port: int, *pages: str, reads: bool = True) -> None:
        self.reads = reads
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1000)
        self.socket.settimeout(SOON)
        self.socket.connect((HOST, port))
        for number, page in enumerate(pages, 1):
            last = "Connection: close\r\n" if number == len(pages) else ""
            self.socket.sendall(f"GET {page} HTTP/1.1\r\nHost: localhost\r\n{last}\r\n".encode())

    def dawdle(self) -> None:
        """Read a byte if there is one."""
        if self.reads:
            with suppress(BlockingIOError, ConnectionError):  # patience may have ended
                self.socket.recv(1, socket.MSG_DONTWAIT)

    def begins(self) -> None:
        """Wait for the first byte without taking it."""
        assert self.socket.recv(1, socket.MSG_PEEK)

    def is_cut_off(self, seconds: float = SOON) -> bool:
        """Return whether the server closes this connection within this time."""
        ending = select.poll()
        ending.register(self.socket, 0)
        return bool(ending.poll(seconds * 1000))


def readers(doors: ExitStack, port: int, many: int, *pages: str) -> list[Reader]:
    """Connect this number of clients, every other of which reads."""
    there = [Reader(port, *pages, reads=bool(number % 2)) for number in range(many)]
    for each in there:
        doors.enter_context(each.socket)
    return there


@pytest.mark.parametrize("server", DOORS)
def test_slow_readers_delay_no_pages(request: pytest.FixtureRequest, server: str) -> None:
    port = port_of(request, server)
    with ExitStack() as doors:
        there = [
            *readers(doors, port, MANY // 2, SCHEMA, SCHEMA),
            *readers(doors, port, MANY // 2, FILE, FILE),
        ]
        assert slowest(port, there) < PATIENCE


def test_a_client_that_reads_too_slowly_is_disconnected(environment: dict[str, str]) -> None:
    port = free_port()
    with web_at(port, environment | {"ANSWER_SECONDS": "4"}), ExitStack() as doors:
        there = [
            reader for page in (SCHEMA, FILE) for reader in readers(doors, port, 4, page, page)
        ]
        for each in there:
            each.begins()
            each.dawdle()
        assert all(each.is_cut_off() for each in there)


@pytest.mark.parametrize("server", SERVERS)
def test_a_client_with_a_small_buffer_gets_every_answer_completely(
    request: pytest.FixtureRequest, server: str
) -> None:
    port = port_of(request, server)
    pages = (SCHEMA, FILE, FILE, SCHEMA)
    with Reader(port, *pages).socket as asking:
        assert bodies(everything(asking)) == [
            body for page in pages for body in bodies(said(port, page))
        ]


def test_a_stopping_server_sends_its_finished_answers(environment: dict[str, str]) -> None:
    port = free_port()
    with web_at(port, environment) as process:
        whole = said(port, FILE)
        asking = Reader(port, FILE)
        with asking.socket:
            asking.begins()
            process.send_signal(signal.SIGTERM)
            assert bodies(everything(asking.socket)) == bodies(whole)
        assert process.wait(SOON) == 0


@pytest.mark.parametrize("server", SERVERS)
def test_the_oldest_answers_are_dropped_above_the_limit(
    request: pytest.FixtureRequest, server: str
) -> None:
    port = port_of(request, server)
    many = limits.BYTES_HELD * 5 // 4 // len(said(port, SCHEMA)) + 1
    with ExitStack() as doors:
        there = []
        for _ in range(many):
            there += readers(doors, port, 1, SCHEMA)
            there[-1].begins()
        assert there[0].is_cut_off()
        assert not there[-1].is_cut_off(0)
        assert bodies(everything(there[-1].socket))


@pytest.mark.parametrize("server", DOORS)
@pytest.mark.parametrize("begun", [b"", b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_hundreds_of_idle_connections_delay_no_pages(
    request: pytest.FixtureRequest, server: str, begun: bytes
) -> None:
    limits.allow_open_files()
    port = port_of(request, server)
    with ExitStack() as doors:
        for _ in range(CROWD):
            idle = doors.enter_context(socket.create_connection((HOST, port), timeout=SOON))
            idle.sendall(begun)
            assert not begun or idle.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert slowest(port, []) < PATIENCE
