"""Cards (`core/web/pictures/cards.py`) as PNG: the same bytes for the same card, made once and
kept by what is on it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from django.contrib.staticfiles import finders
from django.core.cache import cache as kept

from .pictures.cards import HEIGHT, WIDTH, card_svg
from .pictures.plain_css import plain_css, tokens_of

if TYPE_CHECKING:
    from .pictures.cards import Card

TOKENS: Final = "css/tokens.css"
FACES: Final = {
    "barlow-latin-400-normal": "Barlow",
    "barlow-latin-600-normal": "Barlow",
    "barlow-condensed-latin-600-normal": "Barlow Condensed",
    "ibm-plex-mono-latin-400-normal": "IBM Plex Mono",
}
"""The files of the house's faces, and what style sheets call them."""
FAMILY: Final = (1, 16)
"""Where a font says which family it is of."""
LOOKS: Final = """
.card-ground { fill: var(--paper); }
.card-mast { fill: var(--mast); }
.card-foot { fill: var(--on-mast); font-family: var(--face-tight); font-weight: 600; }
.card-label { fill: var(--ink-soft); font-family: var(--face-tight); font-weight: 600; }
.card-title { fill: var(--ink); font-family: var(--face-tight); font-weight: 600; }
.card-line { fill: var(--ink); font-family: var(--face); }
"""
TEXT: Final = re.compile(r"(<text\b[^>]*>)([^<]*)(?=</text>)")
"""A text in a picture: its tag, and its words."""
SITE: Final = "Dead Drop"
A_WEEK: Final = 7 * 24 * 3600


def name_of(card: Card) -> str:
    """What a card is called by: a digest of all that is on it."""
    drawn = card_svg(printable(card))
    return sha256("\n".join([drawn, _sheet(card.sheets)]).encode()).hexdigest()


def png(card: Card) -> bytes:
    """The card as a PNG of 1200 by 630."""
    key = f"card:{name_of(card)}"
    found: bytes | None = kept.get(key)
    if found is None:
        found = _drawn(card)
        kept.set(key, found, A_WEEK)
    return found


def _drawn(card: Card) -> bytes:
    from resvg_py import svg_to_bytes  # few processes ever draw a card

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
    """Return the card without words that would be drawn as boxes, because the fonts lack their
    script. Names are called otherwise (`Card.names`); what is left is dropped from the lines and
    the picture. A title falls back to the label, a label or a foot to the name of the site.
    """
    names = [(name, other) for name, other in card.names if not can_draw(name)]
    names.sort(key=lambda pair: -len(pair[0]))

    def said(words: str, instead: str = "") -> str:
        for name, other in names:
            words = words.replace(name, other)
        return words if can_draw(words) else instead

    label = said(card.label, SITE)
    return replace(
        card,
        label=label,
        title=said(card.title, label),
        lines=tuple(filter(None, map(said, card.lines))),
        foot=said(card.foot, SITE),
        picture=TEXT.sub(lambda text: text[1] + escape(said(unescape(text[2]))), card.picture),
    )


def can_draw(words: str) -> bool:
    """Return whether the fonts of the cards have every letter of these words."""
    return all(letter.isspace() or ord(letter) in _drawable() for letter in words)


@cache
def _drawable() -> frozenset[int]:
    """Return the code points that the fonts of the cards have."""
    from fontTools.ttLib import TTFont

    return frozenset[int]().union(*(TTFont(file).getBestCmap() for file in _faces()))


@cache
def _sheet(sheets: tuple[str, ...]) -> str:
    tokens = tokens_of(_static(TOKENS))
    return "\n".join(plain_css(css, tokens) for css in (*map(_static, sheets), LOOKS))


def _static(name: str) -> str:
    found = finders.find(name)
    if not found:
        raise LookupError(f"There is no static file {name}.")
    return Path(found).read_text()


@cache
def _folder() -> TemporaryDirectory[str]:
    """Gone with the process."""
    return TemporaryDirectory(prefix="faces-")


@cache
def _faces() -> list[str]:
    """The house's faces as files that are no web fonts, and one for letters that they lack."""
    import font_roboto
    from fontTools.ttLib import TTFont

    folder, made = Path(_folder().name), []
    for face, family in FACES.items():
        font = TTFont(str(finders.find(f"fonts/{face}.woff2")))
        font.flavor = None
        for number in FAMILY:
            font["name"].setName(family, number, 3, 1, 0x409)
        font.save(folder / f"{face}.ttf")
        made.append(str(folder / f"{face}.ttf"))
    return [*made, font_roboto.font_files["Roboto"], font_roboto.font_files["RobotoBold"]]
