"""Files of one small club as different programs and clubs write them.

Each file has the teams Red Kites, with the driver Ada Marsh, and Night Shift, with the gunner Otto
Brandt. Some have more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import xlsxwriter

Rows = Sequence[Sequence[object]]

ROSTER = [
    ["Team", "Name", "Role"],
    ["Red Kites", "Ada Marsh", "Driver"],
    ["Night Shift", "Otto Brandt", "Gunner"],
]
SPACE = "urn:oasis:names:tc:opendocument:xmlns"


def csv_file(rows: Rows, separator: str = ",", ending: str = "\r\n", quote: str = "") -> str:
    return "".join(separator.join(f"{quote}{cell}{quote}" for cell in row) + ending for row in rows)


def zipped(files: dict[str, bytes]) -> bytes:
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


def xlsx(fill: Callable[[xlsxwriter.Workbook], object]) -> bytes:
    whole = BytesIO()
    with xlsxwriter.Workbook(whole) as book:
        fill(book)
    return whole.getvalue()


def sheet_of(book: xlsxwriter.Workbook, title: str, rows: Rows, top: int = 0) -> object:
    sheet = book.add_worksheet(title)
    for number, row in enumerate(rows, top):
        sheet.write_row(number, 0, row)
    return sheet


def ods(sheets: dict[str, Rows], note: str = "") -> bytes:
    """Return an ODS file. `note` is a comment in each cell, as LibreOffice stores it."""
    comment = f"<office:annotation><text:p>{note}</text:p></office:annotation>" if note else ""
    cell = '<table:table-cell office:value-type="string">{}<text:p>{}</text:p></table:table-cell>'
    tables = "".join(
        f'<table:table table:name="{title}">'
        + "".join(
            "<table:table-row>"
            + "".join(cell.format(comment, text) for text in row)
            + '<table:table-cell table:number-columns-repeated="1020"/></table:table-row>'
            for row in rows
        )
        + '<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
        'table:number-columns-repeated="1024"/></table:table-row></table:table>'
        for title, rows in sheets.items()
    )
    content = (
        f'<office:document-content xmlns:office="{SPACE}:office:1.0" '
        f'xmlns:table="{SPACE}:table:1.0" xmlns:text="{SPACE}:text:1.0"><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{SPACE}:manifest:1.0"/>'.encode(),
            "content.xml": content.encode(),
        }
    )


def html_table(rows: Rows, caption: str = "") -> str:
    head, *body = rows
    title = f"<caption>{caption}</caption>" if caption else ""
    return (
        f"<table border=1>{title}<tr>"
        + "".join(f"<th>{cell}</th>" for cell in head)
        + "</tr>"
        + "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) + "</tr>" for row in body)
        + "</table>"
    )


def merged_teams(book: xlsxwriter.Workbook) -> None:
    """Fill a sheet in which each team's name is a merged cell beside its people."""
    sheet = book.add_worksheet("Roster")
    sheet.merge_range("A1:C1", "Season 2039, after week 6")
    sheet.write_row("A3", ["Corporation", "Character", "Job"])
    sheet.merge_range("A4:A5", "Red Kites")
    sheet.write_row("B4", ["Ada Marsh", "driver"])
    sheet.write_row("B5", ["Juno Pike", "mechanic"])
    sheet.write_row("A6", ["Night Shift", "Otto Brandt", "gunner"])


def team_sheets(book: xlsxwriter.Workbook) -> None:
    """Fill a sheet for each team."""
    sheet_of(book, "Red Kites", [["Name", "Role"], ["Ada Marsh", "driver"]])
    sheet_of(book, "Night Shift", [["Name", "Role"], ["Otto Brandt", "gunner"]])


def with_extras(book: xlsxwriter.Workbook) -> None:
    """Fill a sheet with comments, a hidden column, a total and a chart."""
    sheet = book.add_worksheet("People")
    rows = [
        ["Team", "Name", "Role", "Phone", "Pts"],
        ["Red Kites", "Ada Marsh", "driver", "555-1", 12],
        ["Night Shift", "Otto Brandt", "gunner", "555-2", 9],
        ["Total", "", "", "", 21],
    ]
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    sheet.write_comment("B2", "She owes me ten dollars.")
    sheet.set_column("D:D", None, None, {"hidden": True})
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=People!$E$2:$E$3"})
    sheet.insert_chart("G2", chart)


def formulas(book: xlsxwriter.Workbook) -> None:
    """Fill sheets whose cells are formulas, dates and money in a format."""
    sheet_of(book, "People", ROSTER)
    teams = book.add_worksheet("Teams")
    teams.write_row("A1", ["Team", "Bank"])
    teams.write_row("A2", ["Red Kites"])
    teams.write_formula("B2", "=12000+500", None, 12500)
    teams.write_row("A3", ["Night Shift"])
    teams.write_number("B3", 18500.0, book.add_format({"num_format": "$#,##0.00"}))
    weeks = book.add_worksheet("Calendar")
    weeks.write_row("A1", ["Week", "Event", "Played on"])
    weeks.write_row("A2", [1, "Opening night"])
    day = book.add_format({"num_format": "dd/mm/yy"})
    weeks.write_datetime("C2", datetime.fromisoformat("2039-11-05"), day)


PEOPLE = csv_file(ROSTER)
ACCENTED = ("Zoë Nuñez", "Jürgen Weiß", "Zoé Café", "Äußerst Schön")
ACCENTS = csv_file([*ROSTER, *(["Red Kites", name, "spy"] for name in ACCENTED)], ";")
CARS = [
    ["Team", "Name", "Role", "Car", "Design"],
    ["Red Kites", "Ada Marsh", "driver", "Old Faithful", "Wasp"],
    ["Night Shift", "Otto Brandt", "gunner", "", ""],
]
TABLE: list[list[object]] = [
    ["Team", "Cash", "Points"],
    ["Red Kites", "$12,500", 5],
    ["Night Shift", "$9,000", 8],
]


def files() -> Iterator[tuple[str, str, bytes]]:
    """Yield a description, the name and the content of each file."""
    yield "CSV of Excel in English", "roster.csv", PEOPLE.encode("utf-8-sig")
    yield "CSV of Excel in German", "Mappe1.csv", ACCENTS.encode("cp1252")
    yield "CSV of Excel on a Mac", "Book 1.csv", ACCENTS.encode("mac_roman")
    yield "CSV with a separator line", "export.csv", f"sep=;\r\n{ACCENTS}".encode("utf-8-sig")
    yield "Unicode text of Excel", "roster.txt", csv_file(ROSTER, "\t").encode("utf-16")
    yield "CSV of LibreOffice, all quoted", "people.csv", csv_file(ROSTER, quote='"').encode()
    yield (
        "CSV of pandas with an index",
        "df.csv",
        csv_file(
            [["", *ROSTER[0]], *([n, *row] for n, row in enumerate(ROSTER[1:]))], ending="\n"
        ).encode(),
    )
    yield "CSV with old Mac line ends", "old.csv", csv_file(ROSTER, ending="\r").encode()
    yield "CSV of Google, named after its sheet", "League 2039 - People.csv", PEOPLE.encode()
    yield "a copy of a download", "Copy of League - Roster (2).csv", PEOPLE.encode()
    yield "TSV", "people.tsv", csv_file(ROSTER, "\t", "\n").encode()
    yield "CSV with bars", "people.csv", csv_file(ROSTER, "|", "\n").encode()
    yield (
        "CSV with titles above",
        "x.csv",
        ("Red Dust Duelling League\r\nRoster as of week 6\r\n\r\n" + PEOPLE).encode(),
    )
    yield (
        "CSV with other headings and more columns",
        "x.csv",
        csv_file(
            [
                ["No.", "CORPORATION:", "character_name", "Position", "E-mail", "DP taken"],
                [1, "Red Kites", "Ada Marsh", "duellist", "ada@example.org", 0],
                [2, "Night Shift", "Otto Brandt", "Gunner", "otto@example.org", 1],
            ]
        ).encode(),
    )
    yield "CSV with a row of totals", "x.csv", (PEOPLE + "Total,2,\r\n").encode()
    yield (
        "CSV with the headings on each page",
        "x.csv",
        csv_file([*ROSTER[:2], ["", "", ""], *ROSTER[:1], *ROSTER[2:]]).encode(),
    )
    yield (
        "CSV without roles but with skills in words",
        "x.csv",
        csv_file(
            [
                ["Team", "Name", "Skills"],
                ["Red Kites", "Ada Marsh", "Driver +2; Gunner base"],
                ["Night Shift", "Otto Brandt", "Gunner +1; Running"],
            ]
        ).encode(),
    )
    yield "one list of people and cars", "x.csv", csv_file(CARS).encode()
    yield (
        "JSON with a byte order mark",
        "x.json",
        json.dumps(
            {"People": [dict(zip(ROSTER[0], row, strict=True)) for row in ROSTER[1:]]}
        ).encode("utf-8-sig"),
    )
    yield (
        "JSON as a plain list",
        "roster.json",
        json.dumps(
            [dict(zip(("team", "name", "role"), row, strict=True)) for row in ROSTER[1:]]
        ).encode(),
    )
    yield (
        "JSON with people within teams",
        "league.json",
        json.dumps(
            {
                "league": "Red Dust",
                "teams": [
                    {"name": row[0], "money": 9000, "members": [{"name": row[1], "role": row[2]}]}
                    for row in ROSTER[1:]
                ],
            }
        ).encode(),
    )
    yield (
        "a zip of CSV files from a Mac",
        "league.zip",
        zipped(
            {
                "league/people.csv": PEOPLE.encode(),
                "league/teams.csv": csv_file([row[:2] for row in TABLE]).encode(),
                "__MACOSX/league/._people.csv": b"\0\5\x16\7\0\2\0\0Mac OS X",
                "league/.DS_Store": b"\0\0\0\1Bud1",
            }
        ),
    )
    yield (
        "a zip with a folder, notes and a picture",
        "league.zip",
        zipped(
            {"a/Roster.CSV": PEOPLE.encode(), "a/read me.md": b"# Hi", "a/logo.png": b"\x89PNG"}
        ),
    )
    yield (
        "a zip with a workbook inside",
        "league.zip",
        zipped({"League.xlsx": xlsx(lambda book: sheet_of(book, "People", ROSTER))}),
    )
    yield "XLSX with merged titles and teams", "League.xlsx", xlsx(merged_teams)
    yield "XLSX with a sheet for each team", "League.xlsx", xlsx(team_sheets)
    yield "XLSX with comments, totals and a chart", "League.xlsx", xlsx(with_extras)
    yield "XLSX with formulas, dates and money", "League.xlsx", xlsx(formulas)
    yield (
        "XLSX named as XLS",
        "League.xls",
        xlsx(lambda book: sheet_of(book, "Sheet1", ROSTER)),
    )
    yield (
        "XLSX that starts in the fourth row",
        "League.xlsx",
        xlsx(lambda book: sheet_of(book, "Tabelle1", ROSTER, top=3)),
    )
    yield (
        "XLSX with an empty second sheet",
        "League.xlsx",
        xlsx(lambda book: (sheet_of(book, "Cast", ROSTER), book.add_worksheet("Sheet2"))),
    )
    yield (
        "XLSX with a league table",
        "League.xlsx",
        xlsx(lambda book: (sheet_of(book, "Roster", ROSTER), sheet_of(book, "Corps", TABLE))),
    )
    yield "ODS of LibreOffice with blank rows to the end", "x.ods", ods({"People": ROSTER})
    yield "ODS with comments", "x.ods", ods({"People": ROSTER}, note="Ask the GM!")
    yield (
        "HTML that a service calls XLS",
        "export.xls",
        (
            f"<html><head><meta charset=utf-8></head><body>{html_table(ROSTER)}</body></html>"
        ).encode(),
    )
    yield (
        "a saved web page with two tables",
        "League.html",
        (
            "<!DOCTYPE html><body><h1>League</h1>"
            + html_table(ROSTER, "Roster")
            + "<p>Updated weekly.</p>"
            + html_table(TABLE, "Corporations")
        ).encode(),
    )
