"""Who lines up the cars of weeks whose duel the site drives: the room above, which has the arena
and hands in its answer when it is loaded (C93).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from campaign.league.models import Week
from core.web.ports import Port

LineUp = Callable[[Sequence[Week], datetime], None]
"""Lines up the cars of these weeks, whose rows are held, and begins to drive."""

_DRIVER: Final = Port[LineUp]("who drives the duels of the site")
fill = _DRIVER.fill


def line_up(weeks: Sequence[Week], at: datetime) -> None:
    """Line up the cars of these weeks' duels and begin to drive them."""
    _DRIVER()(weeks, at)
