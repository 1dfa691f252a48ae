"""The forms for a duel's result, for a team's marks, and for entering a car."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from campaign.duels.forms.entry import EntryForm
from campaign.duels.forms.results import (
    STALE,
    Car,
    CorrectResultForm,
    MarksForm,
    ResultForm,
    Rider,
    Side,
)
from campaign.duels.rules.doctrines import Drive
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt, Marks, Worn
from campaign.garage.rules.record import Wear
from campaign.house_rules.rules.house import AwardRow, HouseRules
from core.web.problems import Problem
from core.web.refusals import BadForm
from engine.values import changed
from tests.forms import bounds, choices, refusals, values

ROOK, SABLE, ASH = (
    Rider("r", "Rook", "driver"),
    Rider("s", "Sable", "gunner"),
    Rider("a", "Ash", "driver"),
)
ANVIL = Side("A", "Anvil", (Car("ac", "Killer", (ROOK, SABLE), {"plant": "power plant"}),))
BASILISK = Side("B", "Basilisk", (Car("bc", "Wagon", (ASH,)),), marks=False)
COBRA = Side("C", "Cobra", ())
SIDES = (ANVIL, BASILISK, COBRA)
RULES = HouseRules(
    prestige=(
        AwardRow(key="entered", title="Entered the duel", points=1),
        AwardRow(key="feat", title="A feat", points=2),
        AwardRow(key="death", title="Died", points=-2),
    )
)
RECORD = DuelRecord(
    form=DuelForm(
        teams=(
            TeamResult(team="A", place=1, vehicles=1, vehicles_lost=0),
            TeamResult(team="B", place=2, vehicles=1, vehicles_lost=3),
        ),
        people=(
            Deeds(character="r", team="A", kills=11, kills_on_foot=1, kills_by_ram=2),
            Deeds(character="s", team="A", state="unconscious", awards=("feat",)),
            Deeds(character="a", team="B", state="dead"),
        ),
    ),
    vehicles=(
        Fate(vehicle="ac", damage=(Wear(part="plant", lost=4),)),
        Fate(vehicle="bc", fate="destroyed"),
    ),
    hurt=(Hurt(character="s", lost=2),),
)


def result_form(
    data: dict[str, Any] | None = None,
    *,
    previous: DuelRecord | None = None,
    rules: HouseRules = RULES,
    form: type[ResultForm] = ResultForm,
) -> ResultForm:
    revision = 0 if previous is None else 4
    return form(data, sides=SIDES, house_rules=rules, previous=previous, revision=revision)


def sent(form: ResultForm | MarksForm, **changes: Any) -> dict[str, Any]:
    """Return what a browser sends for a form with some fields changed."""
    shown = {name: value for name, value in values(form).items() if value is not None}
    shown = {name: value for name, value in shown.items() if value is not False}
    typed = {name.replace("_", "-"): value for name, value in changes.items()}
    return {**shown, **typed, "idempotency": "k"}


def test_c27_a_first_result_starts_with_everyone_fit_and_no_kills() -> None:
    assert values(result_form()) == {
        "seen": 0,
        "came-A": True,
        "out-A": 0,
        "place-A": "",
        "fate-ac": "survived",
        "wear-ac-plant": None,
        **{
            f"{field}-{rider}": value
            for rider in "rs"
            for field, value in {
                "state": "fit",
                "kills": "0",
                "foot": "0",
                "ram": "0",
                "dp": None,
                "awards": None,
            }.items()
        },
        "came-B": True,
        "out-B": 0,
        "place-B": "",
        "fate-bc": "survived",
        "state-a": "fit",
        "kills-a": "0",
        "foot-a": "0",
        "ram-a": "0",
        "awards-a": None,
        "came-C": False,
        "out-C": 0,
        "place-C": "",
    }


def test_a_result_offers_places_fates_and_awards() -> None:
    form = result_form()
    assert choices(form, "place-A") == [("", "Choose"), ("1", "1"), ("2", "2"), ("3", "3")]
    assert choices(form, "fate-ac") == [("survived", "Not destroyed"), ("destroyed", "Destroyed")]
    states = [("fit", "Fit"), ("unconscious", "Unconscious"), ("dead", "Dead")]
    assert choices(form, "state-r") == states
    assert choices(form, "awards-r") == [("feat", "A feat (+2)"), ("death", "Died (-2)")]
    assert choices(form, "kills-r") == [(str(kills), str(kills)) for kills in range(10)]
    assert (bounds(form, "out-A"), bounds(form, "dp-r")) == ((0, 99), (0, 999))
    labels = {name: form.fields[name].label for name in ("came-A", "fate-ac", "wear-ac-plant")}
    assert labels == {
        "came-A": "Anvil took part",
        "fate-ac": "Killer is",
        "wear-ac-plant": "Power plant",
    }
    by_rules = result_form(rules=changed(RULES, death=False, event_formula=True))
    assert choices(by_rules, "state-r") == states[:2]
    assert "place-A" not in by_rules.fields


def test_a_correction_starts_with_the_record_and_gives_it_back() -> None:
    form = result_form(previous=RECORD, form=CorrectResultForm)
    shown = values(form)
    assert not shown["came-C"], "a team that did not take part"
    assert choices(form, "kills-r")[-1] == ("11", "11")
    assert choices(form, "kills-s")[-1] == ("9", "9")
    again = result_form(sent(form, reason="Typo."), previous=RECORD, form=CorrectResultForm)
    assert again.is_valid(), again.errors
    assert again.record() == RECORD
    late = changed(
        RECORD, form=changed(RECORD.form, teams=(TeamResult(team="A", place=5, vehicles=1),))
    )
    assert choices(result_form(previous=late), "place-B")[-1] == ("5", "5")
    assert [values(result_form(previous=late))[f"came-{side}"] for side in "ABC"] == [
        True,
        False,
        False,
    ]


def test_a_result_counts_destroyed_cars_and_teams_without_cars() -> None:
    typed = sent(
        result_form(),
        place_A="1",
        place_B="2",
        came_C="on",
        place_C="3",
        fate_bc="destroyed",
        out_C="",
        wear_ac_plant="0",
        ram_r="",
    )
    form = result_form(typed)
    assert form.is_valid(), form.errors
    assert form.record() == DuelRecord(
        form=DuelForm(
            teams=(
                TeamResult(team="A", place=1, vehicles=1, vehicles_lost=0),
                TeamResult(team="B", place=2, vehicles=1, vehicles_lost=1),
                TeamResult(team="C", place=3, vehicles=1, vehicles_lost=0),
            ),
            people=(
                Deeds(character="r", team="A"),
                Deeds(character="s", team="A"),
                Deeds(character="a", team="B"),
            ),
        ),
        vehicles=(Fate(vehicle="ac"), Fate(vehicle="bc", fate="destroyed")),
    )


def test_a_place_is_needed_only_for_teams_that_took_part() -> None:
    assert refusals(result_form(sent(result_form(), place_A="1"))) == {
        "place-B": ["This field is required."]
    }
    form = result_form(sent(result_form(), place_A="1", came_B=""))
    assert form.is_valid(), form.errors
    assert [side.id for side in form.present()] == ["A"]


@pytest.mark.parametrize("seen", ["1", ""])
def test_a_result_from_an_older_page_is_refused(seen: str) -> None:
    form = result_form(sent(result_form(), place_A="1", place_B="2", seen=seen))
    assert refusals(form)["__all__"] == [STALE]


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("teams[1].place", "place-B"),
        ("teams[1].vehicles_lost", "out-B"),
        ("people[1].kills", "state-s"),
        ("people[1].kills_on_foot", "foot-s"),
        ("people[2].kills_by_ram", "ram-a"),
        ("people[2].awards", "awards-a"),
        ("vehicles[1]", "fate-bc"),
        ("hurt[0].lost", "dp-s"),
        ("seen", "__all__"),
        ("other", "__all__"),
    ],
)
def test_a_refusal_is_shown_at_the_field_it_concerns(field: str, place: str) -> None:
    form = result_form(sent(result_form(previous=RECORD)), previous=RECORD)
    assert form.is_valid(), form.errors
    form.refuse(BadForm([Problem(field, "x", "No.")]))
    assert refusals(form) == {place: ["No."]}


def test_the_page_groups_the_fields_by_team_and_car() -> None:
    first, second, third = result_form().boxes()
    assert (first["side"], first["came"].name) == (ANVIL, "came-A")
    assert [field.name for field in first["standing"]] == ["place-A", "out-A"]
    (car,) = first["cars"]
    assert (car["car"].id, car["fate"].name) == ("ac", "fate-ac")
    assert [field.name for field in car["wear"]] == ["wear-ac-plant"]
    assert [
        [row["rider"].id, *(field.name for field in (*row["fields"], *row["more"], row["awards"]))]
        for row in car["riders"]
    ] == [
        [key, *(f"{name}-{key}" for name in ("state", "kills", "foot", "ram", "dp", "awards"))]
        for key in "rs"
    ]
    assert len(second["cars"][0]["riders"][0]["more"]) == 2, "a rival's lost DP is not asked for"
    assert third["cars"] == []


MARKS = Marks(
    vehicles=(Worn(vehicle="ac", damage=(Wear(part="plant", lost=4),)),),
    hurt=(Hurt(character="s", lost=2),),
)


def marks_form(data: dict[str, Any] | None = None, marks: Marks | None = None) -> MarksForm:
    return MarksForm(data, sides=SIDES[:2], marks=marks or Marks(), number=3)


def test_c27_a_teams_marks_start_with_the_last_ones_and_leave_out_noughts() -> None:
    first = marks_form(marks=MARKS)
    shown = {"seen": 3, "dp-r": None, "dp-s": 2, "wear-ac-plant": 4, "dp-a": None}
    assert values(first) == shown
    assert first.fields["dp-s"].label == "DP lost by Sable"
    again = marks_form(sent(first))
    assert again.is_valid(), again.errors
    assert again.marks() == MARKS
    nothing = marks_form(sent(first, dp_s="0", wear_ac_plant="", dp_r="999"))
    assert nothing.is_valid(), nothing.errors
    assert nothing.marks() == Marks(hurt=(Hurt(character="r", lost=999),))
    assert refusals(marks_form(sent(first, seen="2"))) == {"__all__": [STALE]}
    assert [
        [box["car"].id, *(field.name for field in (*box["hurt"], *box["wear"]))]
        for box in first.boxes()
    ] == [["ac", "dp-r", "dp-s", "wear-ac-plant"], ["bc", "dp-a"]]


CAR, DRIVER, GUNNER = UUID(int=1), UUID(int=2), UUID(int=3)
PEOPLE = [(DRIVER, "Rook"), (GUNNER, "Sable")]


def entry_form(data: dict[str, str] | None = None, **more: Any) -> EntryForm:
    return EntryForm(data, vehicle=CAR, places=["driver", "passenger:2"], people=PEOPLE, **more)


def test_an_entry_needs_a_driver_and_leaves_empty_seats_out() -> None:
    form = entry_form()
    assert values(form) == {"vehicle": str(CAR), "driver": None, "passenger:2": None}
    assert form.fields["passenger:2"].label == "Passenger 2"
    assert choices(form, "driver") == [
        ("", "No one"),
        (str(DRIVER), "Rook"),
        (str(GUNNER), "Sable"),
    ]
    missing = entry_form({"vehicle": str(CAR), "idempotency": "k"})
    assert refusals(missing) == {"driver": ["This field is required."]}
    full = entry_form({"vehicle": str(CAR), "driver": str(DRIVER), "idempotency": "k"})
    assert full.is_valid(), full.errors
    assert (full.crew, full.drive) == ({"driver": str(DRIVER)}, None)


def test_a_driven_entry_asks_for_a_doctrine_and_a_crewed_one_for_nothing_else() -> None:
    form = entry_form(drives=True, crewed=True)
    assert (form["doctrine"].value(), form["yields"].value()) == ("duellist", "hurt-and-holed")
    assert [field.name for field in form.visible_fields()] == ["doctrine", "yields"]
    typed = {"doctrine": "charger", "yields": "never", "driver": str(DRIVER), "vehicle": str(CAR)}
    chosen = entry_form({**typed, "idempotency": "k"}, drives=True)
    assert chosen.is_valid(), chosen.errors
    assert chosen.drive == Drive(doctrine="charger", yields="never")
    assert [chosen.place_of(field) for field in ("crew", "vehicle", "vehicles", "yields")] == [
        "driver",
        "",
        "",
        "yields",
    ]
