"""Reading and writing of spreadsheet files as rows of strings.

Whole numbers are read without ".0", dates as 2040-03-01, and formulas as their stored values. Every
size is limited (`docs/decisions/0029-import-of-records.md`).
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO, StringIO
from itertools import islice
from lzma import LZMAError
from pathlib import Path, PurePath
from threading import BoundedSemaphore
from typing import Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from .html_tables import read_tables
from .refusals import Refused
from .sheets import Cells, Sheets

MAX_FILE_BYTES: Final = 2 * 1024 * 1024
MAX_UNPACKED_BYTES: Final = 8 * 1024 * 1024
MAX_SHEETS: Final = 30
MAX_ROWS: Final = 2_000
"""Maximum number of rows in a sheet, not counting the headings."""
MAX_COLUMNS: Final = 60
MAX_CELL_LENGTH: Final = 20_000
MAX_TITLE_LENGTH: Final = 100
MAX_CELLS: Final = 200_000
"""Maximum total number of cells in all sheets."""
READER: Final = Path(__file__).with_name("workbook_reader.py")
READER_LIMITS: Final = (
    512 * 1024 * 1024, 3, MAX_UNPACKED_BYTES, MAX_SHEETS, MAX_ROWS, MAX_COLUMNS,
)  # fmt: skip
"""Arguments of the reader: memory in bytes, CPU time in seconds, and then limits on the size of the
result.
"""
ONE_READER: Final = BoundedSemaphore(1)
"""Semaphore held while a reader runs, so that a process never needs memory for more than one
reader.
"""
FORMATS: Final = {"xlsx": "XLSX", "zip": "CSV", "json": "JSON"}
"""Names of the formats that can be written, by file extension."""
CONTENT_TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "json": "application/json",
}
ENCODINGS: Final = ["utf_16", "utf_16_le", "utf_16_be", "cp1252"]
"""Encodings to try first, because the encoding of short text is hard to detect."""
WORKBOOK_MEMBERS: Final = frozenset({"[Content_Types].xml", "mimetype", "content.xml"})
"""Members by which the archive of an XLSX or ODS file is known."""
WORKBOOK_SIGNATURES: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of XLSX or ODS files, which are zip archives, and of XLS files."""
TABLE_SUFFIXES: Final = frozenset(
    {".csv", ".tsv", ".tab", ".txt", ".json", ".html", ".htm", ".xlsx", ".xls", ".ods"}
)
SEPARATORS: Final = (",", ";", "\t", "|")
SEPARATOR_LINE: Final = re.compile(r'"?sep=([,;\t|])"?[^\S\n]*\n', re.IGNORECASE)
SAMPLE_LINES: Final = 60
"""Number of lines that decide about a CSV file's separator."""
OWNER_NAMES: Final = ("team", "name", "Team", "Name", "corporation")
"""Keys of the name of a JSON record that contains lists of further records."""
MAC_SIGNS: Final = frozenset("ŽŸŠš§†‡ˆ‰ƒ\ufffd")
"""Signs that accented letters of a Mac's text become in windows-1252."""
FORMULA_SIGNS: Final = ("=", "+", "-", "@")
"""First characters that make a spreadsheet treat a cell of a CSV file as a formula."""
UNREADABLE: Final = (
    ValueError, KeyError, OSError, EOFError, RuntimeError, BadZipFile, LZMAError, zlib.error,
    csv.Error, subprocess.TimeoutExpired,
)  # fmt: skip
"""Errors that libraries raise for damaged files."""


class BadFile(Refused):
    """The file cannot be read as sheets of rows."""

    code = "bad-file"


# --- reading --------------------------------------------------------------------------------------


def read(name: str, data: bytes) -> Sheets:
    """Return the sheets of an XLSX, XLS, ODS, CSV, JSON or HTML file, or of a zip archive of such
    files.

    The content decides about the format, because file names are often wrong. `name` is the name of
    the file, and also of the sheet if the file has no sheet names. Raise BadFile if the file is
    damaged or too large.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BadFile(f"The file is larger than {MAX_FILE_BYTES // 1024 // 1024} MB.")
    try:
        return bounded(_read(name, data))
    except UNREADABLE as error:
        raise BadFile(
            "The file format is not supported. Choose an XLSX, XLS, ODS, CSV, JSON or HTML file, "
            "or a zip of such files."
        ) from error


def _read(name: str, data: bytes) -> Sheets:
    if data.startswith(b"PK\x03\x04"):
        with ZipFile(BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise BadFile("The file is too large when unpacked.")
            if not _is_workbook(archive):
                return _read_archive(archive)
    if data.startswith(WORKBOOK_SIGNATURES):
        return _read_workbook(data)
    return _read_text(PurePath(name).stem[:MAX_TITLE_LENGTH], _decode(data))


def _read_archive(archive: ZipFile) -> Sheets:
    """Return the sheets of all files in an archive, without the files that archivers add."""
    names = sorted(name for name in archive.namelist() if _is_table(PurePath(name)))
    if len(names) > MAX_SHEETS:
        raise BadFile(f"The file has more than {MAX_SHEETS} sheets.")
    sheets: Sheets = {}
    workbooks = 0
    for name in names:
        data = archive.read(name)
        if data.startswith(b"PK\x03\x04") and not _is_workbook(ZipFile(BytesIO(data))):
            raise BadFile(f"The archive contains another archive, “{PurePath(name).name[:60]}”.")
        workbooks += data.startswith(WORKBOOK_SIGNATURES)
        if workbooks > 1:
            raise BadFile("The archive contains more than one workbook. Choose one of them.")
        for title, rows in _read(name, data).items():
            number = next(n for n in range(1, len(sheets) + 2) if _numbered(title, n) not in sheets)
            sheets[_numbered(title, number)] = rows
    if not sheets:
        raise ValueError("no table")
    return sheets


def _is_workbook(archive: ZipFile) -> bool:
    return not WORKBOOK_MEMBERS.isdisjoint(archive.namelist())


def _is_table(path: PurePath) -> bool:
    is_hidden = any(part.startswith((".", "__")) for part in path.parts)
    return not is_hidden and path.suffix.lower() in TABLE_SUFFIXES


def _numbered(title: str, number: int) -> str:
    return title if number == 1 else f"{title} {number}"


def _read_text(name: str, text: str) -> Sheets:
    start = text.lstrip()[:1000].lower()
    if start.startswith(("{", "[")):
        return _read_json(name, text)
    if start.startswith("<") and ("<table" in text.lower()):
        return read_tables(text, name, MAX_CELLS)
    return {name: _read_csv(text)}


def read_pasted(text: str) -> Sheets:
    """Return the cells that somebody copied from a spreadsheet or a web page.

    Raise BadFile if they are too large.
    """
    try:
        return bounded(_read_text("Pasted", text))
    except UNREADABLE as error:
        raise BadFile("The pasted text is not a table.") from error


def _read_json(name: str, text: str) -> Sheets:
    """Return the sheets of a JSON text: lists of records by title, or one list of records."""
    data = msgspec.json.decode(text)
    sheets = {name: data} if isinstance(data, list) else data
    records_by_title: dict[str, list[dict[str, Any]]] = {}
    for title, records in sheets.items():
        if isinstance(records, list):
            records_by_title.setdefault(title, []).extend(
                _with_inner_lists(msgspec.convert(records, list[dict[str, Any]]), records_by_title)
            )
        elif isinstance(records, dict | str | int):
            records_by_title.setdefault("Other", []).append({title: records})
    if not any(title != "Other" for title in records_by_title):
        raise ValueError("no list of records")
    return from_records(records_by_title)


def _with_inner_lists(
    records: list[dict[str, Any]], records_by_title: dict[str, list[dict[str, Any]]]
) -> Iterator[dict[str, Any]]:
    """Yield the records without their lists of further records. Add these lists by their titles,
    with the name of the record that contains them.
    """
    for record in records:
        record_without_lists = {}
        owner = next((record[key] for key in OWNER_NAMES if isinstance(record.get(key), str)), "")
        for key, value in record.items():
            if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
                records_by_title.setdefault(key, []).extend({"team": owner, **row} for row in value)
            else:
                record_without_lists[key] = value
        yield record_without_lists


def _read_workbook(data: bytes) -> Sheets:
    with ONE_READER:
        result = subprocess.run(
            [sys.executable, "-I", str(READER), *map(str, READER_LIMITS)],
            input=data,
            capture_output=True,
            check=False,
            env={},  # It reads files from strangers and needs no secrets.
            timeout=30,
        )
    if result.returncode == 1:
        raise ValueError(result.stderr.decode(errors="replace"))
    if result.returncode:
        raise BadFile(
            f"A sheet has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns, or too much text."
        )
    sheets = msgspec.json.decode(result.stdout, type=dict[str, list[list[Any]]])
    return {title: [[_as_text(cell) for cell in row] for row in sheets[title]] for title in sheets}


def _read_csv(text: str) -> list[list[str]]:
    """Return the rows of a CSV text. A first line such as `sep=;` names the separator, as some
    programs write it. Otherwise, the separator is the one that gives the most cells.
    """
    if first_line := SEPARATOR_LINE.match(text):
        return _split(text[first_line.end() :], first_line[1])
    start = "\n".join(text.split("\n", SAMPLE_LINES)[:SAMPLE_LINES])
    return _split(text, max(SEPARATORS, key=lambda separator: _score(_split(start, separator))))


def _score(rows: list[list[str]]) -> tuple[int, int]:
    """Return the number of rows that have the most common width above 1, and the width."""
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, row_count = widths.most_common(1)[0] if widths else (0, 0)
    return row_count, width


def _split(text: str, separator: str) -> list[list[str]]:
    rows = csv.reader(StringIO(text, newline=""), delimiter=separator)
    return [[_without_quote(cell) for cell in row] for row in islice(rows, MAX_ROWS + 2)]


def _decode(data: bytes) -> str:
    from charset_normalizer import from_bytes

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" not in text:
        return text
    if _is_mac_roman(data):
        return data.decode("mac_roman")
    match = from_bytes(data, cp_isolation=ENCODINGS).best() or from_bytes(data).best()
    if match is None:
        raise BadFile("The file's text encoding is unknown. Save it as UTF-8.")
    return str(match)


def _is_mac_roman(data: bytes) -> bool:
    """Return whether a text looks wrong in windows-1252 as texts of old Macs do: most of its
    accented letters are signs, and some are signs that hardly anybody writes.
    """
    special = [letter for letter in data.decode("cp1252", "replace") if letter > "\x7f"]
    letters = sum(1 for letter in special if "À" <= letter <= "ÿ")
    return b"\0" not in data and letters * 2 < len(special) and not MAC_SIGNS.isdisjoint(special)


def _without_quote(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(FORMULA_SIGNS) else cell


def from_records(sheets: Mapping[str, Sequence[Mapping[str, Any]]]) -> Sheets:
    """Return sheets of records as rows. The headings are the records' names in order of appearance.
    Lists and records in cells become JSON.

    Raise BadFile before creating any rows if there are too many cells. A small file can describe
    far more cells than it has bytes.
    """
    rows: Sheets = {
        title: [list(dict.fromkeys(name for record in records for name in record))]
        for title, records in sheets.items()
    }
    for title, records in sheets.items():
        _check_size(title, len(records), len(rows[title][0]))
    _check_cells(sum(len(rows[title][0]) * len(records) for title, records in sheets.items()))
    for title, records in sheets.items():
        names = rows[title][0]
        rows[title] += [[_as_text(record.get(name)) for name in names] for record in records]
    return bounded(rows)


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (dict, list)):
        return msgspec.json.encode(value).decode()
    return str(value)


def bounded(sheets: Sheets) -> Sheets:
    """Return the sheets without trailing blanks. Raise BadFile if they are too large."""
    if len(sheets) > MAX_SHEETS:
        raise BadFile(f"The file has more than {MAX_SHEETS} sheets.")
    if any(len(title) > MAX_TITLE_LENGTH for title in sheets):
        raise BadFile(f"The name of a sheet is longer than {MAX_TITLE_LENGTH} characters.")
    _check_cells(sum(len(row) for rows in sheets.values() for row in rows))
    return {title: _bounded(title, rows) for title, rows in sheets.items()}


def _bounded(title: str, rows: list[list[str]]) -> list[list[str]]:
    lengths = [max((n for n, cell in enumerate(row, 1) if cell.strip()), default=0) for row in rows]
    height = max((n for n, length in enumerate(lengths, 1) if length), default=0)
    _check_size(title, height - 1, max(lengths, default=0))
    if any(len(cell) > MAX_CELL_LENGTH for row in rows for cell in row):
        raise BadFile(f"A cell of the sheet “{title[:60]}” is too long.")
    return [
        row[:length] + [""] * (lengths[0] - length)
        for row, length in zip(rows[:height], lengths, strict=False)
    ]


def _check_size(title: str, rows: int, columns: int) -> None:
    if rows > MAX_ROWS:
        raise BadFile(f"The sheet “{title[:60]}” has more than {MAX_ROWS:,} rows.")
    if columns > MAX_COLUMNS:
        raise BadFile(f"The sheet “{title[:60]}” has more than {MAX_COLUMNS} columns.")


def _check_cells(cells: int) -> None:
    if cells > MAX_CELLS:
        raise BadFile(f"The file has more than {MAX_CELLS:,} cells.")


# --- writing --------------------------------------------------------------------------------------


def write(kind: str, sheets: Cells) -> bytes:
    """Return the sheets as a file of one of the FORMATS. Equal sheets give equal files."""
    if kind == "json":
        return msgspec.json.format(msgspec.json.encode(as_records(sheets)), indent=1)
    return {"xlsx": _as_xlsx, "zip": _as_zip}[kind](sheets)


def as_records(sheets: Cells) -> dict[str, list[dict[str, str | int]]]:
    """Return rows as records with the headings as keys, without empty cells."""
    return {
        title: [
            {str(name): cell for name, cell in zip(rows[0], row, strict=False) if cell != ""}
            for row in rows[1:]
        ]
        for title, rows in sheets.items()
    }


def _as_xlsx(sheets: Cells) -> bytes:
    from xlsxwriter import Workbook

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    file = BytesIO()
    with Workbook(file, options) as workbook:
        workbook.set_properties({"created": datetime(1980, 1, 1, tzinfo=UTC)})
        for title, rows in sheets.items():
            sheet = workbook.add_worksheet(title)
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, MAX_COLUMNS - 1, 18)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return file.getvalue()


def _as_zip(sheets: Cells) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for title, rows in sheets.items():
            member = ZipInfo(f"{title.lower().replace(' ', '_')}.csv")
            archive.writestr(member, _as_csv(rows), ZIP_DEFLATED)
    return file.getvalue()


def _as_csv(rows: Sequence[Sequence[str | int]]) -> bytes:
    """Return a CSV file. It has a byte order mark, which tells Excel that the encoding is UTF-8."""
    text = StringIO(newline="")
    csv.writer(text).writerows([_with_quote(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _with_quote(cell: str | int) -> str | int:
    is_formula = isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA_SIGNS)
    return f"'{cell}" if is_formula else cell
