"""Printed pages (`core/web/pictures/paper.py`) as one PDF, the same bytes for the same pages."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, assert_never

from core.web.pictures.paper import GREYS, Disc, Line, Rect, Text, Tone, wide

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpdf import FPDF

    from core.web.pictures.paper import Paper, Shape, Sheet

FACE: Final = "roboto"
FILES: Final = {"": "Roboto", "B": "RobotoBold"}
POINT: Final = 72 / 25.4
"""Points in a millimetre."""
MADE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""No PDF says when it was made: who asks twice gets the same file."""
logging.getLogger("fontTools").setLevel(logging.ERROR)


def pdf(sheets: Iterable[Sheet], paper: Paper, *, title: str) -> bytes:
    """The pages as a PDF, in letters of all of Europe."""
    import font_roboto  # the two take a second to load, and few processes ever print
    from fpdf import FPDF

    book = FPDF(unit="mm", format=(paper.width, paper.height))
    book.set_creation_date(MADE)
    book.set_title(title)
    book.set_lang("en")
    book.set_auto_page_break(auto=False)
    book.set_margin(0)
    for style, name in FILES.items():
        book.add_font(FACE, style, font_roboto.font_files[name])
    for sheet in sheets:
        book.add_page()
        for shape in sheet.shapes:
            _draw(book, shape)
    return bytes(book.output())


def _draw(book: FPDF, shape: Shape) -> None:
    match shape:
        case Rect():
            _pen(book, shape.line, shape.tone)
            style = _style(shape.line, shape.tone)
            book.rect(shape.x, shape.y, shape.width, shape.height, style=style)
        case Line():
            book.set_line_width(shape.line)
            book.line(shape.x1, shape.y1, shape.x2, shape.y2)
        case Disc():
            _pen(book, shape.line, shape.tone)
            book.circle(shape.x, shape.y, shape.radius, style=_style(shape.line, shape.tone))
        case Text():
            _write(book, shape)
        case _:
            assert_never(shape)


def _pen(book: FPDF, line: float, tone: Tone) -> None:
    book.set_line_width(line)
    book.set_fill_color(GREYS[tone])


def _style(line: float, tone: Tone) -> str:
    return ("D" if line else "") + ("" if tone == "none" else "F") or "D"


def _write(book: FPDF, text: Text) -> None:
    """Words on their base line; a little smaller where this face is wider than reckoned."""
    book.set_font(FACE, "B" if text.bold else "", text.size * POINT)
    broad = book.get_string_width(text.words)
    reckoned = wide(text.words, text.size, bold=text.bold)
    if broad > reckoned > 0:
        book.set_font_size(text.size * POINT * reckoned / broad)
        broad = reckoned
    back = {"start": 0.0, "middle": broad / 2, "end": broad}[text.anchor]
    book.text(text.x - back, text.y, text.words)
