"""Walls, pylons and gravel of an arena, prepared for checks of collisions and lines of fire (V27,
V30, V34).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .arenas import Arena
from .geometry import (
    HEADINGS,
    UNIT,
    Point,
    Polygon,
    Pose,
    box_meets_disc,
    corners,
    divide_rounded,
    heading_difference,
    heading_of,
    line_meets_disc,
    line_meets_polygon,
    polygons_overlap,
    vector,
)

_SQUARE = 500
"""Side length in mils of the squares for which the arena caches whether an obstacle is near."""


class Hit(NamedTuple):
    """A contact with an obstacle: the nearest point, and the heading along the obstacle."""

    point: Point
    wall_heading: int


class Ground:
    """The walls and pylons of an arena. Their bounds are used to exclude distant ones quickly."""

    def __init__(self, arena: Arena) -> None:
        self.width, self.height = arena.width, arena.height
        self.walls = [(_bounds(wall), wall) for wall in arena.walls]
        self.pylons = [((pylon.x, pylon.y), pylon.radius) for pylon in arena.pylons]
        self.gravel = arena.gravel
        self._far: dict[tuple[int, int, int], bool] = {}

    def overlaps(self, pose: Pose, size: Point) -> bool:
        """Return whether a footprint overlaps an obstacle or the border."""
        return self.find_hit(pose, size) is not None

    def find_hit(self, pose: Pose, size: Point) -> Hit | None:
        """Return the obstacle that a footprint overlaps, or None (V30)."""
        x, y, _ = pose
        reach = size[0] + size[1]
        square = (x // _SQUARE, y // _SQUARE, reach)
        far = self._far.get(square)
        if far is None:
            far = self._far[square] = self._is_empty(*square)
        return None if far else self._check_all(pose, size)

    def _is_empty(self, column: int, row: int, reach: int) -> bool:
        """Return whether no obstacle is within reach of any point in a square."""
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

    def _check_all(self, pose: Pose, size: Point) -> Hit | None:
        """Check every obstacle and return the first one that a footprint overlaps, or None."""
        x, y, _ = pose
        reach = size[0] + size[1]
        is_inside = reach <= x <= self.width - reach and reach <= y <= self.height - reach
        if not is_inside and (border_hit := self._border_hit(pose, size)):
            return border_hit
        footprint = None
        for (left, bottom, right, top), wall in self.walls:
            if left - reach < x < right + reach and bottom - reach < y < top + reach:
                footprint = footprint or corners(pose, size)
                if polygons_overlap(footprint, wall):
                    return _nearest_edge(wall, pose)
        for centre, radius in self.pylons:
            if box_meets_disc(pose, size, centre, radius):
                away_heading = heading_of(x - centre[0], y - centre[1])
                dx, dy = vector(radius, away_heading)
                return Hit((centre[0] + dx, centre[1] + dy), (away_heading + 6) % HEADINGS)
        return None

    def _border_hit(self, pose: Pose, size: Point) -> Hit | None:
        """Return the side of the arena that the footprint crosses.

        In a corner, this is the side that the footprint crosses farther. If both are equal, it is
        the side that the car brushes along. A car that drives straight into the corner hits it
        head-on (V145).
        """
        footprint = corners(pose, size)
        xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
        sides = (
            (-min(xs), (0, pose[1]), 6),
            (max(xs) - self.width, (self.width, pose[1]), 6),
            (-min(ys), (pose[0], 0), 0),
            (max(ys) - self.height, (pose[0], self.height), 0),
        )
        ranked = [
            ((overlap, -_angle_to_wall(pose[2], wall_heading)), point, wall_heading)
            for overlap, point, wall_heading in sides
        ]
        best = max(rank for rank, _, _ in ranked)
        if best[0] <= 0:
            return None
        (point, wall_heading), *others = [
            (point, wall_heading) for rank, point, wall_heading in ranked if rank == best
        ]
        return Hit(point, (pose[2] + 6) % HEADINGS if others else wall_heading)

    def is_line_blocked(self, start: Point, end: Point) -> bool:
        """Return whether a wall or pylon blocks a line of fire (V34)."""
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        for (left, bottom, right, top), wall in self.walls:
            near = left < high_x and low_x < right and bottom < high_y and low_y < top
            if near and line_meets_polygon(start, end, wall):
                return True
        return any(line_meets_disc(start, end, centre, radius) for centre, radius in self.pylons)

    def is_gravel(self, point: Point) -> bool:
        """Return whether a point lies on gravel (V25)."""
        x, y = point
        return any(
            left < x < right and bottom < y < top
            for left, bottom, right, top in map(_bounds, self.gravel)
        )


@lru_cache(maxsize=8)
def ground_of(arena: Arena) -> Ground:
    """Return the prepared arena. Results are cached."""
    return Ground(arena)


def _bounds(wall: Polygon) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in wall], [y for _, y in wall]
    return min(xs), min(ys), max(xs), max(ys)


def _angle_to_wall(heading: int, wall_heading: int) -> int:
    """Return the angle between a heading and a wall, in steps of 15°."""
    return min(
        heading_difference(heading, wall_heading), heading_difference(heading, wall_heading + 12)
    )


def _nearest_edge(wall: Polygon, pose: Pose) -> Hit:
    """Return the edge of a wall that a car meets, and the nearest point on that edge.

    The edge is the one whose line is farthest from the car. At a corner, it is the edge that the
    car brushes along, or otherwise the longer one. A car that drives straight at the corner runs
    into it (V145).
    """
    x, y, heading = pose
    best, nearest_hit = None, Hit((x, y), 0)
    last = wall[-1]
    for corner in wall:
        dx, dy = corner[0] - last[0], corner[1] - last[1]
        wall_heading = heading_of(dx, dy)
        ux, uy = UNIT[wall_heading]
        outside = (x - last[0]) * uy - (y - last[1]) * ux
        span = dx * dx + dy * dy
        rank = outside, -_angle_to_wall(heading, wall_heading), span
        if rank == best:
            nearest_hit = Hit(nearest_hit.point, (heading + 6) % HEADINGS)
        elif best is None or rank > best:
            best = rank
            distance_along = max(0, min(span, (x - last[0]) * dx + (y - last[1]) * dy))
            nearest_hit = Hit(
                (
                    last[0] + divide_rounded(dx * distance_along, span),
                    last[1] + divide_rounded(dy * distance_along, span),
                ),
                wall_heading,
            )
        last = corner
    return nearest_hit


def heading_along_wall(course: int, wall_heading: int) -> int | None:
    """Return the heading along a wall, or None if it is more than 45° off the course (V30)."""
    for heading in (wall_heading % HEADINGS, (wall_heading + 12) % HEADINGS):
        if heading_difference(course, heading) <= 3:
            return heading
    return None
