"""Sealed plans for a turn or for a phase (P17)."""

from __future__ import annotations

import pytest

from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at
from ambush.rules.values import Attacked, PhaseOver, Plan, PlanSealed
from engine.codec import encode
from engine.dice import ScriptedDice
from engine.game import NotYourTurn, Refusal
from engine.match import heard_by, submit

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, plan, standoff


def phase_by_phase_standoff(**facts):
    return standoff(phase_by_phase=True, **facts)


def test_p17_sealed_plan_is_told_only_to_its_owner_and_rolls_no_dice():
    state = standoff()
    after, told = submit(AMBUSH, state, seat=BEA, move=plan("n", RIFLE), dice=ScriptedDice())
    assert [(each.to, type(each.event)) for each in told] == [((BEA,), PlanSealed)]
    assert encode(AMBUSH.view(after, ADA)) == encode(AMBUSH.view(state, ADA))
    assert heard_by(None, told) == ()
    assert AMBUSH.to_act(after) == (ADA,)
    with pytest.raises(NotYourTurn):
        submit(AMBUSH, after, seat=BEA, move=STAY, dice=ScriptedDice())


def test_p17_both_sides_plan_at_the_same_time_in_either_order():
    ends = []
    for order in ((ADA, BEA), (BEA, ADA)):
        state = standoff()
        for seat in order:
            state, _ = submit(
                AMBUSH, state, seat=seat, move=plan("n", RIFLE), dice=ScriptedDice(1, 2, 3, 1)
            )
        ends.append(encode(state))
    assert ends[0] == ends[1]


def test_p17_plan_covers_a_turn_of_five_phases():
    turn = Turn(standoff(), plan("n, e, s, w, n"), STAY)
    assert (turn.table.turn, turn.table.phase) == (2, 1)
    assert turn.heard(ADA, PhaseOver) == [PhaseOver(turn=2, phase=1)]


def test_p17_option_phase_by_phase_plans_one_phase_at_a_time():
    turn = Turn(phase_by_phase_standoff(), plan("n"), plan("n"))
    assert (turn.table.turn, turn.table.phase) == (1, 2)
    assert turn.heard(BEA, PhaseOver) == [PhaseOver(turn=1, phase=2)]
    with pytest.raises(Refusal, match="Plan one phase at a time"):
        AMBUSH.check(AMBUSH.view(turn.state, ADA), plan("n, n"))
    state = turn.state
    for _ in range(4):
        state = Turn(state, plan("n", vanish=False)).state
    assert (state.table.turn, state.table.phase, state.own[ADA].man.at) == (2, 1, square_at(20, 15))
    assert state.own[ADA].man.paced == 0


def test_p4_phase_by_phase_counts_squares_over_the_turn():
    state = phase_by_phase_standoff()
    for _ in range(3):
        state = Turn(state, plan("ne", vanish=False)).state
    with pytest.raises(Refusal, match="You can move 5 squares per turn, but this plan takes 6"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan("ne"))
    AMBUSH.check(AMBUSH.view(state, ADA), plan("n"))


def test_p6_phase_by_phase_allows_one_firing_action_a_turn():
    state = Turn(phase_by_phase_standoff(), plan(action=RIFLE), STAY, 1, 1).state
    with pytest.raises(Refusal, match="You have used your firing action this turn"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan(action=RIFLE))
    for _ in range(4):
        state = Turn(state).state
    assert Turn(state, plan(action=RIFLE), STAY, 1, 1).heard(ADA, Attacked)


def test_p16_p26_phase_by_phase_runner_cannot_fire_and_firer_cannot_run():
    state = Turn(
        phase_by_phase_standoff(one=fighter(0, "rifle", running=2)), plan("n n"), STAY
    ).state
    with pytest.raises(Refusal, match="two steps in a phase, you cannot fire"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan(action=RIFLE))
    state = Turn(
        phase_by_phase_standoff(one=fighter(0, "rifle", running=2)), plan(action=RIFLE), STAY, 1, 1
    ).state
    with pytest.raises(
        Refusal, match="used your firing action this turn, so you can take only one step"
    ):
        AMBUSH.check(AMBUSH.view(state, ADA), plan("n n"))


def test_p16_phase_by_phase_earlier_movement_counts_as_moving():
    state = Turn(phase_by_phase_standoff(), plan("n"), STAY).state
    (event,) = Turn(state, plan(action=RIFLE), STAY, 1, 1).heard(ADA, Attacked)
    assert "not moving" not in {part.name for part in event.parts}


def test_p11_phase_by_phase_turn_is_unseen_only_if_every_phase_was():
    state = phase_by_phase_standoff()
    for _ in range(5):
        state = Turn(state, plan(vanish=False), plan(vanish=False)).state
    assert [own.unseen for own in state.own] == [0, 0]


def test_p17_plan_can_be_shorter_than_the_turn():
    assert Turn(standoff(), plan("n"), Plan()).ada.man.at == square_at(20, 19)
