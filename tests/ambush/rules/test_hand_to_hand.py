"""Blows with bare hands and knives (P9)."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from ambush.rules.outcome import ambush_result
from ambush.rules.values import Attacked, Fire, Suffered

from .scene import ADA, BEA, STAY, Turn, fighter, ground_with, plan, standoff

BLOW = Fire()
KNIFE = Fire(weapon="knife")


def make_close_standoff(one=None, two=None, **facts):
    return standoff(
        one or fighter(0, "knife"),
        two or fighter(1, dp=4),
        **{"here": (20, 20), "there": (20, 21), **facts},
    )


def strike(state, action, *faces):
    return Turn(state, plan(action=action), STAY, *faces)


def test_p9_unarmed_hits_at_seven_for_1d_minus_3_without_range_modifiers():
    (event,) = strike(make_close_standoff(), BLOW, 3, 4, 6).heard(ADA, Attacked)
    assert (event.need, event.parts, event.damage) == (7, (), 3)
    assert not strike(make_close_standoff(), BLOW, 3, 3).heard(ADA, Attacked)[0].hit
    assert strike(make_close_standoff(), BLOW, 3, 4, 2).heard(ADA, Attacked)[0].damage == 0, (
        "never below 0"
    )


@pytest.mark.parametrize(
    ("level", "need", "damage"), [(-4, 11, 2), (0, 7, 3), (1, 6, 3), (2, 5, 4), (4, 3, 5)]
)
def test_p9_martial_arts_adds_to_hit_and_damage_at_every_second_level(level, need, damage):
    (event,) = strike(
        make_close_standoff(fighter(0, martial_arts=level), fighter(1, dp=9)), BLOW, 6, 5, 6
    ).heard(ADA, Attacked)
    assert (event.need, event.damage) == (need, damage)


@pytest.mark.parametrize(("level", "need"), [(-4, 12), (0, 8), (2, 6)])
def test_p9_knife_hits_at_eight_for_1d_minus_2_and_blade_skill_adds(level, need):
    (event,) = strike(
        make_close_standoff(fighter(0, "knife", blade=level), fighter(1, dp=9)), KNIFE, 6, 6, 5
    ).heard(ADA, Attacked)
    assert (event.need, event.damage) == (need, 3)


def test_p9_hand_to_hand_needs_arms_length():
    assert Turn(make_close_standoff(there=(20, 22)), plan(action=BLOW)).heard(ADA, Attacked) == []
    assert Turn(make_close_standoff(there=(20, 22)), plan("s", BLOW), STAY, 1, 2).heard(
        ADA, Attacked
    )
    assert Turn(make_close_standoff(there=(21, 21)), plan(action=BLOW), STAY, 1, 2).heard(
        ADA, Attacked
    )


@pytest.mark.parametrize(("letter", "reaches"), [("#", False), ("V", False), ("t", True)])
def test_p9_diagonal_blow_needs_no_wall_corner_between(letter, reaches):
    state = make_close_standoff(there=(21, 21), ground=ground_with((letter, 21, 20)))
    faces = (1, 2) if reaches else ()
    assert bool(Turn(state, plan(action=BLOW), STAY, *faces).heard(ADA, Attacked)) is reaches


@pytest.mark.parametrize(("action", "skill"), [(BLOW, "martial_arts"), (KNIFE, "blade")])
def test_p13_knock_out_by_hand_or_blade_earns_a_point_in_that_skill(action, skill):
    turn = strike(
        make_close_standoff(fighter(0, "knife", martial_arts=2), fighter(1, dp=3)), action, 6, 6, 6
    )
    assert turn.table.ending == "death"
    assert ambush_result(turn.state).ambusher == Fighter(felled_with=skill)


def test_p9_subduing_stops_at_one_dp():
    turn = strike(
        make_close_standoff(fighter(0, martial_arts=4), fighter(1, dp=4)),
        Fire(subdue=True),
        6,
        6,
        6,
    )
    assert turn.heard(BEA, Suffered) == [Suffered(phase=1, how="blow", armour=0, hits=3)]
    assert turn.table.ending == "knock_out"
    assert turn.heard(ADA, Attacked)[0].damage == 5


def test_p9_armour_absorbs_blows():
    turn = strike(make_close_standoff(two=fighter(1, armour=3)), BLOW, 6, 6, 6)
    assert (turn.bea.man.armour_lost, turn.bea.man.hits) == (3, 0)
