"""Fire orders, crews and flags (V36 to V38, V45, V46, V53)."""

from __future__ import annotations

import pytest

from autoduel.rules.ends import can_leave, carry_out_flags, take_out_wrecks, update_crews
from autoduel.rules.moving import move_cars
from autoduel.rules.numbers import FIRE_FORBIDDEN
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
from tests.autoduel.garage import make_working_duel

DRIVER, GUNNER = 0, 1
TURRET, FRONT_GUN = 0, 1
"""The Magistrate's weapons."""


def give_orders(duel, *orders, number=0, **more):
    """Set the car's orders for this turn."""
    car = duel.cars[number]
    car.turn_state.plan = CarPlan(car=number, speed=car.speed, fires=orders, **more)
    return car


def target_number(duel, car, person, weapon, target):
    """Return the target number of a possible shot."""
    found = number_to_hit(duel, car, person, weapon, target, "body")
    assert found is not None
    return found


def shots(duel):
    """Return shooter, target and hit of each shot."""
    return [
        (event.car, event.target, event.hit)
        for event in duel.film
        if event.__class__.__name__ == "Fired"
    ]


def test_v36_each_person_and_each_weapon_fires_once_a_turn():
    duel = make_working_duel(1, 1, 1, 1)
    car = give_orders(
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
def test_v36_busy_driver_does_not_fire_but_a_gunner_does(busy):
    duel = make_working_duel(1, 1, 1, 1)
    car = give_orders(
        duel, FireOrder(crew=DRIVER, weapon=FRONT_GUN), FireOrder(crew=GUNNER, weapon=TURRET)
    )
    duel.numbers = changed(duel.numbers, driver_fire=FIRE_FORBIDDEN)
    car.turn_state.is_busy = busy
    fire(duel)
    assert len(shots(duel)) == (1 if busy else 2)
    assert car.shots[TURRET] == 9


@pytest.mark.parametrize(("rule", "fired", "extra"), [(0, 0, 0), (1, 1, 3), (2, 1, 0)])
def test_v154_club_decides_about_fire_by_a_manoeuvring_driver(rule, fired, extra):
    duel = make_working_duel(1, 1)
    car = give_orders(duel, FireOrder(crew=DRIVER, weapon=FRONT_GUN))

    def numbers() -> list[int]:
        """Return the numbers that the driver and the gunner need."""
        return [
            number_to_hit(duel, car, person, FRONT_GUN, duel.cars[1], "body") or 0
            for person in (DRIVER, GUNNER)
        ]

    driver, gunner = numbers()
    duel.numbers = changed(duel.numbers, driver_fire=rule)
    car.turn_state.is_busy, car.turn_state.busy_d = True, 3
    assert numbers() == [driver + extra, gunner]
    fire(duel)
    assert len(shots(duel)) == fired


def test_v36_bend_keeps_the_driver_busy_and_going_straight_does_not():
    for manoeuvre, busy in (("S", False), ("L15", True)):
        duel = make_working_duel()
        car = give_orders(duel, manoeuvres=(manoeuvre, "S", "S", "S", "S"))
        move_cars(duel)
        assert car.turn_state.is_busy == busy


def test_v36_passengers_cannot_fire():
    crew = (*MAGISTRATE.crew, Person(name="Passenger", place="passenger"))
    duel = make_working_duel(specs=(changed(MAGISTRATE, crew=crew), RAMROD))
    give_orders(duel, FireOrder(crew=2, weapon=TURRET))
    fire(duel)
    assert shots(duel) == []


def test_v37_linked_weapons_fire_as_one_action_at_one_target_with_separate_rolls():
    duel = make_working_duel(6, 6, 1, 1, 4, specs=(HORNET, RAMROD))
    car = give_orders(duel, FireOrder(crew=DRIVER, weapon=0))
    fire(duel)
    assert shots(duel) == [(0, 1, True), (0, 1, False)]
    assert car.shots == [19, 19]


def test_v35_target_of_previous_turns_is_easier_to_hit():
    duel = make_working_duel()
    car, target = duel.cars
    base = target_number(duel, car, GUNNER, FRONT_GUN, target)
    found = []
    for turns in (1, 2, 5):
        car.trail = [(FRONT_GUN, target.number, turns)]
        found.append(base - target_number(duel, car, GUNNER, FRONT_GUN, target))
    assert found == [1, 2, 2]
    car.trail = [(TURRET, target.number, 2)]
    assert target_number(duel, car, GUNNER, FRONT_GUN, target) == base


def test_v35_v16_skill_wounds_and_targeting_computer_change_the_roll():
    def bonus(person, **crew):
        who = changed(MAGISTRATE.crew[person], **crew)
        mates = tuple([who if at == person else one for at, one in enumerate(MAGISTRATE.crew)])
        found = []
        for spec, firer in ((MAGISTRATE, DRIVER), (changed(MAGISTRATE, crew=mates), person)):
            duel = make_working_duel(specs=(spec, RAMROD))
            found.append(target_number(duel, duel.cars[0], firer, FRONT_GUN, duel.cars[1]))
        return found[0] - found[1]

    assert bonus(GUNNER) == 1
    assert bonus(GUNNER, gunnery=2) == 3
    assert bonus(DRIVER, gunnery=1) == 1
    assert bonus(DRIVER, gunnery=None) == -4
    assert bonus(DRIVER, dp=2) == -2


def test_v19_skid_lowers_aim_or_prevents_fire():
    duel = make_working_duel(1, 1)
    car = give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET))
    base = target_number(duel, car, GUNNER, TURRET, duel.cars[1])
    car.turn_state.aim_modifier = -3
    assert target_number(duel, car, GUNNER, TURRET, duel.cars[1]) == base + 3
    car.turn_state.cannot_aim = True
    fire(duel)
    assert shots(duel) == []


def test_v53_order_applies_only_in_its_phases():
    duel = make_working_duel(1, 1)
    give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET, first=2, last=3))
    for phase, fired in ((1, 0), (2, 1)):
        duel.phase = phase
        fire(duel)
        assert len(shots(duel)) == fired


def test_v53_order_with_too_high_a_number_waits_for_the_last_phase():
    duel = make_working_duel(1, 1)
    car = duel.cars[0]
    wanted = target_number(duel, car, GUNNER, TURRET, duel.cars[1])
    give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET, most=wanted - 1, late=wanted))
    for phase, fired in ((1, 0), (4, 0), (5, 1)):
        duel.phase = phase
        fire(duel)
        assert len(shots(duel)) == fired


def test_v53_first_applicable_order_is_used():
    duel = make_working_duel(1, 1, other=(6000, 15_000, 12))
    car = give_orders(
        duel, FireOrder(crew=GUNNER, weapon=FRONT_GUN), FireOrder(crew=GUNNER, weapon=TURRET)
    )
    fire(duel)
    assert car.shots == [9, 20]


def make_duel_of_three():
    """Return a duel with two enemies: a distant parked one and a near damaged one driving past."""
    duel = make_working_duel(
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
    duel = make_duel_of_three()
    car = give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=target))
    car.last_hit_by = 1
    fire(duel)
    assert [row[1] for row in shots(duel)] == [hit]


def test_v53_yielded_and_disabled_cars_are_targets_only_by_name():
    for named, fired in ((NEAREST, 0), (1, 1)):
        duel = make_working_duel(1, 1)
        duel.cars[1].yielded, duel.cars[1].out = True, "yielded"
        give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=named))
        fire(duel)
        assert len(shots(duel)) == fired


def test_v34_shot_cannot_pass_another_car():
    duel = make_duel_of_three()
    duel.cars[2].pose = (8000, 8000, 6)
    give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET, target=1))
    fire(duel)
    assert shots(duel) == []


def test_v38_laser_needs_the_plant_and_a_gun_needs_shots():
    car = make_working_duel().cars[0]
    assert car.weapon_works(FRONT_GUN)
    car.shots[FRONT_GUN] = 0
    assert not car.weapon_works(FRONT_GUN)
    car.shots[FRONT_GUN] = -1
    assert car.weapon_works(FRONT_GUN)
    car.plant = 0
    assert not car.weapon_works(FRONT_GUN)


def test_v33_flamethrower_range_is_ten_inches():
    flamer = changed(RAMROD.weapons[0], look="flamethrower", to_hit=6, fire=4)
    for x, reached in ((16_500, True), (16_501, False)):
        duel = make_working_duel(
            specs=(changed(RAMROD, weapons=(flamer,)), MAGISTRATE),
            one=(6000, 15_000, 0),
            other=(x, 15_000, 12),
        )
        found = number_to_hit(duel, duel.cars[0], GUNNER, 0, duel.cars[1], "body")
        assert (found is not None) == reached


def test_v60_weapon_in_a_wrecked_turret_cannot_fire_and_others_see_that():
    car = make_working_duel().cars[0]
    assert car.weapon_works(TURRET)
    car.extras[0] = 0
    assert not car.weapon_works(TURRET)
    assert [each.wrecked for each in car.freeze()[0].weapons] == [True, False]


def test_v38_v39_anti_tank_gun_is_a_hazard_to_its_own_car():
    heavy = changed(MAGISTRATE.weapons[0], hazard=1)
    spec = changed(MAGISTRATE, weapons=(heavy, MAGISTRATE.weapons[1]))
    duel = make_working_duel(1, 1, specs=(spec, RAMROD))
    car = give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET))
    hazards_of_hits(duel, fire(duel))
    assert car.hs == 2


# --- crews and flags ------------------------------------------------------------------------------


def test_v45_gunner_takes_the_wheel_of_a_standing_car_in_two_turns():
    duel = make_working_duel(speeds=(5, 0))
    car = duel.cars[0]
    car.dp[DRIVER] = 1
    update_crews(duel)
    assert (car.speed, car.wheel_in, car.wheel) == (0, 0, DRIVER)
    wheel = []
    for _ in range(3):
        update_crews(duel)
        wheel.append(car.driver)
    assert wheel == [-1, -1, GUNNER]


def test_v17_substitute_has_no_reflexes():
    duel = make_working_duel()
    car = duel.cars[0]
    car.sheet = changed(car.sheet, reflexes=2)
    assert car.hc(duel.numbers) == 5
    car.wheel = GUNNER
    assert car.hc(duel.numbers) == 3


def test_v12_car_without_driver_or_plant_loses_5_mph_and_without_wheels_30():
    found = []
    for change in ({"dp": [1, 3]}, {"plant": 0}, {"tyres": [0, 0, 9, 9]}):
        duel = make_working_duel(speeds=(40, 0))
        for name, value in change.items():
            setattr(duel.cars[0], name, value)
        update_crews(duel)
        found.append(duel.cars[0].speed)
    assert found == [35, 35, 10]


def test_v45_yielding_car_brakes_by_10_a_turn_and_holds_fire():
    duel = make_working_duel()
    car = give_orders(duel, FireOrder(crew=GUNNER, weapon=TURRET), flag="yield")
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
def test_v45_bailing_out_is_harmless_to_20_mph_then_does_a_die_each_20(speed, faces, suits, dp):
    duel = make_working_duel(*faces, speeds=(speed, 0))
    car = give_orders(duel, flag="bail")
    carry_out_flags(duel)
    assert (car.suits, car.dp, car.gone) == (suits, dp, [True, True])
    assert (car.out, car.yielded) == ("yielded", True)


def test_v45_working_ejection_seats_save_at_any_speed():
    seats = Extra(key="accessory:1", name="Ejection seats", location="", dp=1, ejects=True)
    for working, dp in ((1, [3, 3]), (0, [0, 0])):
        faces = () if working else (6,) * 10
        spec = changed(MAGISTRATE, extras=(seats,))
        duel = make_working_duel(*faces, specs=(spec, RAMROD), speeds=(100, 0))
        car = give_orders(duel, flag="bail")
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
def test_v45_car_leaves_by_its_own_gate_from_turn_4_at_up_to_30_mph(pose, turn, speed, leaves):
    duel = make_working_duel(one=pose, speeds=(speed, 0))
    duel.turn = turn
    car = give_orders(duel, flag="leave")
    assert can_leave(duel, car) == leaves
    carry_out_flags(duel)
    assert car.out == ("left" if leaves else "")


def test_v46_yielding_is_a_kill_for_the_last_attacker_and_leaving_is_not():
    for flag, kills in (("yield", [0, 1]), ("leave", [0, 0])):
        duel = make_working_duel(one=(1500, 6000, 12))
        duel.turn = 5
        car = give_orders(duel, flag=flag)
        car.blamed = (1, GUNNER, 3)
        carry_out_flags(duel)
        assert duel.cars[1].kills == kills


@pytest.mark.parametrize(("turn", "kills"), [(5, 1), (4, 0)])
def test_v46_attack_counts_for_five_turns(turn, kills):
    duel = make_working_duel()
    duel.turn = 9
    car, foe = duel.cars
    car.blamed = (1, 0, turn)
    car.dp = [1, 1]
    take_out_wrecks(duel)
    assert (car.out, foe.kills[0]) == ("abandoned", kills)


def test_v46_heaviest_hit_of_a_phase_gets_the_kill_then_pole_order():
    for points, killer in (((5, 7), 2), ((7, 5), 1), ((6, 6), 1)):
        duel = make_duel_of_three()
        car = duel.cars[0]
        car.turn_state.blames = [(points[0], 1, 0), (points[1], 2, 0)]
        duel.table = changed(duel.table, pole=(0, 1, 2))
        car.plant, car.weapons = 0, [0, 0]
        take_out_wrecks(duel)
        assert duel.cars[killer].kills[0] == 1
