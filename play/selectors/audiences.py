"""Spectators of tables that belong to something larger, such as a club. The higher package that
knows the members registers its lookups when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from uuid import UUID


class Audiences(Protocol):
    """Audience lookups that ignore the caller's campaign scope."""

    def admitted(
        self, users_by_table: Mapping[UUID, Collection[UUID]]
    ) -> Mapping[UUID, Collection[UUID]]:
        """Return, for each table, which of these users can watch it now. This takes at most three
        queries, or two for a single table.
        """
        ...


_AUDIENCES: Final = Port[Audiences]("spectators of tables that belong to an event")
fill = _AUDIENCES.fill


def admitted(users_by_table: Mapping[UUID, Collection[UUID]]) -> Mapping[UUID, frozenset[UUID]]:
    """Return, for each table, which of these users can watch it now. This takes at most three
    queries, or none if there are no users.
    """
    admitted_by_table = _AUDIENCES().admitted(users_by_table) if users_by_table else {}
    return {table: frozenset(admitted_by_table.get(table, ())) for table in users_by_table}


def admits(table: UUID, user: UUID) -> bool:
    """Return whether a user can watch a table of a higher package now. This takes two queries."""
    return user in admitted({table: (user,)})[table]
