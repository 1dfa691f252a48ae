"""Spectators of tables that belong to something larger, such as a club. The higher package that
knows the members registers its lookups when it is loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias
from uuid import UUID

from core.web.ports import Port

UsersByTable: TypeAlias = Mapping[UUID, Collection[UUID]]
find_admitted: Final = Port[[UsersByTable], UsersByTable](
    "spectators of tables that belong to an event"
)
"""Return, for each table, which of these users can watch it now, in any campaign. This takes at
most three queries, or two for a single table.
"""


def admitted(users_by_table: UsersByTable) -> Mapping[UUID, frozenset[UUID]]:
    """Return, for each table, which of these users can watch it now. This takes at most three
    queries, or none if there are no users.
    """
    admitted_by_table = find_admitted(users_by_table) if users_by_table else {}
    return {table: frozenset(admitted_by_table.get(table, ())) for table in users_by_table}


def admits(table: UUID, user: UUID) -> bool:
    """Return whether a user can watch a table of a higher package now. This takes two queries."""
    return user in admitted({table: (user,)})[table]
