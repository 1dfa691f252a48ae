"""Order of movement, recovery at the end of a turn, arenas and owners of dice.

Rules V7, V11, V14, V59, V66 to V68, V84, V85, V88, V89, V91 and V92.
"""

from __future__ import annotations

import pytest

from autoduel.rules.arenas import FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET
from autoduel.rules.damage import hurt_tyre
from autoduel.rules.driving import apply_crash, reachable_speed, roll_control
from autoduel.rules.ends import recover_handling
from autoduel.rules.events import Aimed, Fired, Moved
from autoduel.rules.geometry import corners
from autoduel.rules.manoeuvres import inch_poses
from autoduel.rules.moving import move_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD
from autoduel.rules.shooting import fire
from autoduel.rules.values import CarPlan, FireOrder
from engine.values import changed
from tests.autoduel.garage import make_working_duel

CAR = (500, 250)


def cars_moved(duel):
    return [event.car for event in duel.film if isinstance(event, Moved)]


def test_v7_top_speed_is_rounded_down_to_five():
    duel = make_working_duel(specs=(changed(MAGISTRATE, top_speed=93), RAMROD), speeds=(90, 0))
    assert reachable_speed(duel.cars[0], 95) == 90


def test_v11_cars_move_an_inch_each_round_fastest_first():
    """At 80 and 60 mph both move two inches in phase 3."""
    duel = make_working_duel(
        one=(3000, 3000, 0), other=(3000, 9000, 0), third=(3000, 15_000, 0),
        speeds=(60, 80, 10), specs=(MAGISTRATE, RAMROD, HORNET),
    )  # fmt: skip
    duel.phase = 3
    move_cars(duel)
    assert cars_moved(duel) == [1, 0, 2, 1, 0]


@pytest.mark.parametrize(("pole", "first"), [((0, 1), 0), ((1, 0), 1)])
def test_v85_ties_are_broken_by_pole_order_not_reflexes(pole, first):
    duel = make_working_duel(one=(3000, 3000, 0), other=(3000, 9000, 0), speeds=(30, 30))
    duel.table = changed(duel.table, pole=pole)
    duel.cars[0].sheet = changed(duel.cars[0].sheet, reflexes=2)
    move_cars(duel)
    assert cars_moved(duel) == [first, 1 - first]


def test_v11_hit_does_not_cancel_a_shot_of_the_same_phase():
    """Both guns fire, and the first shot destroys the other's gun."""
    bare = changed(RAMROD, extras=(), armour=(0, 20, 25, 25, 8, 10))
    faces = (6, 6, 1, 1, 6, 6, 1, 1, *[1] * 8)
    duel = make_working_duel(*faces, other=(9000, 12_000, 12), specs=(bare, bare))
    for car in duel.cars:
        car.weapons = [1]
        car.turn_state.plan = CarPlan(
            car=car.number, speed=30, fires=(FireOrder(crew=1, weapon=0),)
        )
    fire(duel)
    assert [car.weapons for car in duel.cars] == [[0], [0]]


@pytest.mark.parametrize(("hc", "hs", "after"), [(3, -1, 2), (3, 1, 3), (0, -2, -1), (-2, -5, -4)])
def test_v14_each_turn_restores_handling_by_the_class_and_at_least_one(hc, hs, after):
    duel = make_working_duel(specs=(changed(MAGISTRATE, hc=hc), RAMROD))
    car = duel.cars[0]
    car.hs = hs
    recover_handling(duel)
    assert car.hs == after


def test_v59_damage_is_public_and_aim_is_private():
    duel = make_working_duel(6, 6, 3, 3)
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, fires=(FireOrder(crew=1, weapon=0),))
    fire(duel)
    (shot,) = [event for event in duel.film if isinstance(event, Fired)]
    assert shot.faces == (3, 3)
    assert [each.faces for each in duel.heard[0] if isinstance(each, Aimed)] == [(6, 6)]
    assert not [each for each in duel.heard[1] if isinstance(each, Aimed)]


def corners_of(polygons):
    return {(min(x for x, _ in one), min(y for _, y in one)) for one in polygons}


def test_v66_foundry_floor_matches_its_specification():
    arena = FOUNDRY_FLOOR
    assert (arena.width, arena.height) == (36_000, 24_000)
    assert corners_of(arena.walls) == {(16_500, 11_000), (16_000, 4000), (16_000, 19_500)}
    assert {(one.x, one.y, one.radius) for one in arena.pylons} == {
        (x, y, 500) for x in (9000, 27_000) for y in (6000, 18_000)
    }
    assert {one.y for one in arena.gates if one.heading in (0, 12)} == {6000, 18_000}
    assert {one.x for one in arena.gates if one.heading in (6, 18)} == {12_000, 24_000}


def test_v67_kessel_oval_matches_its_specification():
    arena = KESSEL_OVAL
    assert (arena.width, arena.height) == (44_000, 26_000)
    assert {(12_000, 9000), (23_500, 9000)} <= corners_of(arena.walls)
    assert len([wall for wall in arena.walls if len(wall) == 3]) == 4
    assert {(one.x, one.y, one.radius) for one in arena.pylons} == {
        (6000, 13_000, 500), (38_000, 13_000, 500),
    }  # fmt: skip
    assert corners_of(arena.gravel) == {(12_000, 7000), (12_000, 17_000)}
    assert {one.x for one in arena.gates} == {10_000, 18_000, 26_000, 34_000}


def test_v68_saltmarket_matches_its_specification():
    arena = SALTMARKET
    assert (arena.width, arena.height) == (34_000, 34_000)
    blocks = {(x, y) for x in (4000, 14_000, 24_000) for y in (4000, 24_000)}
    alleys = {(x, y) for x in (4000, 24_000) for y in (14_000, 18_000)}
    stalls = {(x, y) for x in (14_500, 18_500) for y in (14_500, 18_500)}
    assert corners_of(arena.walls) == blocks | alleys | stalls
    assert [(one.x, one.y, one.radius) for one in arena.pylons] == [(17_000, 17_000, 500)]
    assert {one.x for one in arena.gates} >= {12_000, 22_000}


@pytest.mark.parametrize(("token", "corner"), [("L45", 0), ("R45", 1)])
def test_v84_reversing_car_turns_about_the_inner_front_corner(token, corner):
    poses = inch_poses((10_000, 10_000, 0), CAR, token, reverse=True)
    assert poses[3] == (9000, 10_000, 0)
    assert corners(poses[-1], CAR)[corner] == corners(poses[3], CAR)[corner]


def test_v88_v91_vault_landing_does_a_die_each_10_mph_and_hurts_people_in_suits():
    """Dice: 1 inch, onto the front, tyres, then three for the landing at 30 mph."""
    duel = make_working_duel(1, 1, 1, 1, 1, 2, 2, 2, one=(6000, 12_000, 0), speeds=(30, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("vault", 0))
    assert car.armour[0] == 30 - 6
    assert car.tyres == [6, 6, 9, 9]
    assert (car.suits, car.dp) == ([3, 3], [2, 2])


def test_v89_skid_starts_with_the_next_inch_of_the_same_phase():
    """At 80 mph the second inch of phase 1 begins with a quarter inch along the old course."""
    duel = make_working_duel(one=(6000, 12_000, 0), speeds=(80, 0))
    car = duel.cars[0]
    car.course, car.skid = 6, (250,)
    car.turn_state.halves_left = 2
    move_cars(duel)
    assert car.skid == ()
    assert car.y == 12_250


def test_v92_second_lost_wheel_is_one_table_1_roll_with_the_hits_hazard():
    duel = make_working_duel(1, 1, 1, 1, speeds=(60, 0))
    car = duel.cars[0]
    hurt_tyre(duel, car, 0, 20)
    hurt_tyre(duel, car, 1, 20)
    assert car.turn_state.wheels_just_lost
    roll_control(duel, car, 1, table=2)
    assert not car.turn_state.wheels_just_lost
    assert [event.what for event in duel.film if event.__class__.__name__ == "LostControl"] == [
        "skid"
    ]
