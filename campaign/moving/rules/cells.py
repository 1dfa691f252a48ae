"""Reading cells: what they hold, and where each problem stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from core.web.problems import Problem
from core.web.records import tidy
from core.web.refusals import BadForm
from core.web.sheets import letters
from core.web.text import line, lookup_key

from .columns import SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.web.options import Option

T = TypeVar("T", bound=msgspec.Struct)

NUMBER: Final = re.compile(r"[-−]?\$?\d{1,12}(?:[,'’]\d{3})*(?:\.0{1,2})?")
LEVEL: Final = re.compile(r"\+(\d)")
MOST_TEXT: Final = 500
"""Letters of a text that are read; its act may allow fewer."""
MOST_PROBLEMS: Final = 200
"""So many are named at once; whoever mends them sees the rest."""


@dataclass(slots=True)
class Notes:
    """The problems found so far, in the order of the sheets."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, sheet: str, cell: str, code: str, sentence: str) -> None:
        """A problem in this cell; "" is the whole sheet."""
        where = f"{sheet}, {cell}" if cell else sheet
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(
                Problem(field=f"{sheet}!{cell}", code=code, sentence=f"{where}: {sentence}")
            )


@dataclass(slots=True)
class Row:
    """A row of a sheet: its cells by heading, and what was wrong with them."""

    sheet: str
    number: int
    cells: Mapping[str, str]
    places: Mapping[str, int]
    notes: Notes
    noted: set[str] = field(default_factory=set)

    @property
    def bad(self) -> bool:
        """Whether anything is wrong with it."""
        return bool(self.noted)

    def wrong(self, heading: str, code: str, sentence: str) -> None:
        """Note a problem in this row's cell under that heading."""
        self.noted.add(heading)
        at = self.places.get(heading)
        cell = f"row {self.number}" if at is None else f"{letters(at)}{self.number}"
        self.notes.add(self.sheet, cell, code, sentence)

    def text(self, heading: str, most: int = 60) -> str:
        """A line; a problem when it is missing where it must not be, or too long."""
        try:
            said = line(
                self.cells.get(heading, ""),
                field=heading,
                title=heading,
                min_length=0,
                max_length=most,
            )
        except BadForm as bad:
            self.wrong(heading, "length", bad.problems[0].sentence)
            return ""
        if not said and self._needed(heading):
            self.wrong(heading, "needed", f"{heading} must not be empty.")
        return said

    def whole(self, heading: str, low: int, high: int) -> int | None:
        """A whole number within bounds; None for an empty cell, and where there is a problem."""
        said = self.text(heading)
        if not said:
            return None
        if not NUMBER.fullmatch(said):
            self.wrong(heading, "no-number", f"{heading}: enter a whole number, not “{said}”.")
            return None
        found = int(re.sub(r"[$,'’]|\.0+$", "", said.replace("−", "-")))
        if not low <= found <= high:
            self.wrong(
                heading, "out-of-bounds", f"{heading}: enter a number from {low:,} to {high:,}."
            )
            return None
        return found

    def value_of(self, option: Option) -> str | int | None:
        """Return what the cell under the title of an act's field says: a text, or a number, which
        is the field's default if the cell is empty.
        """
        if option.kind != "number":
            return self.text(option.title, MOST_TEXT)
        said = self.whole(option.title, option.low or 0, option.high or 0)
        return option.default if said is None else said

    def skill(self, heading: str, cost: int, most: int) -> int:
        """Points in a skill of `cost` points a level: as they are, or as a level with its sign, +0
        being base level (C89). 0 for an empty cell, and where there is a problem.
        """
        said = self.text(heading)
        if level := LEVEL.fullmatch(said):
            return min((int(level[1]) + 1) * cost, most)
        if said and not NUMBER.fullmatch(said):
            self.wrong(
                heading,
                "no-number",
                f"{heading}: enter points as a whole number, or a level such as +2, not “{said}”.",
            )
            return 0
        return self.whole(heading, 0, most) or 0

    def record(self, kind: type[T], headings: Mapping[str, str], **said: Any) -> T | None:
        """What these cells say as a record of an act, with that act's own bounds; `headings` says
        under which heading a field stands. None where there is a problem.
        """
        try:
            return tidy(kind(**said))
        except BadForm as bad:
            for problem in bad.problems:
                if headings[problem.field] not in self.noted:
                    self.wrong(headings[problem.field], problem.code, problem.sentence)
            return None

    def _needed(self, heading: str) -> bool:
        return any(one.needed for one in SHEETS[self.sheet] if one.heading == heading)


def rows_of(
    sheet: str, rows: Sequence[Sequence[str]], notes: Notes, more: Mapping[str, str] | None = None
) -> Iterator[Row]:
    """The rows of a sheet that are not blank. `more` are headings that it may have besides its own,
    as look-up keys, with what they stand for. A heading that nobody knows is a problem.
    """
    if not rows:
        return
    known = {lookup_key(one.heading): one.heading for one in SHEETS[sheet]} | dict(more or {})
    places: dict[str, int] = {}
    for at, said in enumerate(rows[0]):
        heading = known.get(lookup_key(said))
        cell = f"{letters(at)}1"
        if heading is None:
            filled = any(at < len(row) and row[at].strip() for row in rows[1:])
            if said.strip():
                notes.add(sheet, cell, "no-such-column", _no_such(sheet, said, more))
            elif filled:
                notes.add(sheet, cell, "no-heading", "this column has no heading.")
        elif heading in places:
            notes.add(sheet, cell, "twice", f"the column {said.strip()} appears twice.")
        else:
            places[heading] = at
    missing = [one.heading for one in SHEETS[sheet] if one.needed and one.heading not in places]
    for heading in missing:
        notes.add(sheet, "A1", "no-column", f"the column {heading} is missing.")
    if missing:
        return
    for number, cells in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in cells):
            held = {name: cells[at] if at < len(cells) else "" for name, at in places.items()}
            yield Row(sheet, number, held, places, notes)


def _no_such(sheet: str, said: str, more: Mapping[str, str] | None) -> str:
    if more is not None:
        return f"unknown skill “{said.strip()[:60]}”."
    own = ", ".join(one.heading for one in SHEETS[sheet])
    return f"unknown column “{said.strip()[:60]}”. The columns are {own}."
