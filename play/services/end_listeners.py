"""Who is told, inside the same transaction, that a table is over: the room above that waits for the
results of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from play.models import Table
from play.running import Running

Listener = Callable[[Table, Running | None], None]
"""Gets the table and its match as it ended; None when it never started. What it raises undoes the
ending.
"""

_LISTENERS: Final[dict[str, Listener]] = {}


def fill(game: str, listener: Listener) -> None:
    """Tell this listener of the ends of this game's tables, instead of whoever was told before."""
    _LISTENERS[game] = listener


def tell(table: Table, running: Running | None) -> None:
    """The table is over: who waits for its game hears it, if anybody does."""
    listener = _LISTENERS.get(table.game)
    if listener is not None:
        listener(table, running)
