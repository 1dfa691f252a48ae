"""Tables of HTML files. Many web services export an HTML page under the name of a spreadsheet."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from .sheets import Sheets

CELLS: Final = frozenset({"td", "th"})
MAX_SPAN: Final = 60
"""Maximum number of columns of one cell."""


class _Tables(HTMLParser):
    """Collects the rows of each table. Tables within cells belong to the outer table's cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self.titles: list[str] = []
        self._depth = 0
        self._text: list[str] | None = None
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
                self.titles.append("")
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.tables[-1].append([])
        elif self._depth == 1 and (tag in CELLS or tag == "caption"):
            self._end_cell()
            self._text = []
            span = dict(attrs).get("colspan") or "1"
            self._span = min(int(span), MAX_SPAN) if span.isascii() and span.isdigit() else 1
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption" and self._depth == 1 and self._text is not None:
            self.titles[-1], self._text = " ".join("".join(self._text).split())[:60], None
        elif tag in CELLS and self._depth == 1:
            self._end_cell()
        elif tag == "table" and self._depth:
            self._end_cell()
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def _end_cell(self) -> None:
        if self._text is not None and self._depth == 1:
            if not self.tables[-1]:
                self.tables[-1].append([])
            text = " ".join("".join(self._text).split())
            self.tables[-1][-1] += [text, *[""] * (self._span - 1)]
            self._text = None


def read_tables(text: str, name: str) -> Sheets:
    """Return the tables of an HTML text as sheets.

    A table's sheet has the table's caption as its title, or `name` and a number. Raise ValueError
    if there is no table.
    """
    parser = _Tables()
    parser.feed(text)
    parser.close()
    sheets: Sheets = {}
    for number, (title, rows) in enumerate(zip(parser.titles, parser.tables, strict=True), 1):
        fallback = name if number == 1 else f"{name} {number}"
        sheets[title if title and title not in sheets else fallback] = rows
    if not sheets:
        raise ValueError("no table")
    return sheets
