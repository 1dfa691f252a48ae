"""Droppers, clouds and debris (V25, V31, V34, V44, V54, V94 to V98)."""

from __future__ import annotations

import pytest

from autoduel.rules.damage import strike
from autoduel.rules.driving import roll_control
from autoduel.rules.dropping import (
    add_marker,
    age_markers,
    drop_debris,
    drop_markers,
    pose_of_marker,
)
from autoduel.rules.moving import move_cars
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.samples import MAGISTRATE, RAMROD, TRAPPER, WASP
from autoduel.rules.shooting import number_to_hit
from autoduel.rules.values import CarPlan, DropOrder, Extra, Marker
from engine.values import changed
from tests.autoduel.garage import make_working_duel

MINES, SMOKE = 1, 2
"""The Trapper's droppers."""
CAR = (500, 250)


def plan_drops(*orders, faces=(), **more):
    """Return a duel whose Trapper has these drop orders."""
    duel = make_working_duel(*faces, specs=(TRAPPER, RAMROD), **more)
    car = duel.cars[0]
    car.turn_state.plan = CarPlan(car=0, speed=car.speed, drops=orders)
    return duel, car


def drive_over(kind, *faces, spec=MAGISTRATE, aside=0, by=1):
    """Drive a car at 30 mph an inch over or past a marker. Return its duel and the car."""
    duel = make_working_duel(*faces, specs=(spec, RAMROD), other=(6000, 20_000, 0))
    duel.markers = [Marker(kind=kind, pose=(7000, 12_000 + aside, 0), by=by)]
    car = duel.cars[0]
    move_cars(duel)
    return duel, car


def marker_kinds(duel):
    return [marker.kind for marker in duel.markers]


def test_v44_marker_lands_behind_or_beside_its_mount():
    assert pose_of_marker((6000, 12_000, 0), CAR, "back", "mine") == (5250, 12_000, 12)
    assert pose_of_marker((6000, 12_000, 0), CAR, "back", "oil") == (5000, 12_000, 12)
    assert pose_of_marker((6000, 12_000, 0), CAR, "left", "mine") == (6000, 12_500, 6)
    assert pose_of_marker((6000, 12_000, 0), CAR, "right", "spikes") == (6000, 11_500, 18)
    assert pose_of_marker((6000, 12_000, 6), CAR, "back", "mine") == (6000, 11_250, 18)


def test_v44_marker_lies_where_the_dropper_was_after_its_first_inch():
    duel, car = plan_drops(DropOrder(crew=1, weapon=MINES, phase=1), speeds=(100, 0))
    car.speed = 100
    move_cars(duel)
    assert car.x == 8000
    drop_markers(duel)
    assert [marker.pose for marker in duel.markers] == [(6250, 12_000, 12)]
    assert car.shots[MINES] == 9


def test_v36_dropping_is_a_firing_action_that_a_busy_driver_cannot_take():
    order = DropOrder(crew=0, weapon=MINES, phase=1)
    duel, car = plan_drops(order, DropOrder(crew=0, weapon=SMOKE, phase=1))
    drop_markers(duel)
    assert marker_kinds(duel) == ["mine"]
    duel, car = plan_drops(order)
    car.turn_state.is_busy = True
    drop_markers(duel)
    assert marker_kinds(duel) == []
    duel, car = plan_drops(order)
    car.turn_state.people_acted = {0}
    drop_markers(duel)
    assert marker_kinds(duel) == []


def test_v54_v94_automatic_dropper_drops_in_each_moving_phase():
    duel, car = plan_drops(DropOrder(crew=1, weapon=MINES), speeds=(30, 0))
    for duel.phase in range(1, 6):
        move_cars(duel)
        drop_markers(duel)
    assert marker_kinds(duel) == ["mine"] * 3
    assert car.shots[MINES] == 7


def test_v54_drop_order_waits_for_its_phase():
    duel, _car = plan_drops(DropOrder(crew=1, weapon=MINES, phase=2))
    drop_markers(duel)
    assert marker_kinds(duel) == []
    duel.phase = 2
    drop_markers(duel)
    assert marker_kinds(duel) == ["mine"]


@pytest.mark.parametrize(
    ("other", "count"),
    [((2000, 12_000, 0), 1), ((900, 12_000, 0), 0), ((10_000, 12_000, 12), 0)],
)
def test_v54_drop_order_can_wait_for_an_enemy_behind(other, count):
    duel, _car = plan_drops(DropOrder(crew=1, weapon=MINES, phase=1, within=5000), other=other)
    drop_markers(duel)
    assert len(duel.markers) == count


def test_v44_empty_or_wrecked_dropper_drops_nothing():
    for change in ("shots", "weapons"):
        duel, car = plan_drops(DropOrder(crew=1, weapon=MINES, phase=1))
        getattr(car, change)[MINES] = 0
        drop_markers(duel)
        assert marker_kinds(duel) == []


def test_v46_immobile_car_with_only_droppers_is_out():
    _duel, car = plan_drops()
    assert car.can_fire
    car.weapons[0] = 0
    assert not car.can_fire


@pytest.mark.parametrize(("face", "hit"), [(4, True), (5, False)])
def test_v44_mine_explodes_under_a_car_on_1_to_4(face, hit):
    """Two dice hit the underbody and one each tyre, and the mine is used up."""
    duel, car = drive_over("mine", face, *((2, 3, 4, 6) if hit else ()))
    assert car.armour[5] == (3 if hit else 8)
    assert set(car.tyres) == ({5} if hit else {9})
    assert marker_kinds(duel) == ([] if hit else ["mine"])
    assert car.hs == (2 if hit else 3)


@pytest.mark.parametrize(("face", "hit"), [(2, True), (3, False)])
def test_v44_v95_mine_within_half_an_inch_explodes_on_1_to_2(face, hit):
    duel, _car = drive_over("mine", face, *((1, 1, 1, 6) if hit else ()), aside=700)
    assert marker_kinds(duel) == ([] if hit else ["mine"])


def test_v44_distant_mines_and_spikes_beside_a_car_have_no_effect():
    assert marker_kinds(drive_over("mine", aside=1000)[0]) == ["mine"]
    assert drive_over("spikes", aside=700)[1].tyres == [9, 9, 9, 9]


def test_v95_mine_spares_its_layer_beside_it_but_not_above_it():
    assert marker_kinds(drive_over("mine", aside=700, by=0)[0]) == ["mine"]
    assert marker_kinds(drive_over("mine", 1, 1, 1, 1, 6, by=0)[0]) == []


def test_v44_marker_works_once_a_phase():
    """At 100 mph a car passes it in two inches of one phase, and one die is rolled."""
    duel = make_working_duel(5, speeds=(100, 0), other=(6000, 20_000, 0))
    duel.markers = [Marker(kind="spikes", pose=(7300, 12_000, 0))]
    move_cars(duel)
    assert duel.cars[0].x == 8000


@pytest.mark.parametrize(("solid", "tyres"), [(False, 4), (True, 7)])
def test_v44_spikes_damage_each_tyre_by_a_die_and_solid_ones_by_half(solid, tyres):
    duel, car = drive_over("spikes", 1, 5, spec=changed(MAGISTRATE, solid=solid))
    assert set(car.tyres) == {tyres}
    assert marker_kinds(duel) == ["spikes"]


def test_v44_v42_tyre_lost_to_a_mine_costs_3_and_to_spikes_2():
    bald = changed(MAGISTRATE, tyres=(1, 9, 9, 9))
    assert drive_over("mine", 1, 1, 1, 1, 6, spec=bald)[1].lost_hc == 3
    assert drive_over("spikes", 1, 1, 6, spec=bald)[1].lost_hc == 2


def test_v44_burning_oil_burns_a_car_that_drives_over_it():
    _duel, car = drive_over("burning-oil", 4, 6)
    assert (car.armour[5], set(car.tyres), car.turn_state.heat, car.hs) == (6, {7}, 3, 0)


def test_v44_burning_oil_ignites_a_phase_after_it_was_laid():
    duel = make_working_duel(other=(6000, 20_000, 0))
    add_marker(duel, Marker(kind="burning-oil", pose=(7000, 12_000, 0), left=5))
    move_cars(duel)
    assert duel.cars[0].turn_state.heat == 0


def test_v25_v98_oil_adds_2_to_every_difficulty_and_gravel_1():
    duel = make_working_duel()
    car = duel.cars[0]
    duel.markers = [Marker(kind="oil", pose=(6000, 12_000, 0))]
    roll_control(duel, car, 1, table=2)
    assert car.hs == 0
    duel.markers = [Marker(kind="oil", pose=(9000, 12_000, 0))]
    roll_control(duel, car, 1, table=2)
    assert car.hs == -1


def test_v25_oil_does_not_affect_driving_straight():
    assert drive_over("oil")[1].hs == 3


@pytest.mark.parametrize(
    ("pose", "worse"),
    [
        ((9000, 12_000, 6), 1),
        ((9000, 12_000, 0), 2),
        ((9000, 12_000, 12), 2),
        ((9000, 13_000, 0), 0),
    ],
)
def test_v34_v96_cloud_takes_1_off_across_and_2_lengthwise(pose, worse):
    duel = make_working_duel()
    car, target = duel.cars
    clear = number_to_hit(duel, car, 1, 0, target, "body")
    duel.markers = [Marker(kind="smoke", pose=pose, left=10)]
    clouded = number_to_hit(duel, car, 1, 0, target, "body")
    assert clear is not None
    assert clouded == clear + worse


@pytest.mark.parametrize(
    ("working", "radarproof", "worse"), [(1, False, 0), (0, False, 2), (1, True, 2)]
)
def test_v34_radar_sees_through_clouds_except_radarproof_ones(working, radarproof, worse):
    radar = Extra(key="accessory:1", name="Radar", location="top", dp=1, sees=True)
    specs = (changed(MAGISTRATE, extras=(radar,)), changed(RAMROD, radarproof=radarproof))
    duel = make_working_duel(specs=specs)
    car, target = duel.cars
    car.extras = [working]
    clear = number_to_hit(duel, car, 1, 0, target, "body")
    duel.markers = [Marker(kind="smoke", pose=(9000, 12_000, 0), left=10)]
    clouded = number_to_hit(duel, car, 1, 0, target, "body")
    assert clear is not None
    assert clouded == clear + worse


def test_v34_no_laser_passes_a_cloud_even_with_radar():
    radar = Extra(key="accessory:1", name="Radar", location="top", dp=1, sees=True)
    duel = make_working_duel(specs=(changed(WASP, extras=(radar,)), RAMROD))
    car, target = duel.cars
    assert number_to_hit(duel, car, 0, 0, target, "body") is not None
    duel.markers = [Marker(kind="paint", pose=(9000, 12_000, 0), left=2)]
    assert number_to_hit(duel, car, 0, 0, target, "body") is None


def test_v44_driving_through_paint_lowers_aim_by_2():
    duel, car = drive_over("paint")
    duel.markers = []
    assert car.painted == 3
    painted = number_to_hit(duel, car, 1, 0, duel.cars[1], "body")
    car.painted = 0
    clear = number_to_hit(duel, car, 1, 0, duel.cars[1], "body")
    assert clear is not None
    assert painted == clear + 2


@pytest.mark.parametrize(("kind", "turns"), [("smoke", 10), ("paint", 2)])
def test_v44_clouds_thin_out(kind, turns):
    order = DropOrder(crew=1, weapon=SMOKE, phase=1)
    look = changed(TRAPPER.weapons[SMOKE], look=kind)
    spec = changed(TRAPPER, weapons=(*TRAPPER.weapons[:2], look))
    duel = make_working_duel(specs=(spec, RAMROD))
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, drops=(order,))
    drop_markers(duel)
    for _ in range(turns - 1):
        age_markers(duel)
    assert marker_kinds(duel) == [kind]
    age_markers(duel)
    assert marker_kinds(duel) == []


def test_v44_burning_oil_leaves_smoke_and_plain_oil_stays():
    duel = make_working_duel()
    duel.markers = [
        Marker(kind="burning-oil", pose=(0, 0, 0), left=1),
        Marker(kind="oil", pose=(0, 0, 0)),
    ]
    age_markers(duel)
    assert [(marker.kind, marker.left) for marker in duel.markers] == [("smoke", 10), ("oil", -1)]


@pytest.mark.parametrize(("points", "kind"), [(9, []), (10, ["debris"]), (20, ["obstacle"])])
def test_v31_v97_car_that_took_10_damage_in_a_phase_drops_debris(points, kind):
    duel = make_working_duel()
    strike(duel, duel.cars[0], "front", points, (1,))
    drop_debris(duel)
    assert marker_kinds(duel) == kind
    assert all(marker.pose == (5250, 12_000, 12) for marker in duel.markers)


def test_v31_lost_wheel_is_an_obstacle_once():
    duel = make_working_duel()
    duel.cars[0].tyres[2] = 0
    drop_debris(duel)
    drop_debris(duel)
    assert marker_kinds(duel) == ["obstacle"]


@pytest.mark.parametrize(("kind", "hs"), [("debris", 2), ("obstacle", 0)])
def test_v31_debris_is_a_hazard_and_damages_tyres(kind, hs):
    _duel, car = drive_over(kind, 5, 6)
    assert (car.hs, set(car.tyres)) == (hs, {7})


def test_v31_oldest_markers_vanish_above_forty():
    duel = make_working_duel()
    for x in range(42):
        add_marker(duel, Marker(kind="oil", pose=(x, 0, 0)))
    assert [marker.pose[0] for marker in duel.markers] == list(range(2, 42))
    assert NUMBERS.most_markers == 40
