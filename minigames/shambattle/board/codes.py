"""Short names of figures, and places and lengths as players write them: in inches, with two
decimals at most.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat
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
"""Officers of the guard are O, guards G; the leaders of the commandos L, commandos C."""

SIDE_NAMES: Final = ("The Mastermind’s side", "The Spy’s side")
WEAPONS: Final = {"pistol": "pistol", "smg": "submachine gun"}
STICK: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?")
"""A length that a player may write: below 100 inches, to the hundredth."""

SPAN: Final = re.compile(r"([A-Z])([0-9]{1,2})[-–]\1?([0-9]{1,2})")


def _code(number: int) -> str:
    figure = ROSTER[number]
    letter = LETTERS[(figure.side, figure.rank)]
    return letter + re.sub(r"\D", "", figure.name)


CODES: Final = tuple([_code(number) for number in range(len(ROSTER))])
NUMBERS: Final = {code: number for number, code in enumerate(CODES)}
"""From short names back to the numbers of the roster."""


def called(number: int) -> str:
    """A figure by its short and its long name: "C7 (Commando 7)"."""
    return f"{CODES[number]} ({ROSTER[number].name})"


def mid(name: str) -> str:
    """A name in the middle of a sentence."""
    return name[0].lower() + name[1:] if name.startswith("The ") else name


def side_name(seat: Seat) -> str:
    """A side in the middle of a sentence."""
    return mid(SIDE_NAMES[seat])


def listed(words: list[str]) -> str:
    """Words as a list in a sentence."""
    return (
        words[0]
        if len(words) == 1
        else f"{', '.join(words[:-1])} and {words[-1]}"
        if words
        else "nobody"
    )


def codes(numbers: list[int] | tuple[int, ...]) -> str:
    """Several figures by their short names."""
    return listed([CODES[number] for number in numbers])


# --- lengths --------------------------------------------------------------------------------------


def inches(hundredths: int) -> str:
    """A length as a player writes it: 31.5 for 3150."""
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def place(spot: Spot) -> str:
    """A place as a player writes it: east, then north."""
    return f"{inches(spot[0])}, {inches(spot[1])}"


def way(path: tuple[Spot, ...]) -> str:
    """The points of a way as a player writes them."""
    return "; ".join([place(spot) for spot in path])


def read_length(words: str) -> int:
    """Hundredths of an inch from what was written. Raises IllegalMove."""
    found = STICK.fullmatch(words.strip())
    if found is None:
        raise IllegalMove(
            "Enter lengths in inches with at most two decimals, such as “31.5” or “4.25”, not "
            f"“{words.strip()[:20]}”."
        )
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))


def read_signed(words: str) -> int:
    """A length that may go west or south, with a minus before it. Raises IllegalMove."""
    stripped = words.strip().replace("\N{MINUS SIGN}", "-")
    return (
        -read_length(stripped[1:])
        if stripped.startswith("-")
        else read_length(stripped.removeprefix("+"))
    )


def read_pair(words: str, *, signed: bool = False) -> tuple[int, int]:
    """East and north, a comma or a space between them. Raises IllegalMove."""
    parts = words.replace(",", " ").split()
    if len(parts) != 2:
        raise IllegalMove(
            "Enter a place as inches east, then north, such as “31.5, 18”, not "
            f"“{words.strip()[:20]}”."
        )
    read = read_signed if signed else read_length
    return read(parts[0]), read(parts[1])


# --- names ----------------------------------------------------------------------------------------


def read_figures(words: str) -> list[int]:
    """The figures that are named: "C7", "C1-C4", "C1 C3, L2" or a whole name. Raises
    IllegalMove.
    """
    whole = [
        number
        for number, figure in enumerate(ROSTER)
        if figure.name.casefold() == words.strip().casefold()
    ]
    if whole:
        return whole
    found: list[int] = []
    for word in words.upper().replace(",", " ").split():
        found += [number for number in _named(word) if number not in found]
    if not found:
        raise IllegalMove("Start with the figure, such as “C7 to 31.5, 18”.")
    return found


def _named(word: str) -> list[int]:
    span = SPAN.fullmatch(word)
    names = (
        [f"{span[1]}{count}" for count in range(int(span[2]), int(span[3]) + 1)] if span else [word]
    )
    if not names or any(name not in NUMBERS for name in names):
        raise IllegalMove(
            f"There is no figure “{word[:12]}”. Use the names on the board, such as C7, L1 or "
            f"{CODES[BOSS]}."
        )
    return [NUMBERS[name] for name in names]
