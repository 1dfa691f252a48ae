"""The servers used by tests are real and can be crashed."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import psycopg
import pytest
from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers import Postgres


@pytest.mark.django_db
def test_tests_run_on_postgres_with_the_sites_limits() -> None:
    assert connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('lock_timeout'), "
            "current_setting('idle_in_transaction_session_timeout')"
        )
        assert cursor.fetchone() == ("3s", "1min")


@pytest.mark.slow("kills a database server")
def test_committed_rows_survive_a_crash_of_a_durable_server(
    own_postgres: Callable[..., Postgres],
) -> None:
    server = own_postgres(durable=True)
    with psycopg.connect(server.url, autocommit=True) as database:
        assert database.execute("SHOW fsync").fetchone() == ("on",)
        database.execute("CREATE TABLE kept AS SELECT 7 AS number")
        server.stop(signal.SIGQUIT)
    server.start()
    with psycopg.connect(server.url) as database:
        assert database.execute("SELECT number FROM kept").fetchone() == (7,)
