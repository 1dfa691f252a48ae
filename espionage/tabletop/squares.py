"""How squares, directions and distances are written: columns A to AV from the west, rows 1 to 48
from the north, as in "H12".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from espionage.rules.ambush.bearings import inches_to, squares_to, way_to
from espionage.rules.ambush.ground import SIDE

if TYPE_CHECKING:
    from fractions import Fraction

    from espionage.rules.ambush.values import Way

LETTERS: Final = 26
QUARTERS: Final = {0: "", 1: "¼", 2: "½", 3: "¾"}
WAY_WORDS: Final[dict[Way, str]] = {
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
    """The letters of a column, counted from 0: A to Z, then AA to AV."""
    letter = chr(ord("A") + column % LETTERS)
    return letter if column < LETTERS else f"A{letter}"


def name_of(square: int) -> str:
    """A square's name: its column's letters and its row's number."""
    return f"{column_name(square % SIDE)}{square // SIDE + 1}"


_NAMED: Final = {name_of(square): square for square in range(SIDE * SIDE)}


def square_of(words: str) -> int | None:
    """The square of that name, however it is typed; None when there is none."""
    return _NAMED.get("".join(words.split()).upper())


def squares_words(count: int) -> str:
    """So many squares."""
    return f"{count} {'square' if count == 1 else 'squares'}"


def inches_words(inches: Fraction) -> str:
    """A distance in inches, in quarters."""
    whole, rest = divmod(int(inches * 4), 4)
    return f"{whole or ''}{QUARTERS[rest]}".strip() or "0"


def seen_from(here: int, there: int) -> str:
    """A square seen from another: "at K30, 18 squares (4½ in) south-west"."""
    if here == there:
        return f"at {name_of(there)}, your own square"
    away = f"{squares_words(squares_to(here, there))} ({inches_words(inches_to(here, there))} in)"
    return f"at {name_of(there)}, {away} {WAY_WORDS[way_to(here, there)]}"
