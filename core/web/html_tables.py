"""Tables of HTML files. Many web services export an HTML page under the name of a spreadsheet.

Only the tags of tables count. The time is linear in the length of the text, unlike with the
standard library's parser, which takes quadratic time for unfinished tags.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from .sheets import Sheets

MAX_SPAN: Final = 60
"""Maximum number of columns of one cell."""
TOKEN: Final = re.compile(
    r"<(?P<end>/?)(?P<tag>table|caption|tr|td|th|br)\b(?P<attributes>[^<>]{0,2000})>"
    r"|<[^<>]{0,2000}>|(?P<text>[^<]+|<)",
    re.IGNORECASE,
)
SPAN: Final = re.compile(r"\bcolspan\s{0,9}=\s{0,9}[\"']?(\d{1,4})", re.IGNORECASE)
CELLS: Final = frozenset({"td", "th"})


class _Tables:
    """The rows of each table. Tables within cells belong to the outer table's cell."""

    def __init__(self, max_cells: int) -> None:
        self.tables: list[list[list[str]]] = []
        self.titles: list[str] = []
        self.cells_left = max_cells
        self._depth = 0
        self._texts: list[str] | None = None
        self._span = 1

    def start(self, tag: str, attributes: str) -> None:
        if tag == "table":
            self._depth += 1
        if self._depth == 1 and tag == "table":
            self.tables.append([])
            self.titles.append("")
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.tables[-1].append([])
        elif self._depth == 1 and (tag in CELLS or tag == "caption"):
            self._end_cell()
            span = SPAN.search(attributes)
            self._texts, self._span = [], max(1, min(int(span[1]), MAX_SPAN)) if span else 1
        elif tag == "br":
            self.add(" ")

    def end(self, tag: str) -> None:
        if tag == "caption" and self._depth == 1 and self._texts is not None:
            self.titles[-1], self._texts = self._words()[:60], None
        elif (tag in CELLS and self._depth == 1) or tag == "table":
            self._end_cell()
        if tag == "table":
            self._depth = max(0, self._depth - 1)

    def add(self, text: str) -> None:
        if self._texts is not None:
            self._texts.append(text)

    def _words(self) -> str:
        return " ".join(unescape("".join(self._texts or ())).split())

    def _end_cell(self) -> None:
        if self._texts is None or self._depth != 1 or self.cells_left < 0:
            return
        self.cells_left -= self._span
        if not self.tables[-1]:
            self.tables[-1].append([])
        self.tables[-1][-1] += [self._words(), *[""] * (self._span - 1)]
        self._texts = None


def read_tables(text: str, name: str, max_cells: int) -> Sheets:
    """Return the tables of an HTML text as sheets.

    A table's sheet has the table's caption as its title, or `name` and a number. Cells after the
    one that exceeds `max_cells` are ignored. Raise ValueError if there is no table.
    """
    tables = _Tables(max_cells)
    for token in TOKEN.finditer(text):
        if token["text"]:
            tables.add(token["text"])
        elif token["tag"] and token["end"]:
            tables.end(token["tag"].lower())
        elif token["tag"]:
            tables.start(token["tag"].lower(), token["attributes"])
    sheets: Sheets = {}
    for number, (title, rows) in enumerate(zip(tables.titles, tables.tables, strict=True), 1):
        fallback = name if number == 1 else f"{name} {number}"
        sheets[title if title and title not in sheets else fallback] = rows
    if not sheets:
        raise ValueError("no table")
    return sheets
