"""Printed pages: text fits, boxes match points, and a PDF is reproducible."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.web.pdf import pdf
from core.web.pictures.paper import (
    A4,
    LETTER,
    Line,
    Paper,
    Rect,
    Sheet,
    Text,
    boxes,
    fitted,
    svg,
    wide,
    wrapped,
)

LETTERS = some.text("abcdefgMW .İŁøЖ½", min_size=1, max_size=60)


@given(LETTERS, some.floats(20, 200))
def test_text_is_shrunk_and_then_cut_to_fit(words: str, room: float) -> None:
    found = fitted(0, 0, words, 8, room)
    assert wide(found.text, found.size) <= room + 0.2 or len(found.text) <= 1
    assert found.size >= 4.8


@given(some.lists(LETTERS, max_size=8))
def test_wrapped_lines_keep_all_words_in_order(words: list[str]) -> None:
    said = " ".join(words).split()
    assert " ".join(wrapped(" ".join(words), 4, 60)).split() == said


def test_lost_boxes_are_crossed_out() -> None:
    shapes = list(boxes(0, 0, 20, 7, size=5, crossed_out=2))
    assert sum(isinstance(shape, Rect) for shape in shapes) == 7
    assert sum(isinstance(shape, Line) for shape in shapes) == 4
    assert max(shape.y for shape in shapes if isinstance(shape, Rect)) == 5


def test_an_svg_page_escapes_all_text_and_has_no_style() -> None:
    page = Sheet(
        "<A & B>", 'a "word"', (Text(1, 2, "<script>"), Rect(0, 0, 1, 1), Line(0, 0, 1, 1))
    )
    drawn = svg(page, A4)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    assert "style" not in drawn
    assert 'aria-label="&lt;A &amp; B&gt;. a &quot;word&quot;"' in drawn


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_pdf_has_one_page_per_sheet_and_is_reproducible(paper: Paper) -> None:
    pages = [Sheet("One", "", (Text(20, 20, "Çelik Łukasz"),)), Sheet("Two", "", ())]
    book = pdf(pages, paper, title="Şimşek")
    assert book == pdf(pages, paper, title="Şimşek")
    assert len(re.findall(rb"/Type /Page\b", book)) == 2
    width, height = (paper.width * 72 / 25.4, paper.height * 72 / 25.4)
    assert f"/MediaBox [0 0 {width:.2f} {height:.2f}]".encode() in book
