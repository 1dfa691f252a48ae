"""The coach before a turn: each sentence in a position in which it is true (V57, V69)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from autoduel.club.stock import BY_KEY
from autoduel.game import AUTODUEL
from autoduel.rules.ghost import forecast_plan
from autoduel.rules.ground import ground_of
from autoduel.rules.imagine import imagine
from autoduel.rules.numbers import FIRE_FORBIDDEN, FIRE_FREE, NUMBERS
from autoduel.rules.plans import own_cars
from autoduel.rules.samples import MAGISTRATE, straight_plan
from autoduel.rules.values import Plan, State, View
from autoduel.tabletop.coach import FIRST, SKID, STANDING, coach
from autoduel.tabletop.forecast import chance_to_keep, forecast
from autoduel.tabletop.ready import straight_on
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Seat, changed

from .garage import start_duel
from .test_doctrine import with_poses

RED = Seat(0)
GREYHOUND = BY_KEY["greyhound"].car
"""A car with two guns in front and nobody aboard but the driver."""
TURRET = changed(MAGISTRATE, name="Watchtower")
BEHIND_BLUE = (6000, 15_000, 0), (10_000, 15_000, 0)
FACE_TO_FACE = (4000, 15_000, 0), (14_000, 15_000, 12)


def position(own, other, *, speeds=(30, 30), hs=3, rival=GREYHOUND, numbers=NUMBERS, **sheet):
    """Return the state in turn 2 with two cars in these poses. `sheet` changes the own sheet."""
    mine, theirs = changed(GREYHOUND, name="Red"), changed(rival, name="Blue")
    state = with_poses(start_duel(mine, theirs, numbers=numbers), own, other)
    cars = [changed(car, speed=speed) for car, speed in zip(state.table.cars, speeds, strict=True)]
    sheets = (changed(state.own[0].sheets[0], hs=hs, **sheet),)
    own_part = changed(state.own[0], sheets=sheets)
    return changed(
        state,
        table=changed(state.table, turn=2, cars=tuple(cars)),
        own=(own_part, *state.own[1:]),
    )


def red_view(state: State) -> View:
    return AUTODUEL.view(state, RED)


def advice(own, other, **more) -> str:
    return coach(red_view(position(own, other, **more)))


def straight_forecast(view: View):
    car = next(own_cars(view))
    return forecast(view, Plan(cars=(straight_plan(car),)))[0]


def chance_lost_in_bend(view: View, speed: int) -> Fraction:
    """Return the chance to lose control in a 45° bend in phase 3, at this speed."""
    car = next(own_cars(view))
    plan = changed(straight_plan(car), speed=speed, manoeuvres=("S", "S", "L45", "S", "S"))
    kept = Fraction(1)
    for leg in forecast_plan(view.table.numbers, ground_of(view.table.arena), car, plan):
        kept *= chance_to_keep(leg.number)
    return 1 - kept


def test_coach_explains_the_first_turn_in_two_sentences() -> None:
    state = start_duel(GREYHOUND, GREYHOUND)
    assert coach(red_view(state)) == FIRST


def test_v15_coach_names_the_risk_of_a_bend_and_a_speed_at_which_it_is_low() -> None:
    own, other = (12_000, 15_000, 0), (12_000, 22_000, 0)
    state = position(own, other, speeds=(60, 30), hs=0)
    words = coach(red_view(state))
    assert "Brake to 50 mph first: at 60 mph you are too fast for a bend of 45°" in words
    assert "would lose control in 1 of 3 cases" in words
    assert chance_lost_in_bend(red_view(state), 60) == Fraction(1, 3)


@pytest.mark.parametrize("hs", range(-6, 5))
@pytest.mark.parametrize("speed", [20, 40, 60, 80])
def test_v15_coach_warns_of_speed_exactly_if_a_bend_is_risky(speed: int, hs: int) -> None:
    own, other = (12_000, 15_000, 0), (12_000, 22_000, 0)
    view = red_view(position(own, other, speeds=(speed, 30), hs=hs))
    risk = chance_lost_in_bend(view, speed)
    words = coach(view)
    assert ("too fast" in words) == (risk >= Fraction(1, 3))
    if "Brake to" in words:
        safe_speed = int(words.split("Brake to ")[1].split(" ")[0])
        assert safe_speed < speed and chance_lost_in_bend(view, safe_speed) <= Fraction(1, 6)


def test_v36_a_driver_should_not_steer_in_the_phase_of_the_best_shot() -> None:
    state = position(*BEHIND_BLUE)
    words = coach(red_view(state))
    assert "do not steer in it" in words
    view = red_view(state)
    phase = next(
        row.phase
        for row in straight_forecast(view).phases
        if row.shots and f"in phase {row.phase} (" in words
    )
    straight = straight_forecast(view).phases[phase - 1].shots[0]
    car = next(own_cars(view))
    ways = ["S"] * 5
    ways[phase - 1] = "L15"
    bent = forecast(view, Plan(cars=(changed(straight_plan(car), manoeuvres=tuple(ways)),)))[0]
    assert bent.phases[phase - 1].shots[0].number > straight.number


def test_v154_coach_lets_drivers_steer_if_the_club_lets_them_fire_at_the_same_time() -> None:
    free = advice(*BEHIND_BLUE, numbers=changed(NUMBERS, driver_fire=FIRE_FREE))
    assert "Your best shot at Blue" in free and "do not steer" not in free
    forbidden = advice(*BEHIND_BLUE, numbers=changed(NUMBERS, driver_fire=FIRE_FORBIDDEN))
    assert "do not steer" in forbidden


def test_v10_a_car_that_does_not_move_is_not_told_to_keep_straight() -> None:
    words = advice(*BEHIND_BLUE, speeds=(0, 0))
    assert "Your best shot at Blue is in phase 1" in words and "do not steer" not in words


def test_v35_coach_advises_to_wait_for_a_phase_in_which_the_shot_is_easier() -> None:
    view = red_view(position(*FACE_TO_FACE, speeds=(40, 40)))
    shots = {row.phase: row.shots[0] for row in straight_forecast(view).phases if row.shots}
    best = min(shots, key=lambda phase: (shots[phase].number, phase))
    assert shots[best].number < shots[1].number
    assert coach(view).startswith(
        f"Your best shot at Blue is in phase {best} ({shots[best].percent} %, not "
        f"{shots[1].percent} % as in phase 1): hold your fire until then and do not steer in it."
    )


def test_v35_coach_does_not_advise_to_wait_if_the_first_shot_is_the_best() -> None:
    view = red_view(position(*BEHIND_BLUE, speeds=(30, 50)))
    shots = [row.shots[0].number for row in straight_forecast(view).phases if row.shots]
    assert min(shots) == shots[0]
    assert "hold your fire" not in coach(view) and "in phase 1" in coach(view)


def test_v32_coach_names_the_arc_in_which_a_car_stands_and_where_it_is_safe() -> None:
    words = advice((14_000, 15_000, 0), (10_000, 15_000, 0), speeds=(40, 40))
    assert "You are in the front arc of Blue: get behind it, where it has no gun." in words


def test_v32_behind_an_enemy_coach_says_to_match_its_speed() -> None:
    words = advice(*BEHIND_BLUE, speeds=(30, 25))
    assert "You are behind Blue, where it has no gun: match its 25 mph to stay there." in words
    assert "arc" not in words


def test_v32_coach_does_not_send_a_driver_behind_a_turret() -> None:
    words = advice((14_000, 15_000, 0), (10_000, 15_000, 0), rival=TURRET)
    assert "Blue has a turret, so you are in its arc wherever you drive." in words
    assert "get behind" not in words


def test_v34_nobody_is_in_an_arc_behind_a_wall() -> None:
    words = advice((13_000, 12_000, 12), (23_000, 12_000, 12))
    assert words == "Something blocks the line of fire to Blue: find a way around."


def test_v32_coach_says_where_the_enemy_is_if_no_gun_bears() -> None:
    words = advice((12_000, 15_000, 0), (6000, 15_000, 12))
    assert words == "None of your guns bears: turn towards Blue, at 6 o’clock."


def test_v61_coach_says_to_turn_another_side_if_the_armour_under_fire_is_thin() -> None:
    armour = (20, 2, 20, 20, 5, 5)
    own, other = (14_000, 15_000, 0), (10_000, 15_000, 0)
    words = advice(own, other, armour=armour)
    assert "Your back has only 2 armour left: turn another side to Blue." in words
    assert "Your back" not in advice(own, other)
    assert "Your back has no armour left" in advice(own, other, armour=(20, 0, 20, 20, 5, 5))


def test_v69_coach_warns_of_a_wall_straight_ahead() -> None:
    view = red_view(position((13_500, 12_000, 0), (30_000, 20_000, 0), speeds=(40, 30)))
    assert straight_forecast(view).wall == 3
    words = coach(view)
    assert words.startswith("Straight on, you hit something fixed in phase 3: steer or brake.")


def test_v69_coach_does_not_send_a_car_without_control_straight_into_a_wall() -> None:
    words = advice((13_500, 12_000, 0), (30_000, 20_000, 0), speeds=(40, 30), hs=-6)
    assert "Brake: at 40 mph you are too fast" in words and "rive straight on" not in words
    far = advice((3500, 9000, 0), (30_000, 20_000, 0), speeds=(40, 30), hs=-6)
    assert far.startswith("Drive straight on: at 40 mph you are too fast")


def test_v69_coach_warns_of_a_car_in_the_way() -> None:
    words = advice((6000, 15_000, 0), (8000, 15_000, 0), speeds=(40, 0))
    assert words.startswith("Straight on, you hit Blue in phase 2: steer or brake.")


def test_coach_is_silent_after_the_orders_are_sealed() -> None:
    state = start_duel(GREYHOUND, GREYHOUND)
    state, _ = submit(
        AUTODUEL, state, seat=RED, move=straight_on(red_view(state)),
        dice=SeededDice(seed_from("coach"), 0),
    )  # fmt: skip
    assert coach(red_view(state)) == ""


def test_coach_tells_a_skidding_driver_that_the_plan_waits() -> None:
    state = position(*BEHIND_BLUE)
    cars = (changed(state.table.cars[0], skid=(250,)), state.table.cars[1])
    skidding = changed(state, table=changed(state.table, cars=cars))
    assert coach(red_view(skidding)) == SKID


def test_a_car_at_rest_with_no_enemy_in_the_race_is_told_what_rest_means() -> None:
    state = position((6000, 15_000, 0), (12_000, 22_000, 0), speeds=(0, 0))
    cars = (state.table.cars[0], changed(state.table.cars[1], yielded=True))
    assert coach(red_view(changed(state, table=changed(state.table, cars=cars)))) == STANDING


@pytest.mark.parametrize("sample", range(6))
def test_v57_coach_knows_nothing_of_the_other_side(sample: int) -> None:
    view = red_view(position(*FACE_TO_FACE))
    other_world = imagine(view, SeededDice(seed_from("coach"), sample))
    public = changed(other_world, table=view.table)
    assert coach(red_view(public)) == coach(view)


@pytest.mark.parametrize("x", range(3000, 33_000, 5000))
@pytest.mark.parametrize("heading", range(0, 24, 3))
def test_coach_never_says_more_than_two_sentences(x: int, heading: int) -> None:
    words = advice((x, 15_200, heading), (10_000, 17_000, 18), hs=-1)
    assert 1 <= words.count(". ") + 1 <= 2 and words.endswith(".")
