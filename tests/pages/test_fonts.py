"""Each font is split into two files for browsers. Together they contain every letter of the font,
and the style sheet declares the letters of each.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from fontTools.ttLib import TTFont

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
FONTS: Final = sorted(
    file for file in STATIC.glob("fonts/*.woff2") if not file.stem.endswith(("-common", "-more"))
)


def letters_in(file: Path) -> set[int]:
    return {letter for letter in TTFont(file).getBestCmap() if letter >= ord(" ")}


def letters_declared(file: str) -> set[int]:
    """Return the characters of the file's `unicode-range`."""
    css = (STATIC / "css/tokens.css").read_text()
    found = re.search(rf"fonts/{file}.*?unicode-range: ([^;]+);", css)
    assert found, file
    spans = [re.findall(r"[0-9A-F]+", span[2:]) for span in found[1].split(", ")]
    return {letter for span in spans for letter in range(int(span[0], 16), int(span[-1], 16) + 1)}


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_the_declared_ranges_cover_every_letter_of_a_font_once(font: Path) -> None:
    parts = [font.with_stem(f"{font.stem}-{part}") for part in ("common", "more")]
    common, more = (letters_in(part) for part in parts)
    assert [letters_declared(part.name) for part in parts] == [common, more]
    assert common | more == letters_in(font)
    assert not common & more
