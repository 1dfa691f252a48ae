"""Several web servers: any of them serves any reader's live stream, including moves made at another
(docs/explanation/scale.md).
"""

from __future__ import annotations

import json
import os
import signal
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, Final

import pytest

from core.live import hub as live_hub
from play.services.clocks import play_default
from play.services.table_lock import lock_table
from play.services.tables import open_table
from tests.config.clients import web_at
from tests.conftest import session_cookie
from tests.factories import person
from tests.pages.play.test_live_rights import driven_in_club, log_out, put_out
from tests.servers import HOST, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from play.models import Table

pytestmark = [pytest.mark.django_db(transaction=True)]

SOON: Final = 60.0
BOTS: Final = ("bot:random", "bot:random")


@contextmanager
def reading(port: int, table: Table, cookie: str) -> Iterator[Callable[[], str]]:
    """Open a reader of this table at this port; the returned function waits for the next
    version.
    """
    connection = HTTPConnection(HOST, port, timeout=SOON)
    headers = {"Cookie": cookie, "Host": "localhost"}
    connection.request("GET", f"/live/play/{table.pk}/", headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200

    def told() -> str:
        while not (line := answer.readline()).startswith(b"data: "):
            assert line, "the stream ended"
        return str(json.loads(line.removeprefix(b"data: "))["v"])

    try:
        yield told
    finally:
        connection.close()


def move(table: Table) -> None:
    """Make one move of the player to act."""
    with lock_table(table.pk) as locked_table:
        play_default(locked_table, locked_table.running().to_act()[0], "bot")


@pytest.fixture
def doors(
    process_environment: dict[str, str], settings: Any, redis_url: str
) -> Iterator[dict[int, Any]]:
    """Return the ports of two web servers on this test's database and Redis."""
    settings.REDIS_URL = redis_url
    live_hub._redis_away_until = 0.0
    told = {"SECRET_KEY": settings.SECRET_KEY, "HTTPS": "0", "LOG_LEVEL": "ERROR"}
    with ExitStack() as running:
        ports = free_port(), free_port()
        yield {
            port: running.enter_context(web_at(port, process_environment | told)) for port in ports
        }


def test_streams_of_two_processes_carry_all_moves_and_fail_over(doors: dict[int, Any]) -> None:
    opener = person("Opener")
    table = open_table(user=opener, game="renamed", options={}, seats=BOTS)
    cookie = "=".join(session_cookie(opener))
    with ExitStack() as open_streams:
        readers = [open_streams.enter_context(reading(port, table, cookie)) for port in doors]
        first = {told() for told in readers}
        assert len(first) == 1, "both are told the same at first"
        for _ in range(3):
            move(table)
            [then] = {told() for told in readers}
            assert then not in first
            first = {then}
        [(_, killed), (port, _)] = doors.items()
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        move(table)
        after = readers[1]()
        with reading(port, table, cookie) as moved_over:
            assert moved_over() == after, "who was cut off comes in by the other door"


def test_c104_removal_and_sign_out_end_streams_at_every_process(doors: dict[int, Any]) -> None:
    opener = person("Opener")
    table = open_table(user=opener, game="renamed", options={}, seats=BOTS)
    club = driven_in_club(table, "club")
    assert club.spectator
    people = (club.spectator, club.players[0], club.players[1])
    with ExitStack() as open_streams:
        cookies = ["=".join(session_cookie(who)) for who in people]
        out, stays, leaves = (
            [open_streams.enter_context(reading(port, table, cookie)) for port in doors]
            for cookie in cookies
        )
        first = {told() for told in (*out, *stays, *leaves)}
        put_out(club, club.spectator)
        move(table)
        [then] = {told() for told in (*stays, *leaves)}
        assert then not in first
        for told in out:
            with pytest.raises(AssertionError, match="the stream ended"):
                told()
        log_out(club.players[1], cookies[2].partition("=")[2])
        for told in leaves:
            with pytest.raises(AssertionError, match="the stream ended"):
                told()
        move(table)
        assert {told() for told in stays}.isdisjoint({then})
