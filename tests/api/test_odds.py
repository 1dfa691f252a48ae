"""The odds of a draft move over the API: computed from one's own view, without making a move."""

from __future__ import annotations

from typing import Any

import pytest

from .test_play import Tool, _toys, ann, bob, cat, table

__all__ = ["_toys", "ann", "bob", "cat", "table"]

pytestmark = pytest.mark.django_db

BEND = ["L30", "S", "S", "S", "S"]


def plan(car: int, speed: int, manoeuvres: list[str]) -> dict[str, Any]:
    return {
        "type": "plan",
        "cars": [{"car": car, "speed": speed, "manoeuvres": manoeuvres}],
    }


@pytest.fixture
def duel(ann: Tool, bob: Tool) -> str:
    """Return a duel of Ann and Bob in the arena."""
    path = ann.open("me", "open", game="autoduel")
    bob.do("POST", f"{path}sit/", {})
    return path


def test_v74_odds_describe_a_plan_phase_by_phase(ann: Tool, duel: str) -> None:
    told = ann.do("POST", f"{duel}odds/", {"move": plan(0, 25, BEND)})
    (car,) = told["odds"]["cars"]
    assert (car["car"], car["lost"], car["wall"]) == (0, 0, 0)
    assert [one["phase"] for one in car["phases"]] == [1, 2, 3, 4, 5]
    assert car["phases"][0]["manoeuvre"] == "L30" and car["phases"][-1]["speed"] == 25
    assert told["words"][0].startswith("Control is safe")


def test_v74_odds_match_the_drive_and_make_no_move(ann: Tool, bob: Tool, duel: str) -> None:
    before = ann.read(duel)
    told = ann.do("POST", f"{duel}odds/", {"move": plan(0, 25, BEND)})
    assert ann.read(duel) == before
    ann.do("POST", f"{duel}move/", {"move": plan(0, 25, BEND)})
    bob.do("POST", f"{duel}move/", {"move": plan(1, 20, ["S"] * 5)})
    car = ann.read(duel)["view"]["table"]["cars"][0]
    assert [car["x"], car["y"], car["heading"]] == told["odds"]["cars"][0]["phases"][-1]["pose"]


def test_v62_odds_do_not_depend_on_a_rivals_sealed_plan(ann: Tool, bob: Tool, duel: str) -> None:
    asked = {"move": plan(0, 25, BEND)}
    before = ann.ask("POST", f"{duel}odds/", asked).content
    bob.do("POST", f"{duel}move/", {"move": plan(1, 20, ["S"] * 5)})
    assert ann.ask("POST", f"{duel}odds/", asked).content == before


def test_odds_of_an_illegal_or_unreadable_plan_are_refused(ann: Tool, duel: str) -> None:
    assert ann.faults(f"{duel}odds/", {"move": plan(0, 90, BEND)}, 422)
    assert ann.faults(f"{duel}odds/", {"move": plan(1, 20, BEND)}, 422)
    assert ann.faults(f"{duel}odds/", {"move": {"type": "plan", "cars": "all"}}, 400)


def test_spectators_get_no_odds_and_private_tables_are_not_found(
    ann: Tool, bob: Tool, cat: Tool, duel: str
) -> None:
    assert cat.faults(f"{duel}odds/", {"move": plan(0, 25, BEND)}, 422)
    own = ann.open("me", "open", game="autoduel", visibility="invited", watched=False)
    asked = {"move": plan(0, 25, BEND)}
    assert bob.ask("POST", f"{own}odds/", asked).status_code == 404


def test_a_game_without_odds_returns_null(ann: Tool, table: str) -> None:
    told = ann.do("POST", f"{table}odds/", {"move": {"type": "bid", "amount": 3}})
    assert told == {"odds": None, "words": []}


def test_v70_parts_of_a_history_step_contain_exactly_its_lines(
    ann: Tool, bob: Tool, cat: Tool, duel: str
) -> None:
    ann.do("POST", f"{duel}move/", {"move": plan(0, 25, BEND)})
    bob.do("POST", f"{duel}move/", {"move": plan(1, 20, ["S"] * 5)})
    assert ann.read(f"{duel}history/1/")["parts"] == []
    for who in (ann, cat):
        step = who.read(f"{duel}history/{who.read(f'{duel}history/')['steps']}/")
        assert step["parts"][0]["title"] == "Turn 1, phase 1"
        assert [line for one in step["parts"] for line in one["lines"]] == step["lines"]
    assert "bend left" in " ".join(cat.read(f"{duel}history/2/")["lines"])


def test_a_step_shown_in_one_piece_has_no_parts(ann: Tool, table: str) -> None:
    assert ann.read(f"{table}history/1/")["parts"] == []
