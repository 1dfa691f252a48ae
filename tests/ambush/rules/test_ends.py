"""Wounds, endings and the result for the week (P10, P12, P13)."""

from __future__ import annotations

import pytest

from ambush.rules.call import AmbushResult, Fighter, condition
from ambush.rules.club_options import own_numbers
from ambush.rules.game import AMBUSH
from ambush.rules.outcome import ambush_result
from ambush.rules.samples import sample_ambush
from ambush.rules.values import Fire, Over, Result, Sighted
from campaign.house_rules.rules.house import HouseRules
from espionage.rules.awards import list_awards
from espionage.rules.decision_moves import check_result
from espionage.rules.values import Fight
from espionage.rules.week_rules import WeekRules

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, plan, standoff


def awards_of(state):
    ambush = sample_ambush(state.own[0].man.who, state.own[1].man.who, 1)
    check_result(ambush, ambush_result(state))
    found = list_awards("w", (), (Fight(ambush=ambush, result=ambush_result(state)),), WeekRules())
    return {(award.seat, award.skill, award.why) for award in found}


@pytest.mark.parametrize(
    ("dp", "ending", "state"),
    [(3, "death", "dead"), (4, "knock_out", "unconscious"), (5, "", "standing")],
)
def test_p10_one_dp_is_unconscious_and_zero_is_dead(dp, ending, state):
    turn = Turn(standoff(two=fighter(1, dp=dp)), plan(action=RIFLE), STAY, 6, 6)
    assert turn.table.ending == ending
    assert condition(turn.bea.man.who, Fighter(hits=turn.bea.man.hits)) == state


def test_e43_deadly_hit_knocks_out_when_nobody_can_die():
    numbers = own_numbers(HouseRules(death=False))
    turn = Turn(standoff(two=fighter(1, dp=3), numbers=numbers), plan(action=RIFLE), STAY, 6, 6)
    assert (turn.table.ending, turn.bea.man.hits) == ("knock_out", 2)
    assert AMBUSH.outcome(turn.state).winners == (ADA,)


def test_p12_kill_ends_the_duel_with_a_win_for_the_survivor():
    turn = Turn(standoff(), plan(action=RIFLE), STAY, 6, 6)
    outcome = AMBUSH.outcome(turn.state)
    assert (outcome.winners, outcome.ending) == ((ADA,), "death")
    assert turn.heard(BEA, Over) == [Over(ending="death", turn=1, phase=1)]
    assert turn.heard(ADA, Result) == [Result(left="", felled_with="handgunner")]
    assert turn.heard(ADA, Sighted)[-1].mark.hurt == "down"
    assert awards_of(turn.state) == {
        (BEA, "general", "ambush"),
        (ADA, "general", "ambush"),
        (ADA, "handgunner", "felled"),
    }


def test_p12_p34_duel_ends_after_thirty_turns_without_escape_points():
    turn = Turn(standoff(turn=30))
    assert (turn.table.ending, AMBUSH.outcome(turn.state).winners) == ("turn_limit", (ADA, BEA))
    assert ambush_result(turn.state) == AmbushResult(turns=30)
    assert {why for _, _, why in awards_of(turn.state)} == {"ambush"}


def test_p12_duel_goes_on_in_turn_29():
    assert Turn(standoff(turn=29)).table.stage == "planning"


def test_p13_escape_earns_points_for_the_ambushed_but_not_an_unhurt_ambusher():
    runs = Turn(standoff(here=(20, 0), there=(20, 20)), plan("n")).state
    assert {why for seat, _, why in awards_of(runs) if seat == ADA} == {"ambush"}
    flees = Turn(standoff(here=(20, 20), there=(20, 0)), STAY, plan("n")).state
    assert {why for seat, _, why in awards_of(flees) if seat == BEA} == {"ambush", "escaped"}


def test_p10_unfinished_duel_has_no_result():
    with pytest.raises(ValueError):
        ambush_result(standoff())
    assert AMBUSH.outcome(standoff()) is None


def test_p13_result_lists_rounds_armour_and_gear_used():
    state = standoff(fighter(0, "rifle"), fighter(1, armour=3))
    state = Turn(state, plan(action=RIFLE), STAY, 6, 6).state
    state = Turn(state, plan(action=Fire(weapon="rifle")), STAY, 6, 6).state
    found = ambush_result(state)
    assert [(item.gear, item.count) for item in found.ambusher.fired] == [("rifle", 2)]
    assert (found.ambushed.armour, found.ambushed.hits, found.turns) == (3, 3, 2)
