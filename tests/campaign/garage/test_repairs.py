"""Mechanics and workshops."""

from __future__ import annotations

import pytest

from campaign.garage.rules import repairs
from campaign.garage.rules.repairs import NEVER, Quote, Work
from campaign.garage.rules.vehicles import (
    VehicleDesign,
    VehicleRecord,
    Wear,
    find_stock_vehicle,
    make_record,
)
from campaign.house_rules.rules import house
from engine.dice import ScriptedDice
from engine.values import changed


def greyhound(**damage: int) -> VehicleRecord:
    return make_record(
        design(), "Ash", "grey", {key.replace("__", ":"): lost for key, lost in damage.items()}
    )


def design() -> VehicleDesign:
    found = find_stock_vehicle("greyhound")
    assert found is not None
    return found.design


@pytest.mark.parametrize(
    ("level", "row"),
    [
        (-4, (2, 11, NEVER, NEVER, NEVER)),
        (0, (1, 9, 11, 12, NEVER)),
        (1, (1, 7, 9, 11, 14)),
        (2, (1, 5, 7, 9, 11)),
        (3, (1, 3, 5, 7, 11)),
        (4, (1, 3, 5, 7, 11)),
    ],
)
def test_target_numbers_of_mechanics_by_level(level: int, row: tuple[int, ...]) -> None:
    assert (
        tuple(repairs.target_number(level, difficulty) for difficulty in repairs.DIFFICULTIES)
        == row
    )


@pytest.mark.parametrize(
    ("part", "damage", "difficulty"),
    [
        ("tyre:front_left", {"tyre:front_left": 9}, "trivial"),
        ("armour:front", {"armour:front": 45}, "easy"),
        ("weapon:1", {"weapon:1": 2}, "medium"),
        ("weapon:1", {"weapon:1": 3}, "very_hard"),
        ("plant", {"plant": 4}, "hard"),
        ("plant", {"plant": 10}, "very_hard"),
    ],
)
def test_each_part_has_a_repair_difficulty(
    part: str, damage: dict[str, int], difficulty: str
) -> None:
    assert repairs.job_difficulty(make_record(design(), "", "", damage), part) == difficulty


def test_a_success_restores_three_armour_points_or_one_dp() -> None:
    hurt = greyhound(armour__front=7, weapon__1=1)
    dice = ScriptedDice(4, 5, 1, 2, 6, 6, 5, 4, 6, 5)
    work = repairs.week_of_work(hurt, ("armour:front", "weapon:1"), 0, dice, budget=10_000)
    assert [(one.part, one.total, one.target, one.restored) for one in work.tries] == [
        ("armour:front", 9, 9, 3),
        ("armour:front", 3, 9, 0),
        ("armour:front", 12, 9, 3),
        ("armour:front", 9, 9, 1),
        ("weapon:1", 11, 11, 1),
    ]
    assert work.restored == (Wear(part="armour:front", lost=7), Wear(part="weapon:1", lost=1))
    assert work.cost == 7 * 16 + 334
    assert repairs.apply_repairs(hurt, work.restored) == greyhound()
    dice.assert_used()


def test_a_week_has_a_limited_number_of_tries() -> None:
    work = repairs.week_of_work(
        greyhound(armour__front=40), ("armour:front",), 1, ScriptedDice(*(1, 1) * 6), budget=10_000
    )
    assert (len(work.tries), work.restored, work.cost) == (6, (), 0)


def test_a_wounded_mechanic_rolls_with_minus_two() -> None:
    work = repairs.week_of_work(
        greyhound(armour__front=1),
        ("armour:front",),
        0,
        ScriptedDice(5, 5, 6, 5),
        budget=99,
        modifier=-2,
    )
    assert [one.total for one in work.tries] == [8, 9]


def test_impossible_repairs_are_not_rolled() -> None:
    assert (
        repairs.week_of_work(
            greyhound(weapon__1=3), ("weapon:1",), 1, ScriptedDice(), budget=10_000
        )
        == Work()
    )


def test_a_wound_can_make_repairs_impossible() -> None:
    hurt = greyhound(plant=1)
    assert (
        len(repairs.week_of_work(hurt, ("plant",), 0, ScriptedDice(6, 6), budget=10_000).tries) == 1
    )
    assert (
        repairs.week_of_work(hurt, ("plant",), 0, ScriptedDice(), budget=10_000, modifier=-2)
        == Work()
    )


def test_a_master_mechanic_can_repair_a_destroyed_part() -> None:
    work = repairs.week_of_work(
        greyhound(weapon__1=3), ("weapon:1",), 2, ScriptedDice(5, 6, *(1, 1) * 5), budget=10_000
    )
    assert work.restored == (Wear(part="weapon:1", lost=1),)


def test_repairs_stop_when_the_money_runs_out() -> None:
    work = repairs.week_of_work(
        greyhound(armour__front=9), ("armour:front",), 3, ScriptedDice(6, 6), budget=50
    )
    assert (len(work.tries), work.cost) == (1, 48)


@pytest.mark.parametrize(
    ("jobs", "level", "code"),
    [(("plant",), 0, ""), (("plant",), -4, "untrained"), (("hood",), 0, "nothing-to-repair")],
)
def test_repair_jobs_are_checked(jobs: tuple[str, ...], level: int, code: str) -> None:
    assert (
        "".join(problem.code for problem in repairs.check_work(greyhound(plant=1), jobs, level))
        == code
    )


def test_the_workshop_charges_double_for_parts_and_list_price_for_shots() -> None:
    bill = repairs.quote_repairs(
        make_record(design(), "", "", {"armour:front": 3, "plant": 5, "ammo:weapon:1": 4})
    )
    assert bill == (
        Quote(part="ammo:weapon:1", name="Shots of weapon 1", lost=4, cost=100),
        Quote(part="armour:front", name="Front armour", lost=3, cost=96),
        Quote(part="plant", name="Large electric", lost=5, cost=2_000),
    )


def test_without_a_workshop_only_shots_are_sold() -> None:
    alone = changed(house.DEFAULT, workshop_percent=0)
    assert [
        line.part
        for line in repairs.quote_repairs(
            make_record(design(), "", "", {"plant": 5, "ammo:weapon:1": 4}), alone
        )
    ] == ["ammo:weapon:1"]
