"""Directions and distances as players say them (P14, P17), in whole numbers only."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .ground import SIDE, apart
from .values import WAYS, Way

INCH = 4
"""Squares to an inch (P1)."""


def way_to(here: int, there: int) -> Way:
    """Which of eight directions a square lies in; a diagonal begins where one part is over 5/12 of
    the other (ours: P22).
    """
    dx, dy = there % SIDE - here % SIDE, there // SIDE - here // SIDE
    wide, high = abs(dx), abs(dy)
    diagonal = 12 * min(wide, high) > 5 * max(wide, high)
    if diagonal:
        return ("ne" if dy < 0 else "se") if dx > 0 else ("nw" if dy < 0 else "sw")
    if wide > high:
        return WAYS[2] if dx > 0 else WAYS[6]
    return WAYS[0] if dy < 0 else WAYS[4]


def squares_to(here: int, there: int) -> int:
    """The distance in squares, to the nearest whole one."""
    square = apart(here, there)
    low = isqrt(square)
    return low + (square > low * low + low)


def inches_to(here: int, there: int) -> Fraction:
    """The distance in inches, in quarters."""
    return Fraction(squares_to(here, there), INCH)
