"""Automatic weapons fire straight along their axis at anyone (V38, V130)."""

from __future__ import annotations

import pytest

from autoduel.game import AUTODUEL
from autoduel.rules.aiming import AXIS
from autoduel.rules.events import Aimed, Fired
from autoduel.rules.geometry import is_in_line
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD, TRAPPER
from autoduel.rules.shooting import fire, hazards_of_hits
from autoduel.rules.values import NOBODY, CarPlan, Extra, FireOrder, Plan
from autoduel.tabletop.forecast import forecast
from autoduel.tabletop.plan_words import plan_note
from engine.dice import SeededDice
from engine.game import IllegalMove
from engine.values import Seat, changed
from tests.autoduel.garage import make_working_duel, start_duel

GUN, TURRET = 1, 0
AUTOMATIC = FireOrder(crew=NOBODY, weapon=GUN)


def fire_first_car(duel, *orders, **plan):
    """Fire the first car's weapons in this phase. Return target and look of each shot."""
    duel.cars[0].turn_state.plan = CarPlan(car=0, speed=30, fires=orders, **plan)
    hazards_of_hits(duel, fire(duel))
    return [(one.target, one.look) for one in duel.film if isinstance(one, Fired)]


@pytest.mark.parametrize(
    ("point", "there"),
    [
        ((10_000, 0), True),
        ((10_000, 874), True),
        ((10_000, -874), True),
        ((10_000, 876), False),
        ((-10_000, 0), False),
        ((0, 10_000), False),
        ((0, 0), False),
    ],
)
def test_v38_automatic_gun_fires_within_5_degrees_of_its_axis(point, there):
    assert is_in_line((0, 0, 0), 0, point) == there


def test_v130_each_mount_has_an_axis_and_turrets_point_forward():
    assert AXIS == {"front": 0, "turret": 0, "left": 6, "back": 12, "right": 18}
    assert is_in_line((0, 0, 6), AXIS["back"], (0, -5000))
    assert is_in_line((0, 0, 6), AXIS["left"], (-5000, 0))
    assert is_in_line((0, 0, 6), AXIS["right"], (5000, 0))
    assert is_in_line((0, 0, 6), AXIS["turret"], (0, 5000))


def test_v38_automatic_gun_needs_neither_gunner_nor_free_driver():
    duel = make_working_duel(1, 1)
    car = duel.cars[0]
    car.dp, car.turn_state.is_busy = [3, 1], True
    car.turn_state.people_acted = {0, 1}
    assert fire_first_car(duel, AUTOMATIC) == [(1, "gun")]


def test_v38_skill_computer_and_aim_do_not_count_for_automatic_fire():
    """6 inches, head-on, at 30 mph: 7, +1 for the range and +1 for the end (V35)."""
    computer = Extra(key="accessory:1", name="Computer", location="", dp=1, to_hit=2)
    crew = tuple([changed(one, gunnery=3) for one in MAGISTRATE.crew])
    spec = changed(MAGISTRATE, crew=crew, extras=(computer,))
    duel = make_working_duel(1, 1, specs=(spec, MAGISTRATE), speeds=(20, 20))
    car = duel.cars[0]
    car.turn_state.aim_modifier, car.painted, car.trail = -6, 2, [(GUN, 1, 3)]
    fire_first_car(duel, AUTOMATIC)
    assert [one.number for one in duel.heard[0] if isinstance(one, Aimed)] == [9]


def test_v130_automatic_gun_fires_in_a_skid_or_manoeuvre_but_not_in_a_roll():
    for motion, no_aim, shots in (
        ("driving", True, 1), ("spin", True, 1), ("roll", True, 0), ("lying", False, 0),
    ):  # fmt: skip
        duel = make_working_duel(1, 1)
        duel.cars[0].motion, duel.cars[0].turn_state.cannot_aim = motion, no_aim
        assert len(fire_first_car(duel, AUTOMATIC)) == shots


def test_v38_automatic_gun_fires_at_the_nearest_car_of_any_side():
    duel = make_working_duel(
        1, 1, one=(6000, 12_000, 0), other=(9000, 12_000, 6), third=(12_000, 12_000, 6),
        specs=(MAGISTRATE, RAMROD, HORNET), speeds=(20, 0, 0),
    )  # fmt: skip
    mate = duel.cars[1]
    mate.side = Seat(0)
    assert fire_first_car(duel, AUTOMATIC) == [(1, "gun")]
    assert not duel.had_clash


def test_v130_wreck_is_no_target_but_blocks_the_line_of_automatic_fire():
    duel = make_working_duel(
        one=(6000, 12_000, 0), other=(9000, 12_000, 6), third=(12_000, 12_000, 6),
        specs=(MAGISTRATE, RAMROD, HORNET), speeds=(20, 0, 0),
    )  # fmt: skip
    duel.cars[1].out = "wrecked"
    assert fire_first_car(duel, AUTOMATIC) == []


def test_v36_automatic_weapon_fires_once_a_turn():
    duel = make_working_duel(1, 1)
    assert len(fire_first_car(duel, AUTOMATIC, AUTOMATIC)) == 1
    duel.phase = 2
    hazards_of_hits(duel, fire(duel))
    assert len([one for one in duel.film if isinstance(one, Fired)]) == 1


def test_v38_v46_kills_by_automatic_fire_belong_to_the_driver():
    duel = make_working_duel(6, 6, 6)
    fire_first_car(duel, AUTOMATIC)
    assert duel.cars[1].blamed[:2] == (0, 0)


def test_v53_phases_and_target_number_of_an_order_apply_to_automatic_fire():
    for order, shots in (
        (changed(AUTOMATIC, first=2), 0), (changed(AUTOMATIC, most=5), 0), (AUTOMATIC, 1),
    ):  # fmt: skip
        duel = make_working_duel(1, 1)
        assert len(fire_first_car(duel, order)) == shots


def test_v34_wall_stops_automatic_fire_and_clouds_stop_lasers():
    duel = make_working_duel(one=(14_000, 12_000, 0), other=(22_000, 12_000, 12))
    assert fire_first_car(duel, AUTOMATIC) == []


@pytest.mark.parametrize(
    ("spec", "order", "sentence"),
    [
        (MAGISTRATE, (AUTOMATIC,), ""),
        (MAGISTRATE, (AUTOMATIC,) * 4, "and so can automatic fire"),
        (TRAPPER, (AUTOMATIC,), "is dropped, not fired"),
        (MAGISTRATE, (changed(AUTOMATIC, crew=-2),), "does not have this person"),
    ],
)
def test_v52_weapons_that_can_be_set_on_automatic(spec, order, sentence):
    view = AUTODUEL.view(start_duel(spec, RAMROD), Seat(0))
    plan = Plan(cars=(CarPlan(car=0, speed=20, fires=order),))
    if not sentence:
        AUTODUEL.check(view, plan)
        return
    with pytest.raises(IllegalMove, match=sentence):
        AUTODUEL.check(view, plan)


# --- forecast -------------------------------------------------------------------------------------


def with_positions(state, *rows):
    """Return the state with its cars at these rows of x, y, heading and speed."""
    cars = tuple(
        [
            changed(car, x=x, y=y, heading=heading, course=heading, speed=speed)
            for car, (x, y, heading, speed) in zip(state.table.cars, rows, strict=True)
        ]
    )
    return changed(state, table=changed(state.table, cars=cars))


def forecast_shots(state, *orders, speed=20):
    """Return the forecast shots of the first car's automatic weapons by phase."""
    plan = Plan(cars=(CarPlan(car=0, speed=speed, fires=orders),))
    (one,) = forecast(AUTODUEL.view(state, Seat(0)), plan)
    return [
        (row.phase, shot.weapon, shot.target, shot.number)
        for row in one.phases
        for shot in row.automatic
    ]


def rolled_shots(state, *orders, speed=20):
    """Return the shots rolled in the turn against a standing car."""
    rows = (CarPlan(car=0, speed=speed, fires=orders), CarPlan(car=1, speed=0))
    told = []
    for seat, row in enumerate(rows):
        dice = SeededDice(b"1" * 32, seat)
        state, news = AUTODUEL.apply(state, Seat(seat), Plan(cars=(row,)), dice)
        told += [one.event for one in news]
    phase = next(one.phase for one in told if isinstance(one, Fired) and one.car == 0)
    return [
        (phase, one.weapon, one.target, max(3, min(12, one.number)))
        for one in told
        if isinstance(one, Aimed) and one.car == 0
    ]


FAR = ((6000, 15_000, 0, 20), (24_000, 15_600, 12, 0))
NEAR = ((6000, 12_000, 0, 20), (16_000, 12_600, 12, 0))


@pytest.mark.parametrize(
    ("spec", "order", "where"),
    [
        (MAGISTRATE, AUTOMATIC, NEAR),
        (MAGISTRATE, AUTOMATIC, FAR),
        (MAGISTRATE, changed(AUTOMATIC, first=3), NEAR),
        (MAGISTRATE, changed(AUTOMATIC, most=7), NEAR),
        (MAGISTRATE, changed(AUTOMATIC, weapon=TURRET), NEAR),
        (HORNET, changed(AUTOMATIC, weapon=0), NEAR),
    ],
)
def test_v69_v130_forecast_of_automatic_fire_matches_the_turn(spec, order, where):
    state = with_positions(start_duel(spec, RAMROD), *where)
    found = forecast_shots(state, order)
    assert found
    assert found == rolled_shots(state, order)


def test_v69_v130_forecast_of_automatic_fire_targets_the_nearest_once_a_turn():
    state = with_positions(
        start_duel(MAGISTRATE, RAMROD, HORNET),
        (6000, 12_000, 0, 20), (20_000, 12_000, 12, 0), (14_000, 12_200, 12, 0),
    )  # fmt: skip
    assert [row[:3] for row in forecast_shots(state, AUTOMATIC, AUTOMATIC)] == [(1, GUN, 2)]
    assert forecast_shots(state, changed(AUTOMATIC, most=2, late=2)) == []


def test_v69_v130_forecast_gives_an_automatic_gun_no_gunner_and_no_skill():
    crew = tuple([changed(one, gunnery=3) for one in HORNET.crew])
    state = with_positions(start_duel(changed(HORNET, crew=crew), RAMROD), *NEAR)
    view, alone = AUTODUEL.view(state, Seat(0)), changed(AUTOMATIC, weapon=0)
    by_hand, by_itself = (
        forecast(view, Plan(cars=(CarPlan(car=0, speed=20, fires=orders),)))[0].phases[0]
        for orders in ((), (alone,))
    )
    assert by_hand.shots and not by_hand.automatic
    assert not by_itself.shots, "its two guns are linked, and both are on automatic (V37)"
    assert [shot.crew for shot in by_itself.automatic] == [NOBODY, NOBODY]
    assert by_itself.automatic[0].number == by_hand.shots[0].number + 3


def test_v69_v130_form_names_the_best_automatic_shot_and_warns_of_friendly_fire():
    sides = start_duel(HORNET, RAMROD)
    mine = changed(sides.table.cars[1], side=Seat(0))
    state = with_positions(
        changed(sides, table=changed(sides.table, cars=(sides.table.cars[0], mine))), *NEAR
    )
    order = changed(AUTOMATIC, weapon=0)
    plan = Plan(cars=(CarPlan(car=0, speed=20, fires=(order,)),))
    note = plan_note(AUTODUEL.view(with_positions(sides, *NEAR), Seat(0)), plan)
    assert "best shot in phase 1: machine gun 1, on automatic, at Ramrod" in note
    note = plan_note(AUTODUEL.view(state, Seat(0)), plan)
    assert "no target in arc" in note
    assert "in phase 1 at one of your own: machine gun 1, on automatic, at Ramrod" in note
