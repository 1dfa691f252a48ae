"""While a new version replaces another, both work on one database: the older one's servers serve
and save, its loop and the newer one's worker both see a deadline pass, and each week is settled
once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import psycopg

from tests.config.test_serve import Visitor
from tests.servers import HOST, NAME, Postgres, Redis

from .composed import Composed
from .recording import unpack
from .test_restore import manage
from .test_upgrade import RECORDED
from .world import wait_for

NEWEST: Final = RECORDED[-1]
READER, TEAM = "vera", "/c/demo/teams/ironclad-freight/"
PAGES: Final = ("/me/", "/c/demo/", "/c/demo/standings/", f"{TEAM}roster/", f"{TEAM}money/")
RUNNERS: Final = {"worker", "loop"}
OURS: Final = ("campaign_%", "espionage_%")
"""The tables in which a week's work is written down."""


def test_the_version_before_serves_beside_todays_worker_and_a_week_is_settled_once(
    own_postgres: Callable[..., Postgres], own_redis: Callable[[], Redis], tmp_path: Path
) -> None:
    server, broker = own_postgres(), own_redis()
    around = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": server.url}
    manage(around, "restore", str(NEWEST))
    manage(around, "migrate", "--noinput")
    postpone(server)
    quiet = copy(server)
    older, newer = folders(tmp_path)
    code = unpack(NEWEST, older / "code")
    with (
        Composed(newer, server.url, broker.url, SITE_ADDRESS=HOST) as today,
        Composed(older, server.url, broker.url, code=code, SITE_ADDRESS=HOST) as before,
    ):
        ticker = before.services["ticker"]  # 0.1.0 has one loop for weeks and messages
        ticker["command"] = [word for word in ticker["command"] if word not in {"--only", "weeks"}]
        before.settings["UPTIME_URL"] = f"http://{before.ports['web:8000']}/livez"
        for services in (today, before):
            services.begin("web")
        for services in (today, before):
            services.start("web")
        visitors = [Visitor(port_of(services), READER) for services in (today, before)]
        assert read(visitors, PAGES) == []
        before.start("ticker")
        today.start("worker", "beat")
        wait_for(lambda: runners(server) == RUNNERS, "not both of them tick")
        weeks = due(server)
        wait_for(lambda: statuses(server, weeks) == {"settled"}, "the weeks are not settled")
        assert read(visitors, [*PAGES, *reports(visitors[0])]) == []
        for visitor in visitors:
            assert saved(visitor), "each of them saves, too"
    assert "All agree." in manage(around, "reconcile")
    alone = around | {"DATABASE_URL": server.url.removesuffix(NAME) + quiet}
    assert weeks == due(server, quiet)
    for _ in range(2):  # resolved, then settled
        manage(alone, "tick")
    assert statuses(server, weeks, quiet) == {"settled"}
    assert rows(server) == rows(server, quiet), "as on a quiet day, with one worker"


def folders(parent: Path) -> tuple[Path, Path]:
    """One for each version."""
    older, newer = parent / "older", parent / "newer"
    older.mkdir()
    newer.mkdir()
    return older, newer


def port_of(services: Composed) -> int:
    """Where its first server of pages answers."""
    return int(services.ports["web:8000"].rpartition(":")[2])


# --- the database ---------------------------------------------------------------------------------


def asked(server: Postgres, question: str, *values: Any, name: str = NAME) -> list[Any]:
    """What the database of this name says; nothing of a command."""
    url = server.url.removesuffix(NAME) + name
    with psycopg.connect(url, autocommit=True) as database:
        found = database.execute(question, values)  # type: ignore[arg-type]
        return found.fetchall() if found.description else []


def copy(server: Postgres) -> str:
    """The same database once more; its name."""
    asked(server, f"CREATE DATABASE quiet TEMPLATE {NAME}", name="postgres")
    return "quiet"


def postpone(server: Postgres) -> None:
    """Move the weeks that are not over to the future: the recorded deadlines have passed."""
    times = ("due_at", "settle_at", "duel_at", "closes_at")
    moved = ", ".join(f"{name} = {name} + interval '50 years'" for name in times)
    asked(server, f"UPDATE campaign_week SET {moved} WHERE status = 'open'")
    moved += ", opens_at = opens_at + interval '50 years'"
    asked(server, f"UPDATE campaign_week SET {moved} WHERE status = 'planned'")


def due(server: Postgres, name: str = NAME) -> list[Any]:
    """Let the deadlines and settlements of open weeks pass; their ids."""
    return asked(
        server,
        "UPDATE campaign_week SET due_at = clock_timestamp() - interval '2 seconds', "
        "settle_at = clock_timestamp() - interval '1 second' WHERE status = 'open' RETURNING id",
        name=name,
    )


def statuses(server: Postgres, weeks: list[Any], name: str = NAME) -> set[str]:
    """How far these weeks are."""
    ids = [week for (week,) in weeks]
    found = asked(server, "SELECT status FROM campaign_week WHERE id = ANY(%s)", ids, name=name)
    return {status for (status,) in found}


def runners(server: Postgres) -> set[str]:
    """Who has run the tick."""
    found = asked(server, "SELECT runner FROM monitoring_jobrun WHERE job = 'tick'")
    return {runner for (runner,) in found}


def rows(server: Postgres, name: str = NAME) -> dict[str, int]:
    """How many rows each table has in which a week's work is written down."""
    tables = asked(
        server,
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE ANY(%s) "
        "AND tablename <> 'campaign_rivalnote'",
        list(OURS),
        name=name,
    )
    return {
        table: asked(server, f"SELECT count(*) FROM {table}", name=name)[0][0]
        for (table,) in tables
    }


# --- people ---------------------------------------------------------------------------------------


def read(visitors: list[Visitor], paths: list[str] | tuple[str, ...]) -> list[str]:
    """What was not answered well."""
    return [
        f"{visitor.site}{path}: {status}"
        for visitor in visitors
        for path in paths
        if (status := visitor.read(path)[0]) != 200
    ]


def reports(visitor: Visitor) -> list[str]:
    """The addresses of the reader's reports."""
    page = visitor.read("/c/demo/")[1]
    found = set(re.findall(rf'href="({TEAM}reports/\d+/(?:\?season=\d+)?)"', page))
    assert found, "there is one by now"
    return sorted(found)


def saved(visitor: Visitor) -> bool:
    """Write something that is kept, by a form; whether it stands there."""
    rival = next(
        name
        for name in re.findall(
            r'href="/c/demo/teams/([\w-]+)/"', visitor.read("/c/demo/standings/")[1]
        )
        if name not in TEAM
    )
    address = f"{TEAM}notes/{rival}/"
    _, page = visitor.read(address)
    [form] = re.findall(r"<form\b[^>]*method=\"post\".*?</form>", page, re.DOTALL | re.IGNORECASE)[
        -1:
    ]
    sent = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', form))
    words = f"They came from {visitor.site}."
    visitor.browser.open(
        visitor.site + address, urlencode({**sent, "text": words}).encode(), 60
    ).close()
    return words in visitor.read(address)[1]
