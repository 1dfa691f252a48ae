"""`python -m benchmarks.live`: a thousand people watch one table while fifty requests a second are answered beside it.

PostgreSQL, Redis, the process of the streams and the web server run as they do behind a proxy. Measured are the memory of a stream,
the connections to the database, and how long after a move's commit the last reader has been told; the reader is this process, so
its own share is in the time.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

from tests.servers import Postgres, Redis, free_port
from tests.servers import folder as server_folder

from .line import Line

if TYPE_CHECKING:
    from play.models import Table

STREAMS: Final = 1_000
REQUESTS: Final = 50
MOVES: Final = 20
KIBIBYTES: Final = 80.0
CONNECTIONS: Final = 20
MILLISECONDS: Final = 25.0
GAME: Final = "renamed"


class Ear(asyncio.Protocol):
    """One stream: it notes when it was last told something."""

    def __init__(self, request: bytes, heard: dict[int, float], number: int, opened: asyncio.Event) -> None:
        self.request, self.heard, self.number, self.opened = request, heard, number, opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if b"data: " in data:
            self.heard[self.number] = time.perf_counter()
            self.opened.set()


@contextmanager
def _process(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:  # streams are open
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _memory(pid: int) -> float:
    """KiB of a process: its proportional share."""
    found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def _table() -> tuple[Table, list[str]]:
    """A table of bots under way, and the session of somebody who watches it."""
    from campaign.models import User
    from play.services.tables import open_table
    from tests.conftest import session_cookie

    opener = User.objects.create_user("opener", password="x")
    table = open_table(user=opener, game=GAME, options={}, seats=("bot:random", "bot:random"))
    watcher = User.objects.create_user("watcher", password="x")
    return table, list(session_cookie(watcher))


def _move(table: UUID) -> float:
    """One move of whoever is to act; the moment after its commit."""
    from django.db import connection

    from play.services.clocks import play_default
    from play.services.sitting import sitting

    with sitting(table) as at_table:
        play_default(at_table, at_table.running().to_act()[0], "bot")
    moment = time.perf_counter()
    connection.close()
    return moment


def _connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        found = int(cursor.fetchone()[0])
    connection.close()
    return found


async def _load(port: int, path: str, cookie: str, until: asyncio.Event, times: list[float]) -> None:
    """So many requests a second, each on a connection of its own."""

    async def ask() -> None:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n".encode()
        )
        status = await reader.readline()
        await reader.read()
        writer.close()
        assert b" 200 " in status, status
        times.append(time.perf_counter() - began)

    asking: set[asyncio.Task[None]] = set()
    while not until.is_set():
        asking.add(asyncio.create_task(ask()))
        await asyncio.sleep(1 / REQUESTS)
    failed = [each for each in await asyncio.gather(*asking, return_exceptions=True) if each is not None]
    assert not failed, f"{len(failed)} requests failed: {failed[0]!r}"


async def _measure(live: subprocess.Popen[bytes], ports: tuple[int, int], table: UUID, cookie: str) -> list[Line]:
    loop = asyncio.get_running_loop()
    path = f"/live/play/{table}/"
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nCookie: {cookie}\r\n\r\n".encode()
    heard: dict[int, float] = {}
    ears = []
    empty = 0.0
    for number in range(STREAMS):
        opened = asyncio.Event()
        ears.append(await loop.create_connection(partial(Ear, request, heard, number, opened), "127.0.0.1", ports[0]))
        await asyncio.wait_for(opened.wait(), 30)
        if number == 0:
            empty = _memory(live.pid)
    held = (_memory(live.pid) - empty) / (STREAMS - 1)
    lines = [Line(f"memory of a stream, of {STREAMS:,}", f"{held:.0f} KiB", f"at most {KIBIBYTES:g} KiB", held <= KIBIBYTES)]
    for name, asked in (("polls", f"/play/{table}/pulse/"), ("whole pages", f"/play/{table}/")):
        lines += await _told(name, asked, ports[1], table, cookie, heard)
    for transport, _ in ears:
        transport.close()
    return lines


async def _told(name: str, asked: str, port: int, table: UUID, cookie: str, heard: dict[int, float]) -> list[Line]:
    """How soon all streams are told of moves, while so many requests a second are answered beside them."""
    done, times, after, connections = asyncio.Event(), list[float](), list[float](), 0
    load = asyncio.create_task(_load(port, asked, cookie, done, times))
    for _ in range(MOVES):
        await asyncio.sleep(0.5)
        heard.clear()
        began = await asyncio.to_thread(_move, table)
        for _ in range(200):
            if len(heard) == STREAMS:
                break
            await asyncio.sleep(0.01)
        if len(heard) == STREAMS:
            after.append((max(heard.values()) - began) * 1000)
        connections = max(connections, await asyncio.to_thread(_connections))
    done.set()
    await load
    last = statistics.median(after) if after else float("inf")
    took = f"{len(times)} answered, median {statistics.median(times) * 1000:.0f} ms"
    return [
        Line(f"beside {REQUESTS} {name} a second", took),
        Line("  connections to PostgreSQL", f"{connections}", f"at most {CONNECTIONS}", connections <= CONNECTIONS),
        Line("  the last reader told, after the commit", f"{last:.0f} ms ({len(after)} of {MOVES} moves)", f"at most {MILLISECONDS:g} ms",
             last <= MILLISECONDS),
    ]  # fmt: skip


def main() -> int:
    """Print the figures; the answer is 1 if a budget is missed."""
    with server_folder() as home:
        postgres, redis = Postgres(home / "postgres").start(), Redis(home / "redis").start()
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": postgres.url, "REDIS_URL": redis.url, "EMBEDDED": "0", "DEBUG": "0",
                "SECRET_KEY": "benchmark-" * 8, "ALLOWED_HOSTS": "localhost", "LOG_LEVEL": "ERROR", "VAR_DIR": str(home), "TRUSTED_PROXIES": "1",
            }  # fmt: skip
            return _report()
        finally:
            redis.stop()
            postgres.stop()


def _report() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    table, (name, value) = _table()
    ports = free_port(), free_port()
    live = (
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(ports[0]),
        "--lifespan",
        "off",
        "--no-access-log",
        "--log-level",
        "error",
    )
    web = (
        sys.executable,
        "-m",
        "gunicorn",
        "config.wsgi:application",
        "--bind",
        f"127.0.0.1:{ports[1]}",
        "--workers",
        "2",
        "--threads",
        "4",
        "--log-level",
        "error",
    )
    with _process(*live) as streams, _process(*web):
        for port in ports:
            _wait(port)
        lines = asyncio.run(_measure(streams, ports, table.pk, f"{name}={value}"))
    print("live streams", *lines, sep="\n")
    return int(not all(line.kept for line in lines))


def _wait(port: int) -> None:
    import socket

    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("a server did not come up")


if __name__ == "__main__":
    sys.exit(main())
