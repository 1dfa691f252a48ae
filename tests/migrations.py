"""Checks on migrations, against a real PostgreSQL: none is missing, and none locks or breaks a
running site.
"""

from __future__ import annotations

import os
import sys

import django
from django.core.management import call_command

OURS = ("accounts", "notifications", "uptime", "web", "play", "campaign", "espionage", "monitoring")

DROPS = ("0004_delete_sentform",)
"""Migrations that take a table away on purpose: the one before has moved all that was in it, and no
site has code that still asks for it.
"""
WIDENS = ("0004_by_standing_orders",)
"""Migrations that let a column hold more than before, which PostgreSQL notes without rewriting the
table: code of the version before reads and writes it as it did.
"""

PARTS = ("0018_events", "0021_dice_of_events")
"""Migrations that part a unique constraint in two, of which code of the version before meets the
one it knew: rows that it writes are held by what held them.
"""


def main() -> int:
    """Return how many migrations have an error."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings
    from django_migration_linter import MigrationLinter

    call_command("makemigrations", check=True, dry_run=True)
    labels = [*OURS, *(name.rpartition(".")[2] for name in settings.MINIGAMES)]
    linter = MigrationLinter(
        str(settings.BASE_DIR),
        include_apps=labels,
        ignore_name=(*DROPS, *WIDENS, *PARTS),
        no_cache=True,
        quiet=["ok", "ignore"],
    )
    linter.lint_all_migrations()
    linter.print_summary()
    return int(linter.has_errors)


if __name__ == "__main__":
    sys.exit(main())
