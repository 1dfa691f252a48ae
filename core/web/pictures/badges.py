"""Team colours and emblems. Each team has a colour and a pattern, so that teams do not differ only
in colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from zlib import crc32

# (stored value, label, CSS class). Each has a dark variant in static/css/tokens.css.
PAINTS: Final = (
    ("#c3271f", "Signal red", "signal"),
    ("#8a4322", "Oxide", "oxide"),
    ("#a97400", "Sodium yellow", "sodium"),
    ("#5f6a1b", "Olive drab", "olive"),
    ("#0c5640", "Bottle green", "bottle"),
    ("#00707c", "Teal", "teal"),
    ("#1f5fc4", "Cobalt", "cobalt"),
    ("#23345e", "Night blue", "night"),
    ("#6a3fb0", "Violet", "violet"),
    ("#8e2a6b", "Plum", "plum"),
    ("#66727c", "Chrome", "chrome"),
    ("#33393d", "Asphalt", "asphalt"),
)
PATTERNS: Final = {
    "plain": "",
    "pale": "M12 0h8v40h-8z",
    "fess": "M0 13h32v9H0z",
    "bend": "M0 0h9l23 27v11L0 6z",
    "rising": "M32 0h-9L0 27v11L32 6z",
    "chevron": "M16 10 32 26v9L16 19 0 35v-9z",
    "cross": "M12 0h8v13h12v8H20v19h-8V21H0v-8h12z",
    "halved": "M16 0h16v40H16z",
    "quartered": "M16 0h16v18H16zM0 18h16v22H0z",
    "barry": "M0 6h32v5H0zM0 17h32v5H0zM0 28h32v5H0z",
    "paly": "M5 0h5v40H5zM14 0h5v40h-5zM23 0h5v40h-5z",
    "roundel": "M16 8a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
}
COLOUR_WORDS: Final = {
    "red": "signal",
    "orange": "oxide",
    "brown": "oxide",
    "rust": "oxide",
    "yellow": "sodium",
    "gold": "sodium",
    "green": "bottle",
    "turquoise": "teal",
    "blue": "cobalt",
    "purple": "violet",
    "pink": "plum",
    "white": "chrome",
    "silver": "chrome",
    "grey": "chrome",
    "black": "asphalt",
}
HEADS: Final = ("", "M0 0h32v9H0z", "M0 0h13v14H0z")
HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
KEYS: Final = {colour: key for colour, _, key in PAINTS}
CHOICES: Final = tuple((colour, label) for colour, label, _ in PAINTS)


@dataclass(frozen=True, slots=True)
class Badge:
    """A team's shield. Either `paint`, a CSS class, or `colour`, a custom colour, is set, and the
    other is empty.

    `path` is the SVG path of the pattern, and `head` is the SVG path of the shape on top.
    """

    name: str
    pattern: str
    path: str
    head: str
    paint: str
    colour: str


def emblem_for(key: str) -> tuple[str, str]:
    """Return a pattern and a head. They depend only on the key, which is a slug or a name."""
    head, index = divmod(crc32(key.encode(), 10) % (len(PATTERNS) * len(HEADS)), len(PATTERNS))
    return tuple(PATTERNS)[index], HEADS[head]


def badge(name: str, colour: str = "", pattern: str = "", key: str = "") -> Badge:
    """Return the badge of a team. `colour` is interpreted by `paint_of`."""
    chosen_pattern, head = (pattern, "") if pattern in PATTERNS else emblem_for(key or name)
    paint, own_colour = paint_of(colour)
    return Badge(
        name=name,
        pattern=chosen_pattern,
        path=PATTERNS[chosen_pattern],
        head=head,
        paint=paint,
        colour=own_colour,
    )


def paint_of(colour: str) -> tuple[str, str]:
    """Return (CSS class, custom colour), one of which is empty.

    `colour` can be the key of a paint, a value such as `#rrggbb`, or words such as `matt black`.
    """
    requested = colour.strip().lower()
    if HEX.fullmatch(requested) and requested not in KEYS:
        return "", requested
    paint = KEYS.get(requested) or next(
        filter(None, (key_of(colour_word) for colour_word in reversed(requested.split()))),
        "asphalt",
    )
    return f"paint-{paint}", ""


def nearest_paint(colour: str) -> str:
    """Return the key of a colour's paint. A custom colour has the paint that looks most like it."""
    paint, own_colour = paint_of(colour)
    if not own_colour:
        return paint.removeprefix("paint-")
    channels = bytes.fromhex(own_colour[1:])
    return min(
        KEYS.items(),
        key=lambda row: sum(
            (one - other) ** 2
            for one, other in zip(channels, bytes.fromhex(row[0][1:]), strict=True)
        ),
    )[1]


def key_of(colour_word: str) -> str:
    """Return the key of the paint that a word names, or ""."""
    return colour_word if colour_word in KEYS.values() else COLOUR_WORDS.get(colour_word, "")
