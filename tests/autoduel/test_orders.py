"""Orders to fire and who fires them; crews and flags (V36 to V38, V45, V46, V53)."""

from __future__ import annotations

import pytest

from autoduel.rules.ends import can_leave, carry_out_flags, take_out_wrecks, update_crews
from autoduel.rules.moving import move_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD
from autoduel.rules.shooting import fire, hazards_of_hits, number_to_hit
from autoduel.rules.values import (
    EASIEST,
    LAST_HIT_ME,
    MOST_HOLED,
    NEAREST,
    CarPlan,
    Extra,
    FireOrder,
    Person,
)
from engine.values import changed
from tests.autoduel.garage import at_work

DRIVER, GUNNER = 0, 1
TURRET, FRONT_GUN = 0, 1
"""The Magistrate's weapons."""


def ordered(duel, *orders, number=0, **more):
    """The car's orders for this turn."""
    car = duel.cars[number]
    car.turn_state.plan = CarPlan(car=number, speed=car.speed, fires=orders, **more)
    return car


def number(duel, car, person, weapon, target):
    """The number needed for a shot that can be made."""
    found = number_to_hit(duel, car, person, weapon, target, "body")
    assert found is not None
    return found


def shots(duel):
    """Who shot at whom, and whether it hit."""
    return [
        (event.car, event.target, event.hit)
        for event in duel.film
        if event.__class__.__name__ == "Fired"
    ]


def test_v36_each_person_fires_once_a_turn_and_each_weapon_too():
    duel = at_work(1, 1, 1, 1)
    car = ordered(
        duel,
        FireOrder(crew=GUNNER, weapon=FRONT_GUN),
        FireOrder(crew=GUNNER, weapon=TURRET),
        FireOrder(crew=DRIVER, weapon=FRONT_GUN),
        FireOrder(crew=DRIVER, weapon=TURRET),
    )
    fire(duel)
    fire(duel)
    assert shots(duel) == [(0, 1, False)] * 2
    assert car.shots == [9, 19]


@pytest.mark.parametrize("busy", [True, False])
def test_v36_a_driver_does_not_fire_in_a_phase_in_which_he_was_busy_and_a_gunner_does(busy):
    duel = at_work(1, 1, 1, 1)
    car = ordered(
        duel, FireOrder(crew=DRIVER, weapon=FRONT_GUN), FireOrder(crew=GUNNER, weapon=TURRET)
    )
    car.turn_state.is_busy = busy
    fire(duel)
    assert len(shots(duel)) == (1 if busy else 2)
    assert car.shots[TURRET] == 9


def test_v36_a_bend_makes_a_driver_busy_and_straight_on_does_not():
    for manoeuvre, busy in (("S", False), ("L15", True)):
        duel = at_work()
        car = ordered(duel, manoeuvres=(manoeuvre, "S", "S", "S", "S"))
        move_cars(duel)
        assert car.turn_state.is_busy == busy


def test_v36_passengers_hold_no_gun():
    crew = (*MAGISTRATE.crew, Person(name="Passenger", place="passenger"))
    duel = at_work(specs=(changed(MAGISTRATE, crew=crew), RAMROD))
    ordered(duel, FireOrder(crew=2, weapon=TURRET))
    fire(duel)
    assert shots(duel) == []


def test_v37_linked_weapons_are_one_action_at_one_target_with_a_roll_each():
    duel = at_work(6, 6, 1, 1, 4, specs=(HORNET, RAMROD))
    car = ordered(duel, FireOrder(crew=DRIVER, weapon=0))
    fire(duel)
    assert shots(duel) == [(0, 1, True), (0, 1, False)]
    assert car.shots == [19, 19]


def test_v35_a_target_fired_at_in_the_turns_before_is_easier():
    duel = at_work()
    car, target = duel.cars
    base = number(duel, car, GUNNER, FRONT_GUN, target)
    found = []
    for turns in (1, 2, 5):
        car.trail = [(FRONT_GUN, target.number, turns)]
        found.append(base - number(duel, car, GUNNER, FRONT_GUN, target))
    assert found == [1, 2, 2]
    car.trail = [(TURRET, target.number, 2)]
    assert number(duel, car, GUNNER, FRONT_GUN, target) == base


def test_v35_v16_skill_wounds_and_the_gunners_computer():
    def bonus(person, **crew):
        who = changed(MAGISTRATE.crew[person], **crew)
        mates = tuple([who if at == person else one for at, one in enumerate(MAGISTRATE.crew)])
        found = []
        for spec, firer in ((MAGISTRATE, DRIVER), (changed(MAGISTRATE, crew=mates), person)):
            duel = at_work(specs=(spec, RAMROD))
            found.append(number(duel, duel.cars[0], firer, FRONT_GUN, duel.cars[1]))
        return found[0] - found[1]

    assert bonus(GUNNER) == 1
    assert bonus(GUNNER, gunnery=2) == 3
    assert bonus(DRIVER, gunnery=1) == 1
    assert bonus(DRIVER, gunnery=None) == -4
    assert bonus(DRIVER, dp=2) == -2


def test_v19_an_order_in_a_skid_aims_worse_or_not_at_all():
    duel = at_work(1, 1)
    car = ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET))
    base = number(duel, car, GUNNER, TURRET, duel.cars[1])
    car.turn_state.aim_modifier = -3
    assert number(duel, car, GUNNER, TURRET, duel.cars[1]) == base + 3
    car.turn_state.cannot_aim = True
    fire(duel)
    assert shots(duel) == []


def test_v53_an_order_holds_in_its_phases_only():
    duel = at_work(1, 1)
    ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET, first=2, last=3))
    for phase, fired in ((1, 0), (2, 1)):
        duel.phase = phase
        fire(duel)
        assert len(shots(duel)) == fired


def test_v53_a_number_that_is_too_high_waits_for_the_last_phase():
    duel = at_work(1, 1)
    car = duel.cars[0]
    wanted = number(duel, car, GUNNER, TURRET, duel.cars[1])
    ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET, most=wanted - 1, late=wanted))
    for phase, fired in ((1, 0), (4, 0), (5, 1)):
        duel.phase = phase
        fire(duel)
        assert len(shots(duel)) == fired


def test_v53_the_first_order_that_holds_is_taken():
    duel = at_work(1, 1, other=(6000, 15_000, 12))
    car = ordered(
        duel, FireOrder(crew=GUNNER, weapon=FRONT_GUN), FireOrder(crew=GUNNER, weapon=TURRET)
    )
    fire(duel)
    assert car.shots == [9, 20]


def three():
    """The first car and two foes: a parked one far off, a holed one that drives past near by."""
    duel = at_work(
        1,
        1,
        specs=(MAGISTRATE, RAMROD, MAGISTRATE),
        one=(4000, 8000, 0),
        other=(11_500, 8000, 6),
        third=(6500, 10_500, 0),
        speeds=(30, 0, 80),
    )
    seen = duel.cars[2].seen
    duel.cars[2].seen = changed(seen, holed=(True, *seen.holed[1:]))
    return duel


@pytest.mark.parametrize(
    ("target", "hit"), [(NEAREST, 2), (EASIEST, 1), (MOST_HOLED, 2), (LAST_HIT_ME, 1), (2, 2)]
)
def test_v53_each_way_to_choose_a_target(target, hit):
    duel = three()
    car = ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=target))
    car.last_hit_by = 1
    fire(duel)
    assert [row[1] for row in shots(duel)] == [hit]


def test_v53_nobody_who_yielded_or_is_out_is_fired_at_unless_named():
    for named, fired in ((NEAREST, 0), (1, 1)):
        duel = at_work(1, 1)
        duel.cars[1].yielded, duel.cars[1].out = True, "yielded"
        ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=named))
        fire(duel)
        assert len(shots(duel)) == fired


def test_v34_no_shot_through_another_car():
    duel = three()
    duel.cars[2].pose = (8000, 8000, 6)
    ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=1))
    fire(duel)
    assert shots(duel) == []


def test_v38_a_laser_needs_the_plant_and_a_gun_its_shots():
    car = at_work().cars[0]
    assert car.weapon_works(FRONT_GUN)
    car.shots[FRONT_GUN] = 0
    assert not car.weapon_works(FRONT_GUN)
    car.shots[FRONT_GUN] = -1
    assert car.weapon_works(FRONT_GUN)
    car.plant = 0
    assert not car.weapon_works(FRONT_GUN)


def test_v33_a_flamethrower_reaches_ten_inches():
    flamer = changed(RAMROD.weapons[0], look="flamethrower", to_hit=6, fire=4)
    for x, reached in ((16_500, True), (16_501, False)):
        duel = at_work(
            specs=(changed(RAMROD, weapons=(flamer,)), MAGISTRATE),
            one=(6000, 15_000, 0),
            other=(x, 15_000, 12),
        )
        found = number_to_hit(duel, duel.cars[0], GUNNER, 0, duel.cars[1], "body")
        assert (found is not None) == reached


def test_v60_a_weapon_in_a_wrecked_turret_fires_no_more_and_that_is_seen():
    car = at_work().cars[0]
    assert car.weapon_works(TURRET)
    car.extras[0] = 0
    assert not car.weapon_works(TURRET)
    assert [each.wrecked for each in car.freeze()[0].weapons] == [True, False]


def test_v38_v39_an_anti_tank_gun_is_a_hazard_to_its_own_car():
    heavy = changed(MAGISTRATE.weapons[0], hazard=1)
    spec = changed(MAGISTRATE, weapons=(heavy, MAGISTRATE.weapons[1]))
    duel = at_work(1, 1, specs=(spec, RAMROD))
    car = ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET))
    hazards_of_hits(duel, fire(duel))
    assert car.hs == 2


# --- crews and flags ------------------------------------------------------------------------------


def test_v45_a_gunner_takes_the_wheel_of_a_car_that_stands_and_it_takes_two_turns():
    duel = at_work(speeds=(5, 0))
    car = duel.cars[0]
    car.dp[DRIVER] = 1
    update_crews(duel)
    assert (car.speed, car.wheel_in, car.wheel) == (0, 0, DRIVER)
    wheel = []
    for _ in range(3):
        update_crews(duel)
        wheel.append(car.driver)
    assert wheel == [-1, -1, GUNNER]


def test_v17_a_substitute_has_no_reflexes():
    duel = at_work()
    car = duel.cars[0]
    car.sheet = changed(car.sheet, reflexes=2)
    assert car.hc(duel.numbers) == 5
    car.wheel = GUNNER
    assert car.hc(duel.numbers) == 3


def test_v12_without_a_driver_or_a_plant_a_car_loses_5_mph_and_without_wheels_30():
    found = []
    for change in ({"dp": [1, 3]}, {"plant": 0}, {"tyres": [0, 0, 9, 9]}):
        duel = at_work(speeds=(40, 0))
        for name, value in change.items():
            setattr(duel.cars[0], name, value)
        update_crews(duel)
        found.append(duel.cars[0].speed)
    assert found == [35, 35, 10]


def test_v45_who_yields_brakes_by_10_a_turn_and_fires_nothing():
    duel = at_work()
    car = ordered(duel, FireOrder(crew=GUNNER, weapon=TURRET), flag="yield")
    carry_out_flags(duel)
    assert (car.out, car.yielded) == ("yielded", True)
    fire(duel)
    assert shots(duel) == []
    update_crews(duel)
    assert car.speed == 20


@pytest.mark.parametrize(
    ("speed", "faces", "suits", "dp"),
    [
        (20, (), [3, 3], [3, 3]),
        (25, (6, 1, 4, 5), [0, 0], [3, 3]),
        (50, (6, 6, 6, 1, 1, 4), [0, 2], [0, 3]),
    ],
)
def test_v45_who_bails_out_is_unhurt_up_to_20_mph_and_hurt_by_a_die_each_20_begun(
    speed, faces, suits, dp
):
    duel = at_work(*faces, speeds=(speed, 0))
    car = ordered(duel, flag="bail")
    carry_out_flags(duel)
    assert (car.suits, car.dp, car.gone) == (suits, dp, [True, True])
    assert (car.out, car.yielded) == ("yielded", True)


def test_v45_ejection_seats_save_at_any_speed_while_they_work():
    seats = Extra(key="accessory:1", name="Ejection seats", location="", dp=1, ejects=True)
    for working, dp in ((1, [3, 3]), (0, [0, 0])):
        faces = () if working else (6,) * 10
        spec = changed(MAGISTRATE, extras=(seats,))
        duel = at_work(*faces, specs=(spec, RAMROD), speeds=(100, 0))
        car = ordered(duel, flag="bail")
        car.extras, car.suits = [working], [0, 0]
        carry_out_flags(duel)
        assert car.dp == dp


@pytest.mark.parametrize(
    ("pose", "turn", "speed", "leaves"),
    [
        ((1500, 6000, 12), 4, 30, True),
        ((1500, 6000, 12), 3, 30, False),
        ((1500, 6000, 12), 4, 35, False),
        ((2001, 6000, 12), 4, 30, False),
        ((1500, 18_000, 12), 4, 30, False),
    ],
)
def test_v45_a_car_leaves_by_its_own_gate_from_turn_4_at_30_mph_at_most(pose, turn, speed, leaves):
    duel = at_work(one=pose, speeds=(speed, 0))
    duel.turn = turn
    car = ordered(duel, flag="leave")
    assert can_leave(duel, car) == leaves
    carry_out_flags(duel)
    assert car.out == ("left" if leaves else "")


def test_v46_who_yields_is_a_kill_for_who_last_hurt_it_and_who_leaves_is_nobodys():
    for flag, kills in (("yield", [0, 1]), ("leave", [0, 0])):
        duel = at_work(one=(1500, 6000, 12))
        duel.turn = 5
        car = ordered(duel, flag=flag)
        car.blamed = (1, GUNNER, 3)
        carry_out_flags(duel)
        assert duel.cars[1].kills == kills


@pytest.mark.parametrize(("turn", "kills"), [(5, 1), (4, 0)])
def test_v46_a_blow_counts_for_five_turns(turn, kills):
    duel = at_work()
    duel.turn = 9
    car, foe = duel.cars
    car.blamed = (1, 0, turn)
    car.dp = [1, 1]
    take_out_wrecks(duel)
    assert (car.out, foe.kills[0]) == ("abandoned", kills)


def test_v46_of_the_blows_of_a_phase_the_heaviest_has_the_kill_then_the_pole_order():
    for points, killer in (((5, 7), 2), ((7, 5), 1), ((6, 6), 1)):
        duel = three()
        car = duel.cars[0]
        car.turn_state.blames = [(points[0], 1, 0), (points[1], 2, 0)]
        duel.table = changed(duel.table, pole=(0, 1, 2))
        car.plant, car.weapons = 0, [0, 0]
        take_out_wrecks(duel)
        assert duel.cars[killer].kills[0] == 1
