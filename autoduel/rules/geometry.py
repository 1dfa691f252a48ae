"""Integer geometry of the arena (V7 to V9, V27, V32 to V34).

Lengths are in mils, which are thousandths of an inch. Headings are the 24 multiples of 15°,
counter-clockwise from east. All vectors are mirrored from one table of the first quadrant and
rounded half away from zero. Mirroring and turning by 90° are therefore exact.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Final, Literal, TypeAlias

Pose: TypeAlias = tuple[int, int, int]
"""The x coordinate of the centre, its y coordinate, and the heading."""
Point: TypeAlias = tuple[int, int]
Polygon: TypeAlias = tuple[Point, ...]
Quarter: TypeAlias = Literal["front", "back", "left", "right"]

HEADINGS: Final = 24
_QUADRANT: Final = (1_000_000, 965_926, 866_025, 707_107, 500_000, 258_819, 0)
SCALE: Final = 1_000_000


def _cosine(heading: int) -> int:
    heading %= HEADINGS
    if heading > 12:
        heading = HEADINGS - heading
    return _QUADRANT[heading] if heading <= 6 else -_QUADRANT[12 - heading]


UNIT: Final = tuple([(_cosine(h), _cosine(h - 6)) for h in range(HEADINGS)])
"""Unit vector of each heading, in millionths."""


def divide_rounded(number: int, divisor: int) -> int:
    """Return a quotient rounded half away from zero.

    A number and its negative are rounded in the same way (V8).
    """
    quotient = (2 * abs(number) + divisor) // (2 * divisor)
    return quotient if number >= 0 else -quotient


@lru_cache(maxsize=4096)
def vector(length: int, heading: int) -> Point:
    """Return the vector with the given length and heading, in mils."""
    x, y = UNIT[heading % HEADINGS]
    return divide_rounded(length * x, SCALE), divide_rounded(length * y, SCALE)


def move_pose(pose: Pose, length: int, heading: int) -> Pose:
    """Return a pose moved along a heading. The pose keeps its own heading."""
    x, y = vector(length, heading)
    return pose[0] + x, pose[1] + y, pose[2]


def heading_difference(first: int, second: int) -> int:
    """Return the difference between two headings, from 0 to 12 steps of 15°."""
    gap = (first - second) % HEADINGS
    return min(gap, HEADINGS - gap)


@lru_cache(maxsize=256)
def _offsets(heading: int, length: int, width: int) -> tuple[Point, Point, Point, Point]:
    """Return the corners relative to the centre: front left, front right, back right, back left."""
    ax, ay = vector(length, heading)
    sx, sy = vector(width, heading + 6)
    return (ax + sx, ay + sy), (ax - sx, ay - sy), (-ax - sx, -ay - sy), (-ax + sx, -ay + sy)


def corners(pose: Pose, size: Point) -> Polygon:
    """Return the four corners of a footprint. `size` has half the length and half the width."""
    x, y, heading = pose
    return tuple([(x + dx, y + dy) for dx, dy in _offsets(heading, *size)])


def turn_about_corner(pose: Pose, size: Point, steps: int, *, front: bool, left: bool) -> Pose:
    """Return a pose turned about one of its corners by `steps` of 15° (V20, V24)."""
    corner = {(True, True): 0, (True, False): 1, (False, False): 2, (False, True): 3}[front, left]
    x, y, heading = pose
    new_heading = (heading + steps) % HEADINGS
    (ox, oy), (nx, ny) = _offsets(heading, *size)[corner], _offsets(new_heading, *size)[corner]
    return x + ox - nx, y + oy - ny, new_heading


def distance(start: Point, end: Point) -> int:
    """Return the distance between two points, rounded down."""
    return isqrt((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2)


def quarter(pose: Pose, point: Point) -> Quarter:
    """Return the 90° quarter in which a point lies.

    A point on a diagonal belongs to the front or the back (V32).
    """
    dx, dy = point[0] - pose[0], point[1] - pose[1]
    ux, uy = UNIT[pose[2]]
    forward, sideways = dx * ux + dy * uy, dy * ux - dx * uy
    if abs(forward) >= abs(sideways):
        return "front" if forward >= 0 else "back"
    return "left" if sideways > 0 else "right"


_FIVE_DEGREES: Final = 87_489


def is_in_line(pose: Pose, turn: int, point: Point) -> bool:
    """Return whether a point lies within 5° of an axis (V38).

    The axis is `turn` steps of 15° off the nose.
    """
    dx, dy = point[0] - pose[0], point[1] - pose[1]
    ux, uy = UNIT[(pose[2] + turn) % HEADINGS]
    forward, sideways = dx * ux + dy * uy, dy * ux - dx * uy
    return forward > 0 and abs(sideways) * SCALE <= forward * _FIVE_DEGREES


def _separates(polygon: Polygon, other_polygon: Polygon, ax: int, ay: int) -> bool:
    """Return whether an axis separates two sets of points. Sets that only touch are separate."""
    a = [x * ax + y * ay for x, y in polygon]
    b = [x * ax + y * ay for x, y in other_polygon]
    return max(a) <= min(b) or max(b) <= min(a)


def boxes_overlap(pose: Pose, size: Point, other_pose: Pose, other_size: Point) -> bool:
    """Return whether two footprints overlap, using an exact separating axis test (V9).

    Distant footprints are excluded by a quick check.
    """
    dx, dy = pose[0] - other_pose[0], pose[1] - other_pose[1]
    (length, width), (other_length, other_width) = size, other_size
    reach = length + width + other_length + other_width
    if not (-reach < dx < reach and -reach < dy < reach):
        return False
    heading, other_heading = pose[2], other_pose[2]
    for direction in (heading, heading + 6, other_heading, other_heading + 6):
        axis = direction % HEADINGS
        ux, uy = UNIT[axis]
        reach = _extent(heading, length, width, axis) + _extent(
            other_heading, other_length, other_width, axis
        )
        if not -reach < dx * ux + dy * uy < reach:
            return False
    return True


@lru_cache(maxsize=8192)
def _extent(heading: int, length: int, width: int, axis: int) -> int:
    """Return how far a footprint extends from its centre along an axis."""
    ux, uy = UNIT[axis]
    return max([dx * ux + dy * uy for dx, dy in _offsets(heading, length, width)])


def polygons_overlap(polygon: Polygon, other_polygon: Polygon) -> bool:
    """Return whether two convex polygons overlap, using the normals of their edges."""
    for each_polygon in (polygon, other_polygon):
        last = each_polygon[-1]
        for point in each_polygon:
            if _separates(polygon, other_polygon, last[1] - point[1], point[0] - last[0]):
                return False
            last = point
    return True


def box_meets_disc(pose: Pose, size: Point, centre: Point, radius: int) -> bool:
    """Return whether a footprint overlaps a disc."""
    dx, dy = centre[0] - pose[0], centre[1] - pose[1]
    ux, uy = UNIT[pose[2]]
    forward = max(0, abs(dx * ux + dy * uy) - size[0] * SCALE)
    sideways = max(0, abs(dy * ux - dx * uy) - size[1] * SCALE)
    return forward * forward + sideways * sideways < (radius * SCALE) ** 2


def line_meets_polygon(start: Point, end: Point, polygon: Polygon) -> bool:
    """Return whether the line between two points crosses a convex polygon (V34)."""
    return start != end and polygons_overlap((start, end), polygon)


def line_meets_disc(start: Point, end: Point, centre: Point, radius: int) -> bool:
    """Return whether the line between two points crosses a disc (V34)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cx, cy = centre[0] - start[0], centre[1] - start[1]
    length, projection = dx * dx + dy * dy, cx * dx + cy * dy
    if not 0 < projection < length:
        return False
    across = cx * dy - cy * dx
    return across * across < radius * radius * length


@lru_cache(maxsize=4096)
def heading_of(dx: int, dy: int) -> int:
    """Return the heading nearest to a direction. Of two equally near ones, return the lower."""
    return max(range(HEADINGS), key=lambda h: (dx * UNIT[h][0] + dy * UNIT[h][1], -h))
