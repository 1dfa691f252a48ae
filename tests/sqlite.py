"""A migrated SQLite file as with `make run`: created once and copied for every test that starts
with one. Tests of migrations start with an empty file.

Like the database of `template.py` it is stored in `.pytest_cache` under a digest of everything it
depends on.

``python -m tests.sqlite`` writes `config/sqlite_schema.sql`, with which `make run` starts.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import django

from tests.template import CACHE, digest_of_migrations

ROOT: Final = Path(__file__).parent.parent
OURS: Final = {"DATABASE_URL", "REDIS_URL", "BROKER_URL", "CACHE_URL"}
"""Settings of tests about PostgreSQL and Redis."""


def migrated(file: Path) -> None:
    """Put a migrated database at this path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    kept = CACHE / f"{digest_of_migrations(sqlite3.sqlite_version)}.sqlite3"
    with (CACHE / "sqlite.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _keep(kept)
    _copy(kept, file)


def _keep(kept: Path) -> None:
    """Migrate a new file, store it, and delete older ones."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "made.sqlite3"
        around = {name: value for name, value in os.environ.items() if name not in OURS}
        around |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{made}",
            "VAR_DIR": folder,
            "EMBEDDED": "1",
            # Django writes the conditions of an index on JSON from a set of words.
            "PYTHONHASHSEED": "0",
        }
        program = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity=0"]
        subprocess.run(program, cwd=ROOT, env=around, check=True, capture_output=True)
        for older in kept.parent.glob("*.sqlite3"):
            older.unlink(missing_ok=True)
        part = kept.with_suffix(".part")
        part.unlink(missing_ok=True)
        _copy(made, part)
        part.rename(kept)


def _copy(one: Path, other: Path) -> None:
    """Copy the file, including the content of its journal."""
    with closing(sqlite3.connect(one)) as there, closing(sqlite3.connect(other)) as here:
        there.backup(here)


WITHOUT: Final = "'sqlite_%'"
"""Tables that SQLite creates by itself."""


def schema(file: Path) -> str:
    """Return the content of a migrated file without what Django derives from the models after each
    migration: tables, indexes, triggers, and the names of the migrations.
    """
    with closing(sqlite3.connect(file)) as there:
        made = there.execute(
            f"SELECT sql FROM sqlite_master WHERE name NOT LIKE {WITHOUT} "
            "ORDER BY type = 'table' DESC, type, tbl_name, name"
        ).fetchall()
        names = there.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    applied = ",\n".join(f"('{app}', '{name}', CURRENT_TIMESTAMP)" for app, name in names)
    return "\n".join(
        [
            *(f"{sql};" for (sql,) in made),
            f"INSERT INTO django_migrations (app, name, applied) VALUES\n{applied};\n",
        ]
    )


def main() -> None:
    """Write the schema."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "EMBEDDED": "1"}
    django.setup()
    from config.prepare import SCHEMA

    with TemporaryDirectory() as folder:
        file = Path(folder) / "made.sqlite3"
        migrated(file)
        SCHEMA.write_text(schema(file))


if __name__ == "__main__":
    main()
