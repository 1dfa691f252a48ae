"""Small arrows that show manoeuvres on buttons (V24)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from autoduel.rules.manoeuvres import MANOEUVRES

DEGREES_PER_STEP: Final = 15
HEAD_LENGTH: Final = 5
HEAD_ANGLE: Final = 145
MILS_PER_UNIT: Final = 70
"""Sideways movement in mils for each unit of the drawing."""
SWERVE: Final = 4
"""Distance by which a swerve first moves to the other side, in units."""


def arrow_path(manoeuvre: str) -> str:
    """Return the SVG path of a manoeuvre's arrow, in a square of 24 units, from the bottom."""
    row = MANOEUVRES[manoeuvre]
    angle = row.side * row.amount * DEGREES_PER_STEP
    match row.kind:
        case "straight":
            return "M12 22" + _line_with_head(12, 4, 0)
        case "drift":
            x = 12 - row.side * (2 + row.amount / MILS_PER_UNIT)
            return f"M12 22V17L{x:.1f} 11" + _line_with_head(x, 3, 0)
        case "bend":
            return "M12 22V14" + _arrow_in_direction(12, 14, angle)
        case "swerve":
            x = 12 + row.side * SWERVE
            return f"M12 22V20L{x} 14" + _arrow_in_direction(x, 14, angle)
        case "pivot":
            return "M9 14a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M12 14" + _arrow_in_direction(12, 14, angle)
        case "t-stop":
            return "M5 10H19M12 22V10" + _line_with_head(12 - 9 * row.side, 10, 90 * row.side)
        case "bootlegger":
            x = 12 - 4 * row.side
            return f"M{12 + 4 * row.side} 22V9C{12 + 4 * row.side} 2 {x} 2 {x} 9" + _line_with_head(
                x, 20, 180
            )


def _arrow_in_direction(x: float, y: float, angle: int) -> str:
    """Return an arrow from a point in a direction, in degrees to the left of straight on."""
    return _line_with_head(x - 10 * sin(radians(angle)), y - 10 * cos(radians(angle)), angle)


def _line_with_head(x: float, y: float, angle: int) -> str:
    """Return a line to a point, with an arrowhead in a direction."""
    ends = [
        (
            x - HEAD_LENGTH * sin(radians(angle + side)),
            y - HEAD_LENGTH * cos(radians(angle + side)),
        )
        for side in (HEAD_ANGLE, -HEAD_ANGLE)
    ]
    (x1, y1), (x2, y2) = ends
    return f"L{x:.1f} {y:.1f}M{x1:.1f} {y1:.1f}L{x:.1f} {y:.1f}L{x2:.1f} {y2:.1f}"
