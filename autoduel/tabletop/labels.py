"""Placement of texts in the arena picture, so that they do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from autoduel.rules.values import SeenCar
from play.tabletop.board import Text

from .arena_picture import UNITS_PER_INCH, Scale, to_units

Place: TypeAlias = tuple[float, float]

WIDTH_PER_LETTER: Final = 0.52
"""Width of a letter as a fraction of the font size."""
LINE_HEIGHT: Final = 0.8
"""Height of a line as a fraction of the font size."""
MARGIN: Final = 1.5
"""Space on both sides of a text, in drawing units."""
SIZES: Final = {
    "whole": {"number": 20, "odds": 18, "phase": 10, "points": 20},
    "near": {"number": 15, "odds": 13, "phase": 10, "points": 16},
}
"""Font sizes in drawing units by frame and look. They must match the style sheet."""
NUMBER_DISTANCE: Final = 0.6 * UNITS_PER_INCH
"""Usual distance of a car's number from its centre, in drawing units."""
DIRECTIONS: Final = 12
"""Number of directions in which places around a point are tried."""
DISTANCES: Final = (0.6, 0.9, 1.3, 1.8, 2.4, 3.2, 4.2)
"""Distances in inches at which places around a point are tried."""
TEXT_COST: Final = 10
CAR_COST: Final = 0.25
"""Costs of covering a unit of area of another text or of a car. Outside the picture, it is 1."""


class Box(NamedTuple):
    """A rectangle in drawing units."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Return the area that two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


def text_box(text: Text, size: float) -> Box:
    """Return the box around a centred text with this font size."""
    half = WIDTH_PER_LETTER * size * len(text.words) / 2 + MARGIN
    return Box(text.x - half, text.y - LINE_HEIGHT * size, text.x + half, text.y + 0.1 * size)


def car_box(scale: Scale, car: SeenCar) -> Box:
    """Return a box that contains a car in any heading."""
    x, y = scale.to_drawing(car.pose[:2])
    half = to_units(max(car.size)) * 0.8
    return Box(x - half, y - half, x + half, y + half)


class Labels:
    """The texts of a picture. Each new text avoids the earlier ones and, if possible, the cars."""

    def __init__(self, frame: str, cars: Iterable[Box] = (), limits: Box | None = None) -> None:
        self.sizes, self.cars, self.limits = SIZES[frame], list(cars), limits
        self.taken: list[Box] = []

    def place_text(self, label: str, look: str, places: Iterable[Place]) -> Text:
        """Return a text at the first free place. If no place is free, choose the cheapest one."""
        size, candidates = self.sizes[look], []
        for x, y in places:
            text = Text(x=round(x, 1), y=round(y, 1), words=label, anchor="middle", look=look)
            candidates.append((self._overlap_cost(text_box(text, size)), text))
            if not candidates[-1][0]:
                break
        best = min(candidates, key=lambda row: row[0])[1]
        self.taken.append(text_box(best, size))
        return best

    def _overlap_cost(self, box: Box) -> float:
        outside = 0.0
        if self.limits is not None:
            area = (box.right - box.left) * (box.bottom - box.top)
            outside = area - box.overlap(self.limits)
        texts = sum(box.overlap(other) for other in self.taken)
        cars = sum(box.overlap(other) for other in self.cars)
        return TEXT_COST * texts + CAR_COST * cars + outside


def places_around(x: float, y: float, first: Place | None = None) -> Iterator[Place]:
    """Yield the `first` place if there is one, and then places around a point, nearest first."""
    if first is not None:
        yield first
    for inches in DISTANCES:
        for step in range(DIRECTIONS):
            angle = 2 * pi * step / DIRECTIONS
            length = inches * UNITS_PER_INCH
            yield x + length * sin(angle), y - length * cos(angle) + 5


def places_along(start: Place, end: Place) -> Iterator[Place]:
    """Yield places along a line, starting at its middle."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    yield x, y - 4
    for part in (0.5, 0.35, 0.65, 0.2, 0.8):
        yield from places_around(x1 + part * (x2 - x1), y1 + part * (y2 - y1))


def car_numbers(scale: Scale, cars: Sequence[SeenCar], labels: Labels) -> dict[int, Place]:
    """Return the place of each car's number, relative to the car."""
    places = {}
    for car in cars:
        x, y = scale.to_drawing(car.pose[:2])
        text = labels.place_text(
            str(car.number + 1), "number", places_around(x, y, (x, y - NUMBER_DISTANCE))
        )
        places[car.number] = (round(text.x - x, 1), round(text.y - y, 1))
    return places
