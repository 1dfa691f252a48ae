"""Who is told, inside the same transaction, that a table is over: the room above that waits for its result."""

from __future__ import annotations

from collections.abc import Callable

from play.models import Table
from play.running import Running

Listener = Callable[[Table, Running | None], None]
"""Gets the table and its match as it ended; None when it never started. What it raises undoes the ending."""

_installed: list[Listener] = []


def install(listener: Listener) -> None:
    """Tell this listener of every ending from now on. Doing it again is harmless."""
    if listener not in _installed:
        _installed.append(listener)


def tell(table: Table, running: Running | None) -> None:
    """The table is over."""
    for listener in _installed:
        listener(table, running)
