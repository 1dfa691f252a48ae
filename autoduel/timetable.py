"""The timetable of the open arena, with the options of its events (V160, V161)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any, Final, Literal, TypeAlias

from engine.values import Value
from play.clocking import Clock

from .tabletop.options import ArenaKey, Division, Options

EventKind: TypeAlias = Literal["duel", "pairs", "race"]

KINDS: Final[tuple[EventKind, ...]] = ("duel", "pairs", "race")
DIVISIONS: Final[tuple[Division, ...]] = ("12", "6", "16", "20")
ARENAS: Final[dict[EventKind, tuple[ArenaKey, ...]]] = {
    "duel": ("foundry_floor", "saltmarket"),
    "pairs": ("kessel_oval", "foundry_floor"),
    "race": ("kessel_oval",),
}
SEATS: Final[dict[EventKind, int]] = {"duel": 6, "pairs": 4, "race": 6}
TITLES: Final[dict[EventKind, str]] = {"duel": "Duel", "pairs": "Two a side", "race": "Race"}
TURN_CLOCK: Final = Clock(kind="live", seconds=30)
"""Time for each turn of an event."""
RACE_LAPS: Final = 2
OPEN_BEFORE: Final = timedelta(days=1)
"""Time before an event from which people can take its seats."""


class ArenaEvent(Value):
    """An event on the timetable, with its time, kind, division and arena."""

    begins_at: datetime
    kind: EventKind
    division: Division
    arena: ArenaKey

    @property
    def title(self) -> str:
        return f"{TITLES[self.kind]}, division {self.division}"

    @property
    def seats(self) -> int:
        return SEATS[self.kind]

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the event's table, as in `tabletop.options.Options`."""
        return {
            "arena": self.arena,
            "division": self.division,
            "cars": 2 if self.kind == "pairs" else 1,
            "mixed": self.kind != "race",
            "own": True,
            "laps": RACE_LAPS if self.kind == "race" else 0,
            "turns": 60 if self.kind == "race" else 40,
        }


def kind_of(options: Options) -> EventKind:
    """Return the kind of an event from the options of its table."""
    if options.laps:
        return "race"
    return "pairs" if options.cars > 1 else "duel"


def events_between(
    hours: Sequence[int], zone: tzinfo, after: datetime, until: datetime
) -> Iterator[ArenaEvent]:
    """Yield the events after one time and up to another, in order (V160).

    `hours` are the hours of a day at which events begin, in the given time zone. An hour that does
    not exist on a day, because clocks are put forward, is left out if another event begins then.
    """
    day, last = after.astimezone(zone).date(), until.astimezone(zone).date()
    previous = after
    while day <= last:
        for place, hour in enumerate(sorted(set(hours))):
            begins_at = datetime.combine(day, time(hour), zone).astimezone(UTC)
            if previous < begins_at <= until:
                previous = begins_at
                yield _event(begins_at, day.toordinal() * len(set(hours)) + place)
        day += timedelta(days=1)


def _event(begins_at: datetime, number: int) -> ArenaEvent:
    """Return the event with this number. Kinds, divisions and arenas alternate (V161)."""
    round_number, place = divmod(number, len(KINDS))
    kind = KINDS[place]
    arenas = ARENAS[kind]
    return ArenaEvent(
        begins_at=begins_at,
        kind=kind,
        division=DIVISIONS[round_number % len(DIVISIONS)],
        arena=arenas[round_number % len(arenas)],
    )
