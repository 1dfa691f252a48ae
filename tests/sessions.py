"""Sessions that hang on the test database, such as that of a request which its browser gave up."""

from __future__ import annotations

import time
from typing import Any, LiteralString

import psycopg
from django.db import connection


def hang_up() -> None:
    """End every session on the test database, ours included: it can be copied or dropped only when
    nobody uses it.
    """
    connection.close()
    _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s")


def sessions() -> set[int]:
    """Who is on the test database."""
    return {int(row[0]) for row in _ask("SELECT pid FROM pg_stat_activity WHERE datname = %s")}


def wait_for_silence(seconds: float = 5.0) -> None:
    """Wait until nobody else's statement is under way on the test database: a page that is closed
    may have asked for something still.

    Emptying the tables in the middle of such a statement may end in a deadlock.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end and _ask(
        "SELECT 1 FROM pg_stat_activity WHERE datname = %s AND state <> 'idle' AND NOT pid = %s",
        _own(),
    ):
        time.sleep(0.02)


def _own() -> int:
    return connection.connection.info.backend_pid if connection.connection else 0


def _ask(query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
    """Ask about the test database, from beside it."""
    settings = connection.settings_dict
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}/postgres"
    with psycopg.connect(url, autocommit=True) as server:
        return server.execute(query, [settings["NAME"], *values]).fetchall()
