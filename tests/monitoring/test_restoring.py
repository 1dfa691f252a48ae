"""A backup of a newer PostgreSQL is refused before anything is read, with what to install."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from django.db import connection

from monitoring.services import backups

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a backup of PostgreSQL 99."""
    (tmp_path / "database.dump").write_bytes(b"rows")
    manifest = {
        "format": 1, "version": "0.1.0", "made_at": "2026-11-27T06:51:15+00:00",
        "engine": "postgresql", "server": "99.1", "sha256": hashlib.sha256(b"rows").hexdigest(),
        "secret_key": "", "tables": {},
    }  # fmt: skip
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    return tmp_path


def test_programs_older_than_a_backup_are_refused_with_what_to_install(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "program_version", lambda _: 15)
    with pytest.raises(backups.BackupRefused) as refused:
        backups.restore(kept)
    assert "from PostgreSQL 99, but pg_restore is version 15" in refused.value.sentence
    assert "POSTGRES_PROGRAMS" in refused.value.sentence


def test_a_server_older_than_the_backup_is_refused(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "program_version", lambda _: 99)
    monkeypatch.setattr(connection, "get_database_version", lambda: (15, 3))
    with pytest.raises(backups.BackupRefused, match=r"the server is version 15\. Restore into"):
        backups.restore(kept)
