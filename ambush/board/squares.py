"""Names for squares and distances.

In "H12", the letters stand for the column (A to AV from the west) and the number stands for the row
from the north.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ambush.rules.bearings import direction_to, inches_to, squares_to
from ambush.rules.ground import SIDE
from ambush.rules.values import Direction

LETTERS: Final = 26
QUARTERS: Final = {0: "", 1: "¼", 2: "½", 3: "¾"}
DIRECTION_WORDS: Final[dict[Direction, str]] = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0: A to Z, then AA to AV."""
    letter = chr(ord("A") + column % LETTERS)
    return letter if column < LETTERS else f"A{letter}"


def square_name(square: int) -> str:
    """Return the name of a square, which consists of column letters and a row number."""
    return f"{column_name(square % SIDE)}{square // SIDE + 1}"


_SQUARES_BY_NAME: Final = {square_name(square): square for square in range(SIDE * SIDE)}


def square_with_name(text: str) -> int | None:
    """Return the square with this name, or None. Case and spacing do not matter."""
    return _SQUARES_BY_NAME.get("".join(text.split()).upper())


def squares_words(count: int) -> str:
    """Return a number of squares in words."""
    return f"{count} {'square' if count == 1 else 'squares'}"


def inches_words(inches: Fraction) -> str:
    """Format a distance in inches, rounded to quarters."""
    inches_whole, quarters = divmod(int(inches * 4), 4)
    return f"{inches_whole or ''}{QUARTERS[quarters]}".strip() or "0"


def seen_from(origin: int, target: int) -> str:
    """Describe where a square is relative to another: "at K30, 18 squares (4½ in) south-west"."""
    if origin == target:
        return f"at {square_name(target)}, your own square"
    distance = (
        f"{squares_words(squares_to(origin, target))} "
        f"({inches_words(inches_to(origin, target))} in)"
    )
    return f"at {square_name(target)}, {distance} {DIRECTION_WORDS[direction_to(origin, target)]}"
