"""Expected results of base-skilled fighters, compared with figures calculated beforehand."""

from __future__ import annotations

import pytest

from ambush.rules.game import AMBUSH
from ambush.rules.odds import possible_attacks
from ambush.rules.values import Fire, Plan, Reload, Throw
from campaign.ledger.rules.gear import GEAR
from engine.dice import SeededDice, seed_from
from engine.match import submit

from .scene import ADA, BEA, fighter, ground_with, plan, standoff


def hit_percent(state, weapon, **facts):
    (found,) = [
        shot for shot in possible_attacks(AMBUSH.view(state, ADA), **facts) if shot.weapon == weapon
    ]
    return round(100 * found.chance)


@pytest.mark.parametrize("gun", ["heavy_pistol", "rifle"])
def test_p6_hit_chances_at_24_squares_match_the_published_ones(
    gun,
):
    open_ground = standoff(fighter(0, gun))
    assert hit_percent(open_ground, gun, crouched=True) == 42
    assert hit_percent(open_ground, gun, crouched=True, target_moving=True) == 28
    assert (
        hit_percent(
            standoff(fighter(0, gun), ground=ground_with(("t", 20, 40))), gun, crouched=True
        )
        == 17
    )
    assert hit_percent(standoff(fighter(0, gun, handgunner=-4)), gun, crouched=True) == 3


def turns_until_down(gun, number):
    """Return the number of turns until one fighter is down.

    Both wear armour, are braced at base skill, stand 24 squares apart, and reload when empty.
    """
    state = standoff(
        fighter(0, gun, *[f"{gun}_clip"] * 6, armour=3),
        fighter(1, gun, *[f"{gun}_clip"] * 6, armour=3),
        crouched=(True, True),
    )
    ply = 0
    while acting := AMBUSH.to_act(state):
        ply += 1
        fired = sum(item.count for item in state.own[acting[0]].man.fired)
        action = Reload(weapon=gun) if fired == magazine_size(gun) else Fire(weapon=gun)
        state, _ = submit(
            AMBUSH,
            state,
            seat=acting[0],
            move=Plan(action=action),
            dice=SeededDice(seed_from(f"{gun} {number}"), ply),
        )
    return state.table.turn


def magazine_size(gun):
    return GEAR[gun].weapon.shots


def mean_turns(gun, count=200):
    return sum(turns_until_down(gun, number) for number in range(count)) / count


@pytest.mark.parametrize(
    ("gun", "least", "most"),
    [("rifle", 3, 4), ("shotgun", 4, 5.5), ("heavy_pistol", 5.5, 7.5), ("light_pistol", 12, 20)],
)
def test_p7_armoured_braced_fighters_need_the_published_number_of_turns(gun, least, most):
    assert least <= mean_turns(gun) <= most


def test_p18_base_skill_launcher_has_an_effect_in_two_turns_of_five():
    """Includes reloading every sixth turn."""
    worked = 0
    for number in range(400):
        state = standoff(fighter(0, "grenade_launcher"), fighter(1), crouched=(True, False))
        for seat, move in ((ADA, plan(action=Throw(gear="grenade_launcher"))), (BEA, plan())):
            state, _ = submit(
                AMBUSH,
                state,
                seat=seat,
                move=move,
                dice=SeededDice(seed_from(f"launcher {number}"), 1 + seat),
            )
        worked += state.own[BEA].man.hits > 0
    assert 0.36 <= worked / 400 * 5 / 6 <= 0.50
