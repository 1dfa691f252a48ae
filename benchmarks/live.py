"""Measure a thousand streams of a table under load: `python -m benchmarks.live`.

PostgreSQL, Redis, the stream process and the web server run in the same way as behind a proxy, with
fifty requests a second. The clients run on the same machine. The benchmark measures the memory of a
stream, the number of database connections, and the delay until the last reader receives news. The
delay starts when the code after the COMMIT runs, and ends at the kernel's timestamp at the reader's
socket. The time to read the news is not included.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import selectors
import signal
import socket
import statistics
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from tests.servers import Postgres, Redis, free_port, listening
from tests.servers import folder as server_folder

from .line import Line, progress, report
from .samples import middle

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from play.models import Table

STREAMS: Final = 1_000
REQUESTS: Final = 50
MOVES: Final = 20
WATCHERS: Final = 50
KIBIBYTES: Final = 20.0
CONNECTIONS: Final = 20
MILLISECONDS: Final = 25.0
GAME: Final = "renamed"
STAMPED: Final = 35
"""The value of Linux's SO_TIMESTAMPNS, which Python does not define.

With this socket option, each read also returns the time at which its data arrived.
"""


class Readers:
    """Clients with open streams, as plain sockets."""

    def __init__(self, port: int, path: str, cookies: list[str]) -> None:
        self.address = "127.0.0.1", port
        self.requests = itertools.cycle(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: "
            f"https\r\nCookie: {cookie}\r\n\r\n".encode()
            for cookie in cookies
        )
        self.ears = selectors.DefaultSelector()

    def join(self) -> None:
        """Open another stream and read its first event."""
        ear = socket.create_connection(self.address, timeout=30)
        ear.setsockopt(socket.SOL_SOCKET, STAMPED, 1)
        ear.sendall(next(self.requests))
        received = b""
        while b"data: " not in received:
            part = ear.recv(4096)
            assert part, received
            received += part
        ear.setblocking(False)
        self.ears.register(ear, selectors.EVENT_READ)

    def news_times(self, seconds: float) -> list[float]:
        """Return the times at which the readers received their first news.

        Readers that receive nothing within `seconds` are left out.
        """
        end, moments = time.monotonic() + seconds, dict[socket.socket, float]()
        while len(moments) < len(self.ears.get_map()) and time.monotonic() < end:
            time.sleep(0.01)  # arrivals have timestamps, so leave the processor to the servers
            for key, _ in self.ears.select(0):
                ear = cast("socket.socket", key.fileobj)
                if moment := _news_time(ear):
                    moments.setdefault(ear, moment)
        return list(moments.values())


def _news_time(ear: socket.socket) -> float:
    """Return the time at which news arrived on this stream, or 0 if it received another event."""
    received, notes, _, _ = ear.recvmsg(4096, socket.CMSG_SPACE(16))
    assert received, "a stream ended"
    seconds, nanoseconds = struct.unpack("qq", notes[0][2])
    return float(seconds + nanoseconds / 1e9) if b"data: " in received else 0.0


@contextmanager
def _server(port: int) -> Iterator[int]:
    """Run a web server with one worker, and yield the worker's process ID."""
    process = subprocess.Popen(
        [sys.executable, "-m", "config.web"],
        env={**os.environ, "BIND": f"127.0.0.1:{port}", "WEB_WORKERS": "1"},
        start_new_session=True,
    )
    try:
        _wait(port)
        yield _worker(process.pid)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:  # open streams delay the shutdown
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _worker(parent: int) -> int:
    """Wait for the only child of a process, and return its process ID."""
    children = Path(f"/proc/{parent}/task/{parent}/children")
    while not (found := children.read_text().split()):
        time.sleep(0.05)
    return int(found[0])


def _memory(pid: int) -> float:
    """Return the memory of a process as its proportional set size, in KiB."""
    match = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return float(match[1]) if match else 0.0


def _worked(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watched_table() -> tuple[Table, list[str]]:
    """Return a running table of two bots, and the session cookies of its spectators."""
    from core.accounts.models import User
    from play.services.tables import open_table
    from tests.conftest import session_cookie

    opener = User.objects.create_user("opener", password="x")
    table = open_table(user=opener, game=GAME, options={}, seats=("bot:random", "bot:random"))
    watchers = [User.objects.create_user(f"watcher{n}", password="x") for n in range(WATCHERS)]
    return table, ["=".join(session_cookie(watcher)) for watcher in watchers]


def _move(table: UUID) -> float:
    from django.db import connection, transaction

    from play.services.clocks import play_default
    from play.services.table_lock import lock_table

    moments: list[float] = []
    with lock_table(table) as locked_table:
        transaction.on_commit(lambda: moments.append(time.time()))
        play_default(locked_table, locked_table.running().to_act()[0], "bot")
    connection.close()
    return moments[0]


def _connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid "
            "<> pg_backend_pid()"
        )
        number = int(cursor.fetchone()[0])
    connection.close()
    return number


@contextmanager
def _load(port: int, path: str, cookie: str) -> Iterator[list[float]]:
    """Make requests from another process.

    Afterwards, the list contains each response time in seconds.
    """
    times: list[float] = []
    own_end, process_end = Pipe()
    process = Process(target=_ask_on, args=(process_end, port, path, cookie))
    process.start()
    process_end.close()  # otherwise, errors in the other process would go unnoticed
    try:
        yield times
        own_end.send("enough")
        times += own_end.recv()
    finally:
        process.terminate()
        process.join()


def _ask_on(pipe: Connection, port: int, path: str, cookie: str) -> None:
    pipe.send(asyncio.run(_ask_until(pipe, port, path, cookie)))


async def _ask_until(pipe: Connection, port: int, path: str, cookie: str) -> list[float]:
    request = (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nCookie: "
        f"{cookie}\r\nConnection: close\r\n\r\n"
    ).encode()

    async def ask() -> float:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        status = await reader.readline()
        await reader.read()
        writer.close()
        assert b" 200 " in status, status
        return time.perf_counter() - began

    asking: list[asyncio.Task[float]] = []
    while not pipe.poll():
        asking.append(asyncio.create_task(ask()))
        await asyncio.sleep(1 / REQUESTS)
    return await asyncio.gather(*asking)


def _measured(live: int, ports: tuple[int, int], table: UUID, cookies: list[str]) -> list[Line]:
    progress(f"opening {STREAMS:,} streams")
    readers = Readers(ports[0], f"/live/play/{table}/", cookies)
    readers.join()
    empty = _memory(live)
    for _ in range(STREAMS - 1):
        readers.join()
    kib_per_stream = (_memory(live) - empty) / (STREAMS - 1)
    lines = [
        Line(
            f"memory of a stream, of {STREAMS:,}",
            f"{kib_per_stream:.0f} KiB",
            f"at most {KIBIBYTES:g} KiB",
            kib_per_stream <= KIBIBYTES,
        )
    ]
    for name, path in (("polls", f"/play/{table}/pulse/"), ("whole pages", f"/play/{table}/")):
        progress(f"{STREAMS:,} streams beside {name}")
        with _load(ports[1], path, cookies[0]) as times:
            delays = _delays(readers, live, table)
        summary = f"{len(times)} answered, median {statistics.median(times) * 1000:.0f} ms"
        lines += [Line(f"beside {REQUESTS} {name} a second", summary), *delays]
    return lines


def _delays(readers: Readers, live: int, table: UUID) -> list[Line]:
    """Return how long it takes until a move has reached all streams."""
    after, worked, connections = list[float](), _worked(live), 0
    for _ in range(MOVES):
        time.sleep(0.5)
        began = _move(table)
        moments = readers.news_times(2)
        if len(moments) == STREAMS:
            after.append((max(moments) - began) * 1000)
        connections = max(connections, _connections())
    last = statistics.median(after) if after else float("inf")
    worked = (_worked(live) - worked) / MOVES
    return [
        Line(
            "  connections to PostgreSQL",
            f"{connections}",
            f"at most {CONNECTIONS}",
            connections <= CONNECTIONS,
            counted=True,
        ),
        Line("  the streams' process worked, for each move", f"{worked * 1000:.0f} ms"),
        Line(
            "  the last reader told, after the commit",
            f"{last:.0f} ms ({len(after)} of {MOVES} moves)",
            f"at most {MILLISECONDS:g} ms",
            last <= MILLISECONDS,
            wall=middle([milliseconds / 1000 for milliseconds in after]) if after else None,
        ),
    ]


def main() -> int:
    """Print the figures. Return 1 if a count misses its budget."""
    with server_folder() as home:
        postgres, redis = Postgres(home / "postgres").start(), Redis(home / "redis").start()
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": postgres.url,
                "REDIS_URL": redis.url,
                "EMBEDDED": "0",
                "DEBUG": "0",
                "SECRET_KEY": "benchmark-" * 8,
                "ALLOWED_HOSTS": "localhost",
                "LOG_LEVEL": "ERROR",
                "VAR_DIR": str(home),
                "TRUSTED_PROXIES": "1",
            }
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
    table, cookies = watched_table()
    ports = free_port(), free_port()
    with _server(ports[0]) as live, _server(ports[1]):
        return report("live streams", _measured(live, ports, table.pk, cookies))


def _wait(port: int) -> None:
    end = time.monotonic() + 60
    while not listening(port):
        if time.monotonic() > end:
            raise SystemExit("a server did not come up")
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
