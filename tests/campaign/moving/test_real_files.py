"""Importing the files that clubs have (C89)."""

from __future__ import annotations

import pytest

from campaign.garage.rules.club_parts import NO_PARTS
from campaign.house_rules.rules.house import HouseRules
from campaign.moving.rules.arranging import SheetChoice, arrange, kind_of_title
from campaign.moving.rules.days import read_day
from campaign.moving.rules.records import OldRecords, WorkbookContext
from campaign.moving.rules.workbook import read
from core.web import spreadsheets
from core.web.sheets import Sheets

from .real_files import ACCENTED, CARS, ROSTER, TABLE, csv_file, files

FILES = {what: (name, data) for what, name, data in files()}
CONTEXT = WorkbookContext(house_rules=HouseRules(), parts=NO_PARTS)


def imported(sheets: Sheets, choices: dict[str, SheetChoice] | None = None) -> OldRecords:
    records, problems = read(sheets, CONTEXT, choices)
    assert records, [problem.sentence for problem in problems]
    return records


def problems(sheets: Sheets) -> dict[str, str]:
    return {problem.field: problem.sentence for problem in read(sheets, CONTEXT)[1]}


@pytest.mark.parametrize("what", FILES)
def test_c89_a_club_imports_the_file_that_it_has(what: str) -> None:
    records = imported(spreadsheets.read(*FILES[what]))
    people = {person.name: (person.team, person.role) for person in records.people}
    assert people["Ada Marsh"] == ("Red Kites", "driver")
    assert people["Otto Brandt"] == ("Night Shift", "gunner")
    assert {team.name for team in records.teams} == {"Red Kites", "Night Shift"}
    assert set(people) - {"Ada Marsh", "Otto Brandt"} <= {"Juno Pike", *ACCENTED}


def test_c89_pasted_cells_are_a_workbook() -> None:
    assert len(imported(spreadsheets.read_pasted(csv_file(ROSTER, "\t", "\n"))).people) == 2
    with pytest.raises(spreadsheets.BadFile, match="not a table"):
        spreadsheets.read_pasted("[1, 2]")


def test_c89_what_is_not_understood_becomes_a_note() -> None:
    records = imported(spreadsheets.read(*FILES["CSV with other headings and more columns"]))
    assert [(note.row, note.text) for note in records.history.notes] == [
        (2, "1: No.: 1; E-mail: ada@example.org"),
        (3, "2: No.: 2; E-mail: otto@example.org"),
    ]
    loot: Sheets = {"People": [list(map(str, row)) for row in ROSTER], "Loot": [["What"], ["Gold"]]}
    notes = imported(loot).history.notes
    assert [(note.sheet, note.row, note.text) for note in notes] == [
        ("Loot", 1, "What"),
        ("Loot", 2, "Gold"),
    ]


def test_c89_long_cells_are_not_headings_and_take_no_time() -> None:
    loot = [["( " * 10_000] * 60 for _ in range(25)]
    people = [list(map(str, row)) for row in ROSTER]
    assert len(imported({"People": people, "Loot": loot}).people) == 2


def test_c89_one_list_can_have_people_and_cars_or_teams_and_points() -> None:
    records = imported(spreadsheets.read("x.csv", csv_file(CARS).encode()))
    assert [(car.team, car.name) for car in records.cars] == [("Red Kites", "Old Faithful")]
    rows = [[str(cell) for cell in row] for row in TABLE]
    records = imported({"Corps": rows})
    assert [team.money for team in records.teams] == [12_500, 9_000]
    assert [(row.team, row.points) for row in records.standings] == [
        ("Red Kites", 5),
        ("Night Shift", 8),
    ]


LINE = "Compact, hvy chassis, hvy suspension, medium PP, 4 HD tires, MG front, F20, B15, L10, R10"


def test_c122_a_car_is_imported_from_its_printed_line() -> None:
    people = [["Team", "Name"], ["Red Kites", "Ada"]]
    cars = [["Team", "Car", "Model"], ["Red Kites", "Nail", LINE]]
    car = imported({"People": people, "Cars": cars}).cars[0]
    assert (car.design.body, car.design.plant, car.design.armour.front) == ("compact", "medium", 20)
    cars[1][2] = f"{LINE}, moon shield"
    assert "“moon shield”" in problems({"People": people, "Cars": cars})["Cars!C2"]
    cars[1][2] = "Batmobile"
    assert "names no body" in problems({"People": people, "Cars": cars})["Cars!C2"]


def test_c89_a_gm_chooses_the_meaning_of_sheets_and_columns() -> None:
    sheets: Sheets = {
        "Q4": [["Firma", "Wer", "Kennt"], ["Red Kites", "Ada", "12"]],
        "Old": [["Team", "Name"], ["Nobody", "Else"]],
    }
    skill = HouseRules().skill_costs[0].key
    choices = {
        "Q4": SheetChoice(kind="People", columns={"A": "Team", "B": "Name", "C": skill}),
        "Old": SheetChoice(kind=""),
    }
    records = imported(sheets, choices)
    assert [(person.team, person.name) for person in records.people] == [("Red Kites", "Ada")]
    assert records.people[0].points == {skill: 12}
    assert {note.sheet for note in records.history.notes} == {"Old"}


def test_c89_a_chosen_heading_moves_from_its_proposed_column() -> None:
    rows = [["Team", "Name", "Nickname"], ["Red Kites", "A. Marsh", "Ada"]]
    choices = {"People": SheetChoice(kind="People", columns={"B": "", "C": "Name"})}
    arranged = arrange({"People": rows}, HouseRules(), choices).sheets[0]
    assert [column.heading for column in arranged.columns] == ["Team", "", "Name"]
    assert imported({"People": rows}, choices).people[0].name == "Ada"


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("People", "People"),
        ("league_2039_-_Standings (3)", "Standings"),
        ("Copy of Motor pool", "Cars"),
        ("Past weeks", "Weeks"),
        ("Red Kites", None),
        ("Sheet1", None),
    ],
)
def test_c89_a_sheet_is_known_by_its_title(title: str, kind: str | None) -> None:
    assert kind_of_title(title) == kind


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2039-11-05", "2039-11-05"),
        ("2039-11-05 00:00:00", "2039-11-05"),
        ("5.11.2039", "2039-11-05"),
        ("25/11/2039", "2039-11-25"),
        ("11/25/2039", "2039-11-25"),
        ("7/7/2039", "2039-07-07"),
        ("5/11/2039", ""),
        ("Nov 5, 2039", "2039-11-05"),
        ("Saturday, 5th November 2039", "2039-11-05"),
        ("5-Nov-2039", "2039-11-05"),
        ("31.2.2039", ""),
        ("last autumn", ""),
    ],
)
def test_c89_a_date_is_read_as_clubs_write_it(text: str, day: str) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("12500", 12_500), ("$12,500.00", 12_500), ("12.500,00 €", 12_500), ("12 500", 12_500),
        ("12’500", 12_500), ("0", 0), ("$0.00", 0),
    ],
)  # fmt: skip
def test_c89_money_is_read_as_clubs_write_it(text: str, money: int) -> None:
    assert imported({"Teams": [["Team", "Money"], ["Red Kites", text]]}).teams[0].money == money


def test_c89_a_problem_names_the_cell_of_the_file() -> None:
    rows = [["Our league"], [], ["Corp", "Who", "Job"], ["Red Kites", "Ada", "poet"]]
    assert list(problems({"Roster": rows})) == ["Roster!C4"]
    missing = problems({"People": [["Name", "Role"], ["Ada", "driver"]]})
    assert "the column Team is missing" in missing["People!A1"]
    unknown = problems(
        {"People": [["Team", "Name", "Skills"], ["Red Kites", "Ada", "Juggling +1"]]}
    )
    assert "unknown skill “Juggling +1”" in unknown["People!C2"]


def test_c89_skills_in_words_count_like_skills_in_columns() -> None:
    costs = {skill.key: skill.points for skill in HouseRules().skill_costs}
    words = "Driver +2, Gunner base; Mechanic (1)\nStealth"
    person = imported({"People": [["Team", "Name", "Skills"], ["Red Kites", "Ada", words]]}).people[
        0
    ]
    assert person.role == "driver"
    assert person.points == {
        "driver": 3 * costs["driver"],
        "gunner": costs["gunner"],
        "mechanic": 2 * costs["mechanic"],
        "stealth": costs["stealth"],
    }
