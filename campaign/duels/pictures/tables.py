"""Draws the tables of a duel as blocks on a printed page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from campaign.house_rules.rules.duel_numbers import (
    BRAKES,
    HANDLING,
    LOST,
    SAFE,
    SPEEDS,
    DuelNumbers,
    movement_by_phase,
)
from core.web.pictures.paper import Line, Rect, Shape, Text, wide
from core.web.pictures.words import signed

HALVES: Final = ("–", "½", "1", "1½", "2", "2½", "3", "3½", "4", "4½", "5")


def grid(
    x: float,
    y: float,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    widths: Sequence[float],
    height: float,
) -> Iterator[Shape]:
    """Yield a table with headings, a rule, and rows that are shaded alternately.

    The first column is bold. `y` is the position of the top edge.
    """
    size = round(min(height * 0.72, 4), 2)
    narrow = [
        width / wide(f"{head} ", 1, bold=True) for head, width in zip(heads, widths, strict=True)
    ]
    head_size = round(min(size, *narrow), 2)
    all_rows = (heads, *rows)
    for nth in range(2, len(all_rows), 2):
        yield Rect(x, y + nth * height, sum(widths), height, line=0, tone="light")
    yield Line(x, y + height, x + sum(widths), y + height, 0.35)
    for bold in (True, False):
        for nth, row in enumerate(all_rows):
            left = x
            for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
                if bold == (nth == 0 or column == 0):
                    middle, line = left + width / 2, y + (nth + 0.75) * height
                    yield Text(middle, line, cell, size if nth else head_size, "middle", bold=bold)
                left += width


def movement_table(
    x: float, y: float, numbers: DuelNumbers, *, fastest: int, width: float, height: float
) -> Iterator[Shape]:
    """Yield the table of inches moved in each phase, by speed (V10)."""
    first = width * 0.2
    rows = [
        (str(speed), *(HALVES[halves] for halves in movement_by_phase(speed, numbers)))
        for speed in speeds_to(fastest, 5)
    ]
    yield from grid(
        x,
        y,
        ("mph", *(str(phase) for phase in range(1, 6))),
        rows,
        widths=(first, *[(width - first) / 5] * 5),
        height=height,
    )


def control_table(
    x: float, y: float, numbers: DuelNumbers, *, fastest: int, width: float, height: float
) -> Iterator[Shape]:
    """Yield the table of rolls needed to keep control, by speed and handling status (V15)."""
    first = width * 0.15
    rows = [
        (str(speed), *(_cell(cell) for cell in numbers.control[nth]))
        for nth, speed in enumerate(SPEEDS)
        if speed <= -(-fastest // 10) * 10 or speed == SPEEDS[0]
    ]
    yield from grid(
        x,
        y,
        ("mph", *(signed(status) if status else "0" for status in HANDLING)),
        rows,
        widths=(first, *[(width - first) / len(HANDLING)] * len(HANDLING)),
        height=height,
    )


def braking_table(
    x: float, y: float, numbers: DuelNumbers, *, width: float, height: float
) -> Iterator[Shape]:
    """Yield the table of braking difficulties, by change of speed (V13)."""
    first = width * 0.2
    cell_width = (width - first) / len(BRAKES)
    yield from grid(
        x,
        y,
        ("mph", *(str(mph) for mph in BRAKES)),
        [("D", *(str(difficulty) if difficulty else "–" for difficulty in numbers.braking))],
        widths=(first, *[cell_width] * len(BRAKES)),
        height=height,
    )


def speeds_to(fastest: int, step: int) -> tuple[int, ...]:
    """Return all speeds up to `fastest`, which is rounded up to the next 10 mph."""
    return tuple(range(step, -(-max(fastest, 10) // 10) * 10 + 1, step))


def _cell(number: int) -> str:
    return "·" if number == SAFE else "X" if number == LOST else str(number)
