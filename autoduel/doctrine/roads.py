"""The way through an arena to where an enemy stands, for drivers that do not see it (V57, V148)."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from autoduel.rules.dropping import size_of
from autoduel.rules.geometry import Point, distance, rounded
from autoduel.rules.ground import ground_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoduel.rules.arenas import Arena
    from autoduel.rules.values import Marker

CELL: Final = 1000
ROOM: Final = (490, 490)
"""Half a square inch: what a car of any size needs to pass and to turn."""
NEAR: Final = 2000
"""So far its flanks may brush a corner; within a square inch nobody can aim at anything."""
BESIDE: Final = 3
"""How many square inches away one with room may lie from where a car stands without (V150)."""
HALF_A_CAR: Final = 300
"""Half a car's width and a little: no more of a corner may stand in its way."""
BERTH: Final = 300
"""How far the middle of a square inch is from what nobody drives over, beyond half a car."""
SHUNNED: Final = frozenset({"mine", "spikes", "oil", "burning-oil", "obstacle"})
_AROUND: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Way(NamedTuple):
    """Where to make for, and how long the way is from there on, in mils."""

    point: Point
    rest: int


def _cell(point: Point) -> Point:
    return point[0] // CELL, point[1] // CELL


def _centre(cell: Point) -> Point:
    return cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2


@lru_cache(maxsize=64)
def _next(arena: Arena) -> dict[Point, tuple[tuple[Point, int], ...]]:
    """The square inches in which a car has room, and where one leads from each, with the length in
    mils. Nobody cuts a corner: both squares beside a slanting step have room, too.
    """
    ground = ground_of(arena)
    cells = [(x, y) for x in range(arena.width // CELL) for y in range(arena.height // CELL)]
    free = frozenset([cell for cell in cells if not ground.meets((*_centre(cell), 0), ROOM)])
    return {
        (x, y): tuple(
            [
                ((x + dx, y + dy), 1414 if dx and dy else 1000)
                for dx, dy in _AROUND
                if {(x + dx, y + dy), (x + dx, y), (x, y + dy)} <= free
            ]
        )
        for x, y in free
    }


@lru_cache(maxsize=512)
def _with_room(arena: Arena, point: Point) -> tuple[tuple[Point, int], ...]:
    """The square inches with room to which one gets straight on from a point, and how far away
    their middles are, in mils: its own alone, where that has room. Who stands at a wall stands in
    one that has not, and the nearest may lie behind that wall (V150).
    """
    onward, (x, y) = _next(arena), _cell(point)
    if (x, y) in onward:
        return (((x, y), 0),)
    ground, around = ground_of(arena), range(-BESIDE, BESIDE + 1)
    return tuple(
        [
            (cell, distance(_centre(cell), point))
            for cell in ((x + dx, y + dy) for dx in around for dy in around)
            if cell in onward and not ground.blocks(point, _centre(cell))
        ]
    )


@lru_cache(maxsize=512)
def _lengths(
    arena: Arena, goals: tuple[tuple[Point, int], ...], closed: frozenset[Point]
) -> dict[Point, int]:
    """How long the way is from each square inch to the nearest of the goals, each of which lies
    so far from the end already, in mils.
    """
    onward = _next(arena)
    lengths = dict(goals)
    ahead = sorted([(length, cell) for cell, length in goals])
    while ahead:
        length, cell = heappop(ahead)
        if length > lengths[cell]:
            continue
        for spot, step in onward[cell]:
            if spot not in closed and length + step < lengths.get(spot, length + step + 1):
                lengths[spot] = length + step
                heappush(ahead, (length + step, spot))
    return lengths


class Roads:
    """The ways to one goal, round walls and round what lies in the arena and hurts."""

    def __init__(self, arena: Arena, goal: Point, markers: Iterable[Marker] = ()) -> None:
        self._arena, self._ground, self._onward = arena, ground_of(arena), _next(arena)
        self._goal = goal
        self._lengths = _lengths(arena, _with_room(arena, goal), _closed(markers))
        self._known: dict[tuple[int, Point], Way] = {}

    def way(self, start: Point) -> Way:
        """The last point of the way that a car gets to straight on from the start, and the length
        of the way from there on. For all starts within a square inch it is that of the first; a
        quarter of an inch where a wall may divide it.
        """
        size = CELL if _cell(start) in self._onward else CELL // 4
        known = size, (start[0] // size, start[1] // size)
        if known not in self._known:
            self._known[known] = self._way(start)
        return self._known[known]

    def length(self, start: Point) -> int | None:
        """How long the way is from the square inch of a point to the goal's; None if there is
        none.
        """
        return self._lengths.get(_cell(start))

    def _way(self, start: Point) -> Way:
        if not self._lengths:
            return Way(self._goal, 0)
        seen = self._joins(start)
        while ahead := self._ahead(seen):
            point, away = _centre(ahead), distance(_centre(seen), start)
            straight = away < NEAR and not self._ground.blocks(start, point)
            if away >= CELL and not straight and not self.clear(start, point):
                break
            seen = ahead
        return Way(_centre(seen), self._lengths[seen])

    def _joins(self, start: Point) -> Point:
        """The square inch in which who starts there comes to the ways."""
        beside = [
            (self._lengths[cell] + away, cell)
            for cell, away in _with_room(self._arena, start)
            if cell in self._lengths
        ]
        if beside:
            return min(beside)[1]
        nearest = sorted(self._lengths, key=lambda one: (distance(_centre(one), start), one))
        straight = (one for one in nearest if not self._ground.blocks(start, _centre(one)))
        return next(straight, nearest[0])

    def _ahead(self, cell: Point) -> Point | None:
        """The next square inch of the way; None at its end."""
        onward = [
            (self._lengths[spot] + step, spot)
            for spot, step in self._onward[cell]
            if spot in self._lengths
        ]
        length, spot = min(onward, default=(self._lengths[cell] + 1, cell))
        return spot if length <= self._lengths[cell] else None

    def clear(self, start: Point, end: Point) -> bool:
        """Whether a car gets from one point to the other straight on."""
        away = distance(start, end)
        if not away:
            return True
        across = (
            rounded(-(end[1] - start[1]) * HALF_A_CAR, away),
            rounded((end[0] - start[0]) * HALF_A_CAR, away),
        )
        return not any(
            self._ground.blocks(
                (start[0] + side * across[0], start[1] + side * across[1]),
                (end[0] + side * across[0], end[1] + side * across[1]),
            )
            for side in (-1, 0, 1)
        )


def _closed(markers: Iterable[Marker]) -> frozenset[Point]:
    """The square inches through whose middle nobody drives, for what lies there."""
    found = set()
    for marker in markers:
        if marker.kind in SHUNNED:
            long, wide = size_of(marker.kind)
            reach = max(long, wide) + BERTH + 250 * (marker.kind == "mine")
            x, y, _ = marker.pose
            found |= {
                cell
                for cell in (
                    (east, north)
                    for east in range((x - reach) // CELL, (x + reach) // CELL + 1)
                    for north in range((y - reach) // CELL, (y + reach) // CELL + 1)
                )
                if distance(_centre(cell), (x, y)) < reach
            }
    return frozenset(found)
