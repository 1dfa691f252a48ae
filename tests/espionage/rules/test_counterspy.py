"""The counterspy column, duty and standing orders."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import HouseRules
from campaign.roster.rules.spies import Kit
from espionage.rules.bots.tempers import TEMPERS
from espionage.rules.orders import Standing
from espionage.rules.values import (
    AmbushCalled,
    CounterspyRolled,
    GuardSent,
    MissionThwarted,
    ModifierTold,
    RowsShown,
    TwelveTaken,
)
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    assassinate,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)


def counterspy_roll(week):
    return week.one(CounterspyRolled, B)


def mission_ending(week, at=0):
    return week.debrief(A).missions[at].ending


# --- the column -----------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_counterspy_3_to_6_does_not_stop_the_spy(total):
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(total,))
    assert counterspy_roll(week).verdict == "not_stopped"
    assert mission_ending(week) == "saw"


def test_e8_counterspy_rolling_two_is_ambushed_after_the_mission_counts():
    week = play(
        sheet_of(assassinate("ada", "bob", on_twelve="")),
        sheet_of(guard("bea")),
        a=(10,),
        b=(2,),
        domains={("ambush", A, B, 1): (3,)},
    )
    assert not week.over
    assert week.state.hidden.now.hits == 1
    ambush = week.state.hidden.ambush
    assert (ambush.cause, ambush.ambusher.id, ambush.ambushed.id) == ("ambushed", "ada", "bea")
    assert (ambush.map, ambush.section) == ("midville", 3)
    assert mission_ending(week.fought()) == "hit"


def test_e6_7_rerolls_at_minus_1_and_8_at_plus_1_cumulatively():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(7, 8, 10, 9, 10))
    assert [throw.modifier for throw in counterspy_roll(week).throws] == [0, -1, -2, -1, 0]
    assert [throw.total for throw in counterspy_roll(week).throws] == [7, 7, 8, 8, 10]
    assert counterspy_roll(week).verdict == "thwarted"


def test_e6_spy_is_not_stopped_after_twenty_rerolls():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=[7, 9] * 10 + [7])
    assert len(counterspy_roll(week).throws) == 21
    assert counterspy_roll(week).verdict == "not_stopped"


@pytest.mark.parametrize("total", [9, 10])
def test_counterspy_9_and_10_thwart_the_mission_only(total):
    week = play(
        sheet_of(infiltrate("ada", on_twelve="infiltrate"), infiltrate("abe")),
        sheet_of(guard("bea")),
        a=(12, 8),
        b=(total, 5),
    )
    assert week.one(MissionThwarted, A).order == 1
    assert mission_ending(week) == "thwarted"
    assert not week.all(ModifierTold, B)
    assert week.effects.intelligence[0].snapshot.cause.startswith("w1/mission/2")


def test_e5_thwarted_blunder_gives_no_plus_4():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")), sheet_of(guard("bea")), a=(2, 8), b=(5, 5)
    )
    first, second = week.all(CounterspyRolled, B)
    assert (first.throws[0].total, first.verdict) == (9, "thwarted")
    assert second.throws[0].modifier == 0
    assert not week.all(ModifierTold, B)


def test_counterspy_11_earns_a_cancellation_without_stopping_this_mission():
    week = play(
        sheet_of(infiltrate("ada"), assassinate("abe", "bob")),
        sheet_of(guard("bea")),
        a=(8, 10),
        b=(11, 5),
    )
    assert week.one(RowsShown, B).cancellations == 1
    assert [report.ending for report in week.debrief(A).missions] == ["saw", "called_off"]


IF_ARMED = {"on_counterspy_twelve": "if_armed"}


@pytest.mark.parametrize(("kit", "ambush"), [(ARMED, True), (Kit(), False)])
def test_e46_by_default_12_is_an_ambush_if_armed_else_a_cancellation(kit, ambush):
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=kit)),
        a=(8,),
        b=(12,),
        domains={("ambush", A, B, 1): (1,)} if ambush else {},
    )
    assert week.one(TwelveTaken, B).ambush == ambush
    if not ambush:
        assert mission_ending(week) == "called_off"


def test_e46_bots_use_the_default_for_a_12():
    wishes = {temper.on_counterspy_twelve for temper in TEMPERS.values()}
    assert wishes == {Standing().on_counterspy_twelve}


def test_e9_counterspy_12_can_ambush_before_the_mission():
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=ARMED), **IF_ARMED),
        a=(8,),
        b=(12,),
        domains={("ambush", A, B, 1): (1,)},
    )
    assert week.one(TwelveTaken, B).ambush
    ambush = week.state.hidden.ambush
    assert (ambush.cause, ambush.ambusher.id, ambush.ambushed.id) == ("hunted", "bea", "ada")
    assert week.one(AmbushCalled, A).meeting.enemy_name == "Bea"


def test_counterspy_12_can_be_taken_as_11():
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea", kit=ARMED), on_counterspy_twelve="cancel"),
        a=(8,),
        b=(12,),
    )
    assert mission_ending(week) == "called_off"


@pytest.mark.parametrize(
    ("kit", "facts"),
    [
        (Kit(), {}),
        (ARMED, {"dp": 2, "skills": {"espionage": 2}}),
        (ARMED, {"skills": {"handgunner": -4}}),
    ],
    ids=["unarmed", "hurt", "untrained"],
)
def test_if_armed_ambushes_only_with_an_unhurt_trained_and_armed_counterspy(kit, facts):
    betas = with_person(team_file("betas"), "bea", **facts)
    watch = sheet_of(guard("bea", kit=kit), **IF_ARMED)
    week = play(
        sheet_of(infiltrate("ada")), watch, files=(team_file("alphas"), betas), a=(8,), b=(12,)
    )
    assert not week.one(TwelveTaken, B).ambush
    assert mission_ending(week) == "called_off"


# --- modifiers ------------------------------------------------------------------------------------


def test_e4_blunder_counts_for_the_counterspy_roll_against_the_same_mission():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(2,), b=(2,))
    assert counterspy_roll(week).throws[0].modifier == 4


def test_e4_option_blunder_counts_from_the_next_mission():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea")),
        a=(2, 5),
        b=(5, 2),
        house=HouseRules(blunder_counts_at_once=False),
    )
    assert [event.throws[0].modifier for event in week.all(CounterspyRolled, B)] == [0, 4]


def test_e4_minus_4_of_a_12_counts_from_the_next_roll():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea"), counterspy_from=-20),
        a=(12, 5),
        b=(5, 10),
    )
    assert [event.throws[0].modifier for event in week.all(CounterspyRolled, B)] == [0, -4]


def test_e3_modifiers_of_other_teams_do_not_count():
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea")),
        sheet_of(infiltrate("gil", "betas")),
        a=(2,),
        b=(2, 5),
        c=(5,),
    )
    assert [event.throws[0].modifier for event in week.all(CounterspyRolled, B)] == [4, 0]


# --- duty -----------------------------------------------------------------------------------------


def test_e10_fittest_is_ranked_by_espionage_and_wounds_then_dp_then_order():
    betas = with_person(
        with_person(team_file("betas"), "ben", skills={"espionage": 2}, dp=2),
        "bob",
        dp=4,
        full_dp=4,
    )
    sheet = sheet_of(guard("bea"), guard("ben"), guard("bob"), guard("bix"))
    week = play(
        sheet_of(infiltrate("ada")), sheet, files=(team_file("alphas"), betas), a=(5,), b=(5,)
    )
    assert week.one(GuardSent, B).spy == "bob"


def test_standing_orders_can_send_the_first_counterspy_of_the_sheet():
    betas = with_person(team_file("betas"), "ben", skills={"espionage": 2})
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea"), guard("ben"), counterspy_by="listed"),
        files=(team_file("alphas"), betas),
        a=(5,),
        b=(5,),
    )
    assert week.one(GuardSent, B).spy == "bea"


@pytest.mark.parametrize(
    ("level", "dp", "sent"), [(0, 3, "bea"), (-4, 3, ""), (1, 2, "bea"), (0, 2, "")]
)
def test_by_default_counterspies_below_minus_1_are_not_sent(level, dp, sent):
    betas = with_person(team_file("betas"), "bea", skills={"espionage": level}, dp=dp)
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea")),
        files=(team_file("alphas"), betas),
        a=(5,),
        b=(5,) if sent else (),
    )
    assert week.one(GuardSent, B).spy == sent


def test_default_choice_of_counterspy_ignores_the_unseen_blunder():
    betas = with_person(team_file("betas"), "bea", skills={"espionage": -4})
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea")),
        files=(team_file("alphas"), betas),
        a=(2, 5),
        b=(5,),
    )
    assert [event.spy for event in week.all(GuardSent, B)] == ["", "bea"]


def test_standing_orders_can_limit_counterspies_to_kinds_of_missions():
    week = play(
        sheet_of(infiltrate("ada"), assassinate("abe")),
        sheet_of(guard("bea"), counterspy=("assassinate",)),
        a=(5, 5),
        b=(5,),
    )
    assert [event.spy for event in week.all(GuardSent, B)] == ["", "bea"]


def test_e10_wounded_counterspy_goes_off_duty_and_another_takes_over():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea"), guard("ben")),
        a=(5,),
        b=(2,),
        domains={("ambush", A, B, 1): (1,)},
    ).fought(Fighter(), Fighter(hits=1, left="edge"), a=(5,), b=(5,))
    assert [event.spy for event in week.all(GuardSent, B)] == ["bea", "ben"]


def test_unhurt_counterspy_stays_on_duty():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        sheet_of(guard("bea")),
        a=(5,),
        b=(2,),
        domains={("ambush", A, B, 1): (1,)},
    ).fought(a=(5,), b=(5,))
    assert [event.spy for event in week.all(GuardSent, B)] == ["bea", "bea"]


def test_spying_team_cannot_tell_no_counterspy_from_a_failed_one():
    alone = play(sheet_of(infiltrate("ada")), a=(8,))
    watched = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(4,))
    assert alone.heard(A) == watched.heard(A)
