"""Short names of figures, and the notation of places and lengths.

Players write lengths in inches, with at most two decimal places.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat
from engine.words import join_items
from minigames.shambattle.rules.roster import BOSS, ROSTER
from minigames.shambattle.rules.values import MASTERMIND, SPY, Spot

LETTERS: Final = {
    (MASTERMIND, "mastermind"): "M",
    (MASTERMIND, "henchman"): "H",
    (MASTERMIND, "officer"): "O",
    (MASTERMIND, "soldier"): "G",
    (SPY, "spy"): "S",
    (SPY, "officer"): "L",
    (SPY, "soldier"): "C",
}
"""First letters of short names, by side and rank.

On the Mastermind's side, O is an officer and G a guard. On the Spy's side, L is a leader and C a
commando.
"""

SIDE_NAMES: Final = ("The Mastermind’s side", "The Spy’s side")
WEAPONS: Final = {"pistol": "pistol", "smg": "submachine gun"}
LENGTH_PATTERN: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?")
"""A length below 100 inches, with at most two decimal places."""

RANGE_PATTERN: Final = re.compile(r"([A-Z])([0-9]{1,2})[-–]\1?([0-9]{1,2})")


def _code(number: int) -> str:
    figure = ROSTER[number]
    letter = LETTERS[(figure.side, figure.rank)]
    return letter + re.sub(r"\D", "", figure.name)


CODES: Final = tuple([_code(number) for number in range(len(ROSTER))])
NUMBERS: Final = {code: number for number, code in enumerate(CODES)}
"""Figure numbers by short name."""


def full_name(number: int) -> str:
    """Return a figure's short and long name, such as "C7 (Commando 7)"."""
    return f"{CODES[number]} ({ROSTER[number].name})"


def in_sentence(name: str) -> str:
    """Return a figure's name in the form used in the middle of a sentence."""
    return name[0].lower() + name[1:] if name.startswith("The ") else name


def side_name(seat: Seat) -> str:
    """Return a side's name in the form used in the middle of a sentence."""
    return in_sentence(SIDE_NAMES[seat])


def codes_of(numbers: list[int] | tuple[int, ...]) -> str:
    """Return the short names of several figures, separated by commas."""
    return join_items([CODES[number] for number in numbers], "nobody")


# --- lengths --------------------------------------------------------------------------------------


def inches_words(hundredths: int) -> str:
    """Return a length in inches in the players' notation, such as 31.5 for 3150."""
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def place_words(spot: Spot) -> str:
    """Return a place in the players' notation: first east, then north."""
    return f"{inches_words(spot[0])}, {inches_words(spot[1])}"


def path_words(path: tuple[Spot, ...]) -> str:
    """Return the points of a path in the players' notation."""
    return "; ".join([place_words(spot) for spot in path])


def read_length(text: str) -> int:
    """Return a written length in hundredths of an inch.

    Raise IllegalMove if the text is invalid.
    """
    match = LENGTH_PATTERN.fullmatch(text.strip())
    if match is None:
        raise IllegalMove(
            "Enter lengths in inches with at most two decimals, such as “31.5” or “4.25”, not "
            f"“{text.strip()[:20]}”."
        )
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))


def read_signed(text: str) -> int:
    """Return a written length, which is negative for west or south.

    Raise IllegalMove if the text is invalid.
    """
    stripped = text.strip().replace("\N{MINUS SIGN}", "-")
    return (
        -read_length(stripped[1:])
        if stripped.startswith("-")
        else read_length(stripped.removeprefix("+"))
    )


def read_pair(text: str, *, signed: bool = False) -> tuple[int, int]:
    """Return the two values in a text, east and north, separated by a comma or a space.

    Raise IllegalMove if the text is invalid.
    """
    parts = text.replace(",", " ").split()
    if len(parts) != 2:
        raise IllegalMove(
            "Enter a place as inches east, then north, such as “31.5, 18”, not "
            f"“{text.strip()[:20]}”."
        )
    read = read_signed if signed else read_length
    return read(parts[0]), read(parts[1])


# --- names ----------------------------------------------------------------------------------------


def read_figures(text: str) -> list[int]:
    """Return the figures named in a text, such as "C7", "C1-C4", "C1 C3, L2" or a full name.

    Raise IllegalMove if a name is unknown.
    """
    by_name = [
        number
        for number, figure in enumerate(ROSTER)
        if figure.name.casefold() == text.strip().casefold()
    ]
    if by_name:
        return by_name
    figures: list[int] = []
    for part in text.upper().replace(",", " ").split():
        figures += [number for number in _figures_of_word(part) if number not in figures]
    if not figures:
        raise IllegalMove("Start with the figure, such as “C7 to 31.5, 18”.")
    return figures


def _figures_of_word(part: str) -> list[int]:
    match = RANGE_PATTERN.fullmatch(part)
    names = (
        [f"{match[1]}{count}" for count in range(int(match[2]), int(match[3]) + 1)]
        if match
        else [part]
    )
    if not names or any(name not in NUMBERS for name in names):
        raise IllegalMove(
            f"There is no figure “{part[:12]}”. Use the names on the board, such as C7, L1 or "
            f"{CODES[BOSS]}."
        )
    return [NUMBERS[name] for name in names]
