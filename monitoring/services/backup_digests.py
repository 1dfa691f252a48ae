"""Digests of database tables. Two tables have the same digest if they have the same rows, in any
order.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypedDict

from django.db import connection
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from sqlite3 import Connection

DIGEST_MODULUS: Final = 1 << 256


class Table(TypedDict):
    """A table in a backup's manifest, with the number of rows and the sum of their hashes."""

    rows: int
    digest: str


def digest_postgres() -> dict[str, Table]:
    """Return the digest of every table in Django's database, as seen by its current transaction.
    Rows are hashed in the format of PostgreSQL's COPY.
    """
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        return {name: _digest(_copy_rows(cursor.cursor, name)) for name in names}


def _copy_rows(cursor: Any, table: str) -> Iterator[bytes]:
    copy = sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(table))
    partial_line = b""
    with cursor.copy(copy) as rows:
        for chunk in rows:
            *lines, partial_line = (partial_line + bytes(chunk)).split(b"\n")
            yield from lines


def digest_sqlite(database: Connection) -> dict[str, Table]:
    """Return the digest of every table of an SQLite database."""
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " ORDER BY name"
    ).fetchall()
    return {
        name: _digest(
            repr(tuple(row)).encode()
            for row in database.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - the database's own names
        )
        for (name,) in names
    }


def _digest(rows: Iterable[bytes]) -> Table:
    number = total = 0
    for row in rows:
        number += 1
        total += int.from_bytes(sha256(row).digest())
    return {"rows": number, "digest": f"{total % DIGEST_MODULUS:064x}"}


def differing_tables(first: dict[str, Table], second: dict[str, Table]) -> list[str]:
    """Return the sorted names of the tables that differ."""
    return sorted(name for name in {*first, *second} if first.get(name) != second.get(name))
