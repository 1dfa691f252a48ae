"""Cards: a picture of 1200 by 630 that stands beside a link where it is sent to others. Values
first; `core/web/png.py` prints them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from .paper import wide
from .plain_css import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 56
_ROOM: Final = 500
"""The side of the square that a picture stands in."""
_GAP: Final = 14
"""Between one line of a card and the next."""
_BARE: Final = re.compile(r"<(rect|circle|path|polygon)(?![^>]*\bclass=)(?=[\s/>])")
_VALUELESS: Final = re.compile(r" data-[a-z-]+(?=[ >])")
"""An attribute without a value, which a page understands and a strict reader does not."""
_BOX: Final = re.compile(r'<svg\b[^>]*\bviewBox="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says: a `label` over the `title`, some `lines` under it, a `foot`. `picture` is
    an SVG of the site, "" for none; `sheets` are the static style sheets that it needs. `size` is
    the lines', in pixels. `names` are names on the card, each with what is written for it if the
    fonts lack its script.
    """

    label: str
    title: str
    lines: tuple[str, ...] = ()
    foot: str = ""
    picture: str = ""
    sheets: tuple[str, ...] = ()
    size: float = 32
    names: tuple[tuple[str, str], ...] = ()


def card_svg(card: Card) -> str:
    """The card as SVG. Every word is escaped; the picture is put in as the site drew it."""
    inner = "".join([*_ground(card), *_words(card), _picture(card)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{inner}</svg>'
    )


def _ground(card: Card) -> Iterator[str]:
    yield f'<rect class="card-ground" width="{WIDTH}" height="{HEIGHT}"/>'
    yield f'<rect class="card-mast" width="{WIDTH}" height="16"/>'
    yield f'<rect class="card-mast" y="{HEIGHT - 64}" width="{WIDTH}" height="64"/>'
    yield _text(EDGE, HEIGHT - 22, card.foot, 30, "card-foot")


def _words(card: Card) -> Iterator[str]:
    room = WIDTH - 2 * EDGE - (_ROOM + EDGE if card.picture else 0)
    yield _text(EDGE, 84, card.label.upper(), 28, "card-label")
    y = 84.0
    for line in _broken(card.title, 62, room, 3):
        y += 70
        yield _text(EDGE, y, line, 62, "card-title")
    step = card.size * 1.3125
    for each in _fitting(card, room, HEIGHT - 80 - y, step):
        y += _GAP
        for line in each:
            y += step
            yield _text(EDGE, y, line, card.size, "card-line")


def _fitting(card: Card, room: float, high: float, step: float) -> list[list[str]]:
    """A card's lines, broken: as much of each as leaves room for all of them; else the first."""
    found: list[list[str]] = []
    for most in (4, 3, 2):
        found = [_broken(each, card.size, room, most) for each in card.lines]
        if _height(found, step) <= high:
            break
    while _height(found, step) > high:
        found.pop()
    return found


def _height(lines: list[list[str]], step: float) -> float:
    return sum(_GAP + step * len(each) for each in lines)


def _broken(words: str, size: float, room: float, most: int) -> list[str]:
    """Words in lines that fit; what does not fit into so many lines ends in dots."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if wide(longer, size) * 0.86 <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def _text(x: float, y: float, words: str, size: float, look: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="{look}">{escape(words)}</text>'


def _picture(card: Card) -> str:
    """The picture, whole, in its square at the right."""
    box = _BOX.search(card.picture)
    if not box:
        return ""
    _, _, width, height = (float(number) for number in box[1].split())
    scale = min(_ROOM / width, _ROOM / height)
    x = WIDTH - EDGE - _ROOM + (_ROOM - width * scale) / 2
    y = 16 + (HEIGHT - 80 - height * scale) / 2
    placed = (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}"'
    )
    bare = _BARE.sub(rf'<\1 class="{PLAIN}"', card.picture)
    return _VALUELESS.sub("", bare).replace("<svg", placed, 1)
