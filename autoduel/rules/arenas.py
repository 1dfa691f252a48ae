"""Data of the three arenas (V65 to V68). All designs are our own. Tests check them."""

from __future__ import annotations

from typing import Final

from engine.values import Value

from .geometry import Polygon, Pose


class Pylon(Value):
    """A round obstacle. Lengths are in mils."""

    x: int
    y: int
    radius: int


class Gate(Value):
    """A place where a car starts and can leave the arena."""

    x: int
    y: int
    heading: int

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading


class Arena(Value):
    """An arena with its size, obstacles, gravel and gates. Lengths are in mils.

    `gates` are in the order in which they are assigned to sides.
    """

    key: str
    name: str
    width: int
    height: int
    walls: tuple[Polygon, ...]
    pylons: tuple[Pylon, ...]
    gates: tuple[Gate, ...]
    gravel: tuple[Polygon, ...] = ()


ZONE: Final = (1000, 750)
"""Half the length and half the width of a gate's zone, in mils (V65)."""


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    """Return a rectangle as a polygon, counter-clockwise."""
    return ((left, bottom), (right, bottom), (right, top), (left, top))


_EAST, _NORTH, _WEST, _SOUTH = 0, 6, 12, 18


def _gates(*rows: tuple[int, int, int]) -> tuple[Gate, ...]:
    return tuple([Gate(x=x, y=y, heading=heading) for x, y, heading in rows])


def _pylons(*rows: tuple[int, int]) -> tuple[Pylon, ...]:
    return tuple([Pylon(x=x, y=y, radius=500) for x, y in rows])


FOUNDRY_FLOOR: Final = Arena(
    key="foundry_floor",
    name="Foundry Floor",
    width=36_000,
    height=24_000,
    walls=(
        box(16_500, 11_000, 19_500, 13_000),
        box(16_000, 4_000, 20_000, 4_500),
        box(16_000, 19_500, 20_000, 20_000),
    ),
    pylons=_pylons((9_000, 6_000), (27_000, 6_000), (9_000, 18_000), (27_000, 18_000)),
    gates=_gates(
        (1_500, 6_000, _EAST),
        (34_500, 18_000, _WEST),
        (12_000, 22_500, _SOUTH),
        (24_000, 1_500, _NORTH),
        (1_500, 18_000, _EAST),
        (34_500, 6_000, _WEST),
        (24_000, 22_500, _SOUTH),
        (12_000, 1_500, _NORTH),
    ),
)
KESSEL_OVAL: Final = Arena(
    key="kessel_oval",
    name="Kessel Oval",
    width=44_000,
    height=26_000,
    walls=(
        box(12_000, 9_000, 20_500, 17_000),
        box(23_500, 9_000, 32_000, 17_000),
        ((0, 0), (6_000, 0), (0, 6_000)),
        ((38_000, 0), (44_000, 0), (44_000, 6_000)),
        ((44_000, 20_000), (44_000, 26_000), (38_000, 26_000)),
        ((0, 20_000), (6_000, 26_000), (0, 26_000)),
    ),
    pylons=_pylons((6_000, 13_000), (38_000, 13_000)),
    gates=_gates(
        (10_000, 1_500, _NORTH),
        (34_000, 24_500, _SOUTH),
        (34_000, 1_500, _NORTH),
        (10_000, 24_500, _SOUTH),
        (18_000, 24_500, _SOUTH),
        (26_000, 1_500, _NORTH),
        (18_000, 1_500, _NORTH),
        (26_000, 24_500, _SOUTH),
    ),
    gravel=(box(12_000, 7_000, 32_000, 9_000), box(12_000, 17_000, 32_000, 19_000)),
)
_BLOCKS: Final = tuple(
    [
        box(x, y, x + 6_000, y + 6_000)
        for x in (4_000, 14_000, 24_000)
        for y in (4_000, 14_000, 24_000)
        if not (x != 14_000 and y == 14_000) and (x, y) != (14_000, 14_000)
    ]
)
SALTMARKET: Final = Arena(
    key="saltmarket",
    name="Saltmarket",
    width=34_000,
    height=34_000,
    walls=(
        *_BLOCKS,
        *[box(x, y, x + 6_000, y + 2_000) for x in (4_000, 24_000) for y in (14_000, 18_000)],
        *[box(x, y, x + 1_000, y + 1_000) for x in (14_500, 18_500) for y in (14_500, 18_500)],
    ),
    pylons=_pylons((17_000, 17_000)),
    gates=_gates(
        (1_500, 12_000, _EAST),
        (32_500, 22_000, _WEST),
        (12_000, 32_500, _SOUTH),
        (22_000, 1_500, _NORTH),
        (1_500, 22_000, _EAST),
        (32_500, 12_000, _WEST),
        (22_000, 32_500, _SOUTH),
        (12_000, 1_500, _NORTH),
    ),
)
ARENAS: Final = {arena.key: arena for arena in (FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET)}
