"""A migrated SQLite file, as `make run` has it: made once, and copied for every test that begins
with one. Tests of the migration itself begin with nothing.

Like the database of `template.py` it is kept in `.pytest_cache`, under a name that follows from all
that it is made of.

``python -m tests.sqlite`` writes `config/sqlite_schema.sql` anew, with which `make run` begins.
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
"""What tests say of PostgreSQL and Redis."""


def migrated(file: Path) -> None:
    """Put a migrated database there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    kept = CACHE / f"{digest_of_migrations(sqlite3.sqlite_version)}.sqlite3"
    with (CACHE / "sqlite.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _keep(kept)
    _copy(kept, file)


def _keep(kept: Path) -> None:
    """Migrate a new file, and keep it and nothing older."""
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
    """A copy in one file, whatever stands in a journal beside the first."""
    with closing(sqlite3.connect(one)) as there, closing(sqlite3.connect(other)) as here:
        there.backup(here)


WITHOUT: Final = "'sqlite_%'"
"""What SQLite makes of its own accord."""


def schema(file: Path) -> str:
    """All that stands in a migrated file before anybody has an account, but for what Django works
    out from the models after each migration: tables, indexes, guards, and the migrations' names.
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
    """Write the schema anew."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "EMBEDDED": "1"}
    django.setup()
    from config.prepare import SCHEMA

    with TemporaryDirectory() as folder:
        file = Path(folder) / "made.sqlite3"
        migrated(file)
        SCHEMA.write_text(schema(file))


if __name__ == "__main__":
    main()
