"""Shots, their modifiers by name, weapons, rounds, clips and armour (P6, P7, P16)."""

from __future__ import annotations

import pytest

from ambush.rules.fighting import hit_chance, succeeds
from ambush.rules.game import AMBUSH
from ambush.rules.numbers import NUMBERS
from ambush.rules.values import (
    Attacked,
    EnemyAttacks,
    Fire,
    Idle,
    Reload,
    Reloaded,
    ShotHeard,
    Suffered,
)
from campaign.ledger.rules.gear import GEAR
from engine.game import Refusal
from engine.values import changed

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff


def fire_shot(state, *, words="", two=STAY, faces=(1, 2), action=RIFLE):
    (event,) = Turn(state, plan(words, action), two, *faces).heard(ADA, Attacked)
    return event


def shot_modifiers(state, **facts):
    return {part.name: part.value for part in fire_shot(state, **facts).parts}


def test_p6_target_number_of_two_standing_fighters_at_24_squares():
    event = fire_shot(standoff())
    assert {part.name: part.value for part in event.parts} == {
        "on foot": -3,
        "range": -1,
        "target not moving": 1,
        "not moving": 1,
    }
    assert event.need == 9


@pytest.mark.parametrize(
    ("squares", "name", "value"),
    [
        (4, "within an inch", 4),
        (5, "range", None),
        (15, "range", None),
        (16, "range", -1),
        (32, "range", -2),
        (35, "range", -2),
    ],
)
def test_p6_range_modifiers(squares, name, value):
    assert shot_modifiers(standoff(here=(20, 5), there=(20, 5 + squares))).get(name) == value


def test_p6_range_beyond_48_and_64_squares_is_measured_diagonally():
    assert shot_modifiers(standoff(here=(1, 1), there=(35, 35)))["range"] == -3
    assert shot_modifiers(standoff(here=(0, 0), there=(46, 46)))["range"] == -4


def test_p6_skill_is_added_and_below_base_is_minus_four():
    assert shot_modifiers(standoff(fighter(0, "rifle", handgunner=2)))["handgunner"] == 2
    assert shot_modifiers(standoff(fighter(0, "rifle", handgunner=-4)))["handgunner"] == -4
    assert "handgunner" not in shot_modifiers(standoff())


def test_p6_wounded_shooter_has_minus_two():
    state = standoff()
    hurt = changed(state.own[0], man=changed(state.own[0].man, hits=1))
    assert shot_modifiers(changed(state, own=(hurt, state.own[1])))["wounded"] == -2


def test_p6_cover_is_minus_two():
    assert shot_modifiers(standoff(ground=ground_with(("t", 20, 40))))["cover"] == -2
    assert "cover" not in shot_modifiers(standoff(ground=ground_with(("t", 20, 21)))), (
        "P5: an obstacle next to the shooter gives no cover"
    )


def test_p6_poor_light_is_minus_one_on_maps_with_the_flag():
    assert shot_modifiers(standoff(ground=ground_with(poor_light=True)))["poor light"] == -1
    assert "poor light" not in shot_modifiers(standoff())


def test_p16_braced_means_crouched_and_not_moving():
    assert shot_modifiers(standoff(crouched=(True, False)))["braced"] == 1
    assert shot_modifiers(standoff(), words="crouch")["braced"] == 1
    moved = shot_modifiers(
        standoff(crouched=(True, False)),
        words="stand, n, crouch",
        action=Fire(weapon="rifle", phase=3),
    )
    assert "braced" not in moved and "not moving" not in moved


def test_p16_firer_who_has_not_moved_yet_is_not_moving():
    assert "not moving" in shot_modifiers(standoff(), words=",n")
    assert "not moving" not in shot_modifiers(standoff(), words="n")
    assert "not moving" not in shot_modifiers(
        standoff(), words="n", action=Fire(weapon="rifle", phase=3)
    )


def test_p16_target_is_moving_if_it_moved_or_moves_this_phase():
    assert "target not moving" not in shot_modifiers(standoff(), two=plan("n"))
    assert "target not moving" in shot_modifiers(standoff(), two=plan(",n"))
    assert "target not moving" not in shot_modifiers(
        standoff(), two=plan(",n"), action=Fire(weapon="rifle", phase=2)
    )
    assert "target not moving" not in shot_modifiers(
        standoff(), two=plan("n"), action=Fire(weapon="rifle", phase=4)
    )
    assert "target not moving" in shot_modifiers(standoff(), two=plan("crouch"))


def test_p6_two_always_misses_and_twelve_always_hits():
    assert not succeeds(2, -10, NUMBERS)
    assert succeeds(12, 99, NUMBERS)
    assert [round(36 * hit_chance(need, NUMBERS)) for need in (-5, 2, 3, 7, 12, 13, 40)] == [
        35,
        35,
        35,
        21,
        1,
        1,
        1,
    ]


def test_p6_roll_hits_at_the_target_number_and_misses_below_it():
    assert fire_shot(standoff(), faces=(4, 5)).hit
    assert not fire_shot(standoff(), faces=(4, 4)).hit


@pytest.mark.parametrize(
    ("key", "to_hit", "dice", "add", "shots", "half_ge", "cost"),
    [
        ("light_pistol", 8, 0, 1, 8, 2, 75),
        ("heavy_pistol", 7, 0, 2, 8, 2, 100),
        ("machine_pistol", 7, 1, -2, 6, 2, 250),
        ("smg", 6, 1, 0, 10, 4, 250),
        ("shotgun", 6, 0, 2, 10, 4, 120),
        ("double_shotgun", 6, 0, 2, 10, 6, 200),
        ("rifle", 7, 0, 3, 20, 4, 120),
        ("assault_rifle", 7, 1, 1, 10, 6, 400),
        ("grenade_launcher", 7, 0, 0, 5, 4, 300),
        ("knife", 8, 1, -2, 0, 2, 50),
    ],
)
def test_p7_weapon_table_matches_the_catalogue(key, to_hit, dice, add, shots, half_ge, cost):
    gear, weapon = GEAR[key], GEAR[key].weapon
    assert (weapon.to_hit, weapon.dice, weapon.add, weapon.shots, gear.half_ge, gear.cost) == (
        to_hit,
        dice,
        add,
        shots,
        half_ge,
        cost,
    )


def test_p7_machine_pistol_damage_roll_of_one_does_nothing():
    turn = Turn(
        standoff(fighter(0, "machine_pistol")),
        plan(action=Fire(weapon="machine_pistol")),
        STAY,
        6,
        6,
        1,
    )
    assert turn.heard(ADA, Attacked)[0].damage == 0
    assert turn.bea.man.hits == 0


def test_p7_assault_rifle_does_1d_plus_1():
    turn = Turn(
        standoff(fighter(0, "assault_rifle"), fighter(1, dp=9)),
        plan(action=Fire(weapon="assault_rifle")),
        STAY,
        6,
        6,
        4,
    )
    assert turn.bea.man.hits == 5


def test_p7_armour_absorbs_damage_first_and_is_lost():
    state = standoff(two=fighter(1, armour=3, dp=4))
    turn = Turn(state, plan(action=RIFLE), STAY, 6, 6)
    assert turn.heard(BEA, Suffered) == [Suffered(phase=1, how="shot", armour=3, hits=0)]
    turn = Turn(turn.state, plan(action=RIFLE), STAY, 6, 6)
    assert (turn.bea.man.armour_lost, turn.bea.man.hits) == (3, 3)


def test_p7_both_barrels_make_two_rolls_and_use_two_shots():
    state = standoff(fighter(0, "double_shotgun"), fighter(1, dp=9))
    turn = Turn(state, plan(action=Fire(weapon="double_shotgun", barrels=2)), STAY, 6, 5, 1, 1)
    assert [event.hit for event in turn.heard(ADA, Attacked)] == [True, False]
    assert [item.count for item in turn.ada.man.fired] == [2]
    assert len(turn.heard(BEA, EnemyAttacks)) == 1


def test_p7_second_barrel_is_not_fired_at_a_fallen_target():
    turn = Turn(
        standoff(fighter(0, "double_shotgun")),
        plan(action=Fire(weapon="double_shotgun", barrels=2)),
        STAY,
        6,
        6,
    )
    assert turn.table.ending == "knock_out"


def test_p7_reloading_uses_the_firing_action_and_a_clip():
    gun = fighter(0, "light_pistol", "light_pistol_clip")
    state = standoff(gun)
    empty = changed(state.own[0].man, fired=(changed(gun.kit.items[0], count=8),))
    state = changed(state, own=(changed(state.own[0], man=empty), state.own[1]))
    with pytest.raises(Refusal, match="Reload first"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan(action=Fire(weapon="light_pistol")))
    turn = Turn(state, plan(action=Reload(weapon="light_pistol", phase=2)))
    assert turn.heard(ADA, Reloaded) == [Reloaded(phase=2, weapon="light_pistol")]
    assert turn.ada.man.fired == ()
    assert [(item.gear, item.count) for item in turn.ada.man.spent] == [("light_pistol_clip", 1)]
    with pytest.raises(Refusal, match="no spare clip"):
        AMBUSH.check(AMBUSH.view(turn.state, ADA), plan(action=Reload(weapon="light_pistol")))


def test_p7_full_magazine_cannot_be_reloaded():
    with pytest.raises(Refusal, match="The Rifle is already fully loaded"):
        AMBUSH.check(AMBUSH.view(standoff(), ADA), plan(action=Reload(weapon="rifle")))


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Fire(weapon="smg"), "You do not carry this weapon."),
        (Fire(weapon="rifle_clip"), "You do not carry this weapon."),
        (Fire(weapon="rifle", barrels=2), "Only a double-barrelled gun fires both barrels."),
        (Fire(barrels=2), "Only a double-barrelled gun fires both barrels."),
        (
            Fire(weapon="rifle", subdue=True),
            "You can subdue only with a blade or your bare hands, not with a firearm.",
        ),
        (Reload(weapon="smg"), "You do not carry this weapon."),
    ],
)
def test_p7_impossible_shots_are_refused_with_a_reason(action, sentence):
    with pytest.raises(Refusal) as refusal:
        AMBUSH.check(AMBUSH.view(standoff(), ADA), plan(action=action))
    assert refusal.value.sentence == sentence


def test_p6_fighter_fires_once_a_turn_in_the_first_phase_with_a_visible_enemy():
    walls = ground_with(*[("#", x, 30) for x in range(10, 22)])
    state = standoff(ground=walls)
    assert not state.own[0].mark.in_sight
    turn = Turn(state, plan("e, e, e, e, e", RIFLE), STAY, 1, 2)
    (event,) = turn.heard(ADA, Attacked)
    assert event.phase == 3


def test_p17_maximum_range_holds_fire():
    near = Fire(weapon="rifle", within=20)
    turn = Turn(standoff(), plan(action=near))
    assert turn.heard(ADA, Attacked) == [] and turn.heard(ADA, Idle) == [Idle()]
    turn = Turn(standoff(), plan("s, s, s, s", near), STAY, 1, 1)
    assert [event.phase for event in turn.heard(ADA, Attacked)] == [4]


def test_p17_ambusher_acts_first_within_a_phase_and_fallen_fighters_do_not_act():
    turn = Turn(standoff(), plan("n", RIFLE), plan("n", RIFLE), 6, 6)
    assert turn.table.ending == "death"
    assert turn.bea.man.felled_with == "" and turn.heard(BEA, Attacked) == []


def test_p14_unseen_shot_is_heard_with_its_direction():
    state = standoff()
    blind = changed(
        state.own[1],
        man=changed(state.own[1].man, blind=1),
        mark=changed(state.own[1].mark, in_sight=False),
    )
    state = changed(state, own=(changed(state.own[0], seen=False), blind))
    turn = Turn(state, plan(action=RIFLE), STAY, 1, 1)
    (heard,) = turn.heard(BEA, ShotHeard)
    assert (heard.sound.phase, heard.sound.way) == (1, "n")
    assert turn.heard(BEA, EnemyAttacks) == []
