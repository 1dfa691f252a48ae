"""Writing many rows at once: the same rows and constraints as one by one, many times faster.

PostgreSQL takes new rows by COPY in its binary form, and changed rows, or rows that may be there
already, as one JSON parameter that it unfolds itself. SQLite takes them one by one from a prepared
statement. Call everything here inside a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import connection, models

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Field = models.Field[Any, Any]

COPY_FROM: Final = 10
"""So many rows and more go to PostgreSQL by COPY."""
_json: Final = msgspec.json.Encoder()


def insert(rows: Sequence[models.Model]) -> None:
    """Insert new rows of one model. Raises IntegrityError as an insert would."""
    if not rows:
        return
    if _copies(len(rows)):
        model = type(rows[0])
        fields = _fields(model)
        copy(model, [field.attname for field in fields], map(_values(fields), rows))
    else:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500)  # the manager without a scope


def insert_missing(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model; a row that a unique constraint knows already is left out, and what
    is there stays as it is.
    """
    if not rows:
        return
    if _copies(len(rows)):
        model = type(rows[0])
        fields, table = _fields(model), model._meta.db_table
        names = ", ".join(f'"{field.column}"' for field in fields)
        statement = (
            f'INSERT INTO "{table}" ({names}) SELECT {names} FROM '  # noqa: S608 - our own names
            f"{_unfolded(fields)} ON CONFLICT DO NOTHING"
        )
        _execute(statement, [_folded(fields, rows)])
    else:
        type(rows[0])._base_manager.bulk_create(rows, batch_size=500, ignore_conflicts=True)


def update(rows: Sequence[models.Model], names: Iterable[str]) -> None:
    """Write these fields of rows of one model, known by their primary keys. Rows that are gone stay
    gone.
    """
    if not rows:
        return
    meta = type(rows[0])._meta
    fields: list[Any] = [meta.get_field(name) for name in names]
    if connection.vendor == "postgresql":
        values = ", ".join(f'"{field.column}" = "new"."{field.column}"' for field in fields)
        known = f'"new"."{meta.pk.column}" = "{meta.db_table}"."{meta.pk.column}"'
        statement = (
            f'UPDATE "{meta.db_table}" SET {values} FROM '  # noqa: S608 - our own names
            f"{_unfolded([meta.pk, *fields])} WHERE {known}"
        )
        _execute(statement, [_folded([meta.pk, *fields], rows)])
    else:
        values = ", ".join(f'"{field.column}" = %s' for field in fields)
        statement = f'UPDATE "{meta.db_table}" SET {values} WHERE "{meta.pk.column}" = %s'  # noqa: S608
        with connection.cursor() as cursor:
            cursor.executemany(
                statement, [[_prepared(field, row) for field in [*fields, meta.pk]] for row in rows]
            )


def copy(model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """PostgreSQL's bulk load, with the constraints of an insert; `rows` hold the values of these
    fields. Raises IntegrityError.
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
    """PostgreSQL's name for what a column holds, without a length."""
    return str(field.db_type(connection)).partition("(")[0]


def _copies(rows: int) -> bool:
    return connection.vendor == "postgresql" and rows >= COPY_FROM


@lru_cache
def _fields(model: type[models.Model]) -> tuple[Field, ...]:
    return tuple(model._meta.concrete_fields)


def _values(fields: Sequence[Field]) -> Callable[[models.Model], Sequence[Any]]:
    """What reads the values of these fields from a row: of JSON, plain data."""
    values = attrgetter(*[field.attname for field in fields])
    of_json = [at for at, field in enumerate(fields) if isinstance(field, models.JSONField)]

    def with_plain_json(row: models.Model) -> Sequence[Any]:
        found = list(values(row))
        for at in of_json:
            found[at] = _plain(found[at])
        return found

    return with_plain_json if of_json else values


def _plain(value: Any) -> Any:
    """JSON as plain data, also where a field hands it out unread."""
    return dict(value) if isinstance(value, Mapping) else value


def _prepared(field: Field, row: models.Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)


def _folded(fields: Sequence[Field], rows: Sequence[models.Model]) -> str:
    """Rows as one JSON text."""
    kept = [(field.column, field.attname, _for_json(field)) for field in fields]
    return _json.encode(
        [
            {
                column: convert(getattr(row, name)) if convert else getattr(row, name)
                for column, name, convert in kept
            }
            for row in rows
        ]
    ).decode()


def _for_json(field: Field) -> Callable[[Any], Any] | None:
    """What makes JSON of the values of a field, None where they are written as they are."""
    if isinstance(field, models.JSONField):
        return _plain
    return _as_hex if isinstance(field, models.BinaryField) else None


def _as_hex(value: Any) -> str | None:
    return None if value is None else f"\\x{bytes(value).hex()}"


def _unfolded(fields: Sequence[Field]) -> str:
    """The FROM item that makes rows of that JSON again."""
    columns = ", ".join(f'"{field.column}" {field.db_type(connection)}' for field in fields)
    return f'json_to_recordset(%s::json) AS "new" ({columns})'


def _execute(statement: str, parameters: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
