"""Spreadsheet files: the formats that a club can read and write, and the bounds on their sizes."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from core.web import spreadsheets
from core.web.spreadsheets import BadFile, read, write

CELLS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8),
    st.sampled_from(
        ["=1+1", "{=1}", "'=x", "-5", "+", "@you", "a  b", "<&>", "\"'", "007", "http://x.y"]
    ),
)


def make_zip(files: dict[str, bytes]) -> bytes:
    """Return a zip of these files."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


def xlsx(cells: dict[str, object]) -> bytes:
    """Return an XLSX file with a chart and a sheet that has these cells."""
    whole = BytesIO()
    with xlsxwriter.Workbook(whole, {"default_date_format": "d.m.yy"}) as book:
        sheet = book.add_worksheet("People")
        for place, value in cells.items():
            sheet.write(place, value)
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "=People!$A$1:$A$2"})
        book.add_chartsheet("Chart").set_chart(chart)
    return whole.getvalue()


def far_xlsx(place: str) -> bytes:
    """Return an XLSX file with two cells, A1 and one at this place."""
    with ZipFile(BytesIO(xlsx({"A1": "x", "B2": "y"}))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    return make_zip(files | {sheet: files[sheet].replace(b'r="B2"', f'r="{place}"'.encode())})


def ods(rows: str) -> bytes:
    """Return an ODS file with one sheet of these rows."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" '
        f'xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="People">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return make_zip(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{space}:manifest:1.0"/>'.encode(),
            "content.xml": content.encode(),
        }
    )


def ods_row(rows: int, columns: int, content: str = "<text:p>x</text:p>") -> str:
    """Return a row of an ODS sheet that repeats itself and its one cell."""
    kind = 'office:value-type="string"' if content else ""
    return (
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell {kind} '
        f'table:number-columns-repeated="{columns}">{content}</table:table-cell></table:table-row>'
    )


@pytest.mark.parametrize("kind", spreadsheets.FORMATS)
@settings(max_examples=20)
@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=4))
def test_a_club_reads_the_file_that_it_downloaded(kind: str, rows: list[list[str | int]]) -> None:
    sheets: dict[str, list[list[str | int]]] = {"People": [["Name", "Points"], *rows]}
    wanted = [[str(cell) for cell in row] for row in sheets["People"]]
    found = read("x", write(kind, sheets))
    is_blank = kind == "json" and not rows
    assert {title.lower(): cells for title, cells in found.items()} == {
        "people": [] if is_blank else wanted
    }
    assert write(kind, sheets) == write(kind, sheets)


def test_a_club_downloads_a_formula_as_text() -> None:
    with ZipFile(BytesIO(write("xlsx", {"People": [["=1+1"]]}))) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
    with ZipFile(BytesIO(write("zip", {"People": [["=1+1"]]}))) as archive:
        assert archive.read("people.csv").decode("utf-8-sig") == "'=1+1\r\n"


def test_a_club_uploads_an_xlsx_file_with_dates_and_numbers() -> None:
    moment = datetime.fromisoformat("2040-03-01T12:00")
    file = xlsx({"B1": "When", "C1": "Half", "B2": moment, "C2": 2.0, "B3": date(2040, 3, 1)})
    assert read("x", file) == {
        "People": [["", "When", "Half"], ["", "2040-03-01", "2"], ["", "2040-03-01", ""]]
    }


def test_a_club_uploads_an_xls_file_of_old_excel() -> None:
    file = Path(__file__).with_name("people.xls").read_bytes()
    assert read("people.xls", file) == {
        "People": [
            ["Team", "Name", "Role", "Prestige", "Joined"],
            ["Red Kites", "Käuze’s Ada", "driver", "3", "2039-11-05"],
            ["Night Shift", "Otto", "gunner", "2.5", ""],
        ]
    }


def test_a_club_uploads_an_ods_file_with_dates_numbers_and_blank_rows_to_the_end() -> None:
    rows = (
        '<table:table-row><table:table-cell office:value-type="date" '
        'office:date-value="2040-03-01"><text:p>1.3.40</text:p></table:table-cell>'
        '<table:table-cell office:value-type="currency" '
        'office:value="12500"><text:p>$12,500</text:p></table:table-cell>'
        '<table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p>'
        "</table:table-cell></table:table-row>"
    )
    file = ods(rows + ods_row(2, 3) + ods_row(1_048_573, 16_384, ""))
    assert read("x", file) == {"People": [["2040-03-01", "12500", "a  b"], *[["x"] * 3] * 2]}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_a_club_uploads_a_csv_file_as_its_spreadsheet_saved_it(
    separator: str, encoding: str
) -> None:
    text = "Team;Name\nRed Kites;Zoë Nuñez’s\nNight Shift;Jürgen Weiß\n".replace(";", separator)
    assert read("a/People.csv", text.encode(encoding)) == {
        "People": [["Team", "Name"], ["Red Kites", "Zoë Nuñez’s"], ["Night Shift", "Jürgen Weiß"]]
    }


def test_a_club_uploads_a_csv_file_in_another_alphabet() -> None:
    text = "Команда;Имя\nКоты;Иван Петров\nСовы;Анна Каренина\n"
    assert read("x.csv", text.encode("cp1251"))["x"][1] == ["Коты", "Иван Петров"]


def lying_zip() -> bytes:
    """Return a zip whose directory declares a tenth of the size of its file."""
    size = 20_000_000
    data = make_zip({"people.csv": b"a" * size})
    return data.replace(size.to_bytes(4, "little"), (size // 10).to_bytes(4, "little"))


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\r" + bytes(range(256)) * 9

BAD = {
    "a large file": (b"x" * (spreadsheets.MAX_FILE_BYTES + 1), "larger than 2 MB"),
    "a zip that grows": (make_zip({"people.csv": b"a," * 6_000_000}), "too large when unpacked"),
    "a zip that lies": (lying_zip(), "not supported"),
    "a workbook that grows": (
        make_zip({"xl/workbook.xml": b" " * 9_000_000}),
        "too large when unpacked",
    ),
    "a broken zip": (b"PK\x03\x04 and no more", "not supported"),
    "a zip of something": (make_zip({"photo.png": b"x"}), "not supported"),
    "an ODS file without an end": (ods("<d"), "or too much text"),
    "an empty XLSX file": (make_zip({"xl/workbook.xml": b"<workbook/>"}), "not supported"),
    "a broken XLS file": (b"\xd0\xcf\x11\xe0" * 200, "not supported"),
    "JSON of something": (b'{"Teams": 4}', "not supported"),
    "a JSON list": (b"[1, 2]", "not supported"),
    "deep JSON": (b'{"a":' * 100_000, "not supported"),
    "a picture": (PICTURE, "Save it as UTF-8"),
    "many CSV rows": ("\n".join(map(str, range(5000))).encode(), "more than 2,000 rows"),
    "many CSV columns": (b"a," * 100 + b"a", "more than 60 columns"),
    "a long cell": (b"x" * 30_000, "is too long"),
    "many sheets": (make_zip({f"{n}.csv": b"a" for n in range(31)}), "more than 30 sheets"),
    "many files that nobody reads": (
        make_zip({f"{n}.csv": PICTURE for n in range(31)}),
        "30 sheets",
    ),
    "two workbooks": (
        make_zip({"a.xls": b"\xd0\xcf\x11\xe0", "b.xls": b"\xd0\xcf\x11\xe0"}),
        "not supported",
    ),
    "a long sheet name": (b'{"%s": [{"a": 1}]}' % (b"x" * 101), "longer than 100 characters"),
    "HTML with wide cells": (b"<table>" + b"<td colspan=60>x" * 4_000, "more than 200,000 cells"),
    "many XLSX rows": (far_xlsx("A1048576"), "more than 2,000 rows or 60 columns"),
    "many XLSX columns": (far_xlsx("BI1"), "more than 2,000 rows or 60 columns"),
    "17 billion XLSX cells": (far_xlsx("XFD1048576"), "more than 2,000 rows"),
    "many ODS rows": (ods(ods_row(10**9, 2)), "more than 2,000 rows"),
    "many ODS columns": (ods(ods_row(1, 10**9)), "more than 2,000 rows or 60 columns"),
    "10 million ODS cells": (ods(ods_row(100_000, 100)), "more than 2,000 rows"),
    "a text in every cell": (ods(ods_row(2_000, 60, f"<text:p>{'x' * 9_000}</text:p>")), "text"),
}


@pytest.mark.parametrize("text", ["<a ", "<table", "<td colspan=", "&", "<td>"])
def test_unfinished_html_of_two_megabytes_is_read_in_linear_time(text: str) -> None:
    table = f"<table>{text * (1_900_000 // len(text))}".encode()
    with suppress(BadFile):
        assert set(read("people.html", table)) == {"people"}


@pytest.mark.parametrize(("data", "reason"), BAD.values(), ids=BAD)
def test_a_club_is_told_why_its_file_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(BadFile, match=reason) as refused:
        read("people.csv", data)
    assert refused.value.sentence.endswith(".")


WIDE = {f"column {number}": "" for number in range(spreadsheets.MAX_COLUMNS + 1)}


@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        ({"Teams": [WIDE, *[{}] * 30_000]}, "more than 2,000 rows"),
        ({"Teams": [WIDE, *[{}] * 1_000]}, "more than 60 columns"),
        (
            {f"Sheet {n}": [dict.fromkeys(list(WIDE)[:60], ""), *[{}] * 1_999] for n in range(2)},
            "more than 200,000 cells",
        ),
        ({f"Sheet {n}": [] for n in range(31)}, "more than 30 sheets"),
    ],
)
def test_too_many_cells_are_refused_before_any_cell_is_made(
    sheets: dict[str, list[dict[str, str]]], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreadsheets, "_as_text", lambda _: pytest.fail("A cell was made."))
    with pytest.raises(BadFile, match=reason):
        spreadsheets.from_records(sheets)
