"""Sessions that stay on the test database, for example after a browser aborted a request."""

from __future__ import annotations

import time
from typing import Any, LiteralString

import psycopg
from django.db import connection


def hang_up() -> None:
    """End every session on the test database, including ours, so that it can be copied or
    dropped.
    """
    connection.close()
    _ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s")


def sessions() -> set[int]:
    """Return the sessions on the test database."""
    return {int(row[0]) for row in _ask("SELECT pid FROM pg_stat_activity WHERE datname = %s")}


def wait_for_silence(seconds: float = 5.0) -> None:
    """Wait until no other session runs a statement on the test database, for example of a closed
    page.

    Emptying the tables during such a statement may cause a deadlock.
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
    """Query the server about the test database."""
    settings = connection.settings_dict
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}/postgres"
    with psycopg.connect(url, autocommit=True) as server:
        return server.execute(query, [settings["NAME"], *values]).fetchall()
