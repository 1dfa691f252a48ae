"""A race in words and as shapes: the lines to cross, and the next one of each own car (V166)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from autoduel.rules.geometry import distance
from autoduel.rules.plans import own_cars
from autoduel.rules.race import aim_of, passed_by
from autoduel.rules.values import Table, View
from play.tabletop.board import Line, Shape, Text

from .arena_picture import Scale
from .words import clock_direction, inches


def race_lines(view: View) -> Iterator[str]:
    """Yield a sentence about the lap and the next line of each own car. In a duel, yield
    nothing.
    """
    race = view.table.race
    if race is UNSET:
        return
    for car in own_cars(view):
        laps, number = divmod(passed_by(view.table, car.number), len(race.lines))
        point = aim_of(race.lines[number])
        name = "The finishing line" if number == len(race.lines) - 1 else f"Line {number + 1}"
        yield (
            f"{car.spec.name}, lap {min(laps + 1, race.laps)} of {race.laps}. {name} is next: "
            f"{clock_direction(car.pose, point)} o’clock, "
            f"{inches(distance(car.pose[:2], point))} away."
        )


def race_shapes(table: Table, scale: Scale) -> Iterator[Shape]:
    """Yield the lines of a race with their numbers. The last one is the finishing line."""
    if table.race is UNSET:
        return
    lines = table.race.lines
    for number, line in enumerate(lines, 1):
        is_last = number == len(lines)
        yield Line(
            points=tuple([scale.to_drawing(point) for point in line]),
            look="race-line finish" if is_last else "race-line",
        )
        x, y = scale.to_drawing(aim_of(line))
        yield Text(x=x, y=y, words="Finish" if is_last else str(number), look="race-number")
