"""`field__among=ids`, which works like `field__in` but passes all keys as one parameter."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.core.exceptions import EmptyResultSet
from django.db.models import ForeignKey, Lookup, UUIDField

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.sql.compiler import SQLCompiler


def as_parameter(keys: Iterable[UUID], vendor: str) -> str:
    """Return UUIDs as a single parameter for this kind of database."""
    if vendor == "postgresql":
        return f"{{{','.join([key.hex for key in keys])}}}"
    return json.dumps([key.hex for key in keys])


class Among(Lookup):
    """A lookup for UUIDs in a set. If the set is empty, no query is made."""

    lookup_name = "among"
    prepare_rhs = False

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        column, parameters = self._column(compiler, connection)
        return f"{column} = ANY(%s::uuid[])", [*parameters, as_parameter(self.rhs, "postgresql")]

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        column, parameters = self._column(compiler, connection)
        return (
            f"{column} IN (SELECT value FROM json_each(%s))",  # noqa: S608 - one of our own columns
            [*parameters, as_parameter(self.rhs, connection.vendor)],
        )

    def _column(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, list[Any]]:
        if not self.rhs:
            raise EmptyResultSet
        column, parameters = self.process_lhs(compiler, connection)
        return column, list(parameters)


UUIDField.register_lookup(Among)
ForeignKey.register_lookup(Among)
