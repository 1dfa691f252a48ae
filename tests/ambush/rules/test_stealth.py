"""Vanishing after two whole unseen turns (P11)."""

from __future__ import annotations

import pytest

from ambush.rules.outcome import ambush_result
from ambush.rules.values import Cloud, StealthTried
from engine.values import changed

from .scene import ADA, BEA, STAY, Turn, fighter, ground_with, plan, square_index, standoff

WALL = ground_with(*[("#", x, 30) for x in range(48)])
STAYS = plan(vanish=False)


def separated_standoff(one=None, two=None, **facts):
    return standoff(one, two, ground=WALL, **facts)


def test_p11_vanishing_needs_two_whole_unseen_turns():
    turn = Turn(separated_standoff(), STAY, STAY)
    assert [own.unseen for own in turn.state.own] == [1, 1]
    turn = Turn(turn.state, STAY, STAYS, 1, 1)
    assert turn.heard(ADA, StealthTried) == [StealthTried(faces=(1, 1), total=2, escaped=False)]


def test_p11_turn_that_breaks_sight_does_not_count():
    gap = ground_with(*[("#", x, 30) for x in range(48) if x > 20])
    state = standoff(ground=gap)
    state = Turn(state, plan("e, e, e", vanish=False), STAYS).state
    assert not state.own[ADA].seen
    assert [own.unseen for own in state.own] == [0, 0]
    assert [own.unseen for own in Turn(state, STAYS, STAYS).state.own] == [1, 1]


def test_p32_being_seen_in_one_phase_restarts_the_count():
    gap = ground_with(*[("#", x, 30) for x in range(48) if x != 20])
    state = Turn(standoff(ground=gap, here=(19, 20), there=(20, 44)), STAYS, STAYS).state
    assert state.own[ADA].unseen == 1
    turn = Turn(state, plan("e, e", vanish=False), STAYS)
    assert [own.unseen for own in turn.state.own] == [0, 0]


@pytest.mark.parametrize(
    ("stealth", "faces", "escaped"),
    [(0, (3, 4), True), (0, (3, 3), False), (1, (3, 3), True), (-4, (5, 5), False)],
)
def test_p11_roll_plus_stealth_of_seven_escapes(stealth, faces, escaped):
    state = Turn(separated_standoff(fighter(0, stealth=stealth)), STAY, STAYS).state
    turn = Turn(state, STAY, STAYS, *faces)
    assert (turn.table.ending == "stealth") is escaped
    assert turn.ada.man.left == ("stealth" if escaped else "")


def test_p11_vanishing_is_rolled_again_each_unseen_turn():
    state = Turn(Turn(separated_standoff(), STAY, STAYS).state, STAY, STAYS, 1, 1).state
    turn = Turn(state, STAY, STAYS, 6, 6)
    assert turn.table.ending == "stealth"
    assert (
        ambush_result(turn.state).ambusher.left == "stealth"
        and ambush_result(turn.state).turns == 3
    )


def test_p11_ambusher_rolls_first_and_a_success_ends_the_duel():
    state = Turn(separated_standoff(), STAY, STAY).state
    turn = Turn(state, STAY, STAY, 6, 6)
    assert (turn.ada.man.left, turn.bea.man.left) == ("stealth", "")
    turn = Turn(state, STAY, STAY, 1, 1, 6, 6)
    assert (turn.ada.man.left, turn.bea.man.left) == ("", "stealth")


def test_p11_wounded_fighter_has_minus_two():
    state = Turn(separated_standoff(), STAYS, STAYS).state
    hurt = changed(state.own[BEA], man=changed(state.own[BEA].man, hits=1))
    turn = Turn(changed(state, own=(state.own[ADA], hurt)), STAYS, STAY, 4, 4)
    assert turn.heard(BEA, StealthTried) == [StealthTried(faces=(4, 4), total=6, escaped=False)]


def test_p5_stealth_ignores_poor_light():
    dark = standoff(ground=changed(WALL, poor_light=True))
    turn = Turn(Turn(dark, STAY, STAYS).state, STAY, STAYS, 3, 4)
    assert turn.table.ending == "stealth"


def test_p18_tear_gas_lowers_stealth_rolls():
    gas = (Cloud(kind="gas", at=square_index(20, 20), until=9, by=BEA),)
    state = Turn(separated_standoff(clouds=gas), STAY, STAYS).state
    assert Turn(state, STAY, STAYS, 5, 5).heard(ADA, StealthTried) == [
        StealthTried(faces=(5, 5), total=6, escaped=False)
    ]


def test_p11_only_fighters_who_choose_to_vanish_roll():
    state = Turn(Turn(separated_standoff(), STAYS, STAYS).state, STAYS, STAYS).state
    assert state.table.stage == "planning"
    assert [own.unseen for own in state.own] == [2, 2]
