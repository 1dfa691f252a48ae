"""What stands in an arena, prepared once: what a footprint meets, what a line is blocked by
(V27, V30, V34).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .geometry import (
    HEADINGS,
    UNIT,
    Point,
    Polygon,
    Pose,
    apart,
    box_meets_disc,
    corners,
    heading_of,
    line_meets_disc,
    line_meets_polygon,
    polygons_overlap,
    rounded,
    vector,
)

if TYPE_CHECKING:
    from .arenas import Arena


_SQUARE = 500
"""The arena by half inches: what is far from everything is known by its square."""


class Hit(NamedTuple):
    """What fixed thing a footprint meets: the nearest point of it, and the heading along it."""

    point: Point
    along: int


class Ground:
    """An arena's walls and pylons with their bounds, so that what is far is told at once."""

    def __init__(self, arena: Arena) -> None:
        self.width, self.height = arena.width, arena.height
        self.walls = [(_bounds(wall), wall) for wall in arena.walls]
        self.pylons = [((one.x, one.y), one.radius) for one in arena.pylons]
        self.gravel = arena.gravel
        self._far: dict[tuple[int, int, int], bool] = {}

    def meets(self, pose: Pose, size: Point) -> bool:
        """Whether a footprint overlaps anything fixed, or the border."""
        return self.hit(pose, size) is not None

    def hit(self, pose: Pose, size: Point) -> Hit | None:
        """What it overlaps, or None (V30)."""
        x, y, _ = pose
        reach = size[0] + size[1]
        square = (x // _SQUARE, y // _SQUARE, reach)
        far = self._far.get(square)
        if far is None:
            far = self._far[square] = self._nothing_near(*square)
        return None if far else self._near(pose, size)

    def _nothing_near(self, column: int, row: int, reach: int) -> bool:
        """Whether nothing fixed is within reach of any point of a square."""
        left, bottom = column * _SQUARE - reach, row * _SQUARE - reach
        right, top = left + _SQUARE + 2 * reach, bottom + _SQUARE + 2 * reach
        if left < 0 or bottom < 0 or right > self.width or top > self.height:
            return False
        boxes = [bounds for bounds, _ in self.walls] + [
            (x - radius, y - radius, x + radius, y + radius) for (x, y), radius in self.pylons
        ]
        return not any(
            west < right and left < east and south < top and bottom < north
            for west, south, east, north in boxes
        )

    def _near(self, pose: Pose, size: Point) -> Hit | None:
        """What it overlaps, looked at one by one."""
        x, y, _ = pose
        reach = size[0] + size[1]
        inner = reach <= x <= self.width - reach and reach <= y <= self.height - reach
        if not inner and (out := self._border(pose, size)):
            return out
        footprint = None
        for (left, bottom, right, top), wall in self.walls:
            if left - reach < x < right + reach and bottom - reach < y < top + reach:
                footprint = footprint or corners(pose, size)
                if polygons_overlap(footprint, wall):
                    return _edge(wall, pose)
        for centre, radius in self.pylons:
            if box_meets_disc(pose, size, centre, radius):
                away = heading_of(x - centre[0], y - centre[1])
                dx, dy = vector(radius, away)
                return Hit((centre[0] + dx, centre[1] + dy), (away + 6) % HEADINGS)
        return None

    def _border(self, pose: Pose, size: Point) -> Hit | None:
        """The side of the arena over which the footprint reaches; in a corner, the farther, and of
        two as far the one that it brushes along; who drives straight at it, runs into it (V145).
        """
        footprint = corners(pose, size)
        xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
        sides = (
            (-min(xs), (0, pose[1]), 6),
            (max(xs) - self.width, (self.width, pose[1]), 6),
            (-min(ys), (pose[0], 0), 0),
            (max(ys) - self.height, (pose[0], self.height), 0),
        )
        ranked = [((over, -_across(pose[2], along)), point, along) for over, point, along in sides]
        best = max(rank for rank, _, _ in ranked)
        if best[0] <= 0:
            return None
        (point, along), *others = [(point, along) for rank, point, along in ranked if rank == best]
        return Hit(point, (pose[2] + 6) % HEADINGS if others else along)

    def blocks(self, start: Point, end: Point) -> bool:
        """Whether a wall or pylon stands in a line of fire (V34)."""
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        for (left, bottom, right, top), wall in self.walls:
            near = left < high_x and low_x < right and bottom < high_y and low_y < top
            if near and line_meets_polygon(start, end, wall):
                return True
        return any(line_meets_disc(start, end, at, radius) for at, radius in self.pylons)

    def rough(self, point: Point) -> bool:
        """Whether a point lies on gravel (V25)."""
        x, y = point
        return any(
            left < x < right and bottom < y < top
            for left, bottom, right, top in map(_bounds, self.gravel)
        )


@lru_cache(maxsize=64)
def ground_of(arena: Arena) -> Ground:
    """The prepared arena."""
    return Ground(arena)


def _bounds(wall: Polygon) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in wall], [y for _, y in wall]
    return min(xs), min(ys), max(xs), max(ys)


def _across(heading: int, along: int) -> int:
    """How far a heading is from leading along a wall, either way."""
    return min(apart(heading, along), apart(heading, along + 12))


def _edge(wall: Polygon, pose: Pose) -> Hit:
    """The edge of a wall that a car lies farthest outside of, or least inside, and the nearest
    point of it. At a corner: the edge that it brushes along rather than runs into; the longer one;
    who comes straight at the corner runs into it (V145).
    """
    x, y, heading = pose
    best, found = None, Hit((x, y), 0)
    last = wall[-1]
    for corner in wall:
        dx, dy = corner[0] - last[0], corner[1] - last[1]
        along = heading_of(dx, dy)
        ux, uy = UNIT[along]
        outside = (x - last[0]) * uy - (y - last[1]) * ux
        span = dx * dx + dy * dy
        rank = outside, -_across(heading, along), span
        if rank == best:
            found = Hit(found.point, (heading + 6) % HEADINGS)
        elif best is None or rank > best:
            best = rank
            part = max(0, min(span, (x - last[0]) * dx + (y - last[1]) * dy))
            found = Hit(
                (last[0] + rounded(dx * part, span), last[1] + rounded(dy * part, span)), along
            )
        last = corner
    return found


def parallel(course: int, along: int) -> int | None:
    """The heading along a wall nearest to a course if that is within 45° of it, else None (V30)."""
    for heading in (along % HEADINGS, (along + 12) % HEADINGS):
        if apart(course, heading) <= 3:
            return heading
    return None
