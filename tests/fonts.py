"""`python -m tests.fonts`: the house's faces, each cut into two files for browsers.

The whole faces in `static/fonts/` are what cards are drawn with. Of each, `…-common.woff2` holds
what nearly every page says and `…-more.woff2` all other letters, which a browser asks for only
where a page has one (`unicode-range` in `static/css/tokens.css`). Both are without hints for old
screens: those are a third of a file. tests/pages/test_fonts.py holds them against the whole.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER: Final = Path(__file__).resolve().parent.parent / "static" / "fonts"
FACES: Final = (
    "barlow-latin-400-normal",
    "barlow-latin-400-italic",
    "barlow-latin-600-normal",
    "barlow-condensed-latin-600-normal",
    "ibm-plex-mono-latin-400-normal",
)
COMMON: Final = frozenset({*range(0x20, 0x7F), *map(ord, "\u00a0£±·½×–—‘’“”…−")})
FEATURES: Final = ["kern", "liga", "tnum", "ccmp", "locl", "mark", "mkmk"]
"""What style sheets ask for, and what accents need."""


def letters(face: Path) -> frozenset[int]:
    """The characters that a file can show."""
    return frozenset(letter for letter in TTFont(face).getBestCmap() if letter >= ord(" "))


def parts(face: str) -> dict[str, frozenset[int]]:
    """The characters of each part of a face, by the part's name."""
    whole = letters(FOLDER / f"{face}.woff2")
    return {"common": whole & COMMON, "more": whole - COMMON}


def cut(face: str, wanted: frozenset[int]) -> bytes:
    """The face with these characters alone, as WOFF2."""
    options = Options(hinting=False, layout_features=FEATURES)
    font = TTFont(FOLDER / f"{face}.woff2", recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def ranges(wanted: frozenset[int]) -> str:
    """Characters as `unicode-range` says them.

    >>> ranges(frozenset({32, 33, 34, 160}))
    'U+20-22, U+A0'
    """
    spans: list[list[int]] = []
    for one in sorted(wanted):
        if spans and spans[-1][1] == one - 1:
            spans[-1][1] = one
        else:
            spans.append([one, one])
    return ", ".join(
        f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in spans
    )


def main() -> None:
    """Write every part, and print its range."""
    for face in FACES:
        for part, wanted in parts(face).items():
            (FOLDER / f"{face}-{part}.woff2").write_bytes(cut(face, wanted))
            print(face, part, ranges(wanted))


if __name__ == "__main__":
    main()
