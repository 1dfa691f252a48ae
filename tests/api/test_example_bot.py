"""Two example bots of docs/api.md play a match on the running site, each a separate program with
only a token.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from core.accounts.services import tokens
from play.models import Move, Table
from play.services import seating, tables
from tests.factories import person

if TYPE_CHECKING:
    from tests.conftest import Site

BOT = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
SOON = 60
"""Seconds for a match of six moves on a busy machine."""


@pytest.mark.timeout(3 * SOON)
@pytest.mark.django_db(transaction=True)
def test_two_example_bots_play_a_match_of_bids(site: Site, toys: None, settings: Any) -> None:
    settings.REDIS_URL = ""
    ann, bob = person("ann"), person("bob")
    table = tables.open_table(user=ann, game="bids", options={}, seats=("me", "open"))
    seating.sit_down(table_id=table.pk, user=bob)
    keys = [
        tokens.create_token(user=user, name="A bot", days=1, now=timezone.now())[1]
        for user in (ann, bob)
    ]
    bots = [
        subprocess.Popen(
            [sys.executable, "-I", str(BOT), site.url, key, str(table.pk)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for key in keys
    ]
    try:
        said = [bot.communicate(timeout=SOON) for bot in bots]
    except subprocess.TimeoutExpired:
        table.refresh_from_db()
        moves = list(Move.objects.filter(match=table.match).values_list("seat", flat=True))
        for bot in bots:
            bot.kill()
        heard = [(bot.returncode, *bot.communicate()) for bot in bots]
        pytest.fail(
            f"after {SOON} seconds it is {table.status}, with moves of the seats {moves}; the "
            f"bots said {heard}"
        )
    finally:
        for bot in bots:
            bot.kill()
    assert [bot.returncode for bot in bots] == [0, 0], said
    assert said[0][0] == said[1][0]
    assert said[0][0].startswith("All rounds. Winners: [")
    table.refresh_from_db()
    assert (table.status, Move.objects.filter(match=table.match).count()) == (Table.Status.OVER, 6)


Answer = tuple[int, Any, dict[str, str]] | None


@contextmanager
def scripted_site(
    looks: list[Answer], moves: list[Answer], streams: list[Answer]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Serve these answers in turn: status, body and headers, or a connection that ends without an
    answer. Record the requests with their keys.
    """
    asked: list[tuple[str, str]] = []

    class Door(BaseHTTPRequestHandler):
        def answer(self, kind: str, answers: list[Answer]) -> None:
            asked.append((kind, self.headers["Idempotency-Key"]))
            if (said := answers.pop(0)) is None:
                return
            status, body, headers = said
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

        def do_GET(self) -> None:
            self.answer(
                *(("stream", streams) if self.path.startswith("/live/") else ("look", looks))
            )

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.answer("move", moves)

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()


def run(site: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(BOT), site, "token", "table"]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)


def test_the_example_bot_survives_server_errors() -> None:
    mine: Answer = (
        200,
        {"status": "playing", "version": "1", "heard": 3, "menu": {"moves": [{"type": "pass"}]}},
        {},
    )
    theirs: Answer = (
        200,
        {"status": "playing", "version": "2", "heard": 4, "menu": {"moves": []}},
        {},
    )
    over: Answer = (200, {"status": "over", "ending": {"words": "All rounds.", "winners": [1]}}, {})
    soon = {"Retry-After": "0"}
    looks: list[Answer] = [
        (503, {}, soon),
        (429, {}, soon),
        mine,
        mine,
        theirs,
        None,
        theirs,
        theirs,
        over,
    ]
    moves: list[Answer] = [(409, {}, {}), None, (502, b"<html>", soon), (200, {}, {})]
    streams: list[Answer] = [
        (200, b'retry: 2000\n\ndata: {"v": "2"}\n\n:\n\n', {}),
        None,
        (200, b'data: {"v": "3"}\n\n', {}),
    ]
    with scripted_site(looks, moves, streams) as (site, asked):
        done = run(site)
    assert (done.returncode, done.stdout) == (0, "All rounds. Winners: [1]\n"), done.stderr
    assert not looks and not moves and not streams
    keys = [key for kind, key in asked if kind == "move"]
    assert keys[0] != keys[1] == keys[2] == keys[3]


def test_the_example_bot_stops_when_access_is_refused() -> None:
    with scripted_site([(404, {}, {})], [], []) as (site, asked):
        assert run(site).returncode == 1
    assert len(asked) == 1


def test_the_example_bot_needs_only_the_standard_library_and_80_lines() -> None:
    source = BOT.read_text()
    imported = {
        line.split()[1].partition(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
    assert len(source.splitlines()) <= 80
