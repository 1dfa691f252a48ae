"""The week as a line of stations: what is behind, what is next, and how long is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

Place = Literal["past", "next", "later"]


@dataclass(frozen=True, slots=True)
class Station:
    """One moment of the week and where it lies, seen from now."""

    label: str
    at: datetime
    place: Place


@dataclass(frozen=True, slots=True)
class Strip:
    """The stations in order; `upcoming` is the first that has not passed, or nothing when the week
    is over.
    """

    stations: tuple[Station, ...]
    upcoming: Station | None


def week_strip(moments: Sequence[tuple[str, datetime]], now: datetime) -> Strip:
    """Place (label, moment) pairs, given in order of time, around `now`."""
    behind = sum(at <= now for _, at in moments)
    stations = tuple(
        Station(label, at, place(index, behind)) for index, (label, at) in enumerate(moments)
    )
    return Strip(stations, stations[behind] if behind < len(stations) else None)


def place(index: int, behind: int) -> Place:
    """Where station `index` lies when `behind` stations have passed."""
    if index < behind:
        return "past"
    return "next" if index == behind else "later"
