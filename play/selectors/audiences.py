"""Who may watch a table that belongs to something larger, such as a club. The room above, which
knows who belongs to it, hands in its answer when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from uuid import UUID


class Audiences(Protocol):
    """The answers, whatever the caller's campaign scope."""

    def admits(self, table: UUID, user: UUID) -> bool:
        """Whether this person may watch at this table now. Two queries."""
        ...


_AUDIENCES: Final = Port[Audiences]("who watches the tables of something larger")
fill = _AUDIENCES.fill


def admits(table: UUID, user: UUID) -> bool:
    """Whether this person may watch at a table of the room above now. Two queries."""
    return _AUDIENCES().admits(table, user)
