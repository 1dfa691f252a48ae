"""Functions that read cells and record the position of each error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec

from core.web.options import Option
from core.web.problems import Problem
from core.web.records import tidy
from core.web.refusals import BadForm
from core.web.sheets import letters
from core.web.text import line

from .arranging import Table
from .columns import SHEETS

T = TypeVar("T", bound=msgspec.Struct)

NUMBER: Final = re.compile(
    r"[-−]?[$€£]?\s?(?:\d{1,12}|\d{1,3}(?:[,.'’\s]\d{3})+)(?:[.,]0{1,2})?\s?[$€£]?"
)
LEVEL: Final = re.compile(r"\+(\d)")
MAX_TEXT_LENGTH: Final = 500
"""Maximum length of text in a cell. An action can set a lower limit."""
MAX_PROBLEMS: Final = 200
"""Maximum number of errors that are listed."""


@dataclass(slots=True)
class Notes:
    """The errors found so far, in the order of the sheets."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, sheet: str, cell: str, code: str, sentence: str) -> None:
        """Add an error in a cell. If `cell` is "", the error concerns the whole sheet."""
        position = f"{sheet}, {cell}" if cell else sheet
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(f"{sheet}!{cell}", code, f"{position}: {sentence}"))


@dataclass(slots=True)
class Row:
    """A row of a sheet, with its cells by heading, and the errors in them.

    `kind` is the known sheet, and `sheet` is its title in the file.
    """

    kind: str
    sheet: str
    number: int
    cells: Mapping[str, str]
    places: Mapping[str, int]
    notes: Notes
    noted: set[str] = field(default_factory=set)

    @property
    def has_problems(self) -> bool:
        """Return whether the row has errors."""
        return bool(self.noted)

    def add_problem(self, heading: str, code: str, sentence: str) -> None:
        """Add an error in this row's cell under a heading."""
        self.noted.add(heading)
        column = self.places.get(heading)
        cell = f"row {self.number}" if column is None else f"{letters(column)}{self.number}"
        self.notes.add(self.sheet, cell, code, sentence)

    def text(self, heading: str, max_length: int = 60) -> str:
        """Return a line of text. Text that is required but missing, or too long, is an error."""
        try:
            value = line(
                self.cells.get(heading, ""),
                field=heading,
                title=heading,
                min_length=0,
                max_length=max_length,
            )
        except BadForm as error:
            self.add_problem(heading, "length", error.problems[0].sentence)
            return ""
        if not value and self._is_required(heading):
            self.add_problem(heading, "needed", f"{heading} must not be empty.")
        return value

    def number_in(self, heading: str, low: int, high: int) -> int | None:
        """Return a whole number within bounds. Return None if the cell is empty or invalid."""
        text = self.text(heading)
        if not text:
            return None
        if not NUMBER.fullmatch(text):
            self.add_problem(
                heading, "no-number", f"{heading}: enter a whole number, not “{text}”."
            )
            return None
        integer_part = re.sub(r"[.,]0{1,2}\s?[$€£]?$", "", text.replace("−", "-"))
        number = int(re.sub(r"[^\d-]", "", integer_part))
        if not low <= number <= high:
            self.add_problem(
                heading, "out-of-bounds", f"{heading}: enter a number from {low:,} to {high:,}."
            )
            return None
        return number

    def value_of(self, option: Option) -> str | int | None:
        """Return the value of the cell whose heading is the title of an input field.

        The value is a string or a number. If the cell is empty, return the field's default.
        """
        if option.kind != "number":
            return self.text(option.title, MAX_TEXT_LENGTH)
        number = self.number_in(option.title, option.low or 0, option.high or 0)
        return option.default if number is None else number

    def skill(self, heading: str, cost: int, maximum: int) -> int:
        """Return the points in a skill that costs `cost` points per level.

        The cell contains points, or a level with its sign, where +0 is base level (C89). Return 0
        if the cell is empty or invalid.
        """
        text = self.text(heading)
        if level := LEVEL.fullmatch(text):
            return min((int(level[1]) + 1) * cost, maximum)
        if text and not NUMBER.fullmatch(text):
            self.add_problem(
                heading,
                "no-number",
                f"{heading}: enter points as a whole number, or a level such as +2, not “{text}”.",
            )
            return 0
        return self.number_in(heading, 0, maximum) or 0

    def record(self, kind: type[T], headings: Mapping[str, str], **values: Any) -> T | None:
        """Return the values as the record of an action, or None if they are invalid.

        The action's own bounds apply. `headings` has the heading of each field.
        """
        try:
            return tidy(kind(**values))
        except BadForm as error:
            for problem in error.problems:
                if headings[problem.field] not in self.noted:
                    self.add_problem(headings[problem.field], problem.code, problem.sentence)
            return None

    def _is_required(self, heading: str) -> bool:
        return any(column.required for column in SHEETS[self.kind] if column.heading == heading)


def rows_of(table: Table, notes: Notes) -> Iterator[Row]:
    """Yield the rows of a table. A missing column that is required is an error."""
    missing = [
        column.heading
        for column in SHEETS[table.kind]
        if column.required
        and column.heading not in table.columns
        and not (column.heading == "Team" and table.team)
    ]
    for heading in missing:
        notes.add(
            table.title,
            f"A{table.heading_row}",
            "no-column",
            f"the column {heading} is missing. Choose a column for it, or import nothing from "
            "this sheet.",
        )
    if missing:
        return
    for number, cells in table.rows:
        cells_by_heading = {
            name: cells[index] if index < len(cells) else ""
            for name, index in table.columns.items()
        }
        if table.team:
            cells_by_heading["Team"] = table.team
        yield Row(table.kind, table.title, number, cells_by_heading, table.columns, notes)
