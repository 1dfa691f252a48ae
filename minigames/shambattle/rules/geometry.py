"""Lengths and distances in whole hundredths of an inch, exact: whether two figures touch may not
hang on a rounding (S1, S12).
"""

from __future__ import annotations

import itertools
from math import isqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .maps import Rect
    from .values import Spot

RADIUS: Final = 50
"""A figure is a disc one inch across (S1)."""

CONTACT: Final = (2 * RADIUS) ** 2
"""Discs closer than this, centre to centre and squared, would overlap (S12)."""

TOUCHING: Final = 2 * RADIUS + 5
"""Discs this close, centre to centre, touch: a gap of at most 0.05 inch (S1)."""


def squared(a: Spot, b: Spot) -> int:
    """The square of the distance between two places."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def length(a: Spot, b: Spot) -> int:
    """The distance between two places, rounded up to a hundredth (S1)."""
    square = squared(a, b)
    return isqrt(square - 1) + 1 if square else 0


def measure(path: Sequence[Spot]) -> int:
    """The length of a polyline: that of its segments, each rounded up (S1)."""
    return sum([length(a, b) for a, b in itertools.pairwise(path)])


def within(a: Spot, b: Spot, reach: int) -> bool:
    """Whether two places are at most `reach` apart."""
    return squared(a, b) <= reach * reach


def touching(a: Spot, b: Spot) -> bool:
    """Whether figures on these two places touch (S1)."""
    return within(a, b, TOUCHING)


def keeps_off(a: Spot, b: Spot, point: Spot, square: int) -> bool:
    """Whether the segment from a to b keeps a distance of which `square` is the square, or more,
    from a point.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    whole, along = dx * dx + dy * dy, px * dx + py * dy
    if along <= 0:
        return px * px + py * py >= square
    if along >= whole:
        return squared(b, point) >= square
    across = dx * py - dy * px
    return across * across >= square * whole


def clear_of(a: Spot, b: Spot, figures: Iterable[Spot]) -> bool:
    """Whether a figure that goes straight from a to b overlaps none of these on its way; contact is
    allowed (S12).
    """
    return all(keeps_off(a, b, figure, CONTACT) for figure in figures)


def crosses(a: Spot, b: Spot, rect: Rect) -> bool:
    """Whether the segment from a to b meets a rectangle, its sides counted in: their boxes overlap,
    and the rectangle's corners do not all lie on one side of the segment's line.
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


def nearby(spot: Spot, points: Iterable[tuple[int, Spot]], reach: int) -> list[int]:
    """The numbers of those points that are at most `reach` away: one loop, for there are many to
    look at.
    """
    x, y = spot
    square = reach * reach
    return [n for n, (px, py) in points if (x - px) * (x - px) + (y - py) * (y - py) <= square]


def about(
    points: Iterable[tuple[int, Spot]], others: Iterable[Spot], reach: int
) -> list[tuple[int, Spot]]:
    """Those numbered points that are at most `reach` outside the box about the others: a quick
    sieve, before each is measured from each.
    """
    xs, ys = zip(*others, strict=True)
    west, east, south, north = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [each for each in points if west <= each[1][0] <= east and south <= each[1][1] <= north]


def nearest_square(spot: Spot, points: Iterable[Spot]) -> int:
    """How far the nearest of the points is, squared; 0 if there are none."""
    x, y = spot
    return min([(x - px) * (x - px) + (y - py) * (y - py) for px, py in points], default=0)


def nearest(spot: Spot, points: Iterable[Spot]) -> tuple[int, Spot]:
    """The nearest of the points and how far it is, squared; the place itself if there are none."""
    x, y = spot
    return min(
        [((x - px) * (x - px) + (y - py) * (y - py), (px, py)) for px, py in points],
        default=(0, spot),
    )


def near(a: Spot, b: Spot, points: Iterable[Spot], margin: int) -> list[Spot]:
    """Those points that lie no further than `margin` outside the box that the segment spans."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax - margin, bx + margin) if ax < bx else (bx - margin, ax + margin)
    south, north = (ay - margin, by + margin) if ay < by else (by - margin, ay + margin)
    return [point for point in points if west < point[0] < east and south < point[1] < north]


def ahead(a: Spot, b: Spot, distance: int) -> Spot:
    """The place so far along from a towards b and beyond, rounded towards a: never further than
    `distance` (0 or more).
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = (dx * dx + dy * dy) ** 0.5
    return (a[0] + int(dx * distance / whole), a[1] + int(dy * distance / whole)) if whole else a
