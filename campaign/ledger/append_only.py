"""Migration operations that make the database refuse to change or delete rows.

PostgreSQL still allows TRUNCATE, which tests use to empty their database. SQLite loses the triggers
of a table when a migration rebuilds it, so such a migration has to repeat the operation.
"""

from __future__ import annotations

from typing import Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

FUNCTION: Final = """
CREATE OR REPLACE FUNCTION campaign_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: add a compensating row', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
"""


def append_only(
    *tables: str,
    functions: str = FUNCTION,
    function: str = "campaign_append_only",
    erasable: str = "",
    condition: str = "",
) -> RunPython:
    """Return an operation that guards these tables.

    The column `erasable` can change: on SQLite if `condition` is true, and on PostgreSQL if the
    trigger function named `function` allows it. `functions` is the SQL that creates the function.
    """

    def guard(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(functions, params=None)
        for table in tables:
            if schema_editor.connection.vendor == "postgresql":
                schema_editor.execute(f"DROP TRIGGER IF EXISTS append_only ON {table}")
                schema_editor.execute(
                    f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} "
                    f"FOR EACH ROW EXECUTE FUNCTION {function}()"
                )
            elif schema_editor.connection.vendor == "sqlite":
                rest_is_same = _is_same_except(schema_editor, table, erasable)
                allowed = f"WHEN NOT ({rest_is_same} AND {condition})"
                _refuse(schema_editor, table, "UPDATE", allowed if erasable else "")
                _refuse(schema_editor, table, "DELETE")

    def remove(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for table in tables:
            if schema_editor.connection.vendor == "postgresql":
                schema_editor.execute(f"DROP TRIGGER append_only ON {table}")
            elif schema_editor.connection.vendor == "sqlite":
                for verb in ("update", "delete"):
                    schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}")

    return RunPython(guard, remove, elidable=False)


def _refuse(editor: BaseDatabaseSchemaEditor, table: str, verb: str, condition: str = "") -> None:
    name = f"{table}_no_{verb.lower()}"
    editor.execute(f"DROP TRIGGER IF EXISTS {name}")
    editor.execute(
        f"CREATE TRIGGER {name} BEFORE {verb} ON {table} {condition} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a compensating row'); END"
    )


def _is_same_except(editor: BaseDatabaseSchemaEditor, table: str, erasable: str) -> str:
    """Return SQLite's condition that all columns except one stay the same."""
    with editor.connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        columns = [row[1] for row in cursor.fetchall()]
    return " AND ".join(f'NEW."{name}" IS OLD."{name}"' for name in columns if name != erasable)
