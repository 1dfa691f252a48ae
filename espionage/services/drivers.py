"""Port to the arena that drives the duels of the site. The package above fills it (C93)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol

from campaign.duels.services.driven import start_events
from campaign.league.models import Week
from core.web.ports import Port
from espionage.selectors.due_weeks import own_to_drive


class Drivers(Protocol):
    """Interface of the arena, for weeks whose rows are locked."""

    def line_up(self, duels: Sequence[Week], now: datetime) -> None:
        """Line up the cars of these duels, each given as its week, and start driving."""
        ...

    def hand_over(self, weeks: Sequence[Week], now: datetime) -> None:
        """Let doctrine finish all duels of these weeks that people still drive."""
        ...


_DRIVERS: Final = Port[Drivers]("who drives the duels of the site")
fill = _DRIVERS.fill


def line_up(weeks: Sequence[Week], now: datetime) -> None:
    """Line up the cars of these weeks' due duels and events and start driving."""
    own_duels = set(own_to_drive(now).filter(pk__in=[week.pk for week in weeks]).values_list("pk"))
    _DRIVERS().line_up([week for week in weeks if (week.pk,) in own_duels], now)
    while events := start_events(weeks, now):  # a final can start once no heat is left to drive
        _DRIVERS().line_up(events, now)


def hand_over(weeks: Sequence[Week], now: datetime) -> None:
    """Let doctrine finish all duels of these weeks that people still drive."""
    _DRIVERS().hand_over(weeks, now)
