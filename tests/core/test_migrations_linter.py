"""Migrations that break the previous version are refused: during a rolling deployment both versions
write to one database.
"""

from __future__ import annotations

import pytest
from django.db import connection, models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AlterField,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests.migrations import faults

pytestmark = pytest.mark.django_db

APP = "archive"
SPY = CreateModel(
    "Spy",
    [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=40)),
        ("caught", models.IntegerField(default=0)),
    ],
)


def sql(*operations: Operation) -> list[str]:
    """Return the PostgreSQL statements of these operations on an existing table."""
    state = ProjectState()
    SPY.state_forwards(APP, state)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        for operation in operations:
            before = state.clone()
            operation.state_forwards(APP, state)
            operation.database_forwards(APP, editor, before, state)
        editor.deferred_sql, later = [], editor.deferred_sql
    return [*editor.collected_sql, *map(str, later)]


def condition(text: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=models.Q(**{f"{text}__gte": 0}), name="not_less_than_none"
    )


BAD: dict[str, tuple[Operation, str]] = {
    "a column is dropped": (RemoveField("spy", "caught"), "DROP_COLUMN"),
    "a column is renamed": (RenameField("spy", "caught", "seized"), "RENAME_COLUMN"),
    "a table is dropped": (DeleteModel("Spy"), "DROP_TABLE"),
    "a table is renamed": (RenameModel("Spy", "Agent"), "RENAME_TABLE"),
    "a column holds something else": (
        AlterField("spy", "caught", models.CharField(max_length=9)), "ALTER_COLUMN",
    ),
    "a value is demanded that only Django knows": (
        AddField("spy", "rank", models.IntegerField(default=1)), "NOT_NULL",
    ),
    "what there was once may be there once only": (
        AddConstraint("spy", models.UniqueConstraint(fields=["name"], name="one")), "ADD_UNIQUE",
    ),
    "what there was once may be there once only under a condition": (
        AddConstraint("spy", models.UniqueConstraint(
            fields=["name"], condition=models.Q(caught=0), name="one",
        )), "ADD_UNIQUE",
    ),
    "a condition is set on what is written already": (
        AddConstraint("spy", condition("caught")), "NEW_CONDITION",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_migrations_that_break_the_previous_version_are_found(what: str) -> None:
    operation, code = BAD[what]
    assert code in faults(sql(operation))


GOOD: dict[str, list[Operation]] = {
    "a table comes": [CreateModel("Car", [("id", models.BigAutoField(primary_key=True))])],
    "a column that may be empty": [AddField("spy", "rank", models.IntegerField(null=True))],
    "a value that the database gives": [AddField("spy", "rank", models.IntegerField(db_default=1))],
    "a condition on a column that is new": [
        AddField("spy", "rank", models.IntegerField(db_default=1)),
        AddConstraint("spy", condition("rank")),
    ],
    "a column that may be empty is unique": [
        AddField("spy", "rank", models.IntegerField(null=True)),
        AddConstraint("spy", models.UniqueConstraint(fields=["name", "rank"], name="one")),
    ],
    "words in the database": [RunSQL("COMMENT ON TABLE archive_spy IS 'Spies'")],
}


@pytest.mark.parametrize("what", GOOD)
def test_migrations_that_the_previous_version_tolerates_pass(what: str) -> None:
    assert faults(sql(*GOOD[what])) == set()
