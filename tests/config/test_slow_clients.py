"""Who sends slowly keeps nobody else waiting: not at gunicorn, not at the live streams, not with
`make run`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import connection

from tests.servers import HOST, free_port

from .test_serve import answers, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Site

pytestmark = pytest.mark.slow
ROOT = Path(settings.BASE_DIR)
MANY = 64
ROUNDS = 3
SOON = 30.0
"""Seconds in which an answer comes even on a machine that is busy otherwise."""
PATIENCE = 5.0
"""So many seconds a page may take while others dawdle."""
HASTE = {"HEAD_SECONDS": "6", "BODY_SECONDS": "6"}
"""How long the site listens to those: whoever waits for them to be hung up on has no patience
left.
"""
BEGUN = (
    b"POST /api/v1/transcripts/check/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    b"application/json\r\nContent-Length: 60000\r\n"
)
SLOW = (BEGUN + b"\r\n", BEGUN + b"X-Long: ", b"")
"""Slow bodies, slow heads, and those who say nothing."""
PAGES = ("/livez", "/accounts/login/")
CHECKED = "/api/v1/transcripts/check/"


class Dawdler:
    """Somebody who sends one byte a round."""

    def __init__(self, port: int, begun: bytes, drips: bool = True) -> None:
        self.socket, self.drips = socket.create_connection((HOST, port), timeout=20), drips
        self.socket.sendall(begun)

    def send(self) -> None:
        if self.drips:
            with suppress(ConnectionError):  # patience with this one may have ended
                self.socket.sendall(b"1")

    def last_words(self) -> bytes:
        """What the server says before it hangs up."""
        said = b""
        try:
            while part := self.socket.recv(4096):
                said += part
        except ConnectionResetError:
            pass
        return said


@contextmanager
def dawdlers(port: int, begun: bytes, many: int = MANY) -> Iterator[list[Dawdler]]:
    """So many of them, who begin with this and then drip; who begins with nothing says nothing at
    all.
    """
    with ExitStack() as doors:
        there = [Dawdler(port, begun, drips=bool(begun)) for _ in range(many)]
        for each in there:
            doors.enter_context(each.socket)
        yield there


def slowest(port: int, there: list[Dawdler], pages: tuple[str, ...] = PAGES) -> float:
    """The longest that any page took while they dripped."""
    longest = 0.0
    for _ in range(ROUNDS):
        for each in there:
            each.send()
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


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    """A server of the site, which answers on this port."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=environment, start_new_session=True
    )
    try:
        until(lambda: process.poll() is not None or answers(port, PAGES[0]))
        assert process.poll() is None
        yield port
    finally:
        process.terminate()
        process.wait(40)


@pytest.fixture(scope="module")
def environment(
    servers: None, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What a server of the site finds around it. It only looks at this test process's database."""
    database = connection.settings_dict
    address = (
        f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    )
    return {
        **os.environ,
        "DATABASE_URL": address,
        "VAR_DIR": str(tmp_path_factory.mktemp("var")),
        **HASTE,
    }


@pytest.fixture(scope="module")
def gunicorn(environment: dict[str, str]) -> Iterator[int]:
    """The port of gunicorn, set up as it is deployed, but for a single worker, who has all the
    dawdlers.
    """
    port = free_port()
    command = ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi:application"]
    with running(
        command, port, environment | {"BIND": f"{HOST}:{port}", "WEB_WORKERS": "1"}
    ) as there:
        assert answers(there, PAGES[1])
        yield there


@pytest.fixture(scope="module")
def live(environment: dict[str, str]) -> Iterator[int]:
    """The port of the process that serves live streams, set up as it is deployed."""
    port = free_port()
    with running(["config.live"], port, environment | {"HOST": HOST, "PORT": str(port)}) as there:
        yield there


@pytest.mark.parametrize("server", ["gunicorn", "live"])
def test_answers_come_while_many_dawdle_who_are_then_hung_up_on(
    request: pytest.FixtureRequest, server: str
) -> None:
    port = request.getfixturevalue(server)
    with ExitStack() as doors:
        there = {begun: doors.enter_context(dawdlers(port, begun)) for begun in SLOW}
        assert (
            slowest(
                port,
                [each for some in there.values() for each in some],
                PAGES if server == "gunicorn" else PAGES[:1],
            )
            < PATIENCE
        )
        for begun, some in there.items():
            assert {each.last_words()[:12] for each in some} == {b"HTTP/1.1 408" if begun else b""}


def test_pages_of_make_run_answer_while_many_dawdle(site: Site) -> None:
    port = int(site.url.rpartition(":")[2])
    assert answers(port, PAGES[1])
    with ExitStack() as doors:
        there = [each for begun in SLOW for each in doors.enter_context(dawdlers(port, begun))]
        assert slowest(port, there) < PATIENCE


# --- and everything else goes on as before --------------------------------------------------------


def head(*lines: str, page: str = CHECKED) -> bytes:
    """The head of a POST."""
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


def test_gunicorn_reads_a_body_that_comes_in_pieces(gunicorn: int) -> None:
    with socket.create_connection((HOST, gunicorn), timeout=SOON) as asking:
        whole = head(f"Content-Length: {len(SENT)}", CLOSING) + SENT
        for start in range(0, len(whole), 100_000):
            asking.sendall(whole[start : start + 100_000])
        assert b'"unreadable"' in everything(asking)


def test_gunicorn_answers_requests_that_come_in_one_breath_one_after_the_other(
    gunicorn: int,
) -> None:
    posted = head("Content-Length: 2") + b"{}"
    answered = exchange(gunicorn, posted * 3 + head("Content-Length: 2", CLOSING) + b"{}")
    assert answered.count(b"HTTP/1.1 400 ") == answered.count(b'"unreadable"') == 4


def test_what_nobody_read_of_a_request_is_in_nobodys_way(gunicorn: int) -> None:
    posted = head(f"Content-Length: {len(SENT)}", page="/livez") + SENT
    answered = exchange(
        gunicorn, posted * 2 + head("Content-Length: 2", CLOSING, page="/livez") + b"{}"
    )
    assert answered.count(b"HTTP/1.1 200 ") == 3


def test_gunicorn_says_the_word_that_a_client_waits_for_once(gunicorn: int) -> None:
    with socket.create_connection((HOST, gunicorn), timeout=SOON) as asking:
        asking.sendall(head(f"Content-Length: {len(SENT)}", "Expect: 100-continue", CLOSING))
        assert asking.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        asking.sendall(SENT)
        assert everything(asking).startswith(b"HTTP/1.1 400 ")


def test_a_stream_is_sent_nothing_large(live: int) -> None:
    with socket.create_connection((HOST, live), timeout=SOON) as asking:
        asking.sendall(head("Content-Length: 300000000", page="/live/play/x/"))
        assert everything(asking).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("server", ["gunicorn", "site"])
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Content-Length: 300000000", 413),
        ("Content-Length: 300000000\r\nExpect: 100-continue", 413),
        ("Transfer-Encoding: chunked", 411),
    ],
)
def test_what_is_refused_is_refused_before_it_comes(
    request: pytest.FixtureRequest, server: str, line: str, status: int
) -> None:
    there = request.getfixturevalue(server)
    port = there if isinstance(there, int) else int(there.url.rpartition(":")[2])
    with socket.create_connection((HOST, port), timeout=SOON) as asking:
        asking.sendall(head(line))
        assert asking.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())


def test_a_head_without_end_is_refused(gunicorn: int) -> None:
    assert exchange(gunicorn, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 70_000).startswith(
        b"HTTP/1.1 431 "
    )


def test_who_does_not_hang_up_holds_up_nobody(gunicorn: int) -> None:
    """Gunicorn's own worker listens to each of them for two seconds, and to nobody else
    meanwhile.
    """
    with ExitStack() as doors:
        for _ in range(8):
            stays = doors.enter_context(socket.create_connection((HOST, gunicorn), timeout=SOON))
            stays.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert everything(stays)
        assert slowest(gunicorn, [], PAGES[:1]) < PATIENCE
