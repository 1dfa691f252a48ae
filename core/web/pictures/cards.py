"""Link previews as SVG images of 1200 by 630 pixels. `core/web/png.py` converts them to PNG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from .paper import wide
from .plain_css import DEFAULT_CLASS

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 56
_PICTURE_SIZE: Final = 500
"""Side length of the square for the picture, in pixels."""
_GAP: Final = 14
"""Gap between the lines of a card, in pixels."""
_WITHOUT_CLASS: Final = re.compile(r"<(rect|circle|path|polygon)(?![^>]*\bclass=)(?=[\s/>])")
_WITHOUT_VALUE: Final = re.compile(r" data-[a-z-]+(?=[ >])")
"""Pattern for an attribute without a value, which HTML allows but SVG renderers do not."""
_BOX: Final = re.compile(r'<svg\b[^>]*\bviewBox="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Card:
    """The contents of a card.

    `picture` is an SVG, or "" for none, and `sheets` lists its style sheets. `size` is the font
    size of `lines`, in pixels. `names` lists the names on the card, each with a replacement that is
    used if the fonts lack its script.
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
    """Return the card as SVG. Texts are escaped, and the picture is included unchanged."""
    inner = "".join([*_ground(card), *_texts(card), _picture(card)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{inner}</svg>'
    )


def _ground(card: Card) -> Iterator[str]:
    yield f'<rect class="card-ground" width="{WIDTH}" height="{HEIGHT}"/>'
    yield f'<rect class="card-mast" width="{WIDTH}" height="16"/>'
    yield f'<rect class="card-mast" y="{HEIGHT - 64}" width="{WIDTH}" height="64"/>'
    yield _text(EDGE, HEIGHT - 22, card.foot, 30, "card-foot")


def _texts(card: Card) -> Iterator[str]:
    text_width = WIDTH - 2 * EDGE - (_PICTURE_SIZE + EDGE if card.picture else 0)
    yield _text(EDGE, 84, card.label.upper(), 28, "card-label")
    y = 84.0
    for line in _wrap_words(card.title, 62, text_width, 3):
        y += 70
        yield _text(EDGE, y, line, 62, "card-title")
    step = card.size * 1.3125
    for wrapped in _fitting_lines(card, text_width, HEIGHT - 80 - y, step):
        y += _GAP
        for line in wrapped:
            y += step
            yield _text(EDGE, y, line, card.size, "card-line")


def _fitting_lines(card: Card, room: float, high: float, step: float) -> list[list[str]]:
    """Return the wrapped lines of a card. If they do not all fit, lines are shortened, or only the
    first lines are returned.
    """
    wrapped: list[list[str]] = []
    for max_lines in (4, 3, 2):
        wrapped = [_wrap_words(line, card.size, room, max_lines) for line in card.lines]
        if _height(wrapped, step) <= high:
            break
    while _height(wrapped, step) > high:
        wrapped.pop()
    return wrapped


def _height(lines: list[list[str]], step: float) -> float:
    return sum(_GAP + step * len(wrapped) for wrapped in lines)


def _wrap_words(text: str, size: float, room: float, max_lines: int) -> list[str]:
    """Wrap words to at most `max_lines` lines. If words are cut, the last line ends with dots."""
    lines = [""]
    for next_word in text.split():
        longer = f"{lines[-1]} {next_word}".strip()
        if wide(longer, size) * 0.86 <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(next_word)
    return (
        lines if len(lines) <= max_lines else [*lines[: max_lines - 1], f"{lines[max_lines - 1]} …"]
    )


def _text(x: float, y: float, text: str, size: float, look: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="{look}">{escape(text)}</text>'


def _picture(card: Card) -> str:
    """Return the picture, scaled to fit its square on the right."""
    box = _BOX.search(card.picture)
    if not box:
        return ""
    _, _, width, height = (float(number) for number in box[1].split())
    scale = min(_PICTURE_SIZE / width, _PICTURE_SIZE / height)
    x = WIDTH - EDGE - _PICTURE_SIZE + (_PICTURE_SIZE - width * scale) / 2
    y = 16 + (HEIGHT - 80 - height * scale) / 2
    placed = (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}"'
    )
    with_classes = _WITHOUT_CLASS.sub(rf'<\1 class="{DEFAULT_CLASS}"', card.picture)
    return _WITHOUT_VALUE.sub("", with_classes).replace("<svg", placed, 1)
