"""Path finding around walls to an enemy out of sight, for drivers by doctrine (V57, V148)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from autoduel.rules.arenas import Arena
from autoduel.rules.dropping import size_of
from autoduel.rules.geometry import Point, distance, divide_rounded
from autoduel.rules.ground import ground_of
from autoduel.rules.values import Marker

CELL: Final = 1000
ROOM_SIZE: Final = (490, 490)
"""Half the side lengths of the square that any car needs to pass and to turn, in mils."""
BRUSH_DISTANCE: Final = 2000
"""Distance in mils within which the sides of a car can touch a corner.

Goals in the same square inch share one result.
"""
MAX_SQUARES_AWAY: Final = 3
"""Maximum distance from a car without room around it to a square with room, in square inches
(V150).
"""
HALF_CAR_WIDTH: Final = 300
"""Slightly more than half a car's width, in mils. Paths keep at least this far from corners."""
CLEARANCE: Final = 300
"""Minimum distance between a square's centre and a marker to avoid, beyond half a car, in mils."""
AVOIDED_MARKERS: Final = frozenset({"mine", "spikes", "oil", "burning-oil", "obstacle"})
_DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Path(NamedTuple):
    """The next point to drive to, and the remaining path length from that point, in mils."""

    point: Point
    length_left: int


def _cell(point: Point) -> Point:
    return point[0] // CELL, point[1] // CELL


def _centre(cell: Point) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2


@lru_cache(maxsize=8)
def _neighbours(arena: Arena) -> dict[Point, tuple[tuple[Point, int], ...]]:
    """Return the squares with room for a car. Each has its reachable neighbours and their distances
    in mils.

    Paths do not cut corners. Both squares next to a diagonal step must have room, too.
    """
    ground = ground_of(arena)
    cells = [(x, y) for x in range(arena.width // CELL) for y in range(arena.height // CELL)]
    free = frozenset(
        [cell for cell in cells if not ground.overlaps((*_centre(cell), 0), ROOM_SIZE)]
    )
    return {
        (x, y): tuple(
            [
                ((x + dx, y + dy), 1414 if dx and dy else 1000)
                for dx, dy in _DIRECTIONS
                if {(x + dx, y + dy), (x + dx, y), (x, y + dy)} <= free
            ]
        )
        for x, y in free
    }


def squares_with_room(arena: Arena) -> frozenset[Point]:
    """Return all square inches in which a car has room to pass and to turn."""
    return frozenset(_neighbours(arena))


@lru_cache(maxsize=256)
def _squares_near(arena: Arena, point: Point) -> tuple[tuple[Point, int], ...]:
    """Return the squares with room that a car can reach in a straight line, with their distances in
    mils.

    If the point is in a square with room, only that square is returned. A car at a wall is in a
    square without room, and the nearest square may be behind that wall (V150).
    """
    neighbours, (x, y) = _neighbours(arena), _cell(point)
    if (x, y) in neighbours:
        return (((x, y), 0),)
    ground, offsets = ground_of(arena), range(-MAX_SQUARES_AWAY, MAX_SQUARES_AWAY + 1)
    return tuple(
        [
            (cell, distance(_centre(cell), point))
            for cell in ((x + dx, y + dy) for dx in offsets for dy in offsets)
            if cell in neighbours and not ground.is_line_blocked(point, _centre(cell))
        ]
    )


@lru_cache(maxsize=64)
def _path_lengths(
    arena: Arena, goals: tuple[tuple[Point, int], ...], closed: frozenset[Point]
) -> dict[Point, int]:
    """Return the path length from each square to the nearest goal, in mils.

    Each goal is given with the distance that remains from there.
    """
    neighbours = _neighbours(arena)
    lengths = dict(goals)
    queue = sorted([(length, cell) for cell, length in goals])
    while queue:
        length, cell = heappop(queue)
        if length > lengths[cell]:
            continue
        for neighbour, step in neighbours[cell]:
            if neighbour not in closed and length + step < lengths.get(
                neighbour, length + step + 1
            ):
                lengths[neighbour] = length + step
                heappush(queue, (length + step, neighbour))
    return lengths


class PathFinder:
    """Paths to one goal around walls and dangerous markers."""

    def __init__(self, arena: Arena, goal: Point, markers: Iterable[Marker] = ()) -> None:
        self._arena, self._ground, self._neighbours = arena, ground_of(arena), _neighbours(arena)
        self._goal = goal
        self._lengths = _path_lengths(arena, _squares_near(arena, goal), _closed_squares(markers))
        self._cache: dict[tuple[int, Point], Path] = {}

    def find_path(self, start: Point) -> Path:
        """Return the farthest point of the path that can be reached in a straight line, and the
        length left.

        All starting points in the same square inch share one result. If a wall could divide that
        square, the points in the same quarter of an inch share a result.
        """
        size = CELL if _cell(start) in self._neighbours else CELL // 4
        cache_key = size, (start[0] // size, start[1] // size)
        if cache_key not in self._cache:
            self._cache[cache_key] = self._find_path(start)
        return self._cache[cache_key]

    def path_length(self, start: Point) -> int | None:
        """Return the path length from a point to the goal, or None if there is no path."""
        return self._lengths.get(_cell(start))

    def _find_path(self, start: Point) -> Path:
        if not self._lengths:
            return Path(self._goal, 0)
        square = self._entry_square(start)
        while next_square := self._next_square(square):
            point, distance_away = _centre(next_square), distance(_centre(square), start)
            is_visible = distance_away < BRUSH_DISTANCE and not self._ground.is_line_blocked(
                start, point
            )
            if distance_away >= CELL and not is_visible and not self.is_clear(start, point):
                break
            square = next_square
        return Path(_centre(square), self._lengths[square])

    def _entry_square(self, start: Point) -> Point:
        """Return the square at which a car at this point joins a path."""
        candidates = [
            (self._lengths[cell] + distance_away, cell)
            for cell, distance_away in _squares_near(self._arena, start)
            if cell in self._lengths
        ]
        if candidates:
            return min(candidates)[1]
        nearest = sorted(
            self._lengths, key=lambda square: (distance(_centre(square), start), square)
        )
        visible = (
            square for square in nearest if not self._ground.is_line_blocked(start, _centre(square))
        )
        return next(visible, nearest[0])

    def _next_square(self, cell: Point) -> Point | None:
        """Return the next square on the path, or None at the end of the path."""
        neighbours = [
            (self._lengths[neighbour] + step, neighbour)
            for neighbour, step in self._neighbours[cell]
            if neighbour in self._lengths
        ]
        length, neighbour = min(neighbours, default=(self._lengths[cell] + 1, cell))
        return neighbour if length <= self._lengths[cell] else None

    def is_clear(self, start: Point, end: Point) -> bool:
        """Return whether a car can drive in a straight line from one point to the other."""
        length = distance(start, end)
        if not length:
            return True
        offset = (
            divide_rounded(-(end[1] - start[1]) * HALF_CAR_WIDTH, length),
            divide_rounded((end[0] - start[0]) * HALF_CAR_WIDTH, length),
        )
        return not any(
            self._ground.is_line_blocked(
                (start[0] + side * offset[0], start[1] + side * offset[1]),
                (end[0] + side * offset[0], end[1] + side * offset[1]),
            )
            for side in (-1, 0, 1)
        )


def _closed_squares(markers: Iterable[Marker]) -> frozenset[Point]:
    """Return the squares whose centres are too close to a marker to avoid."""
    squares = set()
    for marker in markers:
        if marker.kind in AVOIDED_MARKERS:
            half_length, half_width = size_of(marker.kind)
            reach = max(half_length, half_width) + CLEARANCE + 250 * (marker.kind == "mine")
            x, y, _ = marker.pose
            squares |= {
                cell
                for cell in (
                    (east, north)
                    for east in range((x - reach) // CELL, (x + reach) // CELL + 1)
                    for north in range((y - reach) // CELL, (y + reach) // CELL + 1)
                )
                if distance(_centre(cell), (x, y)) < reach
            }
    return frozenset(squares)
