"""Who may watch a table that belongs to something larger, such as a club. The room above, which
knows who belongs to it, hands in its answer when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from uuid import UUID


class Audiences(Protocol):
    """The answers, whatever the caller's campaign scope."""

    def admitted(self, asked: Mapping[UUID, Collection[UUID]]) -> Mapping[UUID, Collection[UUID]]:
        """Whom of the people who ask each of these tables lets watch now, by table. Three queries
        at most; those of one table are two.
        """
        ...


_AUDIENCES: Final = Port[Audiences]("who watches the tables of something larger")
fill = _AUDIENCES.fill


def admitted(asked: Mapping[UUID, Collection[UUID]]) -> Mapping[UUID, frozenset[UUID]]:
    """Whom of the people who ask each of these tables of the room above lets watch now, by table.
    Three queries at most, none where nobody asks.
    """
    found = _AUDIENCES().admitted(asked) if asked else {}
    return {table: frozenset(found.get(table, ())) for table in asked}


def admits(table: UUID, user: UUID) -> bool:
    """Whether this person may watch at a table of the room above now. Two queries."""
    return user in admitted({table: (user,)})[table]
