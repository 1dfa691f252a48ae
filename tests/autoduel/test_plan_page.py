"""Planning at the table: the form, the forecast, suggestions and the replay by phase."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from autoduel.game import AUTODUEL
from autoduel.rules.events import Moved
from autoduel.rules.numbers import FIRE_FORBIDDEN
from autoduel.rules.plans import check_orders, own_cars
from autoduel.rules.tables import PHASES, chart
from autoduel.rules.values import NOBODY, Autopilot, CarPlan, Plan, Walker
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.forecast import forecast
from autoduel.tabletop.plan_form import KEY, manoeuvre_field
from engine.game import IllegalMove
from engine.values import changed
from play.tabletop.board import Draft, Field, Group

from .test_lobby import BLUE, NAMES, RED, begin_match, drive_by_doctrine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoduel.rules.values import View
    from play.tabletop.board import Shape


def make_draft(**answers: str) -> Draft:
    return Draft(choice=KEY, answers=tuple([(name, (value,)) for name, value in answers.items()]))


def read_plan(view: View, **answers: str) -> Plan:
    move = AUTODUEL_TABLE.read(view, make_draft(**answers))
    assert isinstance(move, Plan)
    return move


def field_of(view: View, name: str) -> Field:
    form = AUTODUEL_TABLE.board(view, NAMES, make_draft()).choice(KEY)
    return next(field for field in form.fields if field.name == name)


def fill_draft(view: View, fill: str, **answers: str) -> Draft:
    return AUTODUEL_TABLE.complete(view, make_draft(fill=fill, **answers))


def with_first_car_at(view: View, pose: tuple[int, int, int], speed: int) -> View:
    """Return the view with the own first car elsewhere."""
    x, y, heading = pose
    car = changed(view.table.cars[0], x=x, y=y, heading=heading, course=heading, speed=speed)
    return changed(view, table=changed(view.table, cars=(car, *view.table.cars[1:])))


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


# --- the form ---


def test_v52_untouched_form_is_a_legal_plan_straight_ahead() -> None:
    view = begin_match(division="6", mixed=True).view(BLUE)
    move = AUTODUEL_TABLE.read(view, make_draft())
    check_orders(view, move)
    assert isinstance(move, Plan)
    (row,) = move.cars
    assert (row.speed, row.manoeuvres, row.avoid) == (20, ("S",) * 5, True)
    assert [(order.weapon, order.most, order.late) for order in row.fires] == [(0, 9, 12)]


def test_v24_each_phase_has_a_pad_and_those_with_a_whole_inch_offer_manoeuvres() -> None:
    view = begin_match().view(RED)
    form = AUTODUEL_TABLE.board(view, NAMES, make_draft(speed0="25")).choice(KEY)
    pads = {one.name: one for one in form.fields if one.name.startswith("way")}
    assert [*pads] == [manoeuvre_field(0, phase) for phase in PHASES]
    steered = [name for name, pad in pads.items() if len(pad.answers) > 1]
    assert steered == [manoeuvre_field(0, phase) for phase in (1, 3)]
    labels = [pads[manoeuvre_field(0, phase)].answers[0].label for phase in (2, 5)]
    assert labels == ["does not move", "½ inch straight on"]
    tokens = [answer.value for answer in pads["way0_1"].answers]
    assert tokens[0] == "S" and {"L90", "TDR", "WL15", "TL", "BR"} <= {*tokens}
    assert not any(token.startswith("P") for token in tokens)
    bend = next(one for one in pads["way0_1"].answers if one.value == "R45")
    assert bend.label == "bend right 45°, D3" and bend.short == "45°" and bend.icon


def test_v13_offered_speeds_are_possible_and_tell_the_cost_of_braking() -> None:
    form = AUTODUEL_TABLE.board(begin_match().view(RED), NAMES).choice(KEY)
    speed = next(one for one in form.fields if one.name == "speed0")
    assert [answer.label for answer in speed.answers] == [
        "25 mph, +5", "20 mph, as now", "15 mph, −5", "10 mph, −10", "5 mph, −15, D1",
        "0 mph, −20, D2",
    ]  # fmt: skip


def test_v53_v54_form_fields_become_orders() -> None:
    view = begin_match(division="6", mixed=True).view(BLUE)
    said = {
        "speed1": "10", "at1": "3", "way1_1": "L30", "gun1_0": "0", "target1_0": "0",
        "aim1_0": "tyre", "first1_0": "2", "last1_0": "4", "most1_0": "8", "late1_0": "10",
        "drop1_1": "behind", "avoid1": "shut", "ram1": "0",
    }  # fmt: skip
    move = AUTODUEL_TABLE.read(view, make_draft(**said))
    (row,) = move.cars
    assert (row.speed, row.at, row.manoeuvres[0], row.avoid, row.ram) == (10, 3, "L30", False, 0)
    (order,) = row.fires
    assert (order.target, order.aim, order.first, order.last) == (0, "tyre", 2, 4)
    assert (order.most, order.late) == (8, 10)
    (drop,) = row.drops
    assert (drop.weapon, drop.within) == (1, 5000)
    assert AUTODUEL_TABLE.read(view, make_draft(gun1_0="hold")).cars[0].fires == ()


def test_v130_automatic_gun_needs_no_crew_and_is_no_longer_offered() -> None:
    view = begin_match(division="6", mixed=True).view(BLUE)
    for gun in ("best", "0"):
        move = read_plan(view, auto1="0", gun1_0=gun)
        check_orders(view, move)
        assert [(order.crew, order.weapon) for order in move.cars[0].fires] == [(NOBODY, 0)]
    field = field_of(view, "auto1")
    assert field.answers[0].label == "No gun"
    assert {answer.value for answer in field.answers} == {"-1", "0"}, "no dropper is on automatic"


def test_v131_person_beside_an_enemy_car_can_be_targeted_by_name() -> None:
    view = begin_match(division="6", mixed=True).view(BLUE)
    red, blue = (Walker(car=car, person=0, x=9000, y=9000, until=3) for car in (0, 1))
    there = (red, blue, changed(red, down=True))
    view = changed(view, table=changed(view.table, walkers=there))
    field = field_of(view, "target1_0")
    person = view.table.cars[0].crew[0].name
    assert [answer.label for answer in field.answers][-1] == f"{person}, on foot"
    assert sum("on foot" in answer.label for answer in field.answers) == 1
    move = read_plan(view, gun1_0="0", target1_0=field.answers[-1].value)
    check_orders(view, move)
    (order,) = move.cars[0].fires
    assert (order.target, order.on_foot) == (0, 0)


@pytest.mark.parametrize(
    "said",
    [
        {"speed0": "fast"},
        {"aim0_0": "driver"},
        {"flag0": "panic"},
        {"most0_0": "9" * 9},
        {"target0_0": "1.x"},
        {"auto0": "gun"},
    ],
    ids=lambda said: next(iter(said)),
)
def test_unknown_form_values_are_refused_without_changes(said: dict) -> None:
    view = begin_match().view(RED)
    with pytest.raises(IllegalMove):
        AUTODUEL_TABLE.read(view, make_draft(**said))
    note = AUTODUEL_TABLE.board(view, NAMES, make_draft(**said)).choice(KEY).note
    assert note.startswith("Not possible yet.")


def test_each_car_of_a_side_has_its_own_fields_and_the_second_is_folded() -> None:
    form = AUTODUEL_TABLE.board(begin_match(cars=2).view(RED), NAMES).choice(KEY)
    names = {field.name for field in form.fields}
    assert {"speed0", "speed2", "way0_1", "way2_1"} <= names and "speed1" not in names
    assert form.folded == ("More orders", "Red Homestead")
    groups = {field.name: field.group for field in form.fields}
    assert groups["speed0"] == groups["target0_0"] == "Red Greyhound: driving and fire"
    assert groups["speed2"] == groups["most2_0"] == "Red Homestead"


# --- suggestions ---


@pytest.mark.parametrize("fill", ["doctrine", "last", "straight"])
def test_v70_each_suggestion_fills_the_form_with_a_legal_plan(fill: str) -> None:
    match = drive_by_doctrine(begin_match(division="6", mixed=True), 4)
    for seat in match.to_act:
        view = match.view(seat)
        AUTODUEL.check(view, AUTODUEL_TABLE.read(view, fill_draft(view, fill)))


def test_v57_doctrine_button_fills_in_the_plan_doctrine_would_seal() -> None:
    view = drive_by_doctrine(begin_match(), 2).view(RED)
    plan = AUTODUEL_TABLE.read(view, fill_draft(view, "doctrine"))
    (row,) = plan.cars
    (same,) = AUTODUEL_TABLE.read(view, fill_draft(view, "duellist")).cars
    assert (row.speed, row.manoeuvres) == (same.speed, same.manoeuvres)


def test_v104_same_as_last_turn_repeats_the_visible_drive() -> None:
    match = drive_by_doctrine(begin_match(), 2)
    view = match.view(RED)
    seen = {
        event.phase: event.manoeuvre
        for event in view.table.film
        if isinstance(event, Moved) and event.car == 0 and event.manoeuvre != "S"
    }
    (row,) = AUTODUEL_TABLE.read(view, fill_draft(view, "last")).cars
    assert seen and {at: row.manoeuvres[at - 1] for at in seen} == seen
    assert row.speed == view.table.cars[0].speed


def test_suggestion_keeps_the_fields_it_does_not_set() -> None:
    view = begin_match().view(RED)
    draft = fill_draft(view, "straight", gun0_0="hold", picture="whole")
    assert draft.value("gun0_0") == "hold" and draft.value("picture") == "whole"
    assert draft.value("fill") == ""


def test_unknown_suggestion_changes_nothing() -> None:
    view = begin_match().view(RED)
    assert fill_draft(view, "nonsense") == make_draft(fill="nonsense")


# --- the forecast ---


def test_v69_forecast_without_hazards_matches_the_cars_final_position() -> None:
    match = begin_match()
    view = match.view(RED)
    plan = read_plan(view, speed0="25", way0_1="L30", way0_3="R15")
    (told,) = forecast(view, plan)
    assert (told.lost, told.wall) == (0, 0)
    still = AUTODUEL_TABLE.read(match.view(BLUE), make_draft())
    after = match.submit(RED, plan).submit(BLUE, still)
    assert after.state.table.cars[0].pose == told.phases[-1].pose
    assert after.state.table.cars[0].speed == told.phases[-1].speed == 25


def test_v69_forecast_moves_each_phase_by_the_chart() -> None:
    view = begin_match().view(RED)
    (told,) = forecast(view, read_plan(view, speed0="25"))
    assert [len(row.path) // 2 for row in told.phases] == [*chart(25)]


def test_v15_chance_of_losing_control_combines_its_rolls() -> None:
    view = with_first_car_at(begin_match().view(RED), (6000, 12_000, 0), 60)
    row = CarPlan(car=0, speed=60, manoeuvres=("L90", "S", "S", "S", "S"))
    (told,) = forecast(view, Plan(cars=(row,)))
    (car,) = own_cars(view)
    assert told.phases[0].hs == car.hs - 6
    number = told.phases[0].number
    assert 1 < number < 7 and told.lost == 100 - told.phases[0].kept
    assert told.phases[0].kept == round(100 * (7 - number) / 6)


def test_v69_first_contact_with_a_fixed_object_ends_the_ghost() -> None:
    view = with_first_car_at(begin_match().view(RED), (3000, 6000, 12), 40)
    row = CarPlan(car=0, speed=40, manoeuvres=("S",) * 5)
    (told,) = forecast(view, Plan(cars=(row,)))
    assert told.wall == 3
    assert all(not later.path for later in told.phases[told.wall :])
    note = AUTODUEL_TABLE.board(view, NAMES, make_draft()).choice(KEY).note
    assert "something fixed is in the way in phase 3" in note


def test_v36_manoeuvring_driver_fires_nothing_in_that_phase() -> None:
    view = with_first_car_at(begin_match().view(RED), (28_000, 18_000, 0), 20)
    numbers = changed(view.table.numbers, driver_fire=FIRE_FORBIDDEN)
    view = changed(view, table=changed(view.table, numbers=numbers))
    straight = forecast(view, read_plan(view))[0]
    bent = forecast(view, read_plan(view, way0_1="DL"))[0]
    assert straight.phases[0].shots and not bent.phases[0].shots


def test_v81_hit_chance_of_a_parked_side_at_six_inches_matches_the_specification() -> None:
    view = begin_match().view(RED)
    target = changed(view.table.cars[1], x=15_000, y=12_000, heading=6, course=6, speed=0)
    table = changed(view.table, cars=(view.table.cars[0], target))
    view = with_first_car_at(changed(view, table=table), (8500, 12_000, 0), 5)
    (told,) = forecast(view, read_plan(view, speed0="5"))
    assert (told.phases[0].shots[0].number, told.phases[0].shots[0].percent) == (7, 58)


def test_v69_ghosts_and_their_summary_come_from_the_draft() -> None:
    view = with_first_car_at(begin_match().view(RED), (28_000, 18_000, 0), 20)
    board = AUTODUEL_TABLE.board(view, NAMES, make_draft(picture="whole"))
    looks = [group.look for group in groups(board.drawing.shapes)]
    assert looks.count("ghost") == 2 and "grey" in looks
    assert "best shot in phase" in board.choice(KEY).note
    assert board.panels[0].title == "Draft plan: Red Greyhound"
    lines = [line for part in board.words for line in part.lines]
    assert any(line.startswith("Phase 1: 1 inch, straight on. Blue Greyhound, ") for line in lines)


def test_v107_picture_zooms_to_the_car_while_a_plan_is_drawn() -> None:
    view = begin_match().view(RED)
    whole = AUTODUEL_TABLE.board(view, NAMES).drawing
    near = AUTODUEL_TABLE.board(view, NAMES, make_draft(picture="near")).drawing
    assert (whole.look, near.look) == ("duel whole", "duel near")
    assert near.width < whole.width and near.height < whole.height


def test_v62_draft_is_visible_only_to_its_writer() -> None:
    match = begin_match()
    mine = AUTODUEL_TABLE.board(match.view(RED), NAMES, make_draft(picture="whole"))
    theirs = AUTODUEL_TABLE.board(match.view(BLUE), NAMES)
    assert any("ghost" in group.look for group in groups(mine.drawing.shapes))
    assert not any("ghost" in group.look for group in groups(theirs.drawing.shapes))


# --- replay of the turn ---


def test_v106_turn_is_shown_phase_by_phase_with_every_line_once() -> None:
    match = drive_by_doctrine(begin_match(division="6", mixed=True), 1)
    before, heard = match.view(RED), 0
    for seat in match.to_act:
        plan = AUTODUEL_TABLE.read(match.view(seat), fill_draft(match.view(seat), "doctrine"))
        heard, match = len(match.heard_by(RED)), match.submit(seat, plan)
    say = AUTODUEL_TABLE.narrator(NAMES, RED)
    told = [(event, say(event)) for event in match.heard_by(RED)][heard:]
    shown = AUTODUEL_TABLE.stages(before, match.view(RED), told)
    assert len(shown) >= 3
    assert [line for stage in shown for line in stage.lines] == [line for _, line in told if line]
    assert shown[-1].drawing == AUTODUEL_TABLE.board(match.view(RED), NAMES).drawing
    changes = [one.drawing != other.drawing for one, other in pairwise(shown)]
    assert sum(changes) >= 2, "a phase with shots but no movement looks the same"


def test_v106_phase_with_movement_is_shown_without_log_lines() -> None:
    before = begin_match(division="12")
    after = before.submit(RED, Autopilot()).submit(BLUE, Autopilot())
    heard = after.heard_by(None)[len(before.heard_by(None)) :]
    shown = AUTODUEL_TABLE.stages(before.view(None), after.view(None), [(one, "") for one in heard])
    moving = {one.phase for one in heard if isinstance(one, Moved)}
    assert [one.title for one in shown] == [
        f"Turn 1, phase {phase}" for phase in sorted({1} | moving)
    ]
    assert len(shown) > 1 and not any(one.lines for one in shown)


def test_v106_sealing_alone_is_not_a_turn_to_show() -> None:
    match = begin_match()
    view = match.view(RED)
    after = match.submit(RED, AUTODUEL_TABLE.read(view, make_draft()))
    told = [(event, "sealed") for event in after.heard_by(RED)[-1:]]
    assert AUTODUEL_TABLE.stages(view, after.view(RED), told) == ()


# --- the coach ---


def test_coach_tells_the_planner_the_most_important_fact_and_others_nothing() -> None:
    match = begin_match()
    assert "Fill in by doctrine" in AUTODUEL_TABLE.coach(match.view(RED))
    sealed = match.submit(RED, AUTODUEL_TABLE.read(match.view(RED), make_draft()))
    assert AUTODUEL_TABLE.coach(sealed.view(RED)) == ""
    assert AUTODUEL_TABLE.coach(match.view(None)) == ""
