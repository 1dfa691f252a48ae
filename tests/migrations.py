"""Checks of migrations on a real PostgreSQL: none is missing, and none locks or breaks a running
site on which the previous version still works.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, Final

import django
from django.core.management import call_command
from django_migration_linter.sql_analyser import PostgresqlAnalyser
from django_migration_linter.sql_analyser.base import Check, CheckMode, CheckType

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = ("accounts", "notifications", "uptime", "web", "play", "campaign", "espionage", "monitoring")

SECOND_OF_NEW = ("0002_initial",)
"""Migrations that add the references between new tables, which Django divides in two."""

CONDITION: Final = re.compile(r'ALTER TABLE ("\w+") ADD CONSTRAINT "\w+" CHECK \((.+)\)')


UNIQUE: Final = re.compile(
    r'(?:ALTER TABLE|CREATE UNIQUE INDEX "\w+" ON) ("\w+") '
    r'(?:ADD CONSTRAINT "\w+" UNIQUE )?\((.+?)\)'
)


def has_new_unique(sql_statements: Sequence[str], **_: Any) -> bool:
    """Return whether existing columns become unique. The previous version leaves a new column that
    may be empty empty, so that its rows are never alike.
    """
    found = [
        match.groups()
        for sql in sql_statements
        if "UNIQUE" in sql and (match := UNIQUE.search(sql))
    ]
    return any(
        not any(sql.startswith(f"CREATE TABLE {table}") for sql in sql_statements)
        and not any(
            re.match(rf'ALTER TABLE {table} ADD COLUMN "{column}" [^"]* NULL', sql)
            and "NOT NULL" not in sql
            for sql in sql_statements
            for column in re.findall(r'"(\w+)"', columns)
        )
        for table, columns in found
    )


def has_new_condition(sql_statements: Sequence[str], **_: Any) -> bool:
    """Return whether a condition is added to existing columns, which the previous version does not
    know.
    """
    found = [condition for sql in sql_statements for condition in CONDITION.findall(sql)]
    return any(
        not any(sql.startswith(f"CREATE TABLE {table}") for sql in sql_statements)
        and not any(
            f'ALTER TABLE {table} ADD COLUMN "{column}"' in sql
            for sql in sql_statements
            for column in re.findall(r'"(\w+)"', condition)
        )
        for table, condition in found
    )


PostgresqlAnalyser.migration_checks = [
    *PostgresqlAnalyser.migration_checks,
    Check(
        code="ADD_UNIQUE",
        fn=has_new_unique,
        message="UNIQUE on columns that the version before writes",
        mode=CheckMode.TRANSACTION,
        type=CheckType.ERROR,
    ),
    Check(
        code="NEW_CONDITION",
        fn=has_new_condition,
        message="A CONDITION on columns that the version before writes",
        mode=CheckMode.TRANSACTION,
        type=CheckType.ERROR,
    ),
]


def faults(statements: Sequence[str]) -> set[str]:
    """Return the codes of statements that the previous version could not work with."""
    analyser = PostgresqlAnalyser(None)
    analyser.analyse(list(statements))
    return {issue.code for issue in analyser.errors}


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
        ignore_name=SECOND_OF_NEW,
        no_cache=True,
        quiet=["ok", "ignore"],
    )
    linter.lint_all_migrations()
    linter.print_summary()
    return int(linter.has_errors)


if __name__ == "__main__":
    sys.exit(main())
