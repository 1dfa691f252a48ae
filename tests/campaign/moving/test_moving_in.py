"""Importing a club's old records (C89 to C92)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.desk.services.reconcile import findings
from campaign.duels.selectors.standings import standings
from campaign.garage.models import Vehicle
from campaign.league.models import DeskAct, Team, Week
from campaign.league.selectors.house import rules_of
from campaign.ledger.selectors import balances
from campaign.moving.models import MoveIn
from campaign.moving.rules.columns import SHEETS
from campaign.moving.rules.preview import below_base
from campaign.moving.rules.workbook import MAX_CARS, MAX_PEOPLE, read
from campaign.moving.selectors import workbooks
from campaign.moving.services.moving_in import move_in
from campaign.news.models import News
from campaign.roster.models import Character
from campaign.roster.rules import skills
from campaign.teams.rules.acts import NewTeam
from core.web import spreadsheets
from core.web.records import fields_of
from core.web.refusals import BadForm, WrongTime
from core.web.sheets import Sheets
from tests.factories import Club, found_club

from .paper import TEAMS, paper_club

pytestmark = pytest.mark.django_db


def empty_club(**named: Any) -> Club:
    return found_club(teams=0, week="planned", **named)


def paper(club: Club) -> Sheets:
    return paper_club([row.title for row in rules_of(club.campaign).skill_costs])


def move(club: Club, sheets: Sheets) -> MoveIn:
    return move_in(campaign=club.campaign, sheets=sheets, actor=club.gm, now=club.at)


def exported_workbook(club: Club, kind: str = "json") -> Sheets:
    """Return the workbook that the GM downloads, as another club reads it."""
    viewer = club.viewer(club.gm)
    with club.scope():
        return spreadsheets.read("x", spreadsheets.write(kind, workbooks.club_workbook(viewer)))


def test_c90_a_club_is_imported_in_one_transaction() -> None:
    club = empty_club()
    move(club, paper(club))
    with club.scope():
        teams = {team.name: team for team in Team.objects.all()}
        assert set(teams) == set(TEAMS) and all(team.approved_at for team in teams.values())
        assert len({team.colour for team in teams.values()}) == 4
        assert Character.objects.count() == 24 and Vehicle.objects.count() == 4
        assert balances.money([teams["Red Kites"].pk]) == {teams["Red Kites"].pk: 12_500}
        table = standings(club.season)
        assert (table.rows[0].team.name, table.rows[0].points) == ("Red Kites", 20)
        assert list(Week.objects.values_list("number", flat=True)) == [7, 8, 9, 10]
        assert [act.kind for act in DeskAct.objects.all()] == ["moved-in"]
        assert "4 teams, 24 people, 4 cars and 6 weeks" in News.objects.get(kind="moved-in").text
    assert list(findings([club.campaign.pk])) == []


@pytest.mark.parametrize("kind", spreadsheets.FORMATS)
def test_c89_an_exported_workbook_imports_unchanged(kind: str) -> None:
    club, other = empty_club(), empty_club()
    move(club, paper(club))
    out = exported_workbook(club, kind)
    move(other, out)
    assert exported_workbook(other, kind) == out
    assert list(findings([other.campaign.pk])) == []


@pytest.mark.parametrize("kind", spreadsheets.FORMATS)
def test_c89_the_sample_workbook_can_be_imported(kind: str) -> None:
    club = empty_club()
    with club.scope():
        sample = workbooks.sample(club.campaign)
    move(club, spreadsheets.read("sample", spreadsheets.write(kind, sample)))
    with club.scope():
        assert Team.objects.count() == 2 and Week.objects.order_by("number")[0].number == 4


def test_c89_every_field_of_a_team_has_a_column() -> None:
    headings = {column.heading for column in SHEETS["Teams"]}
    assert headings == {"Team", "Money"} | {
        field.title for field in fields_of(NewTeam) if field.name != "name"
    }


def test_c89_a_single_sheet_of_people_is_a_workbook() -> None:
    club = empty_club()
    data = "\ufeffTeam;Name;Role\nRed Kites;Ada Marsh;Driver\nNight Shift;Otto Brandt;gunner\n"
    move(club, spreadsheets.read("People.csv", data.encode()))
    with club.scope():
        assert sorted(Team.objects.values_list("name", flat=True)) == ["Night Shift", "Red Kites"]
        capital = rules_of(club.campaign).starting_capital
        assert set(balances.money(Team.objects.values_list("pk", flat=True)).values()) == {capital}


def test_c89_team_names_match_despite_apostrophes_and_accents() -> None:
    club = empty_club()
    sheets: Sheets = {
        "Teams": [["Team"], ["Ame\u0301lie's Anvil"]],
        "People": [["Team", "Name", "Role"], ["Am\u00e9lie\u2019s Anvil", "Ada", "driver"]],
        "Cars": [["Team", "Car", "Design"], ["am\u00e9lie\u02bcs anvil", "Nail", "Wasp"]],
    }
    move(club, sheets)
    with club.scope():
        assert Team.objects.get().name == "Am\u00e9lie's Anvil", "stored composed"
        assert Character.objects.get().team == Team.objects.get()


def test_c89_a_signed_level_is_converted_to_points() -> None:
    club = empty_club()
    sheets = paper(club)
    heads = [row.title for row in rules_of(club.campaign).skill_costs]
    sheets["People"] = [
        ["Team", "Name", "Role", *heads],
        ["Red Kites", "Ada", "driver", *("+0" if n else "+2" for n in range(len(heads)))],
    ]
    with club.scope():
        records, problems = read(sheets, workbooks.context_of(club.campaign))
    assert records and not problems
    house = rules_of(club.campaign)
    levels = [one.level for one in skills.skill_sheet(records.people[0].points, house)]
    assert levels == [2, *(0 for _ in heads[1:])]


def test_c89_money_may_have_zero_cents_and_a_car_no_colour() -> None:
    club = empty_club()
    sheets = with_cell(paper(club), "Teams", 1, 1, "$12,200.00")
    sheets = with_cell(sheets, "Cars", 1, 2, "")
    move(club, sheets)
    with club.scope():
        kites = Team.objects.get(name="Red Kites")
        assert balances.money([kites.pk]) == {kites.pk: 12_200}
        assert Vehicle.objects.get(team=kites).colour == "unpainted"


def test_c89_a_skill_below_base_level_is_reported_before_the_import() -> None:
    club = empty_club()
    with club.scope():
        known = workbooks.context_of(club.campaign)
    records, _ = read(with_cell(paper(club), "People", 1, 7, "2"), known)
    assert records
    assert below_base(records, known.house_rules) == ("Rdriver: Espionage 2, base level takes 10",)


def with_cell(sheets: Sheets, sheet: str, row: int, column: int, cell: str) -> Sheets:
    found = deepcopy(sheets)
    found[sheet][row][column] = cell
    return found


WRONG = [
    # sheet, row and column from 0, new value; the reported cell, a word of the message
    ("Season", 1, 0, "soon", "Season!A2", "whole number"),
    ("Season", 1, 0, "0", "Season!A2", "from 1"),
    ("Season", 1, 0, "5", "Season!A2", "already on the sheet Weeks"),
    ("Teams", 0, 0, "", "Teams!A1", "Team is missing"),
    ("Teams", 1, 0, "", "Teams!A2", "must not be empty"),
    ("Teams", 1, 0, "R" * 70, "Teams!A2", "2 to 60 characters"),
    ("Teams", 2, 0, "red kites", "Teams!A3", "twice"),
    ("Teams", 1, 1, "-5", "Teams!B2", "from 0"),
    ("Teams", 1, 2, "plaid", "Teams!C2", "#rrggbb"),
    ("People", 1, 0, "Nobody", "People!A2", "no team called"),
    ("People", 1, 1, "", "People!B2", "must not be empty"),
    ("People", 2, 1, "Rdriver", "People!B3", "already"),
    ("People", 1, 2, "poet", "People!C2", "choose one of"),
    ("People", 1, 4, "much", "People!E2", "whole number"),
    ("People", 1, 5, "900", "People!F2", "cannot have lost"),
    ("People", 1, 6, "-1", "People!G2", "from 0"),
    ("People", 1, 7, "1.5", "People!H2", "a level such as +2"),
    ("People", 1, 7, "+90", "People!H2", "a level such as +2"),
    ("Cars", 1, 1, "", "Cars!B2", "must not be empty"),
    ("Cars", 1, 4, "Batmobile", "Cars!E2", "are Wasp, Kestrel"),
    ("Cars", 1, 4, '{"model": 3}', "Cars!E2", ""),
    ("Cars", 1, 4, "{", "Cars!E2", ""),
    ("Damage", 1, 1, "Lost One", "Damage!B2", "no car called"),
    ("Damage", 1, 2, "wings", "Damage!C2", "no part called"),
    ("Damage", 1, 3, "999", "Damage!D2", "cannot lose"),
    ("Weeks", 2, 0, "1", "Weeks!A3", "twice"),
    ("Weeks", 1, 3, "last autumn", "Weeks!D2", "enter the date"),
    ("Weeks", 1, 3, "2039-13-01", "Weeks!D2", "enter the date"),
    ("Duels", 1, 0, "5000", "Duels!A2", "from 1"),
    ("Duels", 2, 1, "Red Kites", "Duels!B3", "twice"),
    ("Standings", 1, 1, "Nobody", "Standings!B2", "no team called"),
    ("Standings", 2, 1, "Red Kites", "Standings!B3", "twice"),
    ("Standings", 1, 2, "", "Standings!C2", "must not be empty"),
]


@pytest.mark.parametrize(("sheet", "row", "column", "cell", "place", "word"), WRONG)
def test_c89_a_problem_names_its_cell_and_nothing_is_written(
    sheet: str, row: int, column: int, cell: str, place: str, word: str
) -> None:
    club = empty_club()
    with pytest.raises(BadForm) as refused:
        move(club, with_cell(paper(club), sheet, row, column, cell))
    named = {problem.field: problem.sentence for problem in refused.value.problems}
    assert place in named and word in named[place]
    with club.scope():
        assert not Team.objects.exists() and not MoveIn.objects.exists()
        assert list(Week.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_c89_an_empty_workbook_and_unknown_gear_are_reported() -> None:
    club = empty_club()
    with club.scope():
        known = workbooks.context_of(club.campaign)
    _, problems = read({}, known)
    assert [problem.code for problem in problems] == ["no-teams"]
    _, problems = read({"Gear": [["Team", "Gear", "Pieces"], ["X", "Halo", "2"]]}, known)
    assert {"Gear!A2", "Gear!B2"} <= {problem.field for problem in problems}


@pytest.mark.parametrize(
    ("title", "limit", "columns"),
    [("People", MAX_PEOPLE, ["Name"]), ("Cars", MAX_CARS, ["Car", "Design"])],
)
def test_c89_a_club_imports_a_bounded_number_of_people_and_cars(
    title: str, limit: int, columns: list[str]
) -> None:
    club = empty_club()
    with club.scope():
        known = workbooks.context_of(club.campaign)
    rows = [["Kites", f"Kim {n}", "Magistrate"][: len(columns) + 1] for n in range(limit + 1)]
    sheets = {"Teams": [["Team"], ["Kites"]], title: [["Team", *columns], *rows]}
    problems = read(sheets, known)[1]
    assert [one.field for one in problems if one.code == "too-many"] == [f"{title}!B{limit + 2}"]


def test_c90_the_name_of_an_existing_team_is_refused() -> None:
    club = found_club(teams=1, week="planned")
    sheets = with_cell(paper(club), "Teams", 1, 0, club.teams[0].name.upper())
    with pytest.raises(BadForm) as refused:
        move(club, sheets)
    assert ("Teams!A2", "name-taken") in {(one.field, one.code) for one in refused.value.problems}


def test_c90_a_club_imports_once_and_before_its_first_week_opens() -> None:
    club = empty_club()
    move(club, paper(club))
    with pytest.raises(WrongTime, match="already"):
        move(club, paper(club))
    with club.scope():
        assert Team.objects.count() == 4
    playing = found_club(teams=2, week="open")
    with pytest.raises(WrongTime, match="has opened"):
        move(playing, paper(playing))
    with pytest.raises(WrongTime, match="Schedule the first weeks"):
        move(found_club(teams=0, week=None), paper(club))


def test_c90_the_row_of_an_import_is_append_only() -> None:
    club = empty_club()
    row = move(club, paper(club))
    with club.scope(), pytest.raises(DatabaseError), transaction.atomic():
        MoveIn.objects.filter(pk=row.pk).update(first_week=1)


def test_c92_weeks_continue_from_their_new_numbers() -> None:
    from campaign.calendar.services import calendar

    club = empty_club()
    move(club, paper(club))
    with club.scope():
        last = Week.objects.order_by("-number")[0]
        more = calendar.plan(season=club.season, first=last.closes_at.date(), weeks=1, now=club.at)
    assert [week.number for week in more] == [11]


def test_a_playing_gm_exports_only_public_facts_about_rivals() -> None:
    club = found_club(teams=2, week="planned", gm_plays=True)
    sheets = exported_workbook(club)
    rival = club.teams[1].name
    money = {row[0]: row[-1] for row in sheets["Teams"][1:]}
    heads = sheets["People"][0]
    assert money[rival] == "" and money[club.teams[0].name] != ""
    assert {row[0] for row in sheets["Cars"][1:]} == {club.teams[0].name}
    of_rivals = [row for row in sheets["People"][1:] if row[0] == rival]
    assert of_rivals
    assert all(not any(row[heads.index("Role") + 1 :]) for row in of_rivals)


def test_the_workbook_takes_a_constant_number_of_queries() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    few, many = found_club(teams=2, week="planned"), found_club(teams=6, week="planned")
    for number in range(3):
        founding.close_season(season=many.season, actor=many.gm, now=many.at)
        many.season = founding.open_season(
            campaign=many.campaign,
            actor=many.gm,
            now=many.at,
            new=Opening(name=f"Season of {number}"),
        )
    counts = []
    for club in (few, many):
        viewer = club.viewer(club.gm)
        with club.scope(), CaptureQueriesContext(connection) as asked:
            workbooks.club_workbook(viewer)
        counts.append(len(asked))
    assert counts[0] == counts[1]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=2, max_size=9)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    names=st.lists(WORDS, min_size=2, max_size=4, unique_by=str.lower),
    points=st.integers(0, 400),
    money=st.integers(0, 10**6),
    first=st.integers(1, 99),
)
def test_c89_any_club_survives_every_format(
    names: list[str], points: int, money: int, first: int
) -> None:
    club = empty_club()
    skill = rules_of(club.campaign).skill_costs[0].title
    sheets = {
        "Season": [["First week"], [str(first)]],
        "Teams": [["Team", "Money"], *([name, str(money)] for name in names)],
        "People": [
            ["Team", "Name", "Role", skill],
            *([name, name, "driver", str(points)] for name in names),
        ],
    }
    with club.scope():
        known = workbooks.context_of(club.campaign)
    there = read(sheets, known)
    assert there[0] is not None, there[1]
    for kind in spreadsheets.FORMATS:
        assert read(spreadsheets.read("x", spreadsheets.write(kind, sheets)), known) == there
