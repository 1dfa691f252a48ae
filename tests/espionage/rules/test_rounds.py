"""Rounds whose live questions are asked together (E51), and their waiting periods (E52)."""

from __future__ import annotations

from itertools import permutations

import pytest

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from engine.values import HOST, changed
from espionage.pictures.report import report_scenes
from espionage.rules.orders import OnlyAgainst
from espionage.rules.rounds import WAVES_A_ROUND, called_ambushes, max_waits
from espionage.rules.samples import random_setup
from espionage.rules.values import (
    AmbushCalled,
    AmbushOver,
    AskChase,
    Asked,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Cancel,
    Chase,
    ChooseSection,
    Deadline,
    GuardSent,
    MissionDeclared,
    SendGuard,
    SpyRolled,
    TakeSpyTwelve,
    TakeTwelve,
    TwelveTaken,
)
from espionage.rules.week import WEEK
from tests.espionage.rules.scene import (
    A,
    B,
    C,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
)

LIVE = HouseRules(live_decisions=True)


def start(*sheets, **scripts):
    return play(*sheets, house=LIVE, asks_by_round=True, **scripts)


def question_to(week, seat):
    return week.state.own[seat].question


def both_against_betas(alphas, gammas, *guards, **standing):
    """Return a week in which the Alphas and the Gammas have one mission each against the Betas."""
    return start(sheet_of(alphas), sheet_of(*guards, **standing), sheet_of(gammas))


def test_e51_all_targets_of_a_round_are_asked_at_once():
    week = start(
        sheet_of(infiltrate("ada"), guard("axl")),
        sheet_of(infiltrate("ben", "gammas"), guard("bea")),
        sheet_of(infiltrate("gil", "alphas"), guard("gus")),
    )
    assert WEEK.to_act(week.state) == (A, B, C)
    assert [question_to(week, seat) for seat in (A, B, C)] == [
        AskGuard(number=1, guards=(who,)) for who in ("axl", "bea", "gus")
    ]
    assert [len(week.all(MissionDeclared, seat)) for seat in (A, B, C)] == [1, 1, 1], "only its own"


def test_e51_no_dice_are_rolled_before_the_last_answer():
    week = start(
        sheet_of(infiltrate("ada"), guard("axl")),
        sheet_of(infiltrate("ben", "alphas"), guard("bea")),
    )
    one = week.then(SendGuard(spy="bea"), B)
    assert not one.all(GuardSent, B)
    assert not one.all(SpyRolled, A)
    assert WEEK.to_act(one.state) == (A,)
    both = one.then(SendGuard(), A, a=(5,), b=(5, 5))
    assert both.over
    assert (both.one(GuardSent, B).spy, both.one(GuardSent, A).spy) == ("bea", "")


def test_e51_answers_can_come_in_any_order():
    week = start(
        sheet_of(infiltrate("ada"), guard("axl")),
        sheet_of(infiltrate("ben", "gammas"), guard("bea")),
        sheet_of(infiltrate("gil", "alphas"), guard("gus")),
    )
    ends = []
    for seats in permutations((A, B, C)):
        after = week
        for place, seat in enumerate(seats):
            dice = {"a": (5, 5), "b": (5, 5), "c": (5, 5)} if place == 2 else {}
            after = after.then(SendGuard(spy={A: "axl", B: "bea", C: "gus"}[seat]), seat, **dice)
        ends.append(after.state)
    assert ends.count(ends[0]) == len(ends)


def test_e51_team_with_several_missions_against_it_answers_one_after_the_other():
    week = both_against_betas(infiltrate("ada"), infiltrate("gil", "betas"), guard("bea"))
    own = week.state.own[B]
    assert (own.question, own.queued) == (
        AskGuard(number=1, guards=("bea",)),
        (AskGuard(number=2, guards=("bea",)),),
    )
    assert len(week.all(Asked, B)) == 2
    one = week.then(SendGuard(), B)
    assert question_to(one, B) == AskGuard(number=2, guards=("bea",))
    assert one.then(SendGuard(spy="bea"), B, a=(5,), b=(5,), c=(5,)).over
    assert week.then(Deadline(), a=(5,), b=(5, 5), c=(5,)).over, "the deadline answers both"


def test_e50_team_whose_sheet_answers_is_not_asked():
    only = OnlyAgainst(missions=("blow_up",))
    week = start(
        sheet_of(infiltrate("ada"), guard("axl")),
        sheet_of(infiltrate("ben", "alphas"), guard("bea", only_against=only)),
        a=(5,),
    )
    assert WEEK.to_act(week.state) == (A,)


def test_e51_ambusher_chooses_the_section_in_the_same_period():
    week = start(sheet_of(infiltrate("ada")), sheet_of(guard("bea")))
    week = week.then(SendGuard(spy="bea"), B, a=(8,), b=(12,))
    assert question_to(week, B) == AskTwelve(number=1, guard="bea")
    chosen = week.then(TakeTwelve(ambush=True), B)
    assert question_to(chosen, B) == AskSection(number=1, guard="bea")
    assert chosen.state.hidden.wave == week.state.hidden.wave
    met = chosen.then(ChooseSection(section=3), B)
    assert met.one(TwelveTaken, B).ambush
    assert met.one(AmbushCalled, A).meeting.section == 3
    assert WEEK.to_act(met.state) == (HOST,)
    assert met.fought().over
    assert week.then(TakeTwelve(ambush=False), B).over


def test_e51_chaser_is_sent_after_all_answers():
    week = start(sheet_of(blow_up("ada", "b1")), sheet_of(guard("bea")))
    week = week.then(SendGuard(), B, a=(11, 3), harm=(3, 3, 2, 2, 1))
    assert question_to(week, B) == AskChase(number=1, guards=("bea",))
    met = week.then(Chase(spy="bea"), B)
    assert [ambush.cause for ambush in called_ambushes(met.state)] == ["bomber"]


def two_ambushes():
    """Return a week in which two counterspies ambush the spies of two teams at the same time."""
    week = both_against_betas(
        infiltrate("ada"), infiltrate("gil", "betas"), guard("bea"), guard("ben")
    )
    week = week.then(SendGuard(spy="bea"), B)
    week = week.then(SendGuard(spy="ben"), B, a=(8,), b=(12, 12), c=(8,))
    for section in (2, 4):
        week = week.then(TakeTwelve(ambush=True), B).then(ChooseSection(section=section), B)
    return week


def test_e51_ambushes_of_a_round_are_fought_at_the_same_time():
    week = two_ambushes()
    assert [ambush.section for ambush in called_ambushes(week.state)] == [2, 4]
    assert week.state.hidden.ambush == called_ambushes(week.state)[0]
    assert len(week.state.own[B].meetings) == 2
    one = week.fought(ambushed=Fighter(hits=3))
    assert not one.all(AmbushOver, B), "kept until both are over"
    both = one.fought(ambushed=Fighter(left="edge"))
    assert both.over
    first, second = both.all(AmbushOver, B)
    assert (first.enemy, second.enemy_left) == ("dead", "edge")
    assert not both.state.own[B].meetings
    scenes = [
        scene for scene in report_scenes(both.heard(B), ("A", "B", "C"), {}) if scene.icon == "flag"
    ]
    assert ["dead" in scene.result for scene in scenes] == [True, False]


def test_e51_counterspy_has_one_ambush_a_round_and_takes_a_cancellation_for_the_next():
    week = both_against_betas(infiltrate("ada"), infiltrate("gil", "betas"), guard("bea"))
    week = week.then(SendGuard(spy="bea"), B)
    week = week.then(SendGuard(spy="bea"), B, a=(8,), b=(12, 12), c=(8,))
    for _ in range(2):
        week = week.then(TakeTwelve(ambush=True), B).then(ChooseSection(section=1), B)
    assert len(called_ambushes(week.state)) == 1
    assert [taken.ambush for taken in week.all(TwelveTaken, B)] == [True, False]
    assert week.state.own[B].cancellations == 1


@pytest.mark.parametrize(("hits", "sent"), [(1, ["bea", "bea", "ben"]), (0, ["bea", "bea"])])
def test_e51_counterspy_hurt_earlier_in_the_round_is_replaced(hits, sent):
    week = both_against_betas(
        blow_up("ada", "b1"), infiltrate("gil", "betas"), guard("bea"), guard("ben")
    )
    week = week.then(SendGuard(spy="bea"), B)
    week = week.then(SendGuard(spy="bea"), B, a=(5,), b=(2,), c=(12,))
    assert question_to(week, C) == AskSpyTwelve(order=1)
    assert len(called_ambushes(week.state)) == 1, "the Alphas ambush Bea meanwhile"
    week = week.then(TakeSpyTwelve(choice="infiltrate"), C)
    assert WEEK.to_act(week.state) == (HOST,)
    after = week.fought(ambushed=Fighter(hits=hits), b=(5,))
    assert after.over
    assert [event.spy for event in after.all(GuardSent, B)] == sent


def test_e51_cancellations_follow_the_last_round():
    week = start(
        sheet_of(infiltrate("ada"), infiltrate("abe")), sheet_of(guard("bea"), guard("ben"))
    )
    week = week.then(SendGuard(spy="bea"), B, a=(8,), b=(11,))
    week = week.then(SendGuard(), B, a=(9,))
    assert max_waits(week.state, 0) == 1
    assert week.then(Cancel(numbers=(2,)), B).over


# --- waiting periods (E52) ------------------------------------------------------------------------


def test_e52_waiting_periods_are_counted_from_public_rosters():
    week = start(sheet_of(infiltrate("ada")), sheet_of(guard("bea")))
    assert max_waits(week.state, 0) == 6 * WAVES_A_ROUND + 1, "six people could have missions"
    assert max_waits(week.state, 2) == 2 * WAVES_A_ROUND + 1


def sample_week(number, teams):
    house = HouseRules(live_decisions=True, missions_a_week=0, capture=number % 2 == 0)
    dice, extra_espionage = SeededDice(seed_from(f"rounds {number}"), 0), (0, 3, -2)[number % 3]
    setup = random_setup(dice, teams, house, missions=3, extra_espionage=extra_espionage)
    return changed(setup, asks_by_round=True)


@pytest.mark.parametrize("teams", [2, 3, 6, 12])
def test_e52_number_of_waiting_periods_depends_on_rounds_only(teams):
    for number in range(6):
        seed, chooser = seed_from(f"{number}"), SeededDice(seed_from("chooser"), number)
        state, _ = WEEK.start(sample_week(number, teams), SeededDice(seed, 0))
        waves, left, ply = set(), [], 0
        while WEEK.outcome(state) is None:
            waves.add(state.hidden.wave)
            left.append(max_waits(state, 3))
            seat = chooser.pick(WEEK.to_act(state))
            ply += 1
            move = WEEK.propose(WEEK.view(state, seat), chooser)
            state, _ = WEEK.apply(state, seat, move, SeededDice(seed, ply))
        assert len(waves) <= 3 * WAVES_A_ROUND + 1
        assert left == sorted(left, reverse=True)
        assert left[-1] >= 1
