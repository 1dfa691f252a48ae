"""Consequences of lost control, die by die (V19 to V24, V29, V42)."""

from __future__ import annotations

import pytest

from autoduel.game import AUTODUEL
from autoduel.rules.arenas import FOUNDRY_FLOOR
from autoduel.rules.contact import resolve_ram
from autoduel.rules.damage import hurt_tyre
from autoduel.rules.driving import (
    apply_crash,
    change_speed,
    end_slides,
    fishtail,
    lose_control,
    roll_control,
)
from autoduel.rules.moving import move_cars
from autoduel.rules.samples import MAGISTRATE, RAMROD, WASP
from autoduel.rules.values import CarPlan, Setup, Side
from engine.dice import ScriptedDice
from engine.values import changed
from tests.autoduel.garage import make_working_duel


def events_named(duel, name):
    """Return the public events with this name."""
    return [event for event in duel.film if event.__class__.__name__ == name]


@pytest.mark.parametrize(
    ("row", "inches", "speed", "tyres", "aim", "no_aim"),
    [
        (0, (250,), 60, 9, -3, False),
        (1, (500,), 55, 9, -6, False),
        (2, (750, 250), 50, 8, 0, True),
        (3, (1000, 500), 40, 7, 0, True),
    ],
)
def test_v18_v19_each_skid_of_table_1(row, inches, speed, tyres, aim, no_aim):
    duel = make_working_duel(speeds=(60, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("skid", row))
    assert (car.skid, car.speed, set(car.tyres)) == (inches, speed, {tyres})
    assert (car.turn_state.aim_modifier, car.turn_state.cannot_aim) == (aim, no_aim)


def test_v19_long_skid_continues_in_the_next_inch_then_follows_the_nose():
    duel = make_working_duel(speeds=(60, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("skid", 3))
    car.heading = 6
    move_cars(duel)
    assert car.pose == (7000, 12_000, 6)
    assert car.skid == (500,)
    duel.phase = 3
    move_cars(duel)
    assert car.pose == (7500, 12_500, 6)
    assert (car.skid, car.course) == ((), 6)


def test_v19_skidding_car_makes_no_manoeuvre_and_then_goes_straight():
    duel = make_working_duel(1, 1, other=(12_000, 18_000, 0))
    car = duel.cars[0]
    car.turn_state.plan = CarPlan(car=0, speed=30, manoeuvres=("L45",) * 5)
    lose_control(duel, car, 3, table=1, speed=10)
    for duel.phase in (1, 3, 5):
        move_cars(duel)
    assert car.pose == (9000, 12_000, 0)


@pytest.mark.parametrize(("face", "heading"), [(1, 22), (3, 22), (4, 2), (6, 2)])
def test_v20_fishtail_swings_the_tail_by_the_die(face, heading):
    duel = make_working_duel(face)
    car = duel.cars[0]
    fishtail(duel, car, 2)
    assert (car.heading, car.course, car.turn_state.aim_modifier) == (heading, heading, -6)


def test_v20_fishtail_of_15_degrees_costs_3_to_aim_and_stops_before_contact():
    duel = make_working_duel(1, other=(5900, 12_500, 0))
    car = duel.cars[0]
    fishtail(duel, car, 1)
    assert (car.heading, car.turn_state.aim_modifier) == (0, -3)


@pytest.mark.parametrize(("speed", "face", "fought"), [(5, 4, False), (20, 1, True)])
def test_v47_v115_harmless_ram_does_not_count_as_fighting(speed, face, fought):
    """At 5 mph the damage is one die minus 4."""
    duel = make_working_duel(face, 1, 1, 1, other=(7000, 12_000, 0), speeds=(speed, 0))
    resolve_ram(duel, *duel.cars[:2])
    assert duel.had_clash == fought


@pytest.mark.parametrize(("side", "heading"), [(12_300, 1), (11_700, 23)])
def test_v29_tail_swings_away_from_the_object_hit(side, heading):
    """A swipe by a faster car with a control die of 1 and crash dice of 1 and 1."""
    duel = make_working_duel(1, 1, 1, 1, 1, 1, 1, other=(6900, side, 0), speeds=(60, 30))
    car, other = duel.cars
    car.hs = other.hs = -6
    other.pose = (6000, 12_000 + (600 if side > 12_000 else -600), 0)
    resolve_ram(duel, car, other)
    assert car.heading == heading


def test_v21_spin_out_damages_each_tyre_and_turns_90_degrees_an_inch():
    duel = make_working_duel(2, 4)
    car = duel.cars[0]
    apply_crash(duel, car, ("spin", 0))
    assert (car.motion, car.turning, set(car.tyres), car.turn_state.cannot_aim) == (
        "spin",
        1,
        {5},
        True,
    )
    move_cars(duel)
    assert car.pose == (7000, 12_000, 6)
    assert car.course == 0


def test_v21_spin_turns_right_on_a_high_die():
    duel = make_working_duel(4, 1)
    car = duel.cars[0]
    apply_crash(duel, car, ("spin", 0))
    move_cars(duel)
    assert car.heading == 18


@pytest.mark.parametrize(
    ("heading", "motion", "speed"),
    [(0, "driving", 20), (12, "driving", -20), (6, "t-stop", 20)],
)
def test_v21_spin_ends_along_against_or_across_the_course(heading, motion, speed):
    duel = make_working_duel(6, speeds=(40, 0))
    car = duel.cars[0]
    car.motion, car.turning, car.heading = "spin", 1, heading
    end_slides(duel, car)
    assert (car.motion, car.speed) == (motion, speed)


def test_v21_uncontrolled_spin_continues():
    duel = make_working_duel(1, speeds=(80, 0))
    car = duel.cars[0]
    car.motion, car.turning = "spin", 1
    end_slides(duel, car)
    assert (car.motion, car.speed) == ("spin", 60)


def test_v21_spin_from_reverse_ends_forwards_when_the_nose_comes_round():
    duel = make_working_duel(6, speeds=(-15, 0))
    car = duel.cars[0]
    car.speed, car.course, car.heading, car.motion = -40, 12, 12, "spin"
    end_slides(duel, car)
    assert (car.motion, car.speed) == ("driving", 20)


def test_v22_roll_turns_broadside_and_lands_on_side_top_side_and_wheels():
    duel = make_working_duel(3, 4, 2, 5, speeds=(80, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("roll", 0))
    assert (car.motion, car.heading, car.turn_state.cannot_aim) == ("roll", 6, True)
    lies = []
    for duel.phase in (1, 2, 3, 4):
        move_cars(duel)
        lies.append(car.lies_on)
    assert lies == ["left", "top", "right", "wheels"]
    assert car.armour == [30, 20, 17, 18, 6, 3]
    assert set(car.tyres) == {4}
    assert car.x == 10_000


def test_v22_roll_moves_an_inch_a_phase_and_loses_20_mph_a_turn():
    duel = make_working_duel(1, speeds=(120, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("roll", 0))
    move_cars(duel)
    assert car.x == 7000
    end_slides(duel, car)
    assert car.speed == 100


@pytest.mark.parametrize(
    ("spec", "lies_on", "tyres", "motion"),
    [
        (MAGISTRATE, "wheels", [1, 1, 1, 1], "driving"),
        (MAGISTRATE, "wheels", [1, 1, 0, 0], "lying"),
        (MAGISTRATE, "top", [1, 1, 1, 1], "lying"),
        (WASP, "wheels", [1, 1], "lying"),
    ],
)
def test_v22_car_drives_on_or_lies_where_its_roll_ends(spec, lies_on, tyres, motion):
    duel = make_working_duel(specs=(spec, RAMROD), speeds=(20, 0))
    car = duel.cars[0]
    car.motion, car.lies_on, car.tyres = "roll", lies_on, tyres
    end_slides(duel, car)
    assert (car.speed, car.motion) == (0, motion)


@pytest.mark.parametrize(("face", "burns"), [(3, False), (4, True)])
def test_v18_burning_roll_catches_fire_on_4_to_6(face, burns):
    duel = make_working_duel(face)
    car = duel.cars[0]
    apply_crash(duel, car, ("burning-roll", 0))
    assert (car.motion, car.burning) == ("roll", burns)


def test_v23_vault_flies_lands_on_a_side_and_rolls_on():
    """Two inches on the left side, 3 points off the front tyres and three landing dice."""
    duel = make_working_duel(2, 3, 1, 1, 1, 4, 4, 4)
    car = duel.cars[0]
    apply_crash(duel, car, ("vault", 0))
    assert (car.x, car.motion) == (8000, "roll")
    assert car.tyres == [6, 6, 9, 9]
    assert car.armour[2] == 8
    assert (car.dp, car.suits) == ([2, 2], [3, 3])


def test_v23_back_tyres_lead_a_vault_in_reverse():
    duel = make_working_duel(1, 6, 1, 1, 1, 1)
    car = duel.cars[0]
    car.speed, car.course = -10, 12
    apply_crash(duel, car, ("vault", 0))
    assert car.tyres == [9, 9, 6, 6]


def test_v23_wall_stops_a_vault():
    duel = make_working_duel(6, 1, 1, 1, 1, 1, 1, 1, one=(15_000, 12_000, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("vault", 0))
    assert car.x == 16_000


def test_v18_table_2_gives_a_fishtail_then_a_table_1_roll():
    """D6 at 60 mph: dice of 3 and 4, then 3 and 1, make 11: 30° and a roll."""
    duel = make_working_duel(3, 4, 1, speeds=(60, 0))
    car = duel.cars[0]
    lose_control(duel, car, 6, table=2, speed=60)
    assert [event.what for event in events_named(duel, "LostControl")] == ["fishtail", "roll"]
    assert [event.amount for event in events_named(duel, "LostControl")] == [30, 0]


def test_v16_wounded_driver_adds_two_to_crash_rolls():
    """Dice of 2 and 4 at 60 mph, D4: 8, +2 for the wound: a spin-out instead of a skid."""
    for dp, what in ((3, "skid"), (2, "spin")):
        duel = make_working_duel(2, 4, 1, 1, speeds=(60, 0))
        car = duel.cars[0]
        car.dp[0] = dp
        lose_control(duel, car, 4, table=1, speed=60)
        assert events_named(duel, "LostControl")[0].what == what


@pytest.mark.parametrize(("driving", "reflexes", "hs"), [(None, 0, 2), (0, 2, 5), (1, 2, 5)])
def test_v16_v17_driver_below_base_has_no_reflexes_and_one_handling_class_less(
    driving, reflexes, hs
):
    crew = (changed(MAGISTRATE.crew[0], driving=driving), MAGISTRATE.crew[1])
    side = Side(name="One", cars=(changed(MAGISTRATE, crew=crew),))
    other = Side(name="Other", cars=(RAMROD,))
    setup = Setup(arena=FOUNDRY_FLOOR, sides=(side, other))
    state, _ = AUTODUEL.start(setup, ScriptedDice(*[6] * 9))
    sheet = state.own[0].sheets[0]
    assert (sheet.reflexes, sheet.hs) == (reflexes, hs)


@pytest.mark.parametrize(("level", "what"), [(None, "spin"), (0, "spin"), (1, "skid"), (3, "skid")])
def test_v16_driver_level_is_subtracted_from_the_crash_roll(level, what):
    """Dice of 3 and 4 at 60 mph, D4: 9 minus the level."""
    crew = (changed(MAGISTRATE.crew[0], driving=level), MAGISTRATE.crew[1])
    duel = make_working_duel(
        3, 4, 1, 1, specs=(changed(MAGISTRATE, crew=crew), RAMROD), speeds=(60, 0)
    )
    car = duel.cars[0]
    lose_control(duel, car, 4, table=1, speed=60)
    assert [event.what for event in events_named(duel, "LostControl")] == [what]


def test_v42_second_lost_wheel_is_a_table_1_crash_at_any_handling_status():
    duel = make_working_duel(1, 1)
    car = duel.cars[0]
    car.hs = 7
    hurt_tyre(duel, car, 0, 20)
    lost = hurt_tyre(duel, car, 1, 20)
    roll_control(duel, car, lost, table=2)
    assert [event.what for event in events_named(duel, "LostControl")] == ["skid"]
    assert not car.is_drivable


def test_v42_cycle_crashes_with_its_first_lost_wheel():
    duel = make_working_duel(1, 1, specs=(WASP, RAMROD))
    car = duel.cars[0]
    roll_control(duel, car, hurt_tyre(duel, car, 0, 20, was_shot=True), table=2)
    assert [event.what for event in events_named(duel, "LostControl")] == ["skid"]
    assert car.lost_hc == 3


@pytest.mark.parametrize(
    ("by", "faces", "tyres"), [(35, (6,), 7), (40, (3, 6), 6), (45, (3, 6), 3)]
)
def test_v13_hard_braking_damages_each_tyre(by, faces, tyres):
    duel = make_working_duel(*faces, speeds=(50, 0))
    car = duel.cars[0]
    car.hs = 7
    change_speed(duel, car, 50 - by)
    assert set(car.tyres) == {tyres}


def test_v24_t_stop_slides_on_and_loses_20_mph_an_inch():
    duel = make_working_duel(6, speeds=(40, 0))
    car = duel.cars[0]
    car.turn_state.plan = CarPlan(car=0, speed=40, manoeuvres=("TL", "S", "S", "S", "S"))
    move_cars(duel)
    assert (car.pose, car.speed, car.motion) == ((7000, 12_000, 6), 20, "t-stop")
    assert (set(car.tyres), car.turn_state.cannot_aim) == ({8}, True)
    duel.phase = 2
    move_cars(duel)
    assert car.speed == 20
    duel.phase = 3
    move_cars(duel)
    assert (car.pose, car.speed, car.motion) == ((8000, 12_000, 6), 0, "driving")


def test_v24_t_stop_that_ends_in_its_first_inch_still_costs_its_difficulty():
    duel = make_working_duel(speeds=(20, 0))
    car = duel.cars[0]
    car.turn_state.plan = CarPlan(car=0, speed=20, manoeuvres=("TR", "S", "S", "S", "S"))
    move_cars(duel)
    assert (car.pose, car.speed, car.hs) == ((7000, 12_000, 18), 0, 1)


def test_v24_bootlegger_turns_a_car_round_in_two_inches_and_stops_it():
    duel = make_working_duel(6)
    car = duel.cars[0]
    car.hs = 7
    car.turn_state.plan = CarPlan(car=0, speed=30, manoeuvres=("BL", "S", "S", "S", "S"))
    car.turn_state.start_speed = 30
    move_cars(duel)
    assert (car.pose, car.course, car.motion) == ((6750, 12_000, 6), 0, "bootlegger")
    assert (set(car.tyres), car.turn_state.cannot_aim, car.hs) == ({8}, True, 0)
    duel.phase = 3
    move_cars(duel)
    assert (car.pose, car.speed, car.motion) == ((7500, 12_500, 12), 0, "driving")
    end_slides(duel, car)
    assert car.course == 12


@pytest.mark.parametrize(("began", "speed", "turns"), [(15, 20, 0), (35, 35, 6), (40, 35, 0)])
def test_v24_bootlegger_needs_20_to_35_mph_since_the_start_of_the_turn(began, speed, turns):
    duel = make_working_duel(speeds=(speed, 0))
    car = duel.cars[0]
    car.hs = 7
    car.turn_state.plan = CarPlan(car=0, speed=speed, manoeuvres=("BL", "S", "S", "S", "S"))
    car.turn_state.start_speed = began
    move_cars(duel)
    assert car.heading == turns


def test_v24_lost_bootlegger_skids_along_the_old_course():
    duel = make_working_duel(1, 1, 1, speeds=(35, 0))
    car = duel.cars[0]
    car.hs = 1
    car.turn_state.plan = CarPlan(car=0, speed=35, manoeuvres=("BL", "S", "S", "S", "S"))
    car.turn_state.start_speed = 35
    move_cars(duel)
    assert (car.motion, car.course, car.skid != ()) == ("driving", 0, True)


def test_v147_skid_ends_where_the_car_can_drive_on():
    duel = make_working_duel(speeds=(5, 0))
    car = duel.cars[0]
    apply_crash(duel, car, ("skid", 2))
    assert (car.speed, car.skid) == (0, (750, 250))
    assert not car.is_steered
    end_slides(duel, car)
    assert car.is_steered
    change_speed(duel, car, 5)
    assert car.speed == 5
