"""The initial SQLite file of `make run` (`config.prepare.begin`)."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest
from django.db.migrations.loader import MigrationLoader

from config.prepare import SCHEMA
from tests.sqlite import OURS, ROOT, migrated, schema

if TYPE_CHECKING:
    from pathlib import Path

BEGIN: Final = (
    "import django; django.setup(); from config.prepare import create_tables; create_tables()"
)


def run(file: Path, *program: str) -> subprocess.CompletedProcess[str]:
    """Run one of the site's programs on this file."""
    around = {name: value for name, value in os.environ.items() if name not in OURS}
    around |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{file}",
        "VAR_DIR": str(file.parent),
        "EMBEDDED": "1",
    }
    return subprocess.run(
        [sys.executable, *program],
        cwd=ROOT,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_schema_file_lists_every_migration() -> None:
    listed = set(
        re.findall(r"^\('(\w+)', '(\w+)', CURRENT_TIMESTAMP\)", SCHEMA.read_text(), re.MULTILINE)
    )
    assert listed == MigrationLoader(None).disk_migrations.keys(), (
        "`python -m tests.sqlite` writes it anew"
    )


@pytest.mark.slow("migrates an SQLite file")
def test_the_schema_file_equals_a_migrated_database(tmp_path: Path) -> None:
    file = tmp_path / "migrated.sqlite3"
    migrated(file)
    assert SCHEMA.read_text() == schema(file), "`python -m tests.sqlite` writes it anew"


@pytest.mark.slow("migrates an SQLite file")
def test_a_new_database_has_no_pending_migrations(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite3"
    assert run(file, "-c", BEGIN).stderr == ""
    assert schema(file) == SCHEMA.read_text()
    assert run(file, "manage.py", "migrate", "--check").returncode == 0


def test_a_database_with_tables_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(file)) as old, old:
        old.execute("CREATE TABLE kept (words text)")
    assert run(file, "-c", BEGIN).stderr == ""
    with closing(sqlite3.connect(file)) as old:
        assert old.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]


def test_an_interrupted_start_leaves_the_file_empty(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "half.sqlite3")) as half:
        with pytest.raises(sqlite3.OperationalError):
            half.executescript(f"BEGIN; {SCHEMA.read_text()} CREATE TABLE django_migrations (id);")
        half.rollback()
        assert half.execute("SELECT name FROM sqlite_master").fetchall() == []
