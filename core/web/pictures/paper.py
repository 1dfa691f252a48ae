"""Printed pages as shapes in millimetres, in black on white. They can be output as SVG or PDF
(`core/web/pdf.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final, Literal, TypeAlias, assert_never

Anchor: TypeAlias = Literal["start", "middle", "end"]
Tone: TypeAlias = Literal["none", "light", "ink"]
"""The fill of a shape: none, light grey or black."""

GREYS: Final[dict[Tone, int]] = {"none": 255, "light": 222, "ink": 0}
"""The grey level of each tone, from 0 for black to 255 for white."""
NARROW: Final = frozenset("iIljtfr.,:;'|!()[]·’ ")
WIDE: Final = frozenset("mwMW@%…—½¼¾")


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size and its `margin`, in millimetres."""

    key: str
    name: str
    width: float
    height: float
    margin: float = 10

    @property
    def right(self) -> float:
        """The left edge of the right margin."""
        return self.width - self.margin

    @property
    def bottom(self) -> float:
        """The top edge of the bottom margin."""
        return self.height - self.margin

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin


A4: Final = Paper("a4", "A4", 210, 297)
LETTER: Final = Paper("letter", "Letter", 215.9, 279.4)
PAPERS: Final = {paper.key: paper for paper in (A4, LETTER)}


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, given by its top left corner. `line` is the outline's width, or 0 for none."""

    x: float
    y: float
    width: float
    height: float
    line: float = 0.25
    tone: Tone = "none"


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.25


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc, given by its centre."""

    x: float
    y: float
    radius: float
    line: float = 0.25
    tone: Tone = "none"


@dataclass(frozen=True, slots=True)
class Text:
    """A text on its baseline. `size` is the font size in millimetres."""

    x: float
    y: float
    text: str
    size: float = 3.5
    anchor: Anchor = "start"
    bold: bool = False


Shape: TypeAlias = Rect | Line | Disc | Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed page, with a title, a description for screen readers, and shapes."""

    title: str
    description: str
    shapes: tuple[Shape, ...]


def wide(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper estimate of the width of a text in millimetres, in any font."""
    ems = sum(
        0.31 if letter in NARROW else 0.92 if letter in WIDE else 0.68 if letter.isupper() else 0.56
        for letter in text
    )
    return ems * size * (1.06 if bold else 1)


def fitted(x: float, y: float, text: str, size: float, width: float, *, bold: bool = False) -> Text:
    """Return a text that fits a width. It is shrunk to at least 60 percent, and then cut if
    necessary.
    """
    text_width = wide(text, size, bold=bold)
    if text_width > width:
        size = max(size * width / text_width, size * 0.6)
    while len(text) > 1 and wide(text, size, bold=bold) > width:
        text = text[:-2].rstrip() + "…"
    return Text(x, y, text, round(size, 2), bold=bold)


def wrapped(text: str, size: float, width: float) -> Iterator[str]:
    """Yield the text in lines that fit this width."""
    line = ""
    for next_word in text.split():
        longer_line = f"{line} {next_word}".lstrip()
        if line and wide(longer_line, size) > width:
            yield line
            longer_line = next_word
        line = longer_line
    if line:
        yield line


def boxes(
    x: float, y: float, width: float, count: int, *, size: float, crossed_out: int = 0
) -> Iterator[Shape]:
    """Yield checkboxes in rows of this `width`. The first `crossed_out` of them are crossed out."""
    per_row = max(1, int(width / size + 0.001))
    for number in range(count):
        left, top = x + number % per_row * size, y + number // per_row * size
        inner = size * 0.84
        yield Rect(left, top, inner, inner)
        if number < crossed_out:
            yield Line(left, top, left + inner, top + inner, 0.35)
            yield Line(left, top + inner, left + inner, top, 0.35)


def rows_of(count: int, width: float, size: float) -> int:
    """Return the number of rows that these checkboxes take."""
    return -(-count // max(1, int(width / size + 0.001)))


def svg(sheet: Sheet, paper: Paper) -> str:
    """Return the page as SVG without styles. The image's label describes the page."""
    content = "".join(_tags(sheet.shapes))
    return (
        f'<svg class="printed printed-{paper.key}" viewBox="0 0 {paper.width:g} {paper.height:g}" '
        f'role="img" aria-label="{escape(sheet.title)}. {escape(sheet.description)}">'
        f'<rect class="printed-ground" width="{paper.width:g}" height="{paper.height:g}"/>'
        f"{content}</svg>"
    )


def _tags(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the SVG of shapes. Adjacent shapes with the same pen are merged into one path."""
    for pen, neighbours in groupby(shapes, _pen):
        if pen is None:
            yield from map(_tag, neighbours)
        elif isinstance(pen, str):
            yield f"<g{pen}>{''.join(map(_tag, neighbours))}</g>"
        else:
            yield f'<path d="{"".join(map(_stroke, neighbours))}"{_line(pen)}/>'


def _pen(shape: Shape) -> float | str | None:
    """Return the pen that adjacent shapes can share. It is the line width or the style of a text.

    Return None for other shapes.
    """
    match shape:
        case Line() | Rect(tone="none"):
            return shape.line
        case Text():
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            bold = ' font-weight="600"' if shape.bold else ""
            return f' font-size="{shape.size:g}"{anchor}{bold}'
        case _:
            return None


def _stroke(shape: Shape) -> str:
    match shape:
        case Rect():
            return (
                f"M{_mm(shape.x)} {_mm(shape.y)}h{_mm(shape.width)}v{_mm(shape.height)}"
                f"h{_mm(-shape.width)}z"
            )
        case Line():
            return f"M{_mm(shape.x1)} {_mm(shape.y1)}L{_mm(shape.x2)} {_mm(shape.y2)}"
        case _:
            return ""


def _tag(shape: Shape) -> str:
    match shape:
        case Rect():
            return (
                f'<rect{_class(shape.tone)} x="{_mm(shape.x)}" y="{_mm(shape.y)}" '
                f'width="{_mm(shape.width)}" height="{_mm(shape.height)}"{_line(shape.line)}/>'
            )
        case Disc():
            return (
                f'<circle{_class(shape.tone)} cx="{_mm(shape.x)}" cy="{_mm(shape.y)}" '
                f'r="{_mm(shape.radius)}"{_line(shape.line)}/>'
            )
        case Text():
            return f'<text x="{_mm(shape.x)}" y="{_mm(shape.y)}">{escape(shape.text)}</text>'
        case Line():
            return f'<path d="{_stroke(shape)}"{_line(shape.line)}/>'
        case _:
            assert_never(shape)


def _mm(length: float) -> str:
    """Format millimetres with at most two decimals, as in `12.3` or `40`."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _class(tone: Tone) -> str:
    return "" if tone == "none" else f' class="printed-{tone}"'


def _line(width: float) -> str:
    return "" if width == 0.25 else f' stroke-width="{width:g}"'
