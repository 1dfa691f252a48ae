"""Listeners that higher packages register for the end of a game's tables. They run in the
transaction that ends the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from play.models import Table
from play.running import Running

Listener = Callable[[Table, Running | None], None]
"""A function that takes the table and its finished match, or None if the match never started. An
exception rolls back the end of the table.
"""

_LISTENERS: Final[dict[str, Listener]] = {}


def register(game: str, listener: Listener) -> None:
    """Register the listener for the tables of a game, replacing an earlier one."""
    _LISTENERS[game] = listener


def notify_listener(table: Table, running: Running | None) -> None:
    """Call the listener of the table's game, if any."""
    listener = _LISTENERS.get(table.game)
    if listener is not None:
        listener(table, running)
