"""Who drives the duels of the site: the room above, which has the arena and hands in its answers
when it is loaded (C93).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol

from campaign.duels.services.driven import start_events
from campaign.league.models import Week
from core.web.ports import Port
from espionage.selectors.due_weeks import own_to_drive


class Drivers(Protocol):
    """What the arena does for weeks whose rows are held."""

    def line_up(self, duels: Sequence[Week], at: datetime) -> None:
        """Line up the cars of these duels, each the week looked at as it, and begin to drive
        them.
        """
        ...

    def hand_over(self, weeks: Sequence[Week], at: datetime) -> None:
        """Have doctrine drive the rest of all duels of these weeks that people still drive."""
        ...


_DRIVERS: Final = Port[Drivers]("who drives the duels of the site")
fill = _DRIVERS.fill


def line_up(weeks: Sequence[Week], at: datetime) -> None:
    """Line up the cars of these weeks' duels and events whose hour has come, and begin to drive
    them.
    """
    own = set(own_to_drive(at).filter(pk__in=[week.pk for week in weeks]).values_list("pk"))
    _DRIVERS().line_up([week for week in weeks if (week.pk,) in own], at)
    while events := start_events(
        weeks, at
    ):  # where nobody can drive a heat, its final waits no longer
        _DRIVERS().line_up(events, at)


def hand_over(weeks: Sequence[Week], at: datetime) -> None:
    """Have doctrine drive the rest of all duels of these weeks that people still drive."""
    _DRIVERS().hand_over(weeks, at)
