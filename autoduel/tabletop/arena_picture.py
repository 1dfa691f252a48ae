"""The arena to scale, as shapes: walls, pylons, gravel, gates, and what lies about (V65, V70)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from autoduel.rules.arenas import ZONE
from autoduel.rules.duel import PERSON
from autoduel.rules.geometry import HEADINGS
from play.tabletop.board import Circle, Group, Line, Rect, Text

from .words import KIND_WORDS

if TYPE_CHECKING:
    from autoduel.rules.arenas import Arena
    from autoduel.rules.geometry import Point
    from autoduel.rules.values import Marker, Walker
    from play.tabletop.board import Shape

UNIT: Final = 24
"""Units of the drawing an inch of the arena (V102)."""
TURN: Final = 360 / HEADINGS
GRID: Final = 4000
SMALL: Final = ("mine", "spikes", "debris", "obstacle")


class Scale:
    """From mils, north up, to units of a drawing, down."""

    def __init__(self, arena: Arena) -> None:
        self.high = arena.height

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point is drawn."""
        return long(point[0]), long(self.high - point[1])


def long(mils: int) -> float:
    """A length as it is drawn."""
    return round(mils * UNIT / 1000, 1)


def turned(heading: int) -> float:
    """Degrees by which what points east is turned to point along a heading."""
    return -TURN * heading % 360


@lru_cache(maxsize=16)
def landscape(arena: Arena) -> tuple[Shape, ...]:
    """Everything fixed."""
    scale = Scale(arena)
    wide, high = long(arena.width), long(arena.height)
    shapes: list[Shape] = [Rect(x=0, y=0, width=wide, height=high, look="floor")]
    shapes += [
        Line(points=tuple([scale.at(point) for point in area]), closed=True, look="gravel")
        for area in arena.gravel
    ]
    shapes += [
        Line(points=((long(x), 0), (long(x), high)), look="grid")
        for x in range(GRID, arena.width, GRID)
    ]
    shapes += [
        Line(points=((0, long(y)), (wide, long(y))), look="grid")
        for y in range(GRID, arena.height, GRID)
    ]
    for gate in arena.gates:
        x, y = scale.at((gate.x, gate.y))
        zone = Rect(
            x=-long(ZONE[0]), y=-long(ZONE[1]), width=2 * long(ZONE[0]),
            height=2 * long(ZONE[1]), look="gate",
        )  # fmt: skip
        shapes.append(Group(shapes=(zone,), x=x, y=y, turn=turned(gate.heading)))
    shapes += [
        Line(points=tuple([scale.at(point) for point in wall]), closed=True, look="wall")
        for wall in arena.walls
    ]
    for pylon in arena.pylons:
        x, y = scale.at((pylon.x, pylon.y))
        shapes.append(Circle(x=x, y=y, radius=long(pylon.radius), look="wall"))
    shapes.append(Rect(x=0, y=0, width=wide, height=high, look="border"))
    return tuple(shapes)


def walker(scale: Scale, one: Walker, name: str) -> Shape:
    """Somebody on foot (V131)."""
    x, y = scale.at((one.x, one.y))
    return Group(
        shapes=(Circle(x=0, y=0, radius=long(PERSON), look="lies"),),
        x=x,
        y=y,
        look="marker person",
        title=f"{name}, {'down' if one.down else 'on foot'}",
    )


def marker(scale: Scale, one: Marker) -> Shape:
    """Something that lies about: half an inch by half, or twice as long."""
    x, y = scale.at(one.pose[:2])
    half = 6 if one.kind in SMALL else 12
    body = Rect(x=-half, y=-6, width=2 * half, height=12, round=2, look="lies")
    return Group(
        shapes=(body, Text(x=0, y=4, words=one.kind[0].upper(), anchor="middle", look="letter")),
        x=x,
        y=y,
        turn=turned(one.pose[2]),
        look=f"marker {one.kind}",
        title=KIND_WORDS[one.kind].capitalize(),
    )
