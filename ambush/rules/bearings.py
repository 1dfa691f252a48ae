"""Directions and distances as players see them (P14, P17), computed with integers."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .ground import SIDE, squared_distance
from .values import DIRECTIONS, Direction

SQUARES_PER_INCH = 4
"""Squares in an inch (P1)."""


def direction_to(origin: int, target: int) -> Direction:
    """Return the direction from one square to another.

    The direction is diagonal if the smaller difference is more than 5/12 of the larger one (ours:
    P22).
    """
    dx, dy = target % SIDE - origin % SIDE, target // SIDE - origin // SIDE
    wide, high = abs(dx), abs(dy)
    diagonal = 12 * min(wide, high) > 5 * max(wide, high)
    if diagonal:
        return ("ne" if dy < 0 else "se") if dx > 0 else ("nw" if dy < 0 else "sw")
    if wide > high:
        return DIRECTIONS[2] if dx > 0 else DIRECTIONS[6]
    return DIRECTIONS[0] if dy < 0 else DIRECTIONS[4]


def squares_to(origin: int, target: int) -> int:
    """Return the distance in squares, rounded to a whole number."""
    square = squared_distance(origin, target)
    low = isqrt(square)
    return low + (square > low * low + low)


def inches_to(origin: int, target: int) -> Fraction:
    """Return the distance in inches, rounded to quarters."""
    return Fraction(squares_to(origin, target), SQUARES_PER_INCH)
