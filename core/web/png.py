"""Conversion of link previews (`core/web/pictures/cards.py`) to PNG, cached by their contents.

The same card always gives the same bytes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.contrib.staticfiles import finders
from django.core.cache import cache as kept

from .pictures.cards import HEIGHT, WIDTH, Card, card_svg
from .pictures.plain_css import plain_css, tokens_of

TOKENS: Final = "css/tokens.css"
FACES: Final = {
    "barlow-latin-400-normal": "Barlow",
    "barlow-latin-600-normal": "Barlow",
    "barlow-condensed-latin-600-normal": "Barlow Condensed",
    "ibm-plex-mono-latin-400-normal": "IBM Plex Mono",
}
"""The site's font files, and the family name that style sheets use for each."""
FAMILY: Final = (1, 16)
"""Ids of the name records that contain a font's family."""
LOOKS: Final = """
.card-ground { fill: var(--paper); }
.card-mast { fill: var(--mast); }
.card-foot { fill: var(--on-mast); font-family: var(--face-tight); font-weight: 600; }
.card-label { fill: var(--ink-soft); font-family: var(--face-tight); font-weight: 600; }
.card-title { fill: var(--ink); font-family: var(--face-tight); font-weight: 600; }
.card-line { fill: var(--ink); font-family: var(--face); }
"""
TEXT: Final = re.compile(r"(<text\b[^>]*>)([^<]*)(?=</text>)")
"""Pattern for a text element of an SVG, with groups for its tag and its words."""
SITE: Final = "Dead Drop"
A_WEEK: Final = 7 * 24 * 3600


def digest_of(card: Card) -> str:
    """Return a digest of everything on a card."""
    drawn = card_svg(printable(card))
    return sha256("\n".join([drawn, _sheet(card.sheets)]).encode()).hexdigest()


def png(card: Card) -> bytes:
    """Return the card as a PNG image of 1200 by 630 pixels."""
    key = f"card:{digest_of(card)}"
    image: bytes | None = kept.get(key)
    if image is None:
        image = _render(card)
        kept.set(key, image, A_WEEK)
    return image


def _render(card: Card) -> bytes:
    from resvg_py import svg_to_bytes  # Few processes ever draw a card.

    return svg_to_bytes(
        svg_string=card_svg(printable(card)),
        style_sheet=_sheet(card.sheets),
        width=WIDTH,
        height=HEIGHT,
        skip_system_fonts=True,
        font_files=_faces(),
        font_family="Barlow",
        sans_serif_family="Roboto",
        font_size=17,
    )


def printable(card: Card) -> Card:
    """Return the card without texts in scripts that the fonts lack.

    Names are replaced (`Card.names`). Other such texts are removed from the lines and the picture.
    A title is replaced by the label, and a label or foot is replaced by the site's name.
    """
    names = [(name, other) for name, other in card.names if not can_draw(name)]
    names.sort(key=lambda pair: -len(pair[0]))

    def printable_text(words: str, instead: str = "") -> str:
        for name, other in names:
            words = words.replace(name, other)
        return words if can_draw(words) else instead

    label = printable_text(card.label, SITE)
    return replace(
        card,
        label=label,
        title=printable_text(card.title, label),
        lines=tuple(filter(None, map(printable_text, card.lines))),
        foot=printable_text(card.foot, SITE),
        picture=TEXT.sub(
            lambda text: text[1] + escape(printable_text(unescape(text[2]))), card.picture
        ),
    )


def can_draw(text: str) -> bool:
    """Return whether the fonts have every character of a text."""
    return all(letter.isspace() or ord(letter) in _drawable() for letter in text)


@cache
def _drawable() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    return frozenset[int]().union(*(TTFont(file).getBestCmap() for file in _faces()))


@cache
def _sheet(sheets: tuple[str, ...]) -> str:
    tokens = tokens_of(_static(TOKENS))
    return "\n".join(plain_css(css, tokens) for css in (*map(_static, sheets), LOOKS))


def _static(name: str) -> str:
    path = finders.find(name)
    if not path:
        raise LookupError(f"There is no static file {name}.")
    return Path(path).read_text()


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="faces-")


@cache
def _faces() -> list[str]:
    """Return the site's fonts and a fallback font as TTF files."""
    import font_roboto
    from fontTools.ttLib import TTFont

    folder, files = Path(_folder().name), []
    for face, family in FACES.items():
        font = TTFont(str(finders.find(f"fonts/{face}.woff2")))
        font.flavor = None
        for number in FAMILY:
            font["name"].setName(family, number, 3, 1, 0x409)
        font.save(folder / f"{face}.ttf")
        files.append(str(folder / f"{face}.ttf"))
    return [*files, font_roboto.font_files["Roboto"], font_roboto.font_files["RobotoBold"]]
