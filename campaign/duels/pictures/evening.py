"""The pages that are printed once for a duel: entries, sequence of play, and tables (C30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from campaign.duels.rules.papers import EntryLine
from campaign.house_rules.rules.duel_numbers import (
    FISHTAIL_RESULTS,
    SKID_RESULTS,
    SPEEDS,
    DuelNumbers,
)
from core.web.pictures.paper import Line, Paper, Rect, Shape, Sheet, Text, boxes, fitted, wrapped
from core.web.pictures.words import signed

from .tables import braking_table, control_table, grid, movement_table

PLAY_SEQUENCE: Final = (
    (
        "Before the first turn",
        (
            (
                "Place each car in its gate with the nose pointing inward. Set its speed and "
                "handling counters."
            ),
            "Damage from charges that exploded at the start is marked on the sheets.",
            (
                "Each driver rolls one die and adds their level. 5 gives handling class +1, 6 or "
                "more gives +2."
            ),
        ),
    ),
    (
        "In each of the five phases of a turn",
        (
            "Speed changes with their control rolls, at most one per car and turn.",
            "Move according to the chart, one inch at a time, faster cars first.",
            "Dropped items are placed.",
            (
                "Fire: everyone chooses targets and rolls from their current positions. All damage "
                "is then applied at the same time."
            ),
            "Control rolls for cars that were hit, one for each attack.",
            "Announce cars that are out of action and who gets the kill.",
        ),
    ),
    (
        "At the end of a turn",
        (
            "Fire burns. Smoke and paint clouds age.",
            (
                "Cars without a power plant or driver lose 5 mph. Cars without enough wheels lose "
                "30 mph."
            ),
            "Handling recovers by the handling class, at least 1, but not above it.",
        ),
    ),
    (
        "At the end of the duel",
        (
            "The duel ends when at most one team has a car in action.",
            "Enter places, lost cars, kills and injuries in the list of entries.",
            (
                "One team enters the record on the site, manually or from the phones. All others "
                "sign it."
            ),
            "The GM settles disputes.",
        ),
    ),
)
"""The sequence of play at the table."""


def title(shapes_title: str, heading: str, paper: Paper) -> Iterator[Shape]:
    """Yield the header of a page: its title and the name of the duel."""
    yield fitted(paper.margin, 18, shapes_title, 8.5, paper.inner * 0.55, bold=True)
    fitted_heading = fitted(0, 0, heading, 4, paper.inner * 0.42)
    yield Text(paper.right, 18, fitted_heading.text, fitted_heading.size, "end")
    yield Line(paper.margin, 21.5, paper.right, 21.5, 0.6)


def entries_sheets(lines: Sequence[EntryLine], heading: str, paper: Paper) -> Iterator[Sheet]:
    """Yield pages that list the entries, with space for their results."""
    row_height = 13.0
    rows_per_page = int((paper.bottom - 32) / row_height)
    for start in range(0, max(1, len(lines)), rows_per_page):
        page_lines = lines[start : start + rows_per_page]
        yield Sheet(
            title="List of entries",
            description="; ".join(
                f"{entry.car} of {entry.team}, with {', '.join(entry.crew) or 'no one'}"
                for entry in page_lines
            )
            or "There are no entries.",
            shapes=(
                *title("Entries", heading, paper),
                *_entry_rows(page_lines, start, paper, row_height),
            ),
        )


def _entry_rows(
    lines: Sequence[EntryLine], start: int, paper: Paper, row_height: float
) -> Iterator[Shape]:
    cells = ("Place", "Lost", "Kills", "Out in")
    cell, left = 16.0, paper.margin
    names = paper.inner - cell * len(cells)
    first = left + names
    for nth, head in enumerate(cells):
        yield Text(first + cell * (nth + 0.5), 27.5, head, 3.4, "middle", bold=True)
    yield Text(left, 27.5, "Car, team and crew", 3.4, bold=True)
    for nth, entry in enumerate(lines):
        y = 30 + nth * row_height
        yield fitted(left, y + 5, f"{start + nth + 1}  {entry.car}", 4.6, names * 0.55, bold=True)
        yield fitted(left + names * 0.57, y + 5, entry.team, 4.2, names * 0.41)
        yield fitted(left + 5, y + 10, ", ".join(entry.crew), 3.6, names - 8)
        for column in range(len(cells)):
            yield Rect(first + cell * column + 1, y + 1, cell - 2, row_height - 2)
        yield Line(left, y + row_height, first - 2, y + row_height, 0.15)


def events_sheet(heading: str, paper: Paper) -> Sheet:
    """Return the page with the sequence of play and a row of boxes for the turns."""
    shapes: list[Shape] = [*title("Sequence of play", heading, paper)]
    y = 30.0
    for name, steps in PLAY_SEQUENCE:
        shapes.append(Text(paper.margin, y, name, 5, bold=True))
        y += 7
        for nth, step in enumerate(steps, 1):
            shapes.append(Text(paper.margin + 2, y, f"{nth}", 4.2, bold=True))
            for line in wrapped(step, 4.2, paper.inner - 9):
                shapes.append(Text(paper.margin + 9, y, line, 4.2))
                y += 5.6
            y += 0.8
        y += 4
    shapes.append(Text(paper.margin, y, "Turns", 5, bold=True))
    rows = max(1, min(4, int((paper.bottom - y - 4) / 10)))
    shapes.extend(boxes(paper.margin, y + 3, paper.inner, rows * int(paper.inner / 10), size=10))
    text = " ".join(f"{name}: {' '.join(steps)}" for name, steps in PLAY_SEQUENCE)
    return Sheet(title="Sequence of play", description=text, shapes=tuple(shapes))


def tables_sheet(numbers: DuelNumbers, heading: str, paper: Paper) -> Sheet:
    """Return the page with all the duel's tables."""
    left, half = paper.margin, (paper.inner - 6) / 2
    right = left + half + 6
    row_height = (paper.bottom - 34) / 42
    braking_top = 30 + 21 * row_height
    return Sheet(
        title="Tables",
        description=(
            "Movement by speed and phase, control by speed and handling status, braking, "
            "speed modifiers for crash rolls, and the two crash tables."
        ),
        shapes=(
            *title("Tables", heading, paper),
            Text(left, 27, "Movement: inches in each phase", 3.8, bold=True),
            *movement_table(left, 28, numbers, fastest=200, width=half, height=row_height),
            Text(
                right,
                27,
                "Control: roll this number or more to keep control, X = control lost",
                3.8,
                bold=True,
            ),
            *control_table(right, 28, numbers, fastest=200, width=half, height=row_height),
            Text(right, braking_top + 4, "Braking: difficulty by mph", 3.8, bold=True),
            *braking_table(right, braking_top + 5, numbers, width=half, height=row_height),
            *_crashes(right, braking_top + 5 + 2 * row_height + 6, half, row_height, numbers),
        ),
    )


def _crashes(
    x: float, y: float, width: float, row_height: float, numbers: DuelNumbers
) -> Iterator[Shape]:
    yield Text(x, y, "Control lost: 2d, + difficulty − 3, − driver’s level, and", 3.4, bold=True)
    pairs = [
        (f"{SPEEDS[index]}", signed(bonus) if bonus else "0")
        for index, bonus in enumerate(numbers.crash_speed)
    ]
    half = len(pairs) // 2
    for nth, half_pairs in enumerate((pairs[:half], pairs[half:])):
        yield from grid(
            x,
            y + 1.5 + nth * row_height * 2,
            ("mph", *(speed for speed, _ in half_pairs)),
            [("", *(bonus for _, bonus in half_pairs))],
            widths=(width * 0.13, *[width * 0.87 / half] * half),
            height=row_height,
        )
    y += 6 + 4 * row_height
    for name, bounds, results in (
        ("From a manoeuvre or braking", numbers.skid, SKID_RESULTS),
        ("From a hazard", numbers.fishtail, FISHTAIL_RESULTS),
    ):
        yield Text(x, y, name, 3.4, bold=True)
        y += 4.6
        for bound, result in zip(_bounds(bounds), results, strict=True):
            yield Text(x, y, bound, 3.2, bold=True)
            for line in wrapped(result, 3.2, width - 14):
                yield Text(x + 13, y, line, 3.2)
                y += 4.2
            y += 0.4
        y += 2.5


def _bounds(highest: Sequence[int]) -> list[str]:
    """Return the row labels of a crash table, such as `to 2`, `3–4` and `15 up`."""
    low = [bound + 1 for bound in highest]
    middle = [
        f"{start}–{end}" if start < end else f"{end}"
        for start, end in zip(low, highest[1:], strict=False)
    ]
    return [f"to {highest[0]}", *middle, f"{low[-1]} up"]
