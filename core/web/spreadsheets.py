"""Spreadsheet files as plain rows, and back: XLSX, ODS, CSV (one sheet, or a zip of them), JSON.

Cells are read as text: numbers without a needless ".0", dates as 2040-03-01, formulas as the value
that was kept with them. Macros and styles are not looked at. What is read is bounded in every
direction: no file can cost more than its size suggests
(`docs/decisions/0029-import-of-records.md`).
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from io import BytesIO, StringIO
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec
from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from .refusals import Refused
from .sheets import Cells, Sheets, letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of a file."""
UNPACKED: Final = 8 * 1024 * 1024
"""Bytes of all that is in a zip, unpacked."""
MEMBERS: Final = 200
SHEETS: Final = 30
ROWS: Final = 2_000
COLUMNS: Final = 60
LETTERS: Final = 20_000
CELLS: Final = 200_000
"""Cells of all sheets together."""
KINDS: Final = {"xlsx": "XLSX", "ods": "ODS", "zip": "CSV", "json": "JSON"}
"""What can be written, by the file's ending."""
TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "zip": "application/zip",
    "json": "application/json",
}

FORMULA: Final = ("=", "+", "-", "@")
"""With these a spreadsheet takes text in a CSV file for a formula: it is written with a '
before.
"""
_BROKEN: Final = (
    KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, SyntaxError,
    NotImplementedError, RuntimeError, BadZipFile, zlib.error, csv.Error, DefusedXmlException,
)  # fmt: skip
"""What libraries raise at a file that is not what it says."""
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


class BadFile(Refused):
    """A file that cannot be read as sheets of rows."""

    code = "bad-file"


def read(name: str, data: bytes) -> Sheets:
    """The sheets of a file; blank rows at the end are left out. `name` gives a lone CSV file's
    sheet its name, nothing else depends on it.

    Raises BadFile with a sentence that says what is wrong.
    """
    if len(data) > LARGEST:
        raise BadFile(f"The file is larger than {LARGEST // 1024 // 1024} MB.")
    try:
        sheets = _read(name, data)
    except _BROKEN as error:
        raise BadFile(
            "The file format is not supported. Choose an XLSX, ODS, CSV or JSON file, or a zip "
            "of CSV files."
        ) from error
    return bounded(sheets)


def bounded(sheets: Sheets) -> Sheets:
    """Return the sheets without blank ends; raise BadFile where they are larger than allowed."""
    if len(sheets) > SHEETS:
        raise BadFile(f"The file has more than {SHEETS} sheets.")
    _insist_on_cells(len(row) for rows in sheets.values() for row in rows)
    return {title: _bounded(title, rows) for title, rows in sheets.items()}


def _insist_on_cells(counts: Iterable[int]) -> None:
    if sum(counts) > CELLS:
        raise BadFile(f"The file has more than {CELLS:,} cells.")


def _read(name: str, data: bytes) -> Sheets:
    if data[:4] == b"PK\x03\x04":
        with ZipFile(BytesIO(data)) as archive:
            return _unpack(archive, data)
    if data.lstrip()[:1] in {b"{", b"["}:
        return from_records(msgspec.json.decode(data, type=dict[str, list[dict[str, Any]]]))
    return {PurePath(name).stem: _csv(data)}


def _unpack(archive: ZipFile, data: bytes) -> Sheets:
    names = set(archive.namelist())
    _weigh(archive)
    if "xl/workbook.xml" in names:
        return _xlsx(data)
    if "content.xml" in names:
        return _ods(archive.read("content.xml"))
    tables = sorted(one for one in names if one.lower().endswith(".csv"))
    if not tables:
        raise BadFile("There is no CSV file in this zip.")
    return {PurePath(one).stem: _csv(archive.read(one)) for one in tables}


def _weigh(archive: ZipFile) -> None:
    """Unpack everything once, to see that it is not more than a file may hold: what a zip says of
    itself is not believed.
    """
    if len(archive.infolist()) > MEMBERS:
        raise BadFile("The zip contains too many files.")
    left = UNPACKED
    for member in archive.infolist():
        with archive.open(member) as content:
            while part := content.read(65_536):
                left -= len(part)
                if left < 0:
                    raise BadFile("The file is too large when unpacked.")


def _xlsx(data: bytes) -> Sheets:
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        return {
            sheet.title: [
                [_said(value) for value in row]
                for row in sheet.iter_rows(max_row=ROWS + 2, max_col=COLUMNS + 1, values_only=True)
            ]
            for sheet in islice(book.worksheets, SHEETS + 1)
        }
    finally:
        book.close()


def _ods(content: bytes) -> Sheets:
    root = ElementTree.fromstring(content, forbid_dtd=True)
    return {
        table.get(f"{_TABLE}name", ""): list(_ods_rows(table))
        for table in islice(root.iter(f"{_TABLE}table"), SHEETS + 1)
    }


def _ods_rows(table: Any) -> Iterator[list[str]]:
    left = ROWS + 2
    for row in table.iter(f"{_TABLE}table-row"):
        cells: list[str] = []
        for cell in row:
            if cell.tag in {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}:
                times = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
                cells += [_ods_cell(cell)] * min(times, COLUMNS + 1 - len(cells))
        times = min(int(row.get(f"{_TABLE}number-rows-repeated", "1")), left)
        left -= times
        for _ in range(times):
            yield list(cells)


def _ods_cell(cell: Any) -> str:
    match cell.get(f"{_OFFICE}value-type"):
        case "float" | "currency" | "percentage":
            return _said(float(cell.get(f"{_OFFICE}value")))
        case "date":
            return str(cell.get(f"{_OFFICE}date-value"))[:10]
        case _:
            lines = ("".join(_ods_text(one)) for one in cell.iter(f"{_TEXT}p"))
            return "\n".join(lines)


def _ods_text(node: Any) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        if child.tag == f"{_TEXT}s":
            yield " " * min(int(child.get(f"{_TEXT}c", "1")), 100)
        else:
            yield from _ods_text(child)
        yield child.tail or ""


def _csv(data: bytes) -> list[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    divider = max(",;\t", key=first.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=divider, strict=True)
    return [[_unquoted(cell) for cell in row] for row in islice(rows, ROWS + 2)]


def _unquoted(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(FORMULA) else cell


def from_records(sheets: Mapping[str, Sequence[Mapping[str, Any]]]) -> Sheets:
    """Return sheets of records as rows: the headings of a sheet are the names in the order in which
    they first come. What is neither text nor number is kept as JSON.

    Raises BadFile beyond the bounds, before any row is made: a few records with many names, and
    many records, come to far more cells than they have bytes.
    """
    headings: dict[str, list[str]] = {}
    for title, records in sheets.items():
        if len(records) > ROWS:
            raise BadFile(f"The sheet “{title[:60]}” has more than {ROWS:,} rows.")
        headings[title] = list(dict.fromkeys(name for record in records for name in record))
        if len(headings[title]) > COLUMNS:
            raise BadFile(f"The sheet “{title[:60]}” has more than {COLUMNS} columns.")
    _insist_on_cells(len(names) * len(sheets[title]) for title, names in headings.items())
    return bounded(
        {
            title: [
                names,
                *[[_said(record.get(name)) for name in names] for record in sheets[title]],
            ]
            for title, names in headings.items()
        }
    )


def as_records(sheets: Cells) -> dict[str, list[dict[str, str | int]]]:
    """Rows as records by heading; empty cells are left out."""
    return {
        title: [
            {str(name): cell for name, cell in zip(rows[0], row, strict=False) if cell != ""}
            for row in rows[1:]
        ]
        for title, rows in sheets.items()
    }


def _said(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (dict, list)):
        return msgspec.json.encode(value).decode()
    return str(value)


def _bounded(title: str, rows: list[list[str]]) -> list[list[str]]:
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if len(rows) > ROWS + 1:
        raise BadFile(f"The sheet “{title[:60]}” has more than {ROWS:,} rows.")
    for row in rows:
        if any(cell.strip() for cell in row[COLUMNS:]):
            raise BadFile(f"The sheet “{title[:60]}” has more than {COLUMNS} columns.")
        if any(len(cell) > LETTERS for cell in row):
            raise BadFile(f"A cell of the sheet “{title[:60]}” is too long.")
    kept = [_trimmed(row[:COLUMNS]) for row in rows]
    width = len(kept[0]) if kept else 0
    return [row + [""] * (width - len(row)) for row in kept]


def _trimmed(row: list[str]) -> list[str]:
    last = max((at for at, cell in enumerate(row) if cell.strip()), default=-1)
    return row[: last + 1]


# --- writing --------------------------------------------------------------------------------------


def write(kind: str, sheets: Cells) -> bytes:
    """The sheets as a file of this kind, one of KINDS; always the same bytes."""
    match kind:
        case "xlsx":
            return _pack(_as_xlsx(sheets))
        case "ods":
            return _pack(_as_ods(sheets))
        case "zip":
            return _pack(
                (f"{title.lower().replace(' ', '_')}.csv", _as_csv(rows))
                for title, rows in sheets.items()
            )
        case "json":
            return msgspec.json.format(msgspec.json.encode(as_records(sheets)), indent=1)
        case _:
            raise ValueError(kind)


def _pack(files: Iterable[tuple[str, str]]) -> bytes:
    """A zip in which everything has the same date."""
    whole = BytesIO()
    with ZipFile(whole, "w") as archive:
        for name, text in files:
            info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            archive.writestr(info, text.encode())
    return whole.getvalue()


def _as_csv(rows: Sequence[Sequence[str | int]]) -> str:
    text = StringIO(newline="")
    text.write(BYTE_ORDER_MARK)
    csv.writer(text).writerows([_quoted(cell) for cell in row] for row in rows)
    return text.getvalue()


BYTE_ORDER_MARK: Final = "\ufeff"
"""Tells Excel that a CSV file is UTF-8; without it accents and curly quotes turn into garbage."""


def _quoted(cell: str | int) -> str | int:
    starts = isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA)
    return f"'{cell}" if starts else cell


XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_OPEN: Final = "http://schemas.openxmlformats.org"
_MAIN: Final = f"{_OPEN}/spreadsheetml/2006/main"
_RELATED: Final = f"{_OPEN}/officeDocument/2006/relationships"
_PACKAGE: Final = f"{_OPEN}/package/2006"
_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def _as_xlsx(sheets: Cells) -> Iterator[tuple[str, str]]:
    """The parts of an XLSX file: text is text in it, whatever it begins with."""
    numbered = list(enumerate(sheets.items(), 1))
    parts = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_XLSX}.worksheet+xml"/>'
        for n, _ in numbered
    )
    yield (
        "[Content_Types].xml",
        (
            f'{XML}<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_XLSX}.sheet.main+xml"/>'
            f"{parts}</Types>"
        ),
    )
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    listed = "".join(
        f'<sheet name={quoteattr(title)} sheetId="{n}" r:id="rId{n}"/>'
        for n, (title, _) in numbered
    )
    yield (
        "xl/workbook.xml",
        (
            f'{XML}<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}">'
            f"<sheets>{listed}</sheets></workbook>"
        ),
    )
    yield (
        "xl/_rels/workbook.xml.rels",
        _relations([("worksheet", f"worksheets/sheet{n}.xml") for n, _ in numbered]),
    )
    for n, (_, rows) in numbered:
        yield f"xl/worksheets/sheet{n}.xml", _xlsx_sheet(rows)


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATED}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _xlsx_sheet(rows: Sequence[Sequence[str | int]]) -> str:
    lines = "".join(
        f'<row r="{down}">'
        + "".join(_xlsx_cell(cell, f"{letters(across)}{down}") for across, cell in enumerate(row))
        + "</row>"
        for down, row in enumerate(rows, 1)
    )
    return (
        f'{XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
        f'</sheetViews><cols><col min="1" max="{COLUMNS}" width="18" customWidth="1"/></cols>'
        f"<sheetData>{lines}</sheetData></worksheet>"
    )


def _xlsx_cell(cell: str | int, place: str) -> str:
    if isinstance(cell, int):
        return f'<c r="{place}"><v>{cell}</v></c>'
    if not cell:
        return ""
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'


def _as_ods(sheets: Cells) -> Iterator[tuple[str, str]]:
    """The parts of an ODS file."""
    yield "mimetype", TYPES["ods"]
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in (("/", TYPES["ods"]), ("content.xml", "text/xml"))
    )
    space = "urn:oasis:names:tc:opendocument:xmlns"
    yield (
        "META-INF/manifest.xml",
        (
            f'{XML}<manifest:manifest xmlns:manifest="{space}:manifest:1.0" '
            f'manifest:version="1.3">{listed}</manifest:manifest>'
        ),
    )
    tables = "".join(
        f"<table:table table:name={quoteattr(title)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_ods_written, row))}</table:table-row>" for row in rows
        )
        + "</table:table>"
        for title, rows in sheets.items()
    )
    yield (
        "content.xml",
        (
            f'{XML}<office:document-content xmlns:office="{space}:office:1.0" '
            f'xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0" office:version="1.3">'
            f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
            "</office:document-content>"
        ),
    )


def _ods_written(cell: str | int) -> str:
    if isinstance(cell, int):
        return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
    if not cell:
        return "<table:table-cell/>"
    spaced = escape(cell).replace("  ", " <text:s/>")
    return (
        f'<table:table-cell office:value-type="string"><text:p>{spaced}</text:p></table:table-cell>'
    )
