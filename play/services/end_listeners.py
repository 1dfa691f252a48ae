"""Who is told, inside the same transaction, that a table is over: the room above that waits for its
result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.web.ports import Port
from play.models import Table
from play.running import Running

Listener = Callable[[Table, Running | None], None]
"""Gets the table and its match as it ended; None when it never started. What it raises undoes the
ending.
"""

_LISTENER: Final = Port[Listener]("who waits for the end of a table")
fill = _LISTENER.fill


def tell(table: Table, running: Running | None) -> None:
    """The table is over."""
    _LISTENER()(table, running)
