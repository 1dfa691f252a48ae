"""Bulk writes, which check the same constraints as single writes but are many times faster.

New rows are sent to PostgreSQL with a binary COPY. Changed rows, and rows that may already exist,
are sent as one JSON parameter, which PostgreSQL unpacks. SQLite gets rows one at a time with a
prepared statement. All functions need a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import connection, models

if TYPE_CHECKING:
    Field = models.Field[Any, Any]

COPY_FROM: Final = 10
"""Minimum number of rows for which COPY is used."""
_json: Final = msgspec.json.Encoder()


def insert(rows: Sequence[models.Model]) -> None:
    """Insert new rows of a model. Raise IntegrityError, as a normal insert does."""
    if not rows:
        return
    if _uses_copy(len(rows)):
        model = type(rows[0])
        fields = _fields(model)
        copy(model, [field.attname for field in fields], map(_values(fields), rows))
    else:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500)  # the manager without a scope


def insert_missing(rows: Sequence[models.Model]) -> None:
    """Insert rows of a model, except those that violate a unique constraint."""
    if not rows:
        return
    if _uses_copy(len(rows)):
        model = type(rows[0])
        fields, table = _fields(model), model._meta.db_table
        names = ", ".join(f'"{field.column}"' for field in fields)
        statement = (
            f'INSERT INTO "{table}" ({names}) SELECT {names} FROM '  # noqa: S608 - our own names
            f"{_from_json(fields)} ON CONFLICT DO NOTHING"
        )
        _execute(statement, [_as_json(fields, rows)])
    else:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500, ignore_conflicts=True)


def update(rows: Sequence[models.Model], names: Iterable[str]) -> None:
    """Update these fields of a model's rows by primary key. Deleted rows stay deleted."""
    if not rows:
        return
    meta = type(rows[0])._meta
    fields: list[Any] = [meta.get_field(name) for name in names]
    if connection.vendor == "postgresql":
        values = ", ".join(f'"{field.column}" = "new"."{field.column}"' for field in fields)
        same_key = f'"new"."{meta.pk.column}" = "{meta.db_table}"."{meta.pk.column}"'
        statement = (
            f'UPDATE "{meta.db_table}" SET {values} FROM '  # noqa: S608 - our own names
            f"{_from_json([meta.pk, *fields])} WHERE {same_key}"
        )
        _execute(statement, [_as_json([meta.pk, *fields], rows)])
    else:
        values = ", ".join(f'"{field.column}" = %s' for field in fields)
        statement = f'UPDATE "{meta.db_table}" SET {values} WHERE "{meta.pk.column}" = %s'  # noqa: S608
        with connection.cursor() as cursor:
            cursor.executemany(
                statement, [[_prepared(field, row) for field in [*fields, meta.pk]] for row in rows]
            )


def copy(model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows with PostgreSQL's COPY.

    `rows` contains the values of these fields.

    Raise IntegrityError if a row violates a constraint.
    """
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join([f'"{field.column}"' for field in fields])
    statement = f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN (FORMAT BINARY)'
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as stream,
    ):
        stream.set_types([_kind(field) for field in fields])
        for row in rows:
            stream.write_row(row)


def _kind(field: Field) -> str:
    """Return the PostgreSQL type of a column, without a length."""
    return str(field.db_type(connection)).partition("(")[0]


def _uses_copy(rows: int) -> bool:
    return connection.vendor == "postgresql" and rows >= COPY_FROM


@lru_cache
def _fields(model: type[models.Model]) -> tuple[Field, ...]:
    return tuple(model._meta.concrete_fields)


def _values(fields: Sequence[Field]) -> Callable[[models.Model], Sequence[Any]]:
    """Return a function that reads these fields from a row. JSON values become plain data."""
    values = attrgetter(*[field.attname for field in fields])
    json_indexes = [
        index for index, field in enumerate(fields) if isinstance(field, models.JSONField)
    ]

    def with_plain_json(row: models.Model) -> Sequence[Any]:
        row_values = list(values(row))
        for index in json_indexes:
            row_values[index] = _plain_json(row_values[index])
        return row_values

    return with_plain_json if json_indexes else values


def _plain_json(value: Any) -> Any:
    """Return a JSON value as plain data, even if the field decodes it lazily."""
    return dict(value) if isinstance(value, Mapping) else value


def _prepared(field: Field, row: models.Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)


def _as_json(fields: Sequence[Field], rows: Sequence[models.Model]) -> str:
    columns = [(field.column, field.attname, _for_json(field)) for field in fields]
    return _json.encode(
        [
            {
                column: convert(getattr(row, name)) if convert else getattr(row, name)
                for column, name, convert in columns
            }
            for row in rows
        ]
    ).decode()


def _for_json(field: Field) -> Callable[[Any], Any] | None:
    """Return a function that converts a field's values for JSON, or None if not needed."""
    if isinstance(field, models.JSONField):
        return _plain_json
    return _as_hex if isinstance(field, models.BinaryField) else None


def _as_hex(value: Any) -> str | None:
    return None if value is None else f"\\x{bytes(value).hex()}"


def _from_json(fields: Sequence[Field]) -> str:
    """Return the FROM item that turns the JSON string into rows again."""
    columns = ", ".join(f'"{field.column}" {field.db_type(connection)}' for field in fields)
    return f'json_to_recordset(%s::json) AS "new" ({columns})'


def _execute(statement: str, parameters: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
