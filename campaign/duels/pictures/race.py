"""The printed lap chart of a race, and its lines in the drawing of the arena (C136)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from campaign.duels.rules.papers import EntryLine
from campaign.duels.rules.races import LINES, RULES
from core.web.pictures.paper import Line, Paper, Rect, Shape, Sheet, Text, fitted, wrapped

from .evening import title

ROW_HEIGHT: Final = 10.0
"""Height of a car's row in millimetres."""
MARKS: Final = (*map(str, range(1, len(LINES))), "F")
"""Names of the lines of a lap, the finishing line last."""


def race_sheets(
    entries: Sequence[EntryLine], laps: int, heading: str, paper: Paper
) -> Iterator[Sheet]:
    """Yield pages with the rules of a race and boxes for the lines that each car crosses."""
    rules, top = _rules(paper)
    rows_per_page = int((paper.bottom - top) / ROW_HEIGHT)
    names = [entry.car for entry in entries] or [""] * rows_per_page
    for start in range(0, len(names), rows_per_page):
        page_names = names[start : start + rows_per_page]
        yield Sheet(
            title="Lap chart",
            description=" ".join(RULES),
            shapes=(
                *title("Lap chart", heading, paper),
                *rules,
                *_head(laps, top, paper),
                *(
                    shape
                    for nth, name in enumerate(page_names)
                    for shape in _row(name, laps, top + nth * ROW_HEIGHT, paper)
                ),
            ),
        )


def _rules(paper: Paper) -> tuple[list[Shape], float]:
    """Return the numbered rules, and the height at which the first row begins."""
    shapes: list[Shape] = []
    y = 30.0
    for nth, rule in enumerate(RULES, 1):
        shapes.append(Text(paper.margin + 2, y, f"{nth}", 4.2, bold=True))
        for line in wrapped(rule, 4.2, paper.inner - 9):
            shapes.append(Text(paper.margin + 9, y, line, 4.2))
            y += 5.6
    return shapes, y + 6


def _boxes(laps: int, paper: Paper) -> tuple[list[float], float]:
    """Return the left edges of the boxes in a row, and their width."""
    number = laps * len(MARKS)
    width = paper.inner * 0.6 / number
    return [paper.right - width * (number - nth) for nth in range(number)], width


def _head(laps: int, y: float, paper: Paper) -> Iterator[Shape]:
    lefts, width = _boxes(laps, paper)
    for nth, x in enumerate(lefts):
        yield Text(x + width / 2, y - 1.5, MARKS[nth % len(MARKS)], 3.2, "middle")


def _row(name: str, laps: int, y: float, paper: Paper) -> Iterator[Shape]:
    """Yield a car's name and its boxes. A line separates the laps."""
    lefts, width = _boxes(laps, paper)
    yield fitted(paper.margin, y + 6, name, 4.4, paper.inner * 0.36, bold=True)
    for nth, x in enumerate(lefts):
        yield Rect(x + 0.5, y, width - 1, ROW_HEIGHT - 2)
        if nth and nth % len(MARKS) == 0:
            yield Line(x, y - 1, x, y + ROW_HEIGHT - 1, 0.5)
