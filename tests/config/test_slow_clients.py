"""Clients that send slowly delay nobody else."""

from __future__ import annotations

import socket
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from tests.servers import HOST

from .clients import PAGES, PATIENCE, SOON, everything, exchange, port_of, slowest

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow("waits for the servers to give up on slow clients")
MANY = 64
BEGUN = (
    b"POST /api/v1/transcripts/check/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    b"application/json\r\nContent-Length: 60000\r\n"
)
SLOW = (BEGUN + b"\r\n", BEGUN + b"X-Long: ", b"")
"""Beginnings of slow bodies, slow heads, and silent connections."""
CHECKED = "/api/v1/transcripts/check/"


class SlowSender:
    """A client that sends one byte per round."""

    def __init__(self, port: int, begun: bytes, drips: bool = True) -> None:
        self.socket, self.drips = socket.create_connection((HOST, port), timeout=20), drips
        self.socket.sendall(begun)

    def dawdle(self) -> None:
        if self.drips:
            with suppress(ConnectionError):  # patience with this one may have ended
                self.socket.sendall(b"1")

    def last_words(self) -> bytes:
        """Return what the server sends before it closes the connection."""
        said = b""
        try:
            while part := self.socket.recv(4096):
                said += part
        except ConnectionResetError:
            pass
        return said


@contextmanager
def slow_senders(port: int, begun: bytes, many: int = MANY) -> Iterator[list[SlowSender]]:
    """Connect this number of clients, which send this beginning and then single bytes; without a
    beginning they send nothing.
    """
    with ExitStack() as doors:
        there = [SlowSender(port, begun, drips=bool(begun)) for _ in range(many)]
        for each in there:
            doors.enter_context(each.socket)
        yield there


def test_slow_clients_delay_nobody_and_are_disconnected(web: int) -> None:
    with ExitStack() as doors:
        there = {begun: doors.enter_context(slow_senders(web, begun)) for begun in SLOW}
        assert slowest(web, [each for some in there.values() for each in some]) < PATIENCE
        for begun, some in there.items():
            assert {each.last_words()[:12] for each in some} == {b"HTTP/1.1 408" if begun else b""}


def test_slow_clients_at_the_proxy_delay_no_pages(proxied: int) -> None:
    with ExitStack() as doors:
        there = [
            each for begun in SLOW for each in doors.enter_context(slow_senders(proxied, begun))
        ]
        assert slowest(proxied, there) < PATIENCE


# --- and everything else goes on as before --------------------------------------------------------


def head(*lines: str, page: str = CHECKED) -> bytes:
    """Return the head of a POST."""
    return "\r\n".join(
        [
            f"POST {page} HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            *lines,
            "",
            "",
        ]
    ).encode()


CLOSING = "Connection: close"
SENT = b'{"transcript": {}}' + b" " * 300_000


def test_the_server_reads_a_body_sent_in_pieces(web: int) -> None:
    with socket.create_connection((HOST, web), timeout=SOON) as asking:
        whole = head(f"Content-Length: {len(SENT)}", CLOSING) + SENT
        for start in range(0, len(whole), 100_000):
            asking.sendall(whole[start : start + 100_000])
        assert b'"unreadable"' in everything(asking)


def test_pipelined_requests_are_answered_in_order(web: int) -> None:
    posted = head("Content-Length: 2") + b"{}"
    answered = exchange(web, posted * 3 + head("Content-Length: 2", CLOSING) + b"{}")
    assert answered.count(b"HTTP/1.1 400 ") == answered.count(b'"unreadable"') == 4


def test_an_unread_body_does_not_disturb_the_next_request(web: int) -> None:
    posted = head(f"Content-Length: {len(SENT)}", page="/livez") + SENT
    answered = exchange(web, posted * 2 + head("Content-Length: 2", CLOSING, page="/livez") + b"{}")
    assert answered.count(b"HTTP/1.1 200 ") == 3


def test_the_server_sends_100_continue_once(web: int) -> None:
    with socket.create_connection((HOST, web), timeout=SOON) as asking:
        asking.sendall(head(f"Content-Length: {len(SENT)}", "Expect: 100-continue", CLOSING))
        assert asking.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        asking.sendall(SENT)
        assert everything(asking).startswith(b"HTTP/1.1 400 ")


def test_a_large_body_to_the_stream_address_is_refused(web: int) -> None:
    with socket.create_connection((HOST, web), timeout=SOON) as asking:
        asking.sendall(head("Content-Length: 300000000", page="/live/play/x/"))
        assert everything(asking).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("server", ["web", "site"])
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Content-Length: 300000000", 413),
        ("Content-Length: 300000000\r\nExpect: 100-continue", 413),
        ("Transfer-Encoding: chunked", 411),
    ],
)
def test_an_invalid_body_header_is_refused_before_the_body_is_sent(
    request: pytest.FixtureRequest, server: str, line: str, status: int
) -> None:
    with socket.create_connection((HOST, port_of(request, server)), timeout=SOON) as asking:
        asking.sendall(head(line))
        assert asking.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())


def test_an_endless_request_head_is_refused(web: int) -> None:
    assert exchange(web, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 70_000).startswith(b"HTTP/1.1 431 ")


def test_a_long_head_after_an_unread_body_is_refused(web: int) -> None:
    unread = head("Transfer-Encoding: chunked") + b"0\r\n\r\n"
    with socket.create_connection((HOST, web), timeout=SOON) as asking:
        asking.sendall(unread)
        assert asking.recv(4096).startswith(b"HTTP/1.1 411 ")
        asking.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 100_000)
        assert b"HTTP/1.1 431 " in everything(asking)


def test_a_flood_of_requests_on_one_connection_is_cut_off(web: int) -> None:
    flood = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5_000
    answered = b""
    with socket.create_connection((HOST, web), timeout=SOON) as asking, suppress(ConnectionError):
        asking.sendall(flood)
        while part := asking.recv(65536):
            answered += part
    assert answered.count(b"HTTP/1.1 200 ") < 100
    assert slowest(web, []) < PATIENCE


def test_clients_that_do_not_close_delay_nobody(web: int) -> None:
    with ExitStack() as doors:
        for _ in range(8):
            stays = doors.enter_context(socket.create_connection((HOST, web), timeout=SOON))
            stays.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert everything(stays)
        assert slowest(web, [], PAGES[:1]) < PATIENCE
