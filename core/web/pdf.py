"""Conversion of printed pages (`core/web/pictures/paper.py`) to PDF. The same pages always give the
same bytes.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final, assert_never

from core.web.pictures.paper import GREYS, Disc, Line, Paper, Rect, Shape, Sheet, Text, Tone, wide

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpdf import FPDF


FACE: Final = "roboto"
FILES: Final = {"": "Roboto", "B": "RobotoBold"}
POINT: Final = 72 / 25.4
"""Points in a millimetre."""
CREATION_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Creation date of all PDFs. It is fixed so that the same pages give the same file."""
logging.getLogger("fontTools").setLevel(logging.ERROR)


def pdf(sheets: Iterable[Sheet], paper: Paper, *, title: str) -> bytes:
    """Return the pages as a PDF."""
    import font_roboto  # These modules take a second to load, and few processes ever print.
    from fpdf import FPDF

    book = FPDF(unit="mm", format=(paper.width, paper.height))
    book.set_creation_date(CREATION_DATE)
    book.set_title(title)
    book.set_lang("en")
    book.set_auto_page_break(auto=False)
    book.set_margin(0)
    for style, name in FILES.items():
        book.add_font(FACE, style, font_roboto.font_files[name])
    pen = _Pen(book)
    for sheet in sheets:
        book.add_page()
        for shape in sheet.shapes:
            pen.draw(shape)
    return bytes(book.output())


def can_print(text: str) -> bool:
    """Return whether the PDF font has every character of the text."""
    return all(letter.isspace() or ord(letter) in _printable() for letter in text)


@cache
def _printable() -> frozenset[int]:
    """Return the code points that both the regular and the bold font have."""
    import font_roboto
    from fontTools.ttLib import TTFont

    faces = [TTFont(font_roboto.font_files[name]).getBestCmap() for name in FILES.values()]
    return frozenset(faces[0]).intersection(*faces)


class _Pen:
    """A pen that draws shapes on pages and caches the widths of strings."""

    def __init__(self, book: FPDF) -> None:
        self.book = book
        self.widths: dict[tuple[str, bool], float] = {}

    def draw(self, shape: Shape) -> None:
        """Draw a shape."""
        book = self.book
        match shape:
            case Rect():
                self.dip(shape.line, shape.tone)
                style = _style(shape.line, shape.tone)
                book.rect(shape.x, shape.y, shape.width, shape.height, style=style)
            case Line():
                book.set_line_width(shape.line)
                book.line(shape.x1, shape.y1, shape.x2, shape.y2)
            case Disc():
                self.dip(shape.line, shape.tone)
                style = _style(shape.line, shape.tone)
                book.circle(shape.x, shape.y, shape.radius, style=style)
            case Text():
                self.write(shape)
            case _:
                assert_never(shape)

    def dip(self, line: float, tone: Tone) -> None:
        """Set the line width, and the grey level for filling."""
        self.book.set_line_width(line)
        self.book.set_fill_color(GREYS[tone])

    def write(self, text: Text) -> None:
        """Draw a text on its baseline, smaller if it is wider in this font than estimated."""
        size = text.size
        broad = self.width(text) * size
        reckoned = wide(text.text, size, bold=text.bold)
        if broad > reckoned > 0:
            size, broad = size * reckoned / broad, reckoned
        self.book.set_font(FACE, "B" if text.bold else "", size * POINT)
        self.book.set_fill_color(0)
        back = {"start": 0.0, "middle": broad / 2, "end": broad}[text.anchor]
        self.book.text(text.x - back, text.y, text.text)

    def width(self, text: Text) -> float:
        """Return the width of a text at a font size of one millimetre."""
        key = text.text, text.bold
        if key not in self.widths:
            self.book.set_font(FACE, "B" if text.bold else "", 10 * POINT)
            self.widths[key] = self.book.get_string_width(text.text) / 10
        return self.widths[key]


def _style(line: float, tone: Tone) -> str:
    return ("D" if line else "") + ("" if tone == "none" else "F") or "D"
