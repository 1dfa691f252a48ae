"""Finding the known sheets and columns of a workbook as clubs keep it (C89).

Sheets and columns are proposed from their titles and headings, also under other usual names. The
headings can be in any of the first rows. The GM can choose differently for each sheet and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from campaign.house_rules.rules.house import HouseRules
from core.web.sheets import Sheets, letters
from core.web.text import lookup_key
from engine.values import Value, changed

from .columns import README, SHEETS
from .synonyms import COLUMN_WORDS, SHEET_WORDS, SKILL_WORDS, TOTAL_WORDS

HEADING_ROWS: Final = 25
"""Number of first rows among which the headings are searched."""
PAIRED_SHEETS: Final = {"People": "Cars", "Teams": "Standings"}
"""Pairs of sheets that clubs often keep as one. Its rows can have the columns of both."""
FILLED_DOWN: Final = frozenset({"People", "Cars", "Damage", "Gear"})
"""Sheets in which an empty team is the team of the row above, as in merged cells."""
MAX_HEADING_LENGTH: Final = 60
MAX_NOTE_HEADING: Final = 30
"""Maximum length of a column's heading in notes, which repeat it for each cell."""
MAX_CHOICES: Final = 60
UNIT: Final = re.compile(r"[\s:*.?]+$|\s*\((?:\$|usd|pts|points)\)$")
"""Punctuation and units at the end of a heading."""


class SheetChoice(Value):
    """A GM's choices for a sheet of the file.

    `kind` is the known sheet, or "" to import nothing from it. `columns` has the heading for each
    column by its letters, or "" for a column that is not imported. A column that is left out of
    `columns` keeps its proposed heading.
    """

    kind: Annotated[str, Meta(max_length=20)] = ""
    columns: Annotated[
        dict[Annotated[str, Meta(max_length=2)], Annotated[str, Meta(max_length=60)]],
        Meta(max_length=MAX_CHOICES),
    ] = {}


Choices = Mapping[str, SheetChoice]


class ArrangedColumn(Value):
    """A column of a sheet: its letters, its text in the file, its heading (or ""), and an example
    from its cells.
    """

    letters: str
    text: str
    heading: str
    example: str


class ArrangedSheet(Value):
    """A sheet of the file and its meaning.

    `kind` is the known sheet, or "" if nothing is imported. `headings` are the headings that its
    columns can have. `heading_row` is counted from 1. `team` is the team to which all rows belong
    if the sheet has no column for it. `left_out` are the numbers of rows without data of their
    own, such as titles and totals. `choice` has the GM's choices for the sheet, if any.
    """

    title: str
    kind: str
    heading_row: int
    columns: tuple[ArrangedColumn, ...]
    headings: tuple[str, ...]
    team: str
    left_out: tuple[int, ...]
    rows: int
    choice: SheetChoice | None = None


class Table(Value):
    """The rows of a known sheet.

    `columns` has the number of each heading's column, counted from 0. Each row has its number in
    the file, counted from 1. `team` is the team of all rows, or "" if the rows name it.
    """

    kind: str
    title: str
    heading_row: int
    columns: dict[str, int]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    team: str = ""


class Leftover(Value):
    """A cell, or a row of an unknown sheet, that is not imported. It is kept as a note."""

    sheet: str
    row: int
    text: str


class Arrangement(Value):
    """The sheets of a file with their meanings, the known tables, and everything else."""

    sheets: tuple[ArrangedSheet, ...]
    tables: tuple[Table, ...]
    leftovers: tuple[Leftover, ...]

    def tables_of(self, kind: str) -> tuple[Table, ...]:
        """Return the tables of a kind."""
        return tuple(table for table in self.tables if table.kind == kind)


def arrange(sheets: Sheets, house_rules: HouseRules, choices: Choices | None = None) -> Arrangement:
    """Return the meaning of each sheet and column, as chosen or else as proposed."""
    arranged: list[ArrangedSheet] = []
    tables: list[Table] = []
    leftovers: list[Leftover] = []
    headings_by_kind = {kind: headings_of(kind, house_rules) for kind in SHEETS}
    for title, rows in sheets.items():
        if lookup_key(title[:MAX_HEADING_LENGTH]) == README.lower() or not any(
            map(_has_text, rows)
        ):
            continue
        sheet = _arranged(title, rows, headings_by_kind, (choices or {}).get(title))
        arranged.append(sheet)
        tables += _tables(sheet, rows)
        leftovers += _leftovers(sheet, rows)
    return Arrangement(sheets=tuple(arranged), tables=tuple(tables), leftovers=tuple(leftovers))


def headings_of(kind: str, house_rules: HouseRules) -> dict[str, str]:
    """Return the headings of a sheet by the words for them. Skills have their keys as headings."""
    headings: dict[str, str] = {}
    for sheet in filter(None, (kind, PAIRED_SHEETS.get(kind))):
        for column in SHEETS[sheet]:
            if sheet == kind or column.heading != "Team":
                synonyms = COLUMN_WORDS[sheet].get(column.heading, ()) if sheet == kind else ()
                for synonym in (lookup_key(column.heading), *synonyms):
                    headings.setdefault(synonym, column.heading)
    if kind == "People":
        for skill in house_rules.skill_costs:
            for title in (skill.title, skill.key, *SKILL_WORDS.get(skill.key, ())):
                headings.setdefault(lookup_key(title), skill.key)
    return headings


# --- one sheet ------------------------------------------------------------------------------------


def _arranged(
    title: str,
    rows: Sequence[Sequence[str]],
    headings_by_kind: Mapping[str, Mapping[str, str]],
    choice: SheetChoice | None,
) -> ArrangedSheet:
    keys = [[heading_key(cell) for cell in row] for row in rows[:HEADING_ROWS]]
    proposals = [
        _proposal(kind, keys, headings_by_kind[kind], title) for kind in _kinds(title, choice)
    ]
    fitting = [proposal for proposal in proposals if proposal.fits or len(proposals) == 1]
    best = max(fitting, key=lambda proposal: proposal.score, default=NOTHING)
    headings = tuple(dict.fromkeys(headings_by_kind.get(best.kind, {}).values()))
    columns = dict(best.columns)
    for letter, heading in choice.columns.items() if choice and best.kind else ():
        index = column_number(letter)
        columns = {name: number for name, number in columns.items() if number != index}
        if heading in headings:
            columns[heading] = index
    return _sheet(title, rows, best, columns, headings, choice)


def _kinds(title: str, choice: SheetChoice | None) -> Sequence[str]:
    """Return the known sheets that this sheet can be."""
    if choice:
        return [choice.kind] if choice.kind in SHEETS else []
    kind = kind_of_title(title)
    return [kind] if kind else list(SHEETS)


class _Proposal(NamedTuple):
    """A row of headings for a kind of sheet, and the numbers of its known columns. `fits` means
    that no required column is missing.
    """

    kind: str
    heading_row: int
    columns: dict[str, int]
    fits: bool

    @property
    def score(self) -> tuple[bool, int, int]:
        """Proposals with more known columns are better, and then those with an earlier row."""
        return self.fits, len(self.columns), -self.heading_row


NOTHING: Final = _Proposal("", 0, {}, fits=False)


def _proposal(
    kind: str, keys: Sequence[Sequence[str]], headings: Mapping[str, str], title: str
) -> _Proposal:
    """Return the row of headings that fits best to this kind of sheet. If no row has known
    headings, return the first row with text. `keys` are the look-up keys of the first rows.
    """
    required = _required_headings(kind)
    if kind in FILLED_DOWN and kind_of_title(title) is None:
        required = required - {"Team"}
    first_row = next((number for number, row in enumerate(keys, 1) if any(row)), 1)
    proposals = [_Proposal(kind, first_row, {}, fits=False)]
    for number, row in enumerate(keys, 1):
        columns = _known_columns(kind, row, headings)
        filled = sum(1 for key in row if key)
        fits = required <= columns.keys() and (len(columns) > 1 or filled == 1)
        if columns:
            proposals.append(_Proposal(kind, number, columns, fits))
    return max(proposals, key=lambda proposal: proposal.score)


def _known_columns(kind: str, keys: Sequence[str], headings: Mapping[str, str]) -> dict[str, int]:
    """Return the columns of the known headings in a row. Headings of the paired sheet count only
    together.
    """
    columns: dict[str, int] = {}
    for index, key in enumerate(keys):
        if key in headings:
            columns.setdefault(headings[key], index)
    paired = PAIRED_SHEETS.get(kind, "")
    if paired and not _required_headings(paired) - {"Team"} <= columns.keys():
        further = _further_headings(kind)
        return {heading: index for heading, index in columns.items() if heading not in further}
    return columns


def _required_headings(kind: str) -> frozenset[str]:
    return frozenset(column.heading for column in SHEETS[kind] if column.required)


def _further_headings(kind: str) -> frozenset[str]:
    """Return the headings that only the paired sheet has."""
    own_headings = {column.heading for column in SHEETS[kind]}
    paired = SHEETS.get(PAIRED_SHEETS.get(kind, ""), ())
    return frozenset(column.heading for column in paired) - own_headings


def kind_of_title(title: str) -> str | None:
    """Return the known sheet with this title, or None.

    The title can be in the name of a file, such as “Club - People (2)”.
    """
    key = lookup_key(title.replace("_", " "))
    key = re.sub(r"\s*\(\d+\)$", "", key)
    key = key.removeprefix("copy of ")
    for part in (key, key.rpartition(" - ")[2], key.rpartition("-")[2].strip(), key.split(" ")[-1]):
        for kind, titles in SHEET_WORDS.items():
            if part in titles:
                return kind
    return None


def heading_key(cell: str) -> str:
    """Return the look-up key of a heading, without punctuation and units at its end. Text that is
    too long for a heading has the key "".
    """
    if len(cell) > MAX_HEADING_LENGTH:
        return ""
    return UNIT.sub("", lookup_key(cell.replace("_", " ")))


def column_number(text: str) -> int:
    """Return the number of a column from its letters, counted from 0, or -1."""
    if not re.fullmatch("[A-Z]{1,2}", text):
        return -1
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _sheet(
    title: str,
    rows: Sequence[Sequence[str]],
    proposal: _Proposal,
    columns_by_heading: Mapping[str, int],
    headings: tuple[str, ...],
    choice: SheetChoice | None,
) -> ArrangedSheet:
    kind, heading_row = proposal.kind, proposal.heading_row
    sheet = ArrangedSheet(
        title=title,
        kind=kind,
        heading_row=heading_row,
        columns=(),
        headings=headings,
        team="",
        left_out=(),
        rows=0,
        choice=choice,
    )
    if not kind:
        return sheet
    top, body = rows[heading_row - 1], rows[heading_row:]
    names_team = "Team" in columns_by_heading or kind not in FILLED_DOWN or kind_of_title(title)
    return changed(
        sheet,
        columns=tuple(_columns(top, body, {v: k for k, v in columns_by_heading.items()})),
        team="" if names_team else title.strip(),
        left_out=tuple(
            [
                number
                for number, row in enumerate(rows, 1)
                if number != heading_row
                and _has_text(row)
                and (number < heading_row or _is_no_data(row, top))
            ]
        ),
        rows=sum(map(_has_text, body)),
    )


def _columns(
    top: Sequence[str], body: Sequence[Sequence[str]], headings: Mapping[int, str]
) -> Iterator[ArrangedColumn]:
    """Yield the columns that have a heading or cells. `headings` has the meaning of each column."""
    for index in range(max(len(row) for row in (top, *body))):
        cells = (row[index].strip() for row in body if index < len(row))
        example = next(filter(None, cells), "")
        text = top[index].strip() if index < len(top) else ""
        if text or example:
            yield ArrangedColumn(
                letters=letters(index),
                text=text[:60],
                heading=headings.get(index, ""),
                example=example[:60],
            )


def _has_text(row: Sequence[str]) -> bool:
    return any(cell.strip() for cell in row)


def _is_no_data(row: Sequence[str], top: Sequence[str]) -> bool:
    """Return whether a row repeats the headings or sums up other rows."""
    cells = [cell.strip() for cell in row]
    first = next(filter(None, cells), "")
    repeats = [cell for cell in cells if cell] == [cell.strip() for cell in top if cell.strip()]
    return repeats or heading_key(first) in TOTAL_WORDS


# --- the rows -------------------------------------------------------------------------------------


def _tables(sheet: ArrangedSheet, rows: Sequence[Sequence[str]]) -> Iterator[Table]:
    if not sheet.kind:
        return
    columns = {
        column.heading: column_number(column.letters) for column in sheet.columns if column.heading
    }
    left_out = frozenset(sheet.left_out)
    data_rows = [
        (number, tuple(row))
        for number, row in enumerate(rows, 1)
        if number > sheet.heading_row and number not in left_out and _has_text(row)
    ]
    if sheet.kind in FILLED_DOWN and "Team" in columns:
        data_rows = list(_filled_down(data_rows, columns["Team"]))
    further = _further_headings(sheet.kind)
    yield Table(
        kind=sheet.kind,
        title=sheet.title,
        heading_row=sheet.heading_row,
        columns={name: number for name, number in columns.items() if name not in further},
        rows=tuple(data_rows),
        team=sheet.team,
    )
    second = {name: number for name, number in columns.items() if name in further}
    if second:
        filled = (
            (number, row)
            for number, row in data_rows
            if any(index < len(row) and row[index].strip() for index in second.values())
        )
        team = {"Team": columns["Team"]} if "Team" in columns else {}
        yield Table(
            kind=PAIRED_SHEETS[sheet.kind],
            title=sheet.title,
            heading_row=sheet.heading_row,
            columns=team | second,
            rows=tuple(filled),
            team=sheet.team,
        )


def _filled_down(
    rows: Sequence[tuple[int, tuple[str, ...]]], column: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    above = ""
    for number, row in rows:
        if column < len(row) and row[column].strip():
            above = row[column]
            yield number, row
        else:
            padded = [*row, *[""] * (column + 1 - len(row))]
            padded[column] = above
            yield number, tuple(padded)


def _leftovers(sheet: ArrangedSheet, rows: Sequence[Sequence[str]]) -> Iterator[Leftover]:
    """Yield everything with text that no table has."""
    unknown = {
        column_number(column.letters): column.text[:MAX_NOTE_HEADING] or column.letters
        for column in sheet.columns
        if not column.heading
    }
    left_out = frozenset(sheet.left_out)
    for number, row in enumerate(rows, 1):
        if not sheet.kind or number in left_out:
            text = " | ".join(cell.strip() for cell in row if cell.strip())
        elif number > sheet.heading_row:
            label = next((cell.strip() for cell in row if cell.strip()), "")
            cells = [
                f"{name}: {row[index].strip()}"
                for index, name in unknown.items()
                if index < len(row) and row[index].strip()
            ]
            text = f"{label}: {'; '.join(cells)}" if cells else ""
        else:
            text = ""
        if text:
            yield Leftover(sheet=sheet.title, row=number, text=text)
