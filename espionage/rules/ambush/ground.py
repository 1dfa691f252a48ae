"""Maps as data (P1, P2): a grid of letters, and what the letters mean. `check_ground` judges a map
before it is played on.

A square is a number, `y * SIDE + x`, counted from the north-west corner. Distances are compared
squared: `apart(a, b)`.
"""

from __future__ import annotations

from typing import Final

from engine.game import Refusal
from engine.values import Value

SIDE: Final = 48
SQUARES: Final = SIDE * SIDE
OFF: Final = -1
"""Where somebody is who is not on the map."""

LEGEND: Final[dict[str, str]] = {
    ".": "open ground",
    "=": "road",
    ":": "floor",
    "#": "wall",
    "+": "door",
    "V": "vehicle",
    "f": "fence",
    "p": "pump",
    "t": "tree",
}
SOLID: Final = "#Vpt"
"""Nobody can stand there."""
CORNERS: Final = "#V"
"""No diagonal step or blow passes between two squares of which one is such a corner."""
BLOCKS_SIGHT: Final = "#V+"
"""P5: buildings and vehicles. A door shuts by itself: who stands in it sees, and is seen, both ways
(ours: P20).
"""
COVER: Final = "fpt"
LOW: Final = "fp"
"""Who crouches right behind one of these is out of sight."""
SLOW: Final = "+f"
"""P4: going through a door or climbing a fence takes a whole phase."""


class Ground(Value):
    """A map: 48 rows of 48 letters, north on top. `poor_light` is -1 on every shot (P6)."""

    key: str
    title: str
    rows: tuple[str, ...]
    poor_light: bool = False


class BadGround(Refusal):
    """A map that cannot be played on."""

    code = "bad-map"


def at(x: int, y: int) -> int:
    """The square of column x and row y, both from 0."""
    return y * SIDE + x


def apart(one: int, other: int) -> int:
    """The squared distance between two squares' centres, in squares."""
    dx, dy = one % SIDE - other % SIDE, one // SIDE - other // SIDE
    return dx * dx + dy * dy


def to_edge(square: int) -> int:
    """How many squares lie between this one and the nearest edge; 0 on the edge itself."""
    x, y = square % SIDE, square // SIDE
    return min(x, y, SIDE - 1 - x, SIDE - 1 - y)


def check_letters(ground: Ground) -> None:
    """Raise BadGround unless the grid has the right size and only letters of the legend."""
    name = ground.title or ground.key or "The map"
    if not ground.key or not ground.title:
        raise BadGround("Give the map a key and a title.")
    if len(ground.rows) != SIDE:
        raise BadGround(f"{name} needs {SIDE} rows; it has {len(ground.rows)}.")
    for number, row in enumerate(ground.rows, start=1):
        if len(row) != SIDE:
            raise BadGround(f"{name}, row {number}: give {SIDE} squares; it has {len(row)}.")
        for column, letter in enumerate(row, start=1):
            if letter not in LEGEND:
                known = " ".join(LEGEND)
                raise BadGround(
                    f"{name}, row {number}, column {column}: “{letter}” means nothing; use {known}."
                )
