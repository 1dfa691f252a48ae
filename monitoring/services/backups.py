"""Backups, which consist of a folder with a dump of the database and a manifest. They are made
while the site is running, without blocking it.

A backup captures the state at one moment. `restore` compares the digest of each restored table with
the manifest. The site's secrets (`SECRET_KEY` and the passwords in the environment) are not
included, but the manifest shows whether the key is the same.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from core.uptime.services import quarantine
from core.web import clock
from core.web.refusals import Refused

from . import backup_digests
from .backup_digests import Table

log = structlog.get_logger(__name__)

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
FILES: Final = {"postgresql": "database.dump", "sqlite": "database.sqlite3"}
"""File names of the dump in `pg_dump`'s custom format, and of the copy of an SQLite database."""


class BackupRefused(Refused):
    """A backup cannot be made or restored. The message gives the reason, and says what to do."""

    code = "backup-refused"


@dataclass(frozen=True)
class Manifest:
    """The description of a backup's contents."""

    format: int
    version: str
    made_at: str
    engine: str
    server: str
    sha256: str
    secret_key: str
    tables: dict[str, Table]

    @property
    def rows(self) -> int:
        """Return the total number of rows in all tables."""
        return sum(table["rows"] for table in self.tables.values())


def write(folder: Path) -> Manifest:
    """Back up the database into a new folder, which appears only when it is complete.

    Raise BackupRefused if the folder exists or cannot be written.
    """
    if folder.exists():
        raise BackupRefused(f"{folder} already exists. Choose a new folder.")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(mode=0o700, parents=True)
        file = part / FILES[connection.vendor]
        now = clock.now()
        tables = _dump_sqlite(file) if connection.vendor == "sqlite" else _dump_postgres(file)
        manifest = Manifest(
            format=FORMAT,
            version=settings.VERSION,
            made_at=now.isoformat(timespec="seconds"),
            engine=connection.vendor,
            server=".".join(map(str, connection.get_database_version())),
            sha256=_sha256(file),
            secret_key=key_fingerprint(),
            tables=tables,
        )
        (part / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1) + "\n")
        part.rename(folder)
    except OSError as error:
        raise BackupRefused(f"Cannot write to {folder}: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    log.info("backed_up", rows=manifest.rows)
    return manifest


def restore(folder: Path) -> Manifest:
    """Restore a backup into an empty database, compare each table's digest with the manifest,
    migrate the database to this version, and begin its quarantine.

    Raise BackupRefused if the backup is damaged, if the database is not empty or of another kind,
    or if restored tables differ.
    """
    manifest = read(folder)
    file = folder / FILES[manifest.engine]
    if _sha256(file) != manifest.sha256:
        raise BackupRefused(f"{file} was changed after the backup: its SHA-256 does not match.")
    if manifest.engine != connection.vendor:
        raise BackupRefused(
            f"The backup is from {manifest.engine}, but DATABASE_URL is {connection.vendor}. "
            "Restore into the same kind of database."
        )
    if manifest.engine == "postgresql":
        _require_version(int(manifest.server.split(".")[0]))
    if connection.introspection.table_names():
        raise BackupRefused("The database is not empty. Restore into an empty database.")
    load = _load_sqlite if manifest.engine == "sqlite" else _load_postgres
    if wrong := backup_digests.differing_tables(manifest.tables, load(file)):
        raise BackupRefused(f"These tables differ from the backup: {', '.join(wrong)}.")
    call_command("migrate", interactive=False, verbosity=0)
    quarantine.begin_quarantine(f"restored from the backup of {manifest.made_at}")
    log.warning("restored", made_at=manifest.made_at, rows=manifest.rows)
    return manifest


def read(folder: Path) -> Manifest:
    """Return the manifest of a backup. Raise BackupRefused if it is missing or unreadable."""
    try:
        manifest = Manifest(**json.loads((folder / MANIFEST).read_text()))
    except (OSError, ValueError, TypeError) as error:
        raise BackupRefused(f"{folder} is not a backup: it has no valid {MANIFEST}.") from error
    if manifest.format != FORMAT or manifest.engine not in FILES:
        raise BackupRefused(f"{folder} was created by a newer version ({manifest.version}).")
    if not (folder / FILES[manifest.engine]).exists():
        raise BackupRefused(f"{folder} is incomplete: {FILES[manifest.engine]} is missing.")
    return manifest


def key_fingerprint() -> str:
    """Return a fingerprint that shows whether two sites share a SECRET_KEY, but not the key."""
    return salted_hmac("monitoring.backups", "fingerprint", algorithm="sha256").hexdigest()[:16]


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


# --- PostgreSQL -----------------------------------------------------------------------------------


def find_program(name: str) -> str:
    """Return the path of a PostgreSQL program. Raise BackupRefused if the program is missing."""
    path = shutil.which(name, path=settings.POSTGRES_PROGRAMS or None)
    if path is None:
        raise BackupRefused(
            f"Cannot find {name}. Install the PostgreSQL client programs in the server's version "
            "or newer, or set POSTGRES_PROGRAMS to their folder."
        )
    return path


def program_version(name: str) -> int:
    """Return the major version of a PostgreSQL program. Raise BackupRefused if it is missing."""
    output = subprocess.run(
        [find_program(name), "--version"], capture_output=True, text=True, check=True
    )
    return int(re.findall(r"\d+", output.stdout)[0])


def _require_version(required: int) -> None:
    """Raise BackupRefused if pg_restore or the server is older than the server that was dumped."""
    if (installed := program_version("pg_restore")) < required:
        raise BackupRefused(
            f"The backup is from PostgreSQL {required}, but pg_restore is version {installed}. "
            f"Install the client programs of PostgreSQL {required} or newer, and set "
            "POSTGRES_PROGRAMS to their folder."
        )
    if (server := connection.get_database_version()[0]) < required:
        raise BackupRefused(
            f"The backup is from PostgreSQL {required}, but the server is version {server}. "
            f"Restore into PostgreSQL {required} or newer."
        )


def _dump_postgres(file: Path) -> dict[str, Table]:
    """Dump the database and return the digests of its tables, both from the same snapshot. Writers
    are not blocked.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={file}")
        return backup_digests.digest_postgres()


def _load_postgres(file: Path) -> dict[str, Table]:
    connection.close()
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--dbname=", str(file))
    with transaction.atomic():
        return backup_digests.digest_postgres()


def _run(name: str, *arguments: str) -> None:
    """Run a program on the site's database. The password is passed only in the environment."""
    parameters = connection.get_connection_params()
    environment: dict[str, Any] = {
        "PGHOST": parameters.get("host"),
        "PGPORT": parameters.get("port"),
        "PGUSER": parameters.get("user"),
        "PGPASSWORD": parameters.get("password"),
        "PGDATABASE": parameters.get("dbname"),
    }
    arguments_with_database = [
        f"--dbname={parameters['dbname']}" if argument == "--dbname=" else argument
        for argument in arguments
    ]
    process = subprocess.run(
        [
            find_program(name),
            "--no-owner",
            "--no-privileges",
            "--no-password",
            *arguments_with_database,
        ],
        env={**os.environ, **{key: str(value) for key, value in environment.items() if value}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise BackupRefused(f"{name} failed: {process.stderr.strip()[-600:]}")


# --- SQLite ---------------------------------------------------------------------------------------


def _dump_sqlite(file: Path) -> dict[str, Table]:
    """Copy the database with SQLite's backup API in one step, so that the copy is consistent."""
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        return backup_digests.digest_sqlite(copy)


def _load_sqlite(file: Path) -> dict[str, Table]:
    connection.ensure_connection()
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
        copy.backup(connection.connection)
    connection.close()
    with closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as restored:
        return backup_digests.digest_sqlite(restored)
