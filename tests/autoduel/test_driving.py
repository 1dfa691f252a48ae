"""Speed, control, skids, collisions and walls (V13 to V30)."""

from __future__ import annotations

import pytest

from autoduel.rules.contact import collision_speed, ram_kind, speeds_after
from autoduel.rules.driving import change_speed, lose_control, reachable_speed, roll_control
from autoduel.rules.moving import _move_along, move_cars
from autoduel.rules.samples import MAGISTRATE, WASP
from autoduel.rules.values import CarPlan
from tests.autoduel.garage import make_working_duel


def plan_manoeuvres(duel, *tokens, **more):
    """Give the first car these manoeuvres, then straight ahead."""
    car = duel.cars[0]
    path = (*tokens, *["S"] * (5 - len(tokens)))
    car.turn_state.plan = CarPlan(car=0, speed=car.speed, manoeuvres=path, **more)
    return car


def test_v13_speed_rises_by_the_acceleration_and_needs_a_plant():
    car = make_working_duel().cars[0]
    assert [reachable_speed(car, speed) for speed in (35, 50, 10, -5)] == [35, 35, 10, 0]
    car.plant = 0
    assert reachable_speed(car, 35) == 30


def test_v13_reverse_needs_a_turn_at_a_standstill():
    duel = make_working_duel(speeds=(0, 0), specs=(MAGISTRATE, WASP))
    car, cycle = duel.cars
    assert (reachable_speed(car, -5), reachable_speed(cycle, -5)) == (0, 0)
    car.stood = 1
    assert (reachable_speed(car, -5), reachable_speed(car, -20)) == (-5, -5)


def test_v146_rider_can_walk_a_cycle_back_at_5_mph_without_a_plant():
    cycle = make_working_duel(speeds=(0, 0), specs=(MAGISTRATE, WASP)).cars[1]
    cycle.stood = 1
    assert (reachable_speed(cycle, -5), reachable_speed(cycle, -20)) == (-5, -5)
    cycle.plant = 0
    assert reachable_speed(cycle, -5) == -5
    cycle.speed = -5
    assert [reachable_speed(cycle, speed) for speed in (-10, -5, 0, 5)] == [-5, -5, 0, 0]


def test_v143_car_pushed_back_faster_than_reverse_gear_can_keep_speed_or_brake():
    car = make_working_duel(speeds=(-30, 0)).cars[0]
    assert car.spec.top_speed // 5 < 30
    assert [reachable_speed(car, speed) for speed in (-35, -30, -25, 0, 10)] == [
        -30,
        -30,
        -25,
        0,
        0,
    ]


def test_v143_car_above_a_lost_top_speed_can_keep_speed_or_brake():
    car = make_working_duel(speeds=(MAGISTRATE.top_speed // 5 * 5 + 10, 0)).cars[0]
    assert reachable_speed(car, car.speed + 5) == reachable_speed(car, car.speed) == car.speed


def test_v13_v15_braking_by_20_takes_2_off_the_handling_status():
    duel = make_working_duel()
    car = duel.cars[0]
    change_speed(duel, car, 10)
    assert (car.speed, car.hs, car.turn_state.is_busy) == (10, 1, True)


def test_v15_safe_control_cell_needs_no_roll():
    duel = make_working_duel(5, speeds=(60, 30))
    car = duel.cars[0]
    roll_control(duel, car, 1, table=1)
    assert car.hs == 2
    roll_control(duel, car, 6, table=1)
    assert (car.hs, car.skid) == (-4, ())


def test_v18_v19_small_skid_follows_the_old_course():
    duel = make_working_duel(1, 1)
    car = duel.cars[0]
    lose_control(duel, car, 3, table=1, speed=10)
    assert (car.skid, car.turn_state.aim_modifier, car.turn_state.path_lost) == ((250,), -3, True)
    car.heading = 6
    move_cars(duel)
    assert car.pose == (6250, 12_750, 6)
    assert (car.skid, car.course) == ((), 6)


def test_v24_bend_moves_an_inch_then_turns():
    duel = make_working_duel()
    car = plan_manoeuvres(duel, "L90")
    car.hs = 7
    move_cars(duel)
    assert car.heading == car.course == 6
    assert car.hs == 1


def test_v26_driver_steers_around_a_visible_obstacle():
    duel = make_working_duel(one=(15_400, 12_900, 0))
    car = plan_manoeuvres(duel, "S")
    move_cars(duel)
    assert car.speed == 30
    assert [event.manoeuvre for event in duel.film if event.__class__.__name__ == "Avoided"] == [
        "TDL"
    ]


def test_v30_head_on_wall_collision_stops_the_car_and_rolls_damage():
    duel = make_working_duel(4, one=(15_900, 12_000, 0))
    car = plan_manoeuvres(duel, "S", avoid=False)
    move_cars(duel)
    assert (car.speed, car.pose[0]) == (0, 15_900)
    assert car.armour[0] == 26


def test_v28_kinds_of_collision():
    def kind(other, speeds=(30, 30)):
        return ram_kind(
            *make_working_duel(one=(6000, 6000, 0), other=other, speeds=speeds).cars
        ).kind

    assert kind((7000, 6000, 12)) == "head-on"
    assert kind((7000, 6000, 0)) == "rear-end"
    assert kind((6800, 6000, 6)) == "t-bone"
    assert kind((6000, 6500, 0)) == "sideswipe"
    assert kind((6000, 6500, 12)) == "sideswipe"


def test_v29_collision_speed():
    assert collision_speed("head-on", 30, 40, 12) == 70
    assert collision_speed("rear-end", 40, 30, 0) == 10
    assert collision_speed("t-bone", 30, 60, 6) == 30
    assert collision_speed("sideswipe", 50, 30, 0) == 5
    assert collision_speed("sideswipe", 50, 30, 12) == 20


def test_v29_speeds_after_a_ram():
    assert speeds_after("head-on", (60, 2), (20, 2)) == (20, 0)
    assert speeds_after("rear-end", (40, 2), (30, 2)) == (35, 35)
    assert speeds_after("t-bone", (40, 3), (50, 1)) == (30, 50)
    assert speeds_after("sideswipe", (40, 3), (50, 1)) == (40, 50)


def test_v29_head_on_ram_damages_each_by_the_others_weight():
    duel = make_working_duel(
        3,
        2,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        one=(9000, 12_000, 0),
        other=(10_100, 12_000, 12),
        speeds=(20, 20),
    )
    car, other = duel.cars
    plan_manoeuvres(duel, "S", avoid=False, ram=1)
    move_cars(duel)
    assert (car.speed, other.speed) == (0, 0)
    assert car.armour[0] + other.extras[0] < 34
    assert duel.touching == {(0, 1)}


@pytest.mark.parametrize(
    ("heading", "speed", "left"), [(12, 0, 0), (12, 20, 0), (0, 20, 20), (1, 15, 15), (6, 20, 0)]
)
def test_v87_car_that_pushes_a_touching_car_slows_to_its_speed(heading, speed, left):
    duel = make_working_duel(other=(7010, 12_000, heading), speeds=(40, speed))
    car, other = duel.cars
    other.course = heading
    duel.touching = {(0, 1)}
    plan_manoeuvres(duel, "S", avoid=False)
    _move_along(duel, car, [(6300, 12_000, 0)], "S")
    assert (car.pose, car.speed) == ((6000, 12_000, 0), left)


@pytest.mark.parametrize("speed", [200, 150, 95])
def test_v76_no_car_passes_a_wall_at_any_speed(speed):
    duel = make_working_duel(*[1] * 200, one=(13_000, 12_000, 0), speeds=(speed, 0))
    car = plan_manoeuvres(duel, "S", avoid=False)
    for phase in range(1, 6):
        duel.phase = phase
        move_cars(duel)
        assert car.x <= 16_000
        assert not duel.ground.overlaps(car.pose, car.size)
