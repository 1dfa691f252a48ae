"""Importing old records on the desk's page and over the API (C89 to C92)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.moving.api import moving as api
from campaign.moving.forms.moving import PreviewedWorkbook, as_text
from campaign.moving.models import MoveIn
from core.web.spreadsheets import FORMATS, MAX_ROWS, as_records, read, write
from tests.campaign.moving.paper import paper_club

from .conftest import Desk, words


@pytest.fixture
def paper_desk(at_desk: Callable[..., Desk]) -> Desk:
    return at_desk(teams=0, week="planned")


def file(desk: Desk, kind: str = "xlsx") -> SimpleUploadedFile:
    sheets = paper_club([row.title for row in rules_of(desk.club.campaign).skill_costs])
    return SimpleUploadedFile(f"club.{kind}", write(kind, sheets))


def teams(desk: Desk) -> int:
    with desk.club.scope():
        return Team.objects.count()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_paper_club_is_imported_with_three_presses(kind: str, paper_desk: Desk) -> None:
    desk = paper_desk
    assert "Template" in words(desk.get("desk-moving"))
    seen = desk.send("desk-moving", {"file": file(desk, kind)})
    assert seen.status_code == 200 and teams(desk) == 0
    assert "4 teams, 24 people, 4 cars and 6 weeks of before" in words(seen)
    assert "Red Kites One" in words(seen) and "Light cycle" in words(seen)
    assert "Week 6: Night 6, The Pit, 2039-11-05" in words(seen)
    workbook = seen.context["form"]["workbook"].value()
    for _ in range(2):
        done = desk.send("desk-moving", {"workbook": workbook}, sure=True, key="once")
        assert done.status_code == 303
    assert teams(desk) == 4
    assert "Next steps" in words(desk.get("desk-moving"))
    assert "Moved the club in with its old records" in words(desk.get("desk-log", "spectator"))
    old = words(desk.get("old-records", "spectator"))
    assert "Night 6" in old and "The Old Guard" in old
    assert "Earlier records" in words(desk.get("standings", "spectator"))


def test_a_problem_names_its_sheet_and_cell(paper_desk: Desk) -> None:
    desk = paper_desk
    bad = SimpleUploadedFile("people.csv", b"Team,Name,Role\nKites,Ada,poet\n")
    seen = desk.send("desk-moving", {"file": bad})
    assert seen.status_code == 422
    assert seen.context["problems"][0][:2] == ("people", "C2")
    assert teams(desk) == 0
    none = desk.send("desk-moving", {"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04")})
    assert none.status_code == 422 and "not supported" in words(none)
    lost = desk.send("desk-moving", {"workbook": "{"}, sure=True)
    assert lost.status_code == 422 and "Choose the file again" in words(lost)


def test_a_gm_gives_columns_another_meaning_and_the_next_file_keeps_it(paper_desk: Desk) -> None:
    desk = paper_desk
    data = b"Firma,Wer,Kleidung\nKites,Ada,red\n"
    seen = desk.send("desk-moving", {"file": SimpleUploadedFile("liste.csv", data)})
    assert seen.status_code == 422 and "not imported" in words(seen)
    form = seen.context["form"]
    held = {"workbook": form["workbook"].value(), "choices": form["choices"].value()}
    seen = desk.send("desk-moving", {**held, "arrange": "1", "kind-0": "People"})
    held["choices"] = seen.context["form"]["choices"].value()
    columns = {"column-0-A": "Team", "column-0-B": "Name", "column-0-C": ""}
    seen = desk.send("desk-moving", {**held, "arrange": "1", "kind-0": "People", **columns})
    assert seen.status_code == 200 and "1 team, 1 person" in words(seen)
    assert "Kites: Kleidung: red" in words(seen)
    again = desk.send("desk-moving", {"file": SimpleUploadedFile("liste.csv", data)})
    assert again.status_code == 200
    held["choices"] = again.context["form"]["choices"].value()
    assert desk.send("desk-moving", held, sure=True, key="once").status_code == 303
    assert teams(desk) == 1
    assert "Kites: Kleidung: red" in words(desk.get("desk-moving"))
    assert "Kleidung" not in words(desk.get("old-records", "spectator"))


def test_pasted_cells_are_previewed_and_an_empty_form_is_refused(paper_desk: Desk) -> None:
    desk = paper_desk
    seen = desk.send("desk-moving", {"pasted": "Team\tName\nKites\tAda\nKites\tJuno\n"})
    assert seen.status_code == 200 and "1 team, 2 people" in words(seen)
    assert desk.send("desk-moving", {"pasted": " "}).status_code == 422
    assert (
        desk.send("desk-moving", {"workbook": "{}", "choices": "[", "arrange": "1"}).status_code
        == 422
    )


def test_a_club_that_has_started_cannot_import(at_desk: Callable[..., Desk]) -> None:
    desk = at_desk()
    assert "first week has opened" in words(desk.get("desk-moving"))
    desk.send("desk-moving", {"workbook": '{"Teams":[["Team"],["Kites"]]}'}, sure=True)
    with desk.club.scope():
        assert not MoveIn.objects.exists()


@pytest.mark.parametrize("what", ["sample", "club"])
@pytest.mark.parametrize("kind", FORMATS)
def test_sample_and_club_are_downloadable_files(what: str, kind: str, paper_desk: Desk) -> None:
    answer = paper_desk.get("desk-moving-file", what=what, kind=kind)
    assert answer.status_code == 200
    assert {"people", "teams"} <= {name.lower() for name in read(f"x.{kind}", answer.content)}
    assert f".{kind}" in answer.headers["Content-Disposition"]
    for who in ("spectator", "stranger"):
        assert paper_desk.get("desk-moving-file", who, what=what, kind=kind).status_code == 404
    assert paper_desk.get("desk-moving-file", what="other", kind=kind).status_code == 404
    assert paper_desk.get("desk-moving-file", what=what, kind="exe").status_code == 404


def test_the_api_previews_and_imports(paper_desk: Desk) -> None:
    desk = paper_desk
    client = desk.client("gm")
    sheets = paper_club([row.title for row in rules_of(desk.club.campaign).skill_costs])
    body = {"sheets": as_records(sheets)}
    base = f"/api/v1/campaigns/{desk.club.campaign.slug}"

    def post(path: str, said: object) -> object:
        return client.post(f"{base}/{path}", said, content_type="application/json")

    looked = post("desk/moving/check/", body).json()
    assert (looked["closed"], looked["problems"], looked["people"]) == ("", [], 24)
    assert looked["below_base"] == []
    first, *others = body["sheets"]["People"]
    fewer = {**body["sheets"], "People": [{**first, "Espionage": 2}, *others]}
    told = post("desk/moving/check/", {"sheets": fewer}).json()["below_base"]
    assert told == [f"{first['Name']}: Espionage 2, base level takes 10"]
    bad = post("desk/moving/check/", {"sheets": {"Loot": [{"a": 1}]}}).json()
    assert bad["problems"][0]["code"] == "no-teams" and bad["first_week"] is None
    assert bad["arranged"][0]["kind"] == "" and bad["notes"][0]["text"] == "a"
    assert post("desk/moving/", body).status_code == 201
    assert post("desk/moving/", body).status_code in {400, 409, 422}
    assert teams(desk) == 4
    out = client.get(f"{base}/desk/moving/").json()["sheets"]
    assert len(out["People"]) == 24
    told = desk.client("spectator").get(f"{base}/old-records/").json()
    assert len(told["weeks"]) == 6


@pytest.mark.parametrize(("path", "status"), [("desk/moving/check/", 200), ("desk/moving/", 409)])
def test_a_workbook_for_a_started_club_is_not_read(
    at_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    desk = at_desk()
    monkeypatch.setattr(api, "from_records", lambda _: pytest.fail("The workbook was read."))
    answer = desk.client("gm").post(
        f"/api/v1/campaigns/{desk.club.campaign.slug}/{path}",
        {"sheets": {"Teams": [{"Team": "Anvil"}]}},
        content_type="application/json",
    )
    assert answer.status_code == status, answer.content
    assert "first week has opened" in answer.content.decode()


def test_a_sheet_with_too_many_rows_is_refused_unread(
    paper_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "from_records", lambda _: pytest.fail("The workbook was read."))
    answer = paper_desk.client("gm").post(
        f"/api/v1/campaigns/{paper_desk.club.campaign.slug}/desk/moving/check/",
        {"sheets": {"Teams": [{}] * (MAX_ROWS + 1)}},
        content_type="application/json",
    )
    assert answer.status_code == 400, answer.content
    assert answer.json()["errors"][0]["attr"].startswith("sheets")


def test_a_workbook_changed_in_the_form_is_bounded_too() -> None:
    rows = [["x"] * 100] * 3
    form = PreviewedWorkbook({"workbook": as_text({"Teams": rows})})
    assert "more than 60 columns" in form.errors["workbook"][0]
