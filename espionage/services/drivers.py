"""Who drives the duels of the site: the room above, which has the arena and hands in its answers
when it is loaded (C93).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol

from campaign.league.models import Week
from core.web.ports import Port


class Drivers(Protocol):
    """What the arena does for weeks whose rows are held."""

    def line_up(self, weeks: Sequence[Week], at: datetime) -> None:
        """Line up the cars of these weeks' duels and begin to drive them."""
        ...

    def hand_over(self, weeks: Sequence[Week], at: datetime) -> None:
        """Have doctrine drive the rest of these weeks' duels, which people still drive."""
        ...


_DRIVERS: Final = Port[Drivers]("who drives the duels of the site")
fill = _DRIVERS.fill


def line_up(weeks: Sequence[Week], at: datetime) -> None:
    """Line up the cars of these weeks' duels and begin to drive them."""
    _DRIVERS().line_up(weeks, at)


def hand_over(weeks: Sequence[Week], at: datetime) -> None:
    """Have doctrine drive the rest of these weeks' duels, which people still drive."""
    _DRIVERS().hand_over(weeks, at)
