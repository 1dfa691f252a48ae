"""A database of an older version is migrated, its books agree, and its weeks continue.

Record a version once, from its demo site: ``pg_dump --no-owner --no-privileges NAME

xz -9e > tests/failure/recorded/VERSION.sql.xz``.
"""

from __future__ import annotations

import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.servers import Postgres

from .test_restore import manage, ran

RECORDED: Final = sorted((Path(__file__).parent / "recorded").iterdir())


def disagreements(environment: dict[str, str]) -> list[str]:
    """Return what `reconcile` lists, except that a recorded match was played under older rules."""
    lines = manage(environment, "reconcile", fails=True).splitlines()
    return [
        line for line in lines if ": older-rules: " not in line and not line.endswith("findings.")
    ]


@pytest.mark.parametrize("version", [pytest.param(each, id=each.name) for each in RECORDED])
def test_an_older_database_is_migrated_and_its_deadlines_pass(
    version: Path, own_postgres: Callable[..., Postgres]
) -> None:
    server = own_postgres()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": server.url,
    }
    ran(
        "psql",
        "-q",
        "-v",
        "ON_ERROR_STOP=1",
        server.url,
        input=lzma.decompress(version.read_bytes()),
    )
    manage(environment, "migrate", "--noinput")
    assert disagreements(environment) == []
    with psycopg.connect(server.url, autocommit=True) as database:
        moved = ", ".join(
            f"{clock} = w.{clock} - o.due_at + clock_timestamp() - interval '1 second'"
            for clock in ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
        )
        weeks = database.execute(
            f"UPDATE campaign_week w SET {moved} FROM campaign_week o"  # type: ignore[arg-type]
            " WHERE o.season_id = w.season_id AND o.status = 'open' RETURNING w.id, w.status"
        ).fetchall()
        due = [(week,) for week, status in weeks if status == "open"]
        assert due, "a week waits for its deadline"
        manage(environment, "tick")
        still = database.execute(
            "SELECT count(*) FROM campaign_week WHERE id = ANY(%s) AND status = 'open'",
            [[week for (week,) in due]],
        ).fetchone()
        assert still == (0,)
    assert disagreements(environment) == []
