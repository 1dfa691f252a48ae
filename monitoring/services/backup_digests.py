"""What a database holds, as a digest of each table: equal when the same rows are there, in whatever
order they lie.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypedDict

from django.db import connection
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from sqlite3 import Connection

SIZE: Final = 1 << 256


class Table(TypedDict):
    """A table in a backup's manifest: how many rows it has, and the sum of their SHA-256."""

    rows: int
    digest: str


def of_postgres() -> dict[str, Table]:
    """Every table of the database that Django is connected to, as its transaction sees them; each
    row as PostgreSQL writes it into a copy.
    """
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        return {name: _digest(_copied(cursor.cursor, name)) for name in names}


def _copied(cursor: Any, table: str) -> Iterator[bytes]:
    copy = sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(table))
    rest = b""
    with cursor.copy(copy) as rows:
        for piece in rows:
            *lines, rest = (rest + bytes(piece)).split(b"\n")
            yield from lines


def of_sqlite(database: Connection) -> dict[str, Table]:
    """Every table of an SQLite database."""
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
    return {"rows": number, "digest": f"{total % SIZE:064x}"}


def different(one: dict[str, Table], other: dict[str, Table]) -> list[str]:
    """The tables that are not the same in both, by name."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
