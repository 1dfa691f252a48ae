"""Shapes of the arena to scale: walls, pylons, gravel, gates and objects (V65, V70)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from autoduel.rules.arenas import ZONE, Arena
from autoduel.rules.duel import PERSON_RADIUS
from autoduel.rules.geometry import HEADINGS, Point
from autoduel.rules.values import Marker, Walker
from play.tabletop.board import Circle, Group, Line, Rect, Shape, Text

from .words import KIND_WORDS

UNITS_PER_INCH: Final = 24
"""Drawing units per inch of the arena (V102)."""
DEGREES_PER_STEP: Final = 360 / HEADINGS
GRID_STEP: Final = 4000
SMALL_MARKERS: Final = ("mine", "spikes", "debris", "obstacle")


class Scale:
    """A conversion from mils, with north up, to drawing units, with y pointing down."""

    def __init__(self, arena: Arena) -> None:
        self.arena_height = arena.height

    def to_drawing(self, point: Point) -> tuple[float, float]:
        """Return a point in drawing units."""
        return to_units(point[0]), to_units(self.arena_height - point[1])

    def to_mils(self, point: tuple[float, float]) -> Point:
        """Return the arena's point, in mils, for a point in drawing units."""
        x, y = point
        return to_mils(x), self.arena_height - to_mils(y)


def to_units(mils: int) -> float:
    """Return a length in drawing units."""
    return round(mils * UNITS_PER_INCH / 1000, 1)


def to_mils(units: float) -> int:
    """Return a length in mils."""
    return round(1000 * units / UNITS_PER_INCH)


def degrees_of(heading: int) -> float:
    """Return the rotation in degrees that turns an east-facing shape to a heading."""
    return -DEGREES_PER_STEP * heading % 360


@lru_cache(maxsize=16)
def landscape(arena: Arena) -> tuple[Shape, ...]:
    """Return the shapes of everything that is fixed in the arena."""
    scale = Scale(arena)
    width, height = to_units(arena.width), to_units(arena.height)
    shapes: list[Shape] = [Rect(x=0, y=0, width=width, height=height, look="floor")]
    shapes += [
        Line(points=tuple([scale.to_drawing(point) for point in area]), closed=True, look="gravel")
        for area in arena.gravel
    ]
    shapes += [
        Line(points=((to_units(x), 0), (to_units(x), height)), look="grid")
        for x in range(GRID_STEP, arena.width, GRID_STEP)
    ]
    shapes += [
        Line(points=((0, to_units(y)), (width, to_units(y))), look="grid")
        for y in range(GRID_STEP, arena.height, GRID_STEP)
    ]
    for gate in arena.gates:
        x, y = scale.to_drawing((gate.x, gate.y))
        zone = Rect(
            x=-to_units(ZONE[0]), y=-to_units(ZONE[1]), width=2 * to_units(ZONE[0]),
            height=2 * to_units(ZONE[1]), look="gate",
        )  # fmt: skip
        shapes.append(Group(shapes=(zone,), x=x, y=y, turn=degrees_of(gate.heading)))
    shapes += [
        Line(points=tuple([scale.to_drawing(point) for point in wall]), closed=True, look="wall")
        for wall in arena.walls
    ]
    for pylon in arena.pylons:
        x, y = scale.to_drawing((pylon.x, pylon.y))
        shapes.append(Circle(x=x, y=y, radius=to_units(pylon.radius), look="wall"))
    shapes.append(Rect(x=0, y=0, width=width, height=height, look="border"))
    return tuple(shapes)


def walker_shape(scale: Scale, person: Walker, name: str) -> Shape:
    """Return the shape of a person on foot (V131)."""
    x, y = scale.to_drawing((person.x, person.y))
    return Group(
        shapes=(Circle(x=0, y=0, radius=to_units(PERSON_RADIUS), look="lies"),),
        x=x,
        y=y,
        look="marker person",
        title=f"{name}, {'down' if person.down else 'on foot'}",
    )


def marker_shape(scale: Scale, item: Marker) -> Shape:
    """Return the shape of a marker. It is half an inch wide and half an inch or an inch long."""
    x, y = scale.to_drawing(item.pose[:2])
    half = 6 if item.kind in SMALL_MARKERS else 12
    body = Rect(x=-half, y=-6, width=2 * half, height=12, round=2, look="lies")
    return Group(
        shapes=(body, Text(x=0, y=4, words=item.kind[0].upper(), anchor="middle", look="letter")),
        x=x,
        y=y,
        turn=degrees_of(item.pose[2]),
        look=f"marker {item.kind}",
        title=KIND_WORDS[item.kind].capitalize(),
    )
