"""Bring the database up to date, collect static files, and found the demo club in an empty
database. Run by ``config.serve``.
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
"""What the migrations come to in a new SQLite file; `python -m tests.sqlite` writes it anew."""


def main() -> None:
    """Migrate, collect static files where pages are to be served those, and call the demo command
    when nobody has an account yet; keep its logins for `config.serve` to print.
    """
    django.setup()
    set_aside()
    begin()
    call_command("migrate", interactive=False, verbosity=0)
    if settings.COLLECTED:
        call_command("collectstatic", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model

    if get_user_model().objects.exists():
        return
    kept = settings.VAR_DIR / "logins.txt"
    kept.unlink(missing_ok=True)
    if settings.DEMO and "demo" in get_commands():
        told = io.StringIO()
        call_command("demo", stdout=told)
        kept.write_text(told.getvalue())


def set_aside() -> None:
    """Put a database file aside whose migrations are not ours: it was made before they were founded
    anew, and cannot be brought up to date. Nothing of it is lost; the site begins with a new one,
    and says so.
    """
    if connection.vendor != "sqlite" or not Path(connection.settings_dict["NAME"]).exists():
        return
    known = MigrationLoader(None).disk_migrations.keys()
    ours = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(settings.BASE_DIR)
    } - {"home"}
    strange = {
        name for name in MigrationRecorder(connection).applied_migrations() if name[0] in ours
    } - known
    connection.close()
    if strange:
        old = Path(connection.settings_dict["NAME"])
        aside = next(
            path
            for n in range(1, 1000)
            if not (path := old.with_name(f"{old.stem}.old-{n}{old.suffix}")).exists()
        )
        for end in ("", "-wal", "-shm"):
            if (part := old.with_name(old.name + end)).exists():
                part.rename(aside.with_name(aside.name + end))
        sys.stdout.write(
            f"The database was created by an older version of Dead Drop. It was moved to {aside}.\n"
        )


def begin() -> None:
    """Give a new SQLite file all tables at once, as the migrations would have left them: Django
    takes half a minute to migrate an empty file step by step. What the schema does not know yet is
    migrated after it, as on any other database.
    """
    if connection.vendor == "sqlite" and not connection.introspection.table_names():
        connection.connection.executescript(f"BEGIN; {SCHEMA.read_text()} COMMIT;")


if __name__ == "__main__":
    main()
