"""Preparation for ``config.serve``, with migrations, static files, and the demo club in an empty
database.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SCHEMA: Final = Path(__file__).parent / "sqlite_schema.sql"
"""SQLite schema after all migrations. `python -m tests.sqlite` updates this file."""


def main() -> None:
    """Migrate, collect static files if needed, and create the demo club in an empty database.

    The demo's sign-in details are stored for `config.serve` to print.
    """
    django.setup()
    rename_unknown_database()
    create_tables()
    call_command("migrate", interactive=False, verbosity=0)
    if settings.COLLECTED:
        call_command("collectstatic", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model

    if get_user_model().objects.exists():
        return
    logins_file = settings.VAR_DIR / "logins.txt"
    logins_file.unlink(missing_ok=True)
    if settings.DEMO and "demo" in get_commands():
        output = io.StringIO()
        call_command("demo", stdout=output)
        logins_file.write_text(output.getvalue())


def rename_unknown_database() -> None:
    """Rename a database file whose migrations are unknown, because it cannot be migrated.

    Such a file was created before the migrations were replaced. No data is lost. The site starts
    with a new file and reports this.
    """
    if connection.vendor != "sqlite" or not Path(connection.settings_dict["NAME"]).exists():
        return
    disk_migrations = MigrationLoader(None).disk_migrations.keys()
    own_apps = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(settings.BASE_DIR)
    } - {"home"}
    unknown_migrations = {
        name for name in MigrationRecorder(connection).applied_migrations() if name[0] in own_apps
    } - disk_migrations
    connection.close()
    if unknown_migrations:
        old = Path(connection.settings_dict["NAME"])
        new_path = next(
            path
            for n in range(1, 1000)
            if not (path := old.with_name(f"{old.stem}.old-{n}{old.suffix}")).exists()
        )
        for end in ("", "-wal", "-shm"):
            if (part := old.with_name(old.name + end)).exists():
                part.rename(new_path.with_name(new_path.name + end))
        sys.stdout.write(
            "The database was created by an older version of Dead Drop. "
            f"It was moved to {new_path}.\n"
        )


def create_tables() -> None:
    """Create all tables of a new SQLite file from the schema, because migrations take half a
    minute.

    Newer migrations must be run afterwards.
    """
    if connection.vendor == "sqlite" and not connection.introspection.table_names():
        connection.connection.executescript(f"BEGIN; {SCHEMA.read_text()} COMMIT;")


if __name__ == "__main__":
    main()
