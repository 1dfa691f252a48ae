"""Maps as data (P1, P2): a grid of letters with a legend.

`placing.check_ground` checks a map before it is used. A square is the number `y * SIDE + x`,
counted from the north-west corner. Distances are compared in squared form (`squared_distance`).
"""

from __future__ import annotations

from typing import Final

from engine.game import Refusal
from engine.values import Value

SIDE: Final = 48
SQUARES: Final = SIDE * SIDE
OFF_MAP: Final = -1
"""The square of a fighter who is not on the map."""

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
"""Letters of squares that nobody can enter."""
CORNERS: Final = "#V"
"""Letters of squares whose corners block diagonal steps and blows."""
BLOCKS_SIGHT: Final = "#V+"
"""Letters of squares that block sight (P5).

Doors shut by themselves. A fighter in a doorway can see, and can be seen from, both sides (ours:
P20).
"""
COVER: Final = "fpt"
LOW: Final = "fp"
"""Letters of squares that hide a fighter who crouches right behind them."""
SLOW: Final = "+f"
"""Letters of squares that take a whole phase to enter: doors and fences (P4)."""


class Ground(Value):
    """A map of 48 rows with 48 letters each. North is at the top.

    `poor_light` is a modifier of -1 on every shot (P6).
    """

    key: str
    title: str
    rows: tuple[str, ...]
    poor_light: bool = False


class BadGround(Refusal):
    """The map cannot be used."""

    code = "bad-map"


def square_at(x: int, y: int) -> int:
    """Return the square in column x and row y, both counted from 0."""
    return y * SIDE + x


def squared_distance(square: int, other_square: int) -> int:
    """Return the squared distance between the centres of two squares."""
    dx, dy = square % SIDE - other_square % SIDE, square // SIDE - other_square // SIDE
    return dx * dx + dy * dy


def distance_to_edge(square: int) -> int:
    """Return the number of squares to the nearest edge, which is 0 on the edge itself."""
    x, y = square % SIDE, square // SIDE
    return min(x, y, SIDE - 1 - x, SIDE - 1 - y)


def check_letters(ground: Ground) -> None:
    """Raise BadGround unless the grid has the right size and uses only letters in the legend."""
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
                letters = " ".join(LEGEND)
                raise BadGround(
                    f"{name}, row {number}, column {column}: “{letter}” is not a valid symbol. Use "
                    f"{letters}."
                )
