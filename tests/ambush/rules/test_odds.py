"""The odds shown before a move: names, target numbers and exact chances match the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at
from ambush.rules.odds import possible_attacks, throw_at_square
from ambush.rules.values import Attacked, Fire
from engine.dice import SeededDice, odds_of, seed_from
from engine.match import submit
from engine.values import changed
from tests.siege import examples

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff

ALL = fighter(0, "rifle", "grenade_launcher", "smg", "knife", "explosive_grenade", "smoke_grenade")


def attacks_by_weapon(state, **facts):
    return {shot.weapon: shot for shot in possible_attacks(AMBUSH.view(state, ADA), **facts)}


def test_odds_list_every_attack_with_chance_and_obstacle():
    found = attacks_by_weapon(standoff(ALL))
    assert [*found] == [
        "rifle",
        "grenade_launcher",
        "smg",
        "explosive_grenade",
        "smoke_grenade",
        "knife",
        "",
    ]
    assert found["rifle"].chance == Fraction(10, 36)
    assert {key: shot.hindrance for key, shot in found.items() if shot.hindrance} == {
        "explosive_grenade": "too_far",
        "smoke_grenade": "too_far",
        "knife": "not_in_reach",
        "": "not_in_reach",
    }
    assert (
        found["smg"].damage,
        found["rifle"].damage,
        found["knife"].damage,
        found["smoke_grenade"].damage,
    ) == ("1d", "3", "1d−2", "")
    assert (found[""].name, found["rifle"].rounds, found["smoke_grenade"].rounds) == (
        "Bare hands",
        20,
        1,
    )


def test_odds_name_their_modifiers():
    parts = {
        part.name: part.value
        for part in attacks_by_weapon(
            standoff(ALL, ground=ground_with(("t", 20, 30))), crouched=True
        )["rifle"].parts
    }
    assert parts == {
        "on foot": -3,
        "range": -1,
        "target not moving": 1,
        "not moving": 1,
        "braced": 1,
        "cover": -2,
    }


def test_odds_are_given_standing_and_moving():
    state = standoff(ALL)
    assert [
        attacks_by_weapon(state, moving=a, target_moving=b)["rifle"].need
        for a in (False, True)
        for b in (False, True)
    ] == [9, 10, 10, 11]


def test_odds_name_a_hidden_enemy_and_an_empty_gun_as_obstacles():
    wall = ground_with(*[("#", x, 30) for x in range(48)])
    assert attacks_by_weapon(standoff(ALL, ground=wall))["rifle"].hindrance == "not_in_sight"
    state = standoff(fighter(0, "rifle"))
    empty = changed(
        state.own[ADA].man, fired=(changed(state.own[ADA].man.who.kit.items[0], count=20),)
    )
    state = changed(state, own=(changed(state.own[ADA], man=empty), state.own[BEA]))
    assert attacks_by_weapon(state)["rifle"].hindrance == "empty"


def test_throw_at_a_square_has_its_own_odds():
    view = AMBUSH.view(standoff(ALL), ADA)
    assert throw_at_square(view, "smoke_grenade", square_at(20, 30)).chance == Fraction(15, 36)
    assert throw_at_square(view, "smoke_grenade", square_at(20, 40)).hindrance == "too_far"
    assert throw_at_square(view, "grenade_launcher", square_at(20, 40)).hindrance == ""
    wall = ground_with(*[("#", x, 30) for x in range(48)])
    assert (
        throw_at_square(
            AMBUSH.view(standoff(ALL, ground=wall), ADA), "smoke_grenade", square_at(20, 33)
        ).hindrance
        == "no_clear_line"
    )


def test_spectators_get_no_odds():
    assert possible_attacks(AMBUSH.view(standoff(), None)) == ()
    with pytest.raises(ValueError):
        throw_at_square(AMBUSH.view(standoff(), None), "smoke_grenade", square_at(20, 30))


def test_shown_chance_matches_the_dice():
    state = standoff(two=fighter(1, dp=9))

    def hits(dice):
        before, _ = submit(AMBUSH, state, seat=ADA, move=plan(action=RIFLE), dice=dice)
        return submit(AMBUSH, before, seat=BEA, move=STAY, dice=dice)[0].own[BEA].man.hits > 0

    assert odds_of(hits)[True] == attacks_by_weapon(state)["rifle"].chance


@examples(40)
@given(st.text(max_size=5), st.integers(0, 4))
def test_random_duels_use_the_target_numbers_of_the_odds(words, number):
    """The fighter stands and fires in the first phase at a fighter who stays."""
    dice, ply = SeededDice(seed_from(words), 0, "chooser"), 0
    state, _ = AMBUSH.start(AMBUSH.setups()[number], SeededDice(seed_from(words), 0))
    while AMBUSH.to_act(state) and ply < 12:
        ply += 1
        seat = AMBUSH.to_act(state)[0]
        state, _ = submit(
            AMBUSH,
            state,
            seat=seat,
            move=AMBUSH.propose(AMBUSH.view(state, seat), dice),
            dice=SeededDice(seed_from(words), ply),
        )
    if AMBUSH.to_act(state) != (ADA, BEA) or state.own[ADA].man.acted or state.own[ADA].man.ran:
        return
    moved = state.own[BEA].man.moved
    for shot in possible_attacks(AMBUSH.view(state, ADA), target_moving=moved):
        if shot.kind == "fire" and not shot.hindrance:
            before, _ = submit(
                AMBUSH, state, seat=ADA, move=plan(action=Fire(weapon=shot.weapon)), dice=dice
            )
            _, told = submit(AMBUSH, before, seat=BEA, move=STAY, dice=dice)
            (attack, *_) = [each.event for each in told if isinstance(each.event, Attacked)]
            assert (attack.need, attack.parts) == (shot.need, shot.parts)


def test_shown_odds_match_the_attack_roll():
    state = standoff(ALL)
    (event,) = Turn(state, plan(action=RIFLE), STAY, 1, 2).heard(ADA, Attacked)
    assert (event.need, event.parts) == (
        attacks_by_weapon(state)["rifle"].need,
        attacks_by_weapon(state)["rifle"].parts,
    )
