"""Backups: a folder with the database as its own tool writes it, and a manifest that says what is
in it. They are made beside a running site and keep nobody waiting.

A backup is of one moment: what a restored database holds is what the database held then, table by
table, and `restore` holds the digests of both against each other. The site's secrets (`SECRET_KEY`
and the passwords in the environment) are not in it; whether the key is the same can be told.
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
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from core.uptime.services import quarantine
from core.web import clock
from core.web.refusals import Refused

from . import backup_digests

if TYPE_CHECKING:
    from .backup_digests import Table

log = structlog.get_logger(__name__)

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
FILES: Final = {"postgresql": "database.dump", "sqlite": "database.sqlite3"}
"""The dump is `pg_dump`'s custom format, the file an SQLite database."""


class BackupRefused(Refused):
    """A backup cannot be made or restored; the sentence says why, and what to do."""

    code = "backup-refused"


@dataclass(frozen=True)
class Manifest:
    """What is in a backup."""

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
        """How many rows all tables have together."""
        return sum(table["rows"] for table in self.tables.values())


def write(folder: Path) -> Manifest:
    """Back the database up into a new folder, which is there when all of it is. Raises
    BackupRefused.
    """
    if folder.exists():
        raise BackupRefused(f"{folder} already exists. Choose a new folder.")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(mode=0o700, parents=True)
        file = part / FILES[connection.vendor]
        at = clock.now()
        tables = _dump_sqlite(file) if connection.vendor == "sqlite" else _dump_postgres(file)
        manifest = Manifest(
            format=FORMAT,
            version=settings.VERSION,
            made_at=at.isoformat(timespec="seconds"),
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
    """Restore a backup into an empty database, hold each table's digest against the manifest's,
    bring it up to this version's tables, and begin its quarantine. Raises BackupRefused, and then
    a database that had nothing in it before says so, or which tables differ.
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
        _refuse_older(int(manifest.server.split(".")[0]))
    if connection.introspection.table_names():
        raise BackupRefused("The database is not empty. Restore into an empty database.")
    load = _load_sqlite if manifest.engine == "sqlite" else _load_postgres
    if wrong := backup_digests.different(manifest.tables, load(file)):
        raise BackupRefused(f"These tables differ from the backup: {', '.join(wrong)}.")
    call_command("migrate", interactive=False, verbosity=0)
    quarantine.begin(f"restored from the backup of {manifest.made_at}")
    log.warning("restored", made_at=manifest.made_at, rows=manifest.rows)
    return manifest


def read(folder: Path) -> Manifest:
    """The manifest of a backup. Raises BackupRefused where there is none that can be read."""
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
    """What tells whether two sites have the same SECRET_KEY, and nothing more of it."""
    return salted_hmac("monitoring.backups", "fingerprint", algorithm="sha256").hexdigest()[:16]


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


# --- PostgreSQL -----------------------------------------------------------------------------------


def program(name: str) -> str:
    """Where one of PostgreSQL's own programs is. Raises BackupRefused where there is none."""
    found = shutil.which(name, path=settings.POSTGRES_PROGRAMS or None)
    if found is None:
        raise BackupRefused(
            f"Cannot find {name}. Install the PostgreSQL client programs in the server's version "
            "or newer, or set POSTGRES_PROGRAMS to their folder."
        )
    return found


def program_version(name: str) -> int:
    """Its major version. Raises BackupRefused where there is none."""
    said = subprocess.run([program(name), "--version"], capture_output=True, text=True, check=True)
    return int(re.findall(r"\d+", said.stdout)[0])


def _refuse_older(wanted: int) -> None:
    """A dump is read by programs and taken by servers as new as the server that it is of."""
    if (ours := program_version("pg_restore")) < wanted:
        raise BackupRefused(
            f"The backup is from PostgreSQL {wanted}, but pg_restore is version {ours}. Install "
            f"the client programs of PostgreSQL {wanted} or newer, and set POSTGRES_PROGRAMS to "
            "their folder."
        )
    if (server := connection.get_database_version()[0]) < wanted:
        raise BackupRefused(
            f"The backup is from PostgreSQL {wanted}, but the server is version {server}. "
            f"Restore into PostgreSQL {wanted} or newer."
        )


def _dump_postgres(file: Path) -> dict[str, Table]:
    """Dump and digests are of one snapshot. It waits for no writer, and none for it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={file}")
        return backup_digests.of_postgres()


def _load_postgres(file: Path) -> dict[str, Table]:
    connection.close()
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--dbname=", str(file))
    with transaction.atomic():
        return backup_digests.of_postgres()


def _run(name: str, *arguments: str) -> None:
    """Run a program on our database; the password stands in its environment and nowhere else."""
    known = connection.get_connection_params()
    place: dict[str, Any] = {
        "PGHOST": known.get("host"),
        "PGPORT": known.get("port"),
        "PGUSER": known.get("user"),
        "PGPASSWORD": known.get("password"),
        "PGDATABASE": known.get("dbname"),
    }
    named = [
        f"--dbname={known['dbname']}" if argument == "--dbname=" else argument
        for argument in arguments
    ]
    done = subprocess.run(
        [program(name), "--no-owner", "--no-privileges", "--no-password", *named],
        env={**os.environ, **{key: str(value) for key, value in place.items() if value}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupRefused(f"{name} failed: {done.stderr.strip()[-600:]}")


# --- SQLite ---------------------------------------------------------------------------------------


def _dump_sqlite(file: Path) -> dict[str, Table]:
    """Copy the database by SQLite's backup API, in one step and so at one moment."""
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        return backup_digests.of_sqlite(copy)


def _load_sqlite(file: Path) -> dict[str, Table]:
    connection.ensure_connection()
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
        copy.backup(connection.connection)
    connection.close()
    with closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as restored:
        return backup_digests.of_sqlite(restored)
