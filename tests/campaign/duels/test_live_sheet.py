"""The rules of the ticked sheet (C41–C43), without a database."""

from __future__ import annotations

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as some

from campaign.duels.rules.live_sheet import (
    FIRST_PLACE,
    SHARED,
    CarState,
    LiveSheet,
    Mark,
    PersonSaid,
    build_sheet,
    compile_record,
    own_marks,
    problem_with,
    state_of,
)

LEFT = {"armour:front": 3, "plant": 2, "ammo:weapon:1": 20, "dp:rook": 3}
IDS = [str(UUID(int=number)) for number in range(1, 13)]


def marks(*said: tuple[str, str, str]) -> list[Mark]:
    """Return these marks in the order in which they were made."""
    return [
        Mark(id=IDS[nth], clock=nth + 1, kind=kind, what=what, value=value)  # type: ignore[arg-type]
        for nth, (kind, what, value) in enumerate(said)
    ]


@some.composite
def evenings(draw: some.DrawFn) -> list[Mark]:
    """Draw marks of two phones: ticks, words and undos of anything, including undos, in any
    order.
    """
    found = []
    for key in draw(some.lists(some.sampled_from(IDS), unique=True)):
        kind = draw(some.sampled_from(["tick", "set", "undo"]))
        what, value = {
            "tick": (some.sampled_from([*LEFT]), some.just("")),
            "set": (
                some.sampled_from(["speed", "fate"]),
                some.sampled_from(["driving", "out", "left"]),
            ),
            "undo": (some.sampled_from(IDS), some.just("")),
        }[kind]
        clock = draw(some.integers(0, 4))
        found.append(
            Mark(id=key, clock=clock, kind=kind, what=draw(what), value=draw(value))  # type: ignore[arg-type]
        )
    return found


@given(evenings(), some.data())
def test_c41_marks_give_the_same_sheet_in_any_order_and_repetition(
    every: list[Mark], data: some.DataObject
) -> None:
    once = build_sheet(every, LEFT)
    shuffled = data.draw(some.permutations(every))
    again = data.draw(some.lists(some.sampled_from(every))) if every else []
    assert build_sheet([*shuffled, *again], LEFT) == once
    cut = data.draw(some.integers(0, len(every)))
    one, two = build_sheet(shuffled[:cut], LEFT), build_sheet(shuffled[cut:], LEFT)
    assert build_sheet([*two.marks, *one.marks], LEFT) == once


def test_c41_ticks_never_exceed_the_points_of_a_part() -> None:
    sheet = build_sheet(marks(*[("tick", "armour:front", "")] * 5, ("tick", "plant", "")), LEFT)
    assert sheet.lost == {"armour:front": 3, "plant": 1}


def test_c41_an_undo_works_in_any_order_and_cannot_be_undone() -> None:
    tick, back, again = marks(("tick", "plant", ""), ("undo", IDS[0], ""), ("undo", IDS[1], ""))
    assert build_sheet([tick], LEFT).lost == {"plant": 1}
    assert build_sheet([back, tick], LEFT).lost == build_sheet([again, back, tick], LEFT).lost == {}


def test_c41_the_last_value_counts_and_undoing_it_restores_the_previous() -> None:
    said = marks(("set", "speed", "30"), ("set", "speed", "35"))
    assert build_sheet(said, LEFT).registers == {"speed": "35"}
    back = Mark(id=IDS[5], clock=9, kind="undo", what=IDS[1])
    assert build_sheet([*said, back], LEFT).registers == {"speed": "30"}


def test_c43_a_car_went_out_at_its_first_stop_unless_it_drove_again() -> None:
    out = [("set", "fate", "out"), ("set", "fate", "destroyed")]
    assert build_sheet(marks(*out), LEFT).went_out == 1
    assert build_sheet(marks(*out, ("set", "fate", "driving")), LEFT).went_out == 0
    assert build_sheet(marks(out[0], ("set", "fate", "driving"), out[1]), LEFT).went_out == 3


def test_c41_a_sheet_accepts_only_known_parts_and_registers() -> None:
    def wrong(kind: str, what: str, value: str = "") -> str:
        return problem_with(marks((kind, what, value))[0], LEFT, ["car"], ["rival"], ["rook"])

    for good in (
        ("tick", "plant"), ("set", "speed", "-15"), ("set", "handling", "-6"),
        ("set", "fire", "yes"), ("set", "fate", "yielded"), ("set", "by", ""),
        ("set", "by", "rival:ram"), ("set", "claim:car", "rook:gun"), ("undo", "anything"),
    ):  # fmt: skip
        assert not wrong(*good), good
    for bad in (
        ("tick", "weapon:9"), ("set", "speed", "33"), ("set", "speed", "fast"),
        ("set", "handling", "8"), ("set", "fire", "a little"), ("set", "fate", "asleep"),
        ("set", "by", "rook:ram"), ("set", "by", "rival:smiling"), ("set", "claim:own", ""),
        ("set", "claim:car", "rival:gun"), ("set", "colour", "red"),
    ):  # fmt: skip
        assert wrong(*bad), bad


def test_e12_one_dp_left_is_unconscious_and_none_is_dead_if_people_die() -> None:
    assert [state_of(3, lost) for lost in (0, 1, 2, 3)] == ["fit", "fit", "unconscious", "dead"]
    assert state_of(3, 3, death=False) == "unconscious"
    assert state_of(1, 0) == "fit", "nobody who was not hurt is down"


def test_c43_own_marks_list_losses_by_part_and_person() -> None:
    found = own_marks("car", LiveSheet(lost={"armour:front": 2, "ammo:weapon:1": 5, "dp:rook": 1}))
    assert {wear.part: wear.lost for wear in found.vehicles[0].damage} == {
        "armour:front": 2,
        "ammo:weapon:1": 5,
    }
    assert [(one.character, one.lost) for one in found.hurt] == [("rook", 1)]
    assert own_marks("car", LiveSheet()).vehicles == ()


# --- the evening's end ----------------------------------------------------------------------------


def car(team: str, **said: object) -> CarState:
    return CarState(
        entry=f"entry-{team}",
        vehicle=f"car-{team}",
        name=f"Car {team}",
        team=team,
        team_name=f"Team {team}",
        crew=(PersonSaid(character=f"driver-{team}", name=f"Driver {team}"),),
        **said,  # type: ignore[arg-type]
    )


def places(*cars: CarState, **answers: str) -> dict[str, int]:
    found = compile_record(cars, answers)
    return {row.team: row.place for row in found.record.form.teams}


def test_c43_the_last_driving_car_is_first_and_later_exits_rank_higher() -> None:
    cars = (
        car("a", ending="out", went_out=5, by="driver-b:gun"),
        car("b"),
        car("c", ending="destroyed", went_out=9, by="driver-b:ram"),
    )
    found = compile_record(cars, {})
    assert not found.questions
    assert places(*cars) == {"a": 3, "b": 1, "c": 2}
    deeds = {one.character: one for one in found.record.form.people}
    assert (deeds["driver-b"].kills, deeds["driver-b"].kills_by_ram) == (2, 1)
    assert [one.fate for one in found.record.vehicles] == ["survived", "survived", "destroyed"]
    assert [row.vehicles_lost for row in found.record.form.teams] == [1, 0, 1]


def test_c43_the_winner_is_asked_for_if_several_or_none_drive() -> None:
    driving = (car("a"), car("b"), car("c", ending="out", went_out=3))
    (asked,) = compile_record(driving, {}).questions
    assert (asked.key, [one.value for one in asked.choices]) == (FIRST_PLACE, ["a", "b", SHARED])
    assert places(*driving, first="b") == {"a": 2, "b": 1, "c": 3}
    assert places(*driving, first=SHARED) == {"a": 1, "b": 1, "c": 3}
    assert compile_record(driving, {FIRST_PLACE: "c"}).questions, "who went out is no answer"
    gone = (
        car("a", ending="left", went_out=1),
        car("b", ending="out", went_out=2),
        car("c", ending="out", went_out=3),
    )
    (asked,) = compile_record(gone, {}).questions
    assert [one.value for one in asked.choices] == ["c", "b", SHARED]
    assert places(*gone, first="b") == {"a": 3, "b": 1, "c": 2}
    assert not compile_record(gone, {}, by_points=True).questions


def test_c43_competing_claims_of_a_kill_are_asked_about() -> None:
    cars = (
        car("a", ending="out", went_out=5, by="driver-b:gun"),
        car("b"),
        car("c", ending="out", went_out=6, claims={"entry-a": "driver-c:ram"}),
    )
    (asked,) = compile_record(cars, {}).questions
    assert asked.words == "Who took out Car a of Team a?"
    assert [one.words for one in asked.choices] == [
        "Driver b of Team b, by gunfire",
        "Driver c of Team c, by ramming",
        "No one",
    ]
    for answer, kills in (("driver-c:ram", [0, 0, 1]), ("nobody", [0, 0, 0])):
        found = compile_record(cars, {asked.key: answer})
        assert not found.questions
        assert [one.kills for one in found.record.form.people] == kills


def test_c43_a_claim_on_a_driving_car_is_asked_about() -> None:
    cars = (car("a"), car("b", claims={"entry-a": "driver-b:gun"}, claimed_at={"entry-a": 7}))
    key = "out:entry-a"
    assert {one.key for one in compile_record(cars, {}).questions} == {key, FIRST_PLACE}
    found = compile_record(cars, {key: "driver-b:gun"})
    assert not found.questions
    assert {row.team: row.place for row in found.record.form.teams} == {"a": 2, "b": 1}
    assert compile_record(cars, {key: "nobody", FIRST_PLACE: "a"}).record.form.people[1].kills == 0


def test_c43_an_uncontested_claim_is_a_kill() -> None:
    cars = (car("a", ending="out", went_out=5), car("b", claims={"entry-a": "driver-b:foot"}))
    found = compile_record(cars, {})
    assert not found.questions
    assert (found.record.form.people[1].kills, found.record.form.people[1].kills_on_foot) == (1, 1)
