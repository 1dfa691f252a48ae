"""Hits, damage, tyres, people and fire (V35, V38 to V43, V81)."""

from __future__ import annotations

import pytest

from autoduel.doctrine.weigh import ForecastCar
from autoduel.rules.aiming import number_needed, throws_that_hit
from autoduel.rules.damage import hurt_tyre, strike
from autoduel.rules.ends import burn_cars, explode, take_out_wrecks
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.samples import MAGISTRATE, RAMROD, WASP
from autoduel.rules.shooting import fire, hazards_of_hits
from autoduel.rules.values import CarPlan, FireOrder, Weapon
from engine.values import changed
from tests.autoduel.garage import make_working_duel


def ghost(x, y, heading, speed, **looks):
    return ForecastCar(
        (x, y, heading), speed, **{"cycle": False, "small": False, "blunt": False, **looks}
    )


def hit_percent(number):
    return round(100 * throws_that_hit(number) / 36)


@pytest.mark.parametrize(
    ("firer", "target", "aim", "wanted"),
    [
        (ghost(0, 0, 0, 30), ghost(6500, 0, 12, 30), "body", 28),
        (ghost(0, 0, 0, 40), ghost(3500, 0, 0, 40), "body", 42),
        (ghost(0, 0, 0, 30), ghost(0, 1000, 0, 30), "body", 97),
        (ghost(0, 0, 0, 10), ghost(6500, 0, 6, 0), "body", 58),
        (ghost(0, 0, 0, 40), ghost(3500, 0, 0, 40), "tyre", 8),
    ],
    ids=["head-on", "tail chase", "beside", "parked side", "tyre in the chase"],
)
def test_v81_expected_hits_of_a_base_gunner_with_a_machine_gun(firer, target, aim, wanted):
    assert hit_percent(number_needed(NUMBERS, firer, 7, target, aim, 0)) == wanted


def test_v35_each_row_of_the_modifiers():
    firer = ghost(0, 0, 0, 10)
    side_on = ghost(3000, 0, 6, 10)
    base = number_needed(NUMBERS, firer, 7, side_on, "body", 0)
    assert base == 7

    def plus(target, aim="body", by=firer):
        return base - number_needed(NUMBERS, by, 7, target, aim, 0)

    assert plus(ghost(1500, 0, 6, 10)) == 4
    assert [plus(ghost(x, 0, 6, 10)) for x in (4499, 4500, 8500)] == [0, -1, -2]
    assert plus(ghost(3000, 0, 6, 0)) == 1
    assert plus(side_on, by=ghost(0, 0, 0, 0)) == 1
    assert [plus(ghost(3000, 0, 6, speed)) for speed in (25, 30, 40, 80, 200)] == [
        0,
        -1,
        -2,
        -6,
        -6,
    ]
    assert plus(ghost(3000, 0, 6, 10, small=True)) == -1
    assert plus(ghost(3000, 0, 0, 10)) == -1
    assert plus(ghost(3000, 0, 0, 10, blunt=True)) == 0
    assert plus(ghost(3000, 0, 6, 10, cycle=True)) == -2
    assert plus(ghost(3000, 0, 0, 10, cycle=True)) == -3
    assert (plus(side_on, "tyre"), plus(side_on, "turret")) == (-3, -2)


def test_v35_two_always_misses_and_twelve_always_hits():
    assert [throws_that_hit(number) for number in (-3, 2, 7, 12, 20)] == [35, 35, 21, 1, 1]


def test_v41_armour_absorbs_damage_and_loses_the_absorbed_points():
    duel = make_working_duel()
    car = duel.cars[0]
    assert strike(duel, car, "front", 6, (6,)) == 2
    assert car.armour == [24, 20, 20, 20, 10, 8]
    assert car.dealt[0] == 6


def test_v41_metal_armour_loses_a_point_only_for_each_6():
    duel = make_working_duel(specs=(changed(MAGISTRATE, metal=True), MAGISTRATE))
    car = duel.cars[0]
    strike(duel, car, "front", 11, (5, 6))
    assert car.armour[0] == 29


def test_v41_damage_through_the_front_hits_weapon_plant_then_crew():
    duel = make_working_duel(1, 1, 1)
    car = duel.cars[0]
    car.armour[0], car.plant = 2, 2
    assert strike(duel, car, "front", 9, (6, 3)) == 2
    assert (car.armour[0], car.weapons, car.plant) == (0, [4, 0], 0)
    assert (car.suits, car.dp) == ([1, 3], [3, 3])


def test_v39_wounded_driver_worsens_the_hazard_by_two():
    duel = make_working_duel(1)
    car = duel.cars[0]
    car.armour[1], car.suits = 0, [0, 0]
    assert strike(duel, car, "back", 1, (1,)) == 3
    assert car.dp == [2, 3]


def test_v38_reflective_armour_halves_lasers_but_shows_the_full_damage():
    duel = make_working_duel(specs=(changed(MAGISTRATE, reflective=True), MAGISTRATE))
    car = duel.cars[0]
    strike(duel, car, "left", 5, (5,), is_laser=True)
    assert (car.armour[2], car.dealt[2]) == (18, 5)


def test_v42_shot_tyre_costs_three_handling_classes_and_is_a_hazard_of_six():
    duel = make_working_duel()
    car = duel.cars[0]
    assert hurt_tyre(duel, car, 0, 20, was_shot=True) == 6
    assert (car.lost_hc, car.has_wheels) == (3, True)
    assert hurt_tyre(duel, car, 1, 20) == 6
    assert not car.has_wheels
    assert not car.is_drivable


def test_v43_one_dp_is_unconscious():
    car = make_working_duel().cars[0]
    car.dp = [1, 3]
    assert not car.is_awake(0)
    assert car.is_awake(1)
    assert car.driver == -1


def test_v40_heat_sets_a_car_on_fire_and_an_extinguisher_puts_it_out():
    duel = make_working_duel(1, 2, 3)
    car = duel.cars[0]
    car.turn_state.heat = 3
    burn_cars(duel)
    assert not car.burning
    duel = make_working_duel(1, 2, 4)
    car = duel.cars[0]
    car.turn_state.heat = 3
    burn_cars(duel)
    assert car.burning
    assert car.armour == [29, 19, 19, 19, 9, 7]


def test_v40_explosion_destroys_the_car_and_damages_nearby_ones():
    duel = make_working_duel(6, 6, 4, other=(7800, 12_000, 12))
    car, near = duel.cars
    explode(duel, car)
    assert (car.out, car.plant, car.dp) == ("exploded", 0, [0, 0])
    assert near.armour[5] == 6


def test_v46_disabled_car_is_out_and_its_last_attacker_gets_the_kill():
    duel = make_working_duel(1)
    car, foe = duel.cars
    strike(duel, car, "back", 1, (1,), attacker=(foe.number, 1))
    car.plant, car.weapons = 0, [0, 0]
    take_out_wrecks(duel)
    assert car.out == "wrecked"
    assert foe.kills == [0, 1]


def test_v46_immobile_car_that_can_fire_stays_in():
    duel = make_working_duel()
    car = duel.cars[0]
    car.plant = 0
    take_out_wrecks(duel)
    assert not car.out


@pytest.mark.parametrize(
    ("heat", "faces", "burns"),
    [
        (4, (1, 3, 6), True),
        (4, (2, 3), False),
        (3, (1, 2, 6), True),
        (2, (1, 1, 6), True),
        (2, (1, 2), False),
    ],
)
def test_v40_two_dice_at_or_below_the_heat_start_a_fire(heat, faces, burns):
    duel = make_working_duel(*faces)
    duel.cars[0].turn_state.heat = heat
    burn_cars(duel)
    assert duel.cars[0].burning == burns


def test_v40_heat_of_one_never_burns_alone_and_heat_adds_up():
    duel = make_working_duel(1, 1)
    car = duel.cars[0]
    car.turn_state.heat = 1
    burn_cars(duel)
    assert not car.burning
    duel = make_working_duel(1, 4, 6)
    car = duel.cars[0]
    car.turn_state.heat, car.flames = 1, [(4, 2)]
    burn_cars(duel)
    assert car.burning


def test_v40_flamethrower_heat_lasts_two_turns():
    duel = make_working_duel(6, 6, 6, 6)
    car = duel.cars[0]
    car.flames = [(4, 2)]
    left = []
    for _ in range(3):
        burn_cars(duel)
        left.append(list(car.flames))
    assert left == [[(4, 1)], [], []]


@pytest.mark.parametrize(
    ("spec", "armour", "heat"),
    [({}, 20, 2), ({"fireproof": True}, 20, 0), ({"fireproof": True}, 0, 2)],
)
def test_v40_heat_does_not_pass_unbreached_fireproof_armour(spec, armour, heat):
    duel = make_working_duel(1, 1, 1, specs=(changed(MAGISTRATE, **spec), MAGISTRATE))
    car = duel.cars[0]
    car.armour[2], car.plant = armour, 0
    strike(duel, car, "left", 1, (1,), is_laser=True, fire=2)
    assert car.turn_state.heat == heat


@pytest.mark.parametrize(
    ("spec", "armour", "flames"),
    [({}, 20, [(4, 2)]), ({"fireproof": True}, 20, []), ({"fireproof": True}, 0, [(4, 2)])],
)
def test_v40_flamethrower_heats_by_4_in_two_turns_but_not_through_fireproof_armour(
    spec, armour, flames
):
    duel = make_working_duel(1, 1, 1, specs=(changed(MAGISTRATE, **spec), MAGISTRATE))
    car = duel.cars[0]
    car.armour[2], car.plant = armour, 0
    strike(duel, car, "left", 1, (1,), fire=4, fire_turns=2)
    assert (car.turn_state.heat, car.flames) == (0, flames)


def test_v40_flamethrower_hit_leaves_heat_once():
    flamer = Weapon(
        key="weapon:1", name="Flamethrower", look="flamethrower", facing="front",
        to_hit=6, dice=1, dp=2, shots=10, fire=4,
    )  # fmt: skip
    duel = make_working_duel(6, 6, 3, specs=(changed(MAGISTRATE, weapons=(flamer,)), RAMROD))
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, fires=(FireOrder(crew=1, weapon=0),))
    fire(duel)
    assert (duel.cars[1].turn_state.heat, duel.cars[1].flames) == (0, [(4, 2)])


def test_v40_extinguishers_roll_first_each_turn():
    for face, burns in ((3, False), (4, True)):
        duel = make_working_duel(face)
        car = duel.cars[0]
        car.burning = True
        burn_cars(duel)
        assert car.burning == burns
        assert car.armour[0] == (29 if burns else 30)


def test_v40_fire_takes_a_point_of_every_part_and_person():
    duel = make_working_duel(4)
    car = duel.cars[0]
    car.burning, car.suits = True, [0, 2]
    burn_cars(duel)
    assert car.armour == [29, 19, 19, 19, 9, 7]
    assert (car.weapons, car.plant, car.tyres) == ([3, 2], 9, [8, 8, 8, 8])
    assert car.extras == [2, 0, 0]
    assert (car.suits, car.dp) == ([0, 1], [2, 3])


def test_v40_v42_burnt_tyre_is_lost_like_any_other():
    duel = make_working_duel(4)
    car = duel.cars[0]
    car.burning, car.tyres = True, [1, 9, 9, 9]
    burn_cars(duel)
    assert car.lost_hc == 2
    assert car.hs == -3


@pytest.mark.parametrize(
    ("change", "shots", "out"),
    [({}, 10, "exploded"), ({}, 0, ""), ({"gas": True}, 0, "exploded")],
)
def test_v40_burning_loaded_car_or_gas_plant_explodes_on_a_one(change, shots, out):
    """The Ramrod's rockets are volatile while any are left. A car without them rolls no die."""
    faces = (1, 1, 1, 1) if out else ()
    duel = make_working_duel(*faces, specs=(changed(RAMROD, **change), MAGISTRATE))
    car = duel.cars[0]
    car.burning, car.shots = True, [shots]
    burn_cars(duel)
    assert car.out == out


@pytest.mark.parametrize(
    ("fire", "gas", "faces", "burns"),
    [
        (0, False, (1, 2, 6), True),
        (0, False, (2, 2), False),
        (2, False, (2, 3, 6), True),
        (0, True, (2, 2, 6), True),
    ],
)
def test_v153_hit_plant_adds_to_the_fire_modifiers_of_the_turn(fire, gas, faces, burns):
    duel = make_working_duel(*faces, specs=(changed(MAGISTRATE, gas=gas, extras=()), RAMROD))
    car = duel.cars[0]
    car.armour[0], car.weapons = 0, [0, 0]
    strike(duel, car, "front", 2, (2,), fire=fire)
    burn_cars(duel)
    assert (car.plant < 10, car.burning) == (True, burns)


def test_v153_loaded_volatile_weapon_adds_four():
    duel = make_working_duel(1, specs=(changed(RAMROD, extras=()), MAGISTRATE))
    car = duel.cars[0]
    car.armour[0] = 0
    strike(duel, car, "front", 1, (1,))
    assert (car.weapons, car.turn_state.heat) == ([1], 4)


def test_v41_damage_through_the_back_hits_people_before_the_plant():
    duel = make_working_duel(1, 1, 6)
    car = duel.cars[0]
    car.armour[1], car.dp, car.suits = 0, [3, 0], [0, 0]
    strike(duel, car, "back", 5, (5,))
    assert (car.dp, car.plant) == ([0, 0], 8)


@pytest.mark.parametrize(("die", "plant"), [(1, 6), (2, 10)])
def test_v41_damage_through_a_side_hits_the_plant_or_a_person(die, plant):
    duel = make_working_duel(die, 1, 6)
    car = duel.cars[0]
    car.armour[2] = 0
    strike(duel, car, "left", 4, (4,))
    assert car.plant == plant
    assert car.suits == ([3, 3] if die == 1 else [0, 3])


def test_v41_remaining_damage_passes_to_the_far_side_and_out():
    duel = make_working_duel(1, 1, 1, 6, 6, 6)
    car = duel.cars[1]
    car.armour[1], car.dp, car.suits, car.plant, car.armour[0] = 0, [0, 3], [0, 0], 2, 4
    strike(duel, car, "back", 14, (6, 6, 2))
    assert (car.plant, car.weapons, car.armour[0]) == (0, [0], 0)


def test_v29_ram_bar_absorbs_before_armour_in_rams_only():
    for ram, bar, armour in ((True, 0, 43), (False, 4, 39)):
        duel = make_working_duel()
        car = duel.cars[1]
        strike(duel, car, "front", 6, (6,), is_ram=ram)
        assert (car.extras[0], car.armour[0]) == (bar, armour)


@pytest.mark.parametrize(("points", "d"), [(1, 1), (5, 1), (6, 2), (9, 2), (10, 3), (20, 3)])
def test_v39_hazard_of_a_hit(points, d):
    duel = make_working_duel()
    assert strike(duel, duel.cars[0], "front", points, (1,)) == d


@pytest.mark.parametrize(
    ("wheel", "shot", "lost_hc"), [(0, True, 3), (0, False, 2), (3, True, 3), (3, False, 2)]
)
def test_v42_first_wheel_lost_at_a_corner(wheel, shot, lost_hc):
    duel = make_working_duel()
    car = duel.cars[0]
    assert hurt_tyre(duel, car, wheel, 8, was_shot=shot) == 0
    assert hurt_tyre(duel, car, wheel, 1, was_shot=shot) == 6
    assert (car.lost_hc, car.tyres[wheel]) == (lost_hc, 0)
    assert hurt_tyre(duel, car, wheel, 1, was_shot=shot) == 0


def test_v39_cycle_without_a_conscious_rider_rolls_table_1_at_plus_4():
    duel = make_working_duel(1, 1, specs=(WASP, RAMROD))
    car = duel.cars[0]
    car.dp = [1]
    hazards_of_hits(duel, [(car, 1)])
    crash = duel.heard[0][-1]
    assert crash.total == 1 + 1 + (1 - 3) + -1 + 4
