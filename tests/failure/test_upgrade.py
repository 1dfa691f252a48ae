"""A database that version 0.1.0 has written is brought up to date, agrees with itself, and its
weeks go on. Recorded once and never again: a later version is recorded beside it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.servers import Postgres

from .test_restore import manage

RECORDED: Final = sorted((Path(__file__).parent / "recorded").iterdir())


@pytest.mark.parametrize("version", [pytest.param(each, id=each.name) for each in RECORDED])
def test_what_an_older_version_has_written_is_migrated_agrees_and_a_deadline_passes(
    version: Path, own_postgres: Callable[..., Postgres]
) -> None:
    server = own_postgres()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": server.url,
    }
    assert "Restored and verified" in manage(environment, "restore", str(version))
    assert "All agree." in manage(environment, "reconcile")
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
    assert "All agree." in manage(environment, "reconcile")
