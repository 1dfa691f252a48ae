"""The times in a week as a timeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Place = Literal["past", "next", "later"]


@dataclass(frozen=True, slots=True)
class Station:
    """A time in the week, and its position relative to now."""

    label: str
    moment: datetime
    place: Place


@dataclass(frozen=True, slots=True)
class Strip:
    """The times in order. `upcoming` is the next time, or None after the last."""

    stations: tuple[Station, ...]
    upcoming: Station | None


def week_strip(moments: Sequence[tuple[str, datetime]], now: datetime) -> Strip:
    """Return a timeline for the time `now` from (label, time) pairs, which must be in order."""
    behind = sum(moment <= now for _, moment in moments)
    stations = tuple(
        Station(label, moment, place(index, behind))
        for index, (label, moment) in enumerate(moments)
    )
    return Strip(stations, stations[behind] if behind < len(stations) else None)


def place(index: int, behind: int) -> Place:
    """Return the position of the station `index` if `behind` stations have passed."""
    if index < behind:
        return "past"
    return "next" if index == behind else "later"
