"""Bots of the autoduel: search, human mistakes and levels (V157, V158)."""

from __future__ import annotations

import pytest

from autoduel.bots import TEMPERS, SearchingDriver
from autoduel.doctrine.driver import plan_of
from autoduel.doctrine.mistakes import (
    NO_MISTAKES,
    Habits,
    brake_late,
    drive_with_mistakes,
    fire_hastily,
    forget_arcs,
    misjudge_distances,
    steer_too_hard,
)
from autoduel.doctrine.search import Effort, searched_plan
from autoduel.game import AUTODUEL
from autoduel.rules.samples import HORNET, MAGISTRATE, TRAPPER, WASP
from autoduel.rules.turn import play
from autoduel.rules.values import CarPlan, FireOrder, Plan
from engine.dice import ScriptedDice, SeededDice, seed_from
from engine.values import Seat, changed
from tests.autoduel.garage import start_duel
from tests.autoduel.test_doctrine import with_first, with_poses

SEED = seed_from("bots")
ALWAYS = 6
FACE_TO_FACE = (8000, 12_000, 0), (16_000, 12_000, 12)


def view_of(*specs, poses=FACE_TO_FACE, seat=0):
    return AUTODUEL.view(with_poses(start_duel(*specs), *poses), Seat(seat))


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda temper: temper.key)
def test_v158_every_level_of_every_temper_plans_legally(temper):
    for setup in AUTODUEL.setups()[TEMPERS.index(temper) :: len(TEMPERS)]:
        state, _ = AUTODUEL.start(setup, SeededDice(SEED, 0))
        view = AUTODUEL.view(state, Seat(0))
        for bot in temper.bots.values():
            AUTODUEL.check(view, bot.choose(view, Seat(0), SeededDice(SEED, 1)))


def test_v157_searching_driver_knows_only_its_sides_view():
    """The plan is the same if the enemy's hidden sheet is different."""
    state = with_poses(start_duel(MAGISTRATE, TRAPPER), *FACE_TO_FACE)
    secret = changed(state.own[1].sheets[0], armour=(1,) * 6, shots=(1, 1, 1))
    other = changed(state, own=(state.own[0], changed(state.own[1], sheets=(secret,))))
    plans = [
        searched_plan(
            AUTODUEL.view(each, Seat(0)), "duellist", SeededDice(SEED, 1), Effort(2, 1, 2)
        )
        for each in (state, other)
    ]
    assert plans[0] == plans[1]


def imagined_enemy(own, enemy, **seen):
    """Return the design and sheet that the first side imagines for the second side's car."""
    state = start_duel(own, enemy)
    cars = (state.table.cars[0], changed(state.table.cars[1], **seen))
    view = AUTODUEL.view(changed(state, table=changed(state.table, cars=cars)), Seat(0))
    part = AUTODUEL.imagine(view, SeededDice(SEED, 1)).own[1]
    return part.specs[0], part.sheets[0]


def test_v157_an_enemys_car_is_imagined_like_the_own_car_that_looks_like_it():
    design, _ = imagined_enemy(MAGISTRATE, MAGISTRATE)
    assert [weapon.shots for weapon in design.weapons] == [10, 20]
    assert design.top_speed == MAGISTRATE.top_speed
    for imagined, own in zip(design.armour, MAGISTRATE.armour, strict=True):
        assert own * 0.75 <= imagined <= own * 1.25


def test_v157_an_enemys_cycle_is_imagined_as_a_usual_cycle_by_the_driver_of_a_car():
    design, sheet = imagined_enemy(MAGISTRATE, WASP)
    assert design.weight < 2000 and len(sheet.tyres) == 2


def test_v157_damage_that_was_seen_counts_on_an_imagined_sheet():
    design, sheet = imagined_enemy(
        MAGISTRATE, MAGISTRATE, dealt=(10, 0, 0, 99, 0, 0), holed=(False, True) + (False,) * 4
    )
    assert sheet.armour[:4] == (design.armour[0] - 10, 0, design.armour[2], 1)


def test_v157_searching_driver_turns_its_gun_to_an_enemy_behind():
    front = changed(MAGISTRATE, weapons=MAGISTRATE.weapons[1:], extras=())
    view = view_of(front, HORNET, poses=((26_000, 9000, 0), (22_000, 9000, 12)))
    row = searched_plan(view, "duellist", SeededDice(SEED, 1), Effort(2, 1, 2)).cars[0]
    assert any(turn != "S" for turn in row.manoeuvres)


def test_v157_driver_without_ammunition_thinks_as_long_as_others(monkeypatch):
    """The time of a bot's answer does not show that it is about to leave."""
    played = []

    def play_and_count(*args):
        played.append(args)
        return play(*args)

    monkeypatch.setattr("autoduel.doctrine.search.play", play_and_count)
    armed = with_poses(start_duel(MAGISTRATE, HORNET), *FACE_TO_FACE)
    views = [AUTODUEL.view(state, Seat(0)) for state in (armed, with_first(armed, shots=(0, 0)))]
    assert [plan_of(view).cars[0].flag for view in views] == ["", "leave"]
    counts = []
    for view in views:
        played.clear()
        searched_plan(view, "duellist", SeededDice(SEED, 1), Effort(2, 1, 1))
        counts.append(len(played))
    assert counts == [2, 2]


def test_v157_search_is_announced_because_thinking_time_could_reveal_secrets():
    assert all(temper.strong.searches and temper.club.searches for temper in TEMPERS)
    assert SearchingDriver.searches


def test_v158_driver_without_mistakes_follows_its_doctrine():
    view = view_of(MAGISTRATE, HORNET)
    plan = drive_with_mistakes(view, SeededDice(SEED, 1), NO_MISTAKES, plan_of)
    assert plan == plan_of(view)


def test_v158_driver_makes_only_the_mistakes_of_its_habits():
    view = view_of(MAGISTRATE, HORNET)
    habits = Habits(fires_hastily=ALWAYS)
    hasty = drive_with_mistakes(view, SeededDice(SEED, 1), habits, plan_of)
    careful = plan_of(view)
    assert hasty == changed(careful, cars=tuple([fire_hastily(row) for row in careful.cars]))


def test_v158_late_braking_starts_in_the_last_phase():
    view = view_of(MAGISTRATE, HORNET)
    assert brake_late(view, CarPlan(car=0, speed=20)).at == 5
    assert brake_late(view, CarPlan(car=0, speed=35)).at == 1


def test_v158_hasty_fire_takes_any_chance():
    row = fire_hastily(CarPlan(car=0, speed=30, fires=(FireOrder(crew=0, weapon=0, most=7),)))
    assert [(order.most, order.late) for order in row.fires] == [(12, 12)]


def test_v158_hard_steering_adds_30_degrees_to_bends_only():
    row = steer_too_hard(CarPlan(car=0, speed=30, manoeuvres=("L30", "R90", "DL", "S", "PR30")))
    assert row.manoeuvres == ("L60", "R90", "DL", "S", "PR30")


@pytest.mark.parametrize(("face", "x"), [(1, 13_333), (2, 18_666)])
def test_v158_misjudged_enemy_is_a_third_nearer_or_farther(face, x):
    view = view_of(MAGISTRATE, HORNET)
    seen = misjudge_distances(view, ScriptedDice(face))
    assert [car.x for car in seen.table.cars] == [8000, x]


def test_v158_forgotten_arc_has_no_guns():
    view = view_of(HORNET, MAGISTRATE)
    facing = view.table.cars[1].weapons[0].facing
    seeds = [SeededDice(SEED, ply) for ply in range(12)]
    cars = [forget_arcs(view, dice).table.cars for dice in seeds]
    assert all(own == view.table.cars[0] for own, _ in cars)
    forgotten = {gun.facing for _, enemy in cars for gun in enemy.weapons if gun.wrecked}
    assert facing in forgotten


def test_v158_newcomers_never_make_random_plans():
    """With dice that avoid all mistakes, a newcomer plans like its doctrine."""
    view = view_of(MAGISTRATE, HORNET)
    for temper in TEMPERS:
        plan = temper.newcomer.choose(view, Seat(0), ScriptedDice(6, 6, 6, 6, 6))
        assert isinstance(plan, Plan)
        assert plan == plan_of(view, temper.key)


@pytest.mark.parametrize(("armed", "flag"), [(True, ""), (False, "yield")])
def test_v157_searching_driver_fights_on_while_it_can_drive_and_fire(armed, flag):
    state = with_poses(start_duel(MAGISTRATE, HORNET), *FACE_TO_FACE)
    state = with_first(state, armour=(0, 20, 20, 20, 8, 8), dp=(2, 3))
    if not armed:
        state = with_first(changed(state, table=changed(state.table, turn=59)), shots=(0, 0))
    view = AUTODUEL.view(state, Seat(0))
    assert plan_of(view).cars[0].flag == "yield"
    plan = searched_plan(view, "duellist", SeededDice(SEED, 1), Effort(2, 1, 2))
    assert plan.cars[0].flag == flag
