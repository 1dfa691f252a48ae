"""Whole-number geometry of the arena (V7 to V9, V27, V32 to V34).

Lengths are mils (a thousandth of an inch), headings the 24 multiples of 15°: 0 is east, counted
counter-clockwise. All vectors come from one table of the first quadrant, mirrored, and are rounded
half away from zero, so that what is mirrored or turned by 90° stays exactly so.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Final, Literal, TypeAlias

Pose: TypeAlias = tuple[int, int, int]
"""Centre x, centre y, heading."""
Point: TypeAlias = tuple[int, int]
Polygon: TypeAlias = tuple[Point, ...]
Quarter: TypeAlias = Literal["front", "back", "left", "right"]

INCH: Final = 1000
HEADINGS: Final = 24
_QUADRANT: Final = (1_000_000, 965_926, 866_025, 707_107, 500_000, 258_819, 0)
SCALE: Final = 1_000_000


def _cosine(heading: int) -> int:
    heading %= HEADINGS
    if heading > 12:
        heading = HEADINGS - heading
    return _QUADRANT[heading] if heading <= 6 else -_QUADRANT[12 - heading]


UNIT: Final = tuple([(_cosine(h), _cosine(h - 6)) for h in range(HEADINGS)])
"""Each heading's direction, in millionths."""


def rounded(number: int, by: int) -> int:
    """`number / by`, rounded half away from zero: the same for a number and its negative (V8)."""
    whole = (2 * abs(number) + by) // (2 * by)
    return whole if number >= 0 else -whole


@lru_cache(maxsize=4096)
def vector(length: int, heading: int) -> Point:
    """A length along a heading, in mils."""
    x, y = UNIT[heading % HEADINGS]
    return rounded(length * x, SCALE), rounded(length * y, SCALE)


def moved(pose: Pose, length: int, heading: int) -> Pose:
    """The pose pushed along a heading, its own heading kept."""
    x, y = vector(length, heading)
    return pose[0] + x, pose[1] + y, pose[2]


def apart(one: int, other: int) -> int:
    """How far two headings are from each other, 0 to 12 steps of 15°."""
    gap = (one - other) % HEADINGS
    return min(gap, HEADINGS - gap)


@lru_cache(maxsize=256)
def _offsets(heading: int, length: int, width: int) -> tuple[Point, Point, Point, Point]:
    """The corners about the centre: front left, front right, back right, back left."""
    ax, ay = vector(length, heading)
    sx, sy = vector(width, heading + 6)
    return (ax + sx, ay + sy), (ax - sx, ay - sy), (-ax - sx, -ay - sy), (-ax + sx, -ay + sy)


def corners(pose: Pose, size: Point) -> Polygon:
    """The four corners of a footprint; `size` is half its length and half its width."""
    x, y, heading = pose
    return tuple([(x + dx, y + dy) for dx, dy in _offsets(heading, *size)])


def turned_about(pose: Pose, size: Point, steps: int, *, front: bool, left: bool) -> Pose:
    """The pose turned by `steps` of 15° about one of its corners (V20, V24)."""
    at = {(True, True): 0, (True, False): 1, (False, False): 2, (False, True): 3}[front, left]
    x, y, heading = pose
    after = (heading + steps) % HEADINGS
    (ox, oy), (nx, ny) = _offsets(heading, *size)[at], _offsets(after, *size)[at]
    return x + ox - nx, y + oy - ny, after


def distance(one: Point, other: Point) -> int:
    """Between two points, rounded down."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def quarter(pose: Pose, point: Point) -> Quarter:
    """The quarter of 90° in which a point lies; a diagonal belongs to front or back (V32)."""
    dx, dy = point[0] - pose[0], point[1] - pose[1]
    ux, uy = UNIT[pose[2]]
    ahead, aside = dx * ux + dy * uy, dy * ux - dx * uy
    if abs(ahead) >= abs(aside):
        return "front" if ahead >= 0 else "back"
    return "left" if aside > 0 else "right"


_FIVE_DEGREES: Final = 87_489


def in_line(pose: Pose, turn: int, point: Point) -> bool:
    """Whether a point lies within 5° of an axis, `turn` steps of 15° off the nose (V38)."""
    dx, dy = point[0] - pose[0], point[1] - pose[1]
    ux, uy = UNIT[(pose[2] + turn) % HEADINGS]
    ahead, aside = dx * ux + dy * uy, dy * ux - dx * uy
    return ahead > 0 and abs(aside) * SCALE <= ahead * _FIVE_DEGREES


def _gap(ones: Polygon, others: Polygon, ax: int, ay: int) -> bool:
    """Whether an axis parts two sets of points; touching edges are apart."""
    a = [x * ax + y * ay for x, y in ones]
    b = [x * ax + y * ay for x, y in others]
    return max(a) <= min(b) or max(b) <= min(a)


def boxes_overlap(one: Pose, size: Point, other: Pose, other_size: Point) -> bool:
    """Whether two footprints overlap: separating axes, exact (V9). Far ones are told at once."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    (length, width), (other_length, other_width) = size, other_size
    reach = length + width + other_length + other_width
    if not (-reach < dx < reach and -reach < dy < reach):
        return False
    heading, other_heading = one[2], other[2]
    for along in (heading, heading + 6, other_heading, other_heading + 6):
        axis = along % HEADINGS
        ux, uy = UNIT[axis]
        reach = _extent(heading, length, width, axis) + _extent(
            other_heading, other_length, other_width, axis
        )
        if not -reach < dx * ux + dy * uy < reach:
            return False
    return True


@lru_cache(maxsize=8192)
def _extent(heading: int, length: int, width: int, axis: int) -> int:
    """How far a footprint reaches from its centre along an axis, either way."""
    ux, uy = UNIT[axis]
    return max([dx * ux + dy * uy for dx, dy in _offsets(heading, length, width)])


def polygons_overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons overlap, by the normals of their edges."""
    for polygon in (one, other):
        last = polygon[-1]
        for point in polygon:
            if _gap(one, other, last[1] - point[1], point[0] - last[0]):
                return False
            last = point
    return True


def box_meets_disc(pose: Pose, size: Point, centre: Point, radius: int) -> bool:
    """Whether a footprint overlaps a disc."""
    dx, dy = centre[0] - pose[0], centre[1] - pose[1]
    ux, uy = UNIT[pose[2]]
    ahead = max(0, abs(dx * ux + dy * uy) - size[0] * SCALE)
    aside = max(0, abs(dy * ux - dx * uy) - size[1] * SCALE)
    return ahead * ahead + aside * aside < (radius * SCALE) ** 2


def line_meets_polygon(start: Point, end: Point, polygon: Polygon) -> bool:
    """Whether the line between two points goes through a convex polygon (V34)."""
    return start != end and polygons_overlap((start, end), polygon)


def line_meets_disc(start: Point, end: Point, centre: Point, radius: int) -> bool:
    """Whether the line between two points goes through a disc (V34)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cx, cy = centre[0] - start[0], centre[1] - start[1]
    length, along = dx * dx + dy * dy, cx * dx + cy * dy
    if not 0 < along < length:
        return False
    across = cx * dy - cy * dx
    return across * across < radius * radius * length


@lru_cache(maxsize=4096)
def heading_of(dx: int, dy: int) -> int:
    """The heading nearest to a direction; of two as near the lower one."""
    return max(range(HEADINGS), key=lambda h: (dx * UNIT[h][0] + dy * UNIT[h][1], -h))
