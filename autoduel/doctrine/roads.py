"""The way through an arena to where an enemy stands, for drivers that do not see it."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from autoduel.rules.geometry import Point, distance
from autoduel.rules.ground import ground_of

if TYPE_CHECKING:
    from autoduel.rules.arenas import Arena

CELL: Final = 1000
ROOM: Final = (490, 490)
NEAR: Final = 2000


def _cell(point: Point) -> Point:
    return point[0] // CELL, point[1] // CELL


def _centre(cell: Point) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2


@lru_cache(maxsize=64)
def _open(arena: Arena) -> frozenset[Point]:
    """The square inches in which a car has room."""
    ground = ground_of(arena)
    cells = [(x, y) for x in range(arena.width // CELL) for y in range(arena.height // CELL)]
    return frozenset([cell for cell in cells if not ground.meets((*_centre(cell), 0), ROOM)])


@lru_cache(maxsize=512)
def _steps(arena: Arena, goal: Point) -> dict[Point, int]:
    """How many square inches lie between each and the goal's."""
    cells = _open(arena)
    steps, ahead = {goal: 0}, deque([goal])
    while ahead:
        x, y = ahead.popleft()
        for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if spot in cells and spot not in steps:
                steps[spot] = steps[x, y] + 1
                ahead.append(spot)
    return steps


def way_to(arena: Arena, start: Point, goal: Point) -> tuple[Point, int]:
    """The last point of the way that can be seen from the start, and the length of the way from
    there on, in mils.
    """
    steps, ground = _steps(arena, _cell(goal)), ground_of(arena)
    cell = _cell(start)
    if cell not in steps:
        return goal, 0
    seen = cell
    while steps[cell]:
        x, y = cell
        cell = min(
            [spot for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if spot in steps],
            key=lambda spot: (steps[spot], -distance(_centre(spot), start)),
        )
        if ground.blocks(start, _centre(cell)) and distance(_centre(seen), start) >= NEAR:
            break
        seen = cell
    return _centre(seen), CELL * steps[seen]
