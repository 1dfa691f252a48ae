"""Races: lines to cross in order, laps, and places (V166 to V168)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from engine.values import changed

from .arenas import KESSEL_OVAL, Gate
from .car import Car
from .duel import Duel
from .events import LapDone
from .geometry import Point, distance
from .values import Line, Race, Table

MAX_LAPS: Final = 3
LINES: Final[tuple[Line, ...]] = (
    ((32_000, 13_000), (44_000, 13_000)),
    ((22_000, 17_000), (22_000, 26_000)),
    ((12_000, 13_000), (0, 13_000)),
    ((22_000, 9_000), (22_000, 0)),
)
"""Lines of a lap around the Kessel Oval, counter-clockwise, each from its inner end. The last one
is the finishing line.
"""
TRACK: Final = changed(
    KESSEL_OVAL,
    gates=tuple(
        [Gate(x=x, y=y, heading=0) for x in (17_500, 14_500, 11_500, 8_500) for y in (5_000, 2_000)]
    ),
)
"""The Kessel Oval with a starting grid before the finishing line, two cars abreast."""


def race_of(laps: int) -> Race:
    """Return a race of this number of laps around the Kessel Oval."""
    return Race(lines=LINES, laps=laps)


def positions(duel: Duel) -> Mapping[int, Point]:
    """Return the position of each car that is in the race."""
    return {car.number: (car.x, car.y) for car in duel.cars if not car.out}


def cross_lines(duel: Duel, before: Mapping[int, Point]) -> None:
    """Count the lines that cars have crossed in this phase (V166). `before` has their positions at
    the start of the phase.
    """
    race = duel.table.race
    if race is UNSET:
        return
    for car in duel.cars:
        start = before.get(car.number)
        if start is None or duel.passed[car.number] >= race.total:
            continue
        line = race.lines[duel.passed[car.number] % len(race.lines)]
        if not crosses(start, (car.x, car.y), line):
            continue
        duel.passed[car.number] += 1
        laps, rest = divmod(duel.passed[car.number], len(race.lines))
        if not rest:
            duel.announce(LapDone(car=car.number, phase=duel.phase, lap=laps))
        if duel.passed[car.number] == race.total:
            duel.home[car.number] = duel.phase


def crosses(start: Point, end: Point, line: Line) -> bool:
    """Return whether a car that drives from one point to another crosses a line."""
    first, second = line
    return _is_left(first, second, start) != _is_left(first, second, end) and (
        _is_left(start, end, first) != _is_left(start, end, second)
    )


def _is_left(start: Point, end: Point, point: Point) -> bool:
    across = (end[0] - start[0]) * (point[1] - start[1])
    return across > (end[1] - start[1]) * (point[0] - start[0])


def race_places(duel: Duel, race: Race) -> tuple[int, ...]:
    """Return the place of each side in a race (V168).

    A side has the place of its best car. Cars that have finished come first, the earlier phase
    first. Cars in the race follow, by lines crossed and then by the distance to the next line. Cars
    that are out come last. Tied sides share a place.
    """
    merits = [
        max(_merit(duel, race, car) for car in duel.cars if car.side == side)
        for side in range(len(duel.table.sides))
    ]
    return tuple([1 + sum(other > merit for other in merits) for merit in merits])


def _merit(duel: Duel, race: Race, car: Car) -> tuple[int, int, int]:
    if car.number in duel.home:
        return 2, -duel.home[car.number], 0
    passed = duel.passed[car.number]
    left = distance((car.x, car.y), aim_of(race.lines[passed % len(race.lines)]))
    return int(not car.out), passed, -left


def aim_of(line: Line) -> Point:
    """Return the point of a line that drivers aim for, a third of the way from its inner end."""
    (x, y), (outer_x, outer_y) = line
    return (2 * x + outer_x) // 3, (2 * y + outer_y) // 3


def passed_by(table: Table, car: int) -> int:
    """Return the number of lines that a car has crossed, 0 in a duel."""
    return 0 if table.passed is UNSET else table.passed[car]
