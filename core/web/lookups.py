"""`field__among=ids`: `field__in` for long lists of keys, sent as one parameter instead of one
each.
"""

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
    """UUIDs as the one parameter that stands for them all on databases of this vendor."""
    return (
        f"{{{','.join([key.hex for key in keys])}}}"
        if vendor == "postgresql"
        else json.dumps([key.hex for key in keys])
    )


class Among(Lookup):
    """Whether a UUID is one of these: a set of UUIDs. Nothing is asked of the database when there
    are none.
    """

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
            f"{column} IN (SELECT value FROM json_each(%s))",  # noqa: S608 - a column of ours
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
