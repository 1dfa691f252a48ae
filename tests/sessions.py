"""Sessions that hang on the test database, such as that of a request which its browser gave up."""

from __future__ import annotations

import psycopg
from django.db import connection


def hang_up() -> None:
    """End every session on the test database, ours included: it can be copied or dropped only when nobody uses it."""
    settings = connection.settings_dict
    connection.close()
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}/postgres"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [settings["NAME"]])
