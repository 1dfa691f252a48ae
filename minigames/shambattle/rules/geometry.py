"""Lengths and distances in hundredths of an inch (S1, S12).

All values are integers, so contact does not depend on rounding.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Final

from .maps import Rect
from .values import Spot

RADIUS: Final = 50
"""Radius of a figure, which is a disc one inch across (S1)."""

CONTACT: Final = (2 * RADIUS) ** 2
"""Squared distance between two centres below which the discs overlap (S12)."""

TOUCHING: Final = 2 * RADIUS + 5
"""Maximum distance between the centres of touching discs. The gap is at most 0.05 inch (S1)."""


def squared_distance(a: Spot, b: Spot) -> int:
    """Return the square of the distance between two places."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def length(a: Spot, b: Spot) -> int:
    """Return the distance between two places, rounded up to a hundredth of an inch (S1)."""
    square = squared_distance(a, b)
    return isqrt(square - 1) + 1 if square else 0


def path_length(path: Sequence[Spot]) -> int:
    """Return the length of a path: the sum of its segments, each rounded up (S1)."""
    return sum([length(a, b) for a, b in itertools.pairwise(path)])


def is_within(a: Spot, b: Spot, reach: int) -> bool:
    """Return whether two places are at most `reach` apart."""
    return squared_distance(a, b) <= reach * reach


def is_touching(a: Spot, b: Spot) -> bool:
    """Return whether figures at these two places touch (S1)."""
    return is_within(a, b, TOUCHING)


def keeps_distance(a: Spot, b: Spot, point: Spot, square: int) -> bool:
    """Return whether a segment keeps a minimum distance from a point.

    `square` is the square of this distance. The segment goes from a to b.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    length_squared, projection = dx * dx + dy * dy, px * dx + py * dy
    if projection <= 0:
        return px * px + py * py >= square
    if projection >= length_squared:
        return squared_distance(b, point) >= square
    cross_product = dx * py - dy * px
    return cross_product * cross_product >= square * length_squared


def is_clear_of(a: Spot, b: Spot, figures: Iterable[Spot]) -> bool:
    """Return whether a figure can go from a to b without overlapping any of these figures.

    Contact is allowed (S12).
    """
    return all(keeps_distance(a, b, figure, CONTACT) for figure in figures)


def crosses_rectangle(a: Spot, b: Spot, rect: Rect) -> bool:
    """Return whether the segment from a to b meets a rectangle or its sides.

    A segment meets a rectangle if their bounding boxes overlap and the rectangle's corners are not
    all on one side of the segment's line.
    """
    (ax, ay), (bx, by) = a, b
    if max(ax, bx) < rect.west or rect.east < min(ax, bx):
        return False
    if max(ay, by) < rect.south or rect.north < min(ay, by):
        return False
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for x in (rect.west, rect.east)
        for y in (rect.south, rect.north)
    ]
    return min(sides) <= 0 <= max(sides)


def numbers_within(spot: Spot, points: Iterable[tuple[int, Spot]], reach: int) -> list[int]:
    """Return the numbers of the points that are at most `reach` away.

    The function is a single loop, because it must be fast.
    """
    x, y = spot
    square = reach * reach
    return [n for n, (px, py) in points if (x - px) * (x - px) + (y - py) * (y - py) <= square]


def near_box(
    points: Iterable[tuple[int, Spot]], others: Iterable[Spot], reach: int
) -> list[tuple[int, Spot]]:
    """Return the numbered points that are at most `reach` outside the bounding box of others.

    This is a fast filter that excludes most points.
    """
    xs, ys = zip(*others, strict=True)
    west, east, south, north = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [
        point for point in points if west <= point[1][0] <= east and south <= point[1][1] <= north
    ]


def nearest_square(spot: Spot, points: Iterable[Spot]) -> int:
    """Return the squared distance to the nearest point, or 0 if there are no points."""
    x, y = spot
    return min([(x - px) * (x - px) + (y - py) * (y - py) for px, py in points], default=0)


def nearest_point(spot: Spot, points: Iterable[Spot]) -> tuple[int, Spot]:
    """Return the squared distance to the nearest point, and the point.

    If there are no points, return the place itself.
    """
    x, y = spot
    return min(
        [((x - px) * (x - px) + (y - py) * (y - py), (px, py)) for px, py in points],
        default=(0, spot),
    )


def near_segment(a: Spot, b: Spot, points: Iterable[Spot], margin: int) -> list[Spot]:
    """Return the points that are at most `margin` outside the segment's bounding box."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax - margin, bx + margin) if ax < bx else (bx - margin, ax + margin)
    south, north = (ay - margin, by + margin) if ay < by else (by - margin, ay + margin)
    return [point for point in points if west < point[0] < east and south < point[1] < north]


def point_towards(a: Spot, b: Spot, distance: int) -> Spot:
    """Return the place at a distance from a, in the direction of b and possibly beyond.

    The place is rounded towards a, so that it is never further away.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    return (a[0] + int(dx * distance / length), a[1] + int(dy * distance / length)) if length else a
