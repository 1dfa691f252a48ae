"""A printed page as plain shapes in millimetres, black on white: drawn once, printed as SVG by a
page and as PDF by `core/web/pdf.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Anchor: TypeAlias = Literal["start", "middle", "end"]
Tone: TypeAlias = Literal["none", "light", "ink"]
"""How a shape is filled: not at all, light grey, or black."""

GREYS: Final[dict[Tone, int]] = {"none": 255, "light": 222, "ink": 0}
"""The grey of each tone, 0 black to 255 white."""
NARROW: Final = frozenset("iIljtfr.,:;'|!()[]·’ ")
WIDE: Final = frozenset("mwMW@%…—½¼¾")


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, in millimetres; `margin` stays white all round."""

    key: str
    name: str
    width: float
    height: float
    margin: float = 10

    @property
    def right(self) -> float:
        """Where the right margin begins."""
        return self.width - self.margin

    @property
    def bottom(self) -> float:
        """Where the lower margin begins."""
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
    """A rectangle by its upper left corner; `line` is how thick its edge is, 0 for none."""

    x: float
    y: float
    width: float
    height: float
    line: float = 0.25
    tone: Tone = "none"


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.25


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle about its centre."""

    x: float
    y: float
    radius: float
    line: float = 0.25
    tone: Tone = "none"


@dataclass(frozen=True, slots=True)
class Text:
    """Words on a base line; `size` is the height of the type in millimetres."""

    x: float
    y: float
    words: str
    size: float = 3.5
    anchor: Anchor = "start"
    bold: bool = False


Shape: TypeAlias = Rect | Line | Disc | Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page: its title, what a reader who does not see it is told, and its shapes."""

    title: str
    words: str
    shapes: tuple[Shape, ...]


def wide(words: str, size: float, *, bold: bool = False) -> float:
    """About how many millimetres these words take, whatever plain face prints them; a little too
    many rather than too few.
    """
    ems = sum(
        0.31 if letter in NARROW else 0.92 if letter in WIDE else 0.68 if letter.isupper() else 0.56
        for letter in words
    )
    return ems * size * (1.06 if bold else 1)


def fitted(
    x: float, y: float, words: str, size: float, width: float, *, bold: bool = False
) -> Text:
    """Words in so much room: smaller where they must be, down to six tenths, then cut."""
    needed = wide(words, size, bold=bold)
    if needed > width:
        size = max(size * width / needed, size * 0.6)
    while len(words) > 1 and wide(words, size, bold=bold) > width:
        words = words[:-2].rstrip() + "…"
    return Text(x, y, words, round(size, 2), bold=bold)


def wrapped(words: str, size: float, width: float) -> Iterator[str]:
    """The same words in lines of so much room."""
    line = ""
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if line and wide(longer, size) > width:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def boxes(
    x: float, y: float, width: float, count: int, *, size: float, gone: int = 0
) -> Iterator[Shape]:
    """So many boxes to tick in rows of `width`, the first `gone` of them crossed out."""
    a_row = max(1, int(width / size + 0.001))
    for number in range(count):
        left, top = x + number % a_row * size, y + number // a_row * size
        inner = size * 0.84
        yield Rect(left, top, inner, inner)
        if number < gone:
            yield Line(left, top, left + inner, top + inner, 0.35)
            yield Line(left, top + inner, left + inner, top, 0.35)


def rows_of(count: int, width: float, size: float) -> int:
    """How many rows so many boxes of this size take."""
    return -(-count // max(1, int(width / size + 0.001)))


def svg(sheet: Sheet, paper: Paper) -> str:
    """The page as SVG, without a style: the words of its picture stand in its label."""
    drawn = "".join(_tags(sheet.shapes))
    return (
        f'<svg class="printed printed-{paper.key}" viewBox="0 0 {paper.width:g} {paper.height:g}" '
        f'role="img" aria-label="{escape(sheet.title)}. {escape(sheet.words)}">'
        f'<rect class="printed-ground" width="{paper.width:g}" height="{paper.height:g}"/>'
        f"{drawn}</svg>"
    )


def _tags(shapes: Iterable[Shape]) -> Iterator[str]:
    """The shapes in their order; neighbours of one pen are one path, for a sheet has hundreds of
    boxes.
    """
    for pen, some in groupby(shapes, _pen):
        if pen is None:
            yield from map(_tag, some)
        elif isinstance(pen, str):
            yield f"<g{pen}>{''.join(map(_tag, some))}</g>"
        else:
            yield f'<path d="{"".join(map(_stroke, some))}"{_line(pen)}/>'


def _pen(shape: Shape) -> float | str | None:
    """What neighbours share: how thick the edge of an outline is, or the type of words; None for
    what stands alone.
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
            return f'<text x="{_mm(shape.x)}" y="{_mm(shape.y)}">{escape(shape.words)}</text>'
        case Line():
            return f'<path d="{_stroke(shape)}"{_line(shape.line)}/>'
        case _:
            assert_never(shape)


def _mm(length: float) -> str:
    """Millimetres to a hundredth: `12.3`, `40`."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _class(tone: Tone) -> str:
    return "" if tone == "none" else f' class="printed-{tone}"'


def _line(width: float) -> str:
    return "" if width == 0.25 else f' stroke-width="{width:g}"'
