"""Spreadsheet files: what is read of them, and that none costs more than its size."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from core.web import spreadsheets
from core.web.spreadsheets import BadFile, read, write

CELLS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8),
    st.sampled_from(["=1+1", "'=x", "-5", "+", "@you", "a  b", "<&>", "\"'", "007"]),
)


def packed(**files: bytes) -> bytes:
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return whole.getvalue()


@pytest.mark.parametrize("kind", spreadsheets.KINDS)
@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=4))
def test_what_is_written_is_read_again(kind: str, rows: list[list[str | int]]) -> None:
    sheets: dict[str, list[list[str | int]]] = {"People": [["Name", "Points"], *rows]}
    wanted = [[str(cell) for cell in row] for row in sheets["People"]]
    found = read("x", write(kind, sheets))
    assert {title.lower(): rows for title, rows in found.items()} in (
        {"people": wanted},
        {"people": []} if kind == "json" and not rows else {"people": wanted},
    )
    assert write(kind, sheets) == write(kind, sheets)


def test_a_formula_is_read_as_its_value_and_a_date_as_a_day() -> None:
    from datetime import datetime

    book = Workbook()
    sheet = book.active
    sheet.append(["When", "Sum", "Half"])
    sheet.append([datetime.fromisoformat("2040-03-01T12:00"), "=1+1", 2.0])
    whole = BytesIO()
    book.save(whole)
    assert read("x.xlsx", whole.getvalue()) == {
        "Sheet": [["When", "Sum", "Half"], ["2040-03-01", "", "2"]]
    }


def ods(body: str) -> bytes:
    space = "urn:oasis:names:tc:opendocument:xmlns"
    return packed(
        content_xml=(
            f'<d xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0" '
            f'xmlns:text="{space}:text:1.0"><table:table table:name="T">{body}</table:table></d>'
        ).encode()
    )


def test_repeated_cells_and_rows_are_counted_out_no_further_than_the_bounds() -> None:
    cell = (
        '<table:table-cell table:number-columns-repeated="{}"><text:p>x</text:p></table:table-cell>'
    )
    row = '<table:table-row table:number-rows-repeated="{}">' + cell + "</table:table-row>"
    assert read("x", ods(row.format(2, 3))) == {"T": [["x", "x", "x"]] * 2}
    with pytest.raises(BadFile, match="columns"):
        read("x", ods(row.format(1, 10**9)))
    with pytest.raises(BadFile, match="rows"):
        read("x", ods(row.format(10**9, 2)))
    blank = (
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell/>'
        "</table:table-row>"
    )
    assert read("x", ods(row.format(1, 1) + blank)) == {"T": [["x"]]}


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    b"<d>&b;</d>"
)
BAD = {
    "too large": b"x" * (spreadsheets.LARGEST + 1),
    "a zip that grows": packed(people_csv=b"a," * 6_000_000),
    "a broken zip": b"PK\x03\x04 and no more",
    "a zip of something": packed(photo_png=b"x"),
    "entities": packed(content_xml=BOMB),
    "no xml": packed(content_xml=b"<d"),
    "an empty workbook": packed(xl__workbook_xml=b"<workbook/>"),
    "json of something": b'{"Teams": 4}',
    "a list": b"[1, 2]",
    "deep json": b'{"a":' * 100_000,
    "too many rows": "\n".join(f"{n}" for n in range(5000)).encode(),
    "too many columns": b"a," * 100 + b"a",
    "a long cell": b"x" * 30_000,
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(BadFile) as refused:
        read("people.csv", data)
    assert refused.value.sentence.endswith(".")


def test_csv_is_written_so_that_excel_sees_its_letters() -> None:
    written = write("zip", {"Teams": [["Team"], ["Käuze’s"]]})
    with ZipFile(BytesIO(written)) as archive:
        table = archive.read("teams.csv")
    assert table.startswith(b"\xef\xbb\xbfTeam") and "Käuze’s".encode() in table
    assert read("Teams.csv", table) == {"Teams": [["Team"], ["Käuze’s"]]}


def test_csv_is_read_with_the_divider_and_letters_that_it_has() -> None:
    assert read("Teams.csv", "Team;Motto\nKäuze;é\n".encode("cp1252")) == {
        "Teams": [["Team", "Motto"], ["Käuze", "é"]]
    }
    assert read("a/Teams.csv", b"Team\tMotto\nx\ty\n")["Teams"][1] == ["x", "y"]


WIDE = {f"column {number}": "" for number in range(spreadsheets.COLUMNS + 1)}


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
def test_records_that_come_to_too_many_cells_are_refused_before_one_is_made(
    sheets: dict[str, list[dict[str, str]]], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreadsheets, "_said", lambda _: pytest.fail("A cell was made."))
    with pytest.raises(spreadsheets.BadFile, match=reason):
        spreadsheets.from_records(sheets)
