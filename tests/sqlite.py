"""A migrated SQLite file, as `make run` has it: made once, and copied for every test that begins
with one. Tests of the migration itself begin with nothing.

Like the database of `template.py` it is kept in `.pytest_cache`, under a name that follows from all
that it is made of.
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
