"""Skill points: every award, the limits of the house rules, and unique causes."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from campaign.house_rules.rules.house import HouseRules
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
)

UNLIMITED = HouseRules(espionage_points_a_week=0, paid_ambushes_a_week=0)
SECTION_1 = {("ambush", A, B, 1): (1,)}
SECTION_2 = {("ambush", A, B, 2): (1,)}
TRIED = ("espionage", 1, "tried")
DONE = ("espionage", 1, "succeeded")
GUARDED = ("espionage", 1, "counterspied")


@pytest.mark.parametrize(
    ("total", "earned"),
    [(2, [TRIED]), (3, [TRIED]), (6, [TRIED]), (7, [TRIED, DONE]), (12, [TRIED, DONE])],
)
def test_mission_earns_one_point_for_trying_and_one_for_7_or_more(total, earned):
    week = play(
        sheet_of(infiltrate("ada", on_twelve="infiltrate")),
        a=(total,),
        sealed=(1,) if total == 7 else (),
    )
    assert week.points("ada") == earned


def test_e33_12_spent_on_minus_4_earns_the_success_point_too():
    week = play(sheet_of(infiltrate("ada"), infiltrate("abe")), a=(12, 5))
    assert week.points("ada") == [TRIED, DONE]


def test_e38_points_of_people_who_died_this_week_are_still_booked():
    week = play(
        sheet_of(assassinate("ada", "bea")), sheet_of(guard("bea")), a=(11,), b=(4,), harm=(6,)
    )
    assert [(hurt.character, hurt.after) for hurt in week.effects.hurt] == [("bea", "dead")]
    assert week.points("bea") == [TRIED]


def test_thwarted_mission_earns_only_the_point_for_trying():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(9,), b=(9,))
    assert week.points("ada") == [TRIED]


@pytest.mark.parametrize(
    ("total", "earned"),
    [(2, []), (4, []), (9, [GUARDED]), (10, [GUARDED]), (11, [GUARDED]), (12, [GUARDED])],
)
def test_counterspy_earns_one_point_for_trying_and_one_for_9_or_more(total, earned):
    week = play(
        sheet_of(infiltrate("ada")),
        sheet_of(guard("bea")),
        a=(5,),
        b=(total,),
        domains=SECTION_1 if total == 2 else None,
    )
    if not week.over:
        week = week.fought()
    assert [award for award in week.points("bea") if award[0] == "espionage"] == [TRIED, *earned]


def test_unneeded_counterspy_earns_nothing():
    week = play(sheet_of(infiltrate("ada", "gammas")), sheet_of(guard("bea")), sheet_of(), a=(5,))
    assert week.points("bea") == []


def test_e14_trying_earns_one_point_a_week_regardless_of_attempts():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe"), infiltrate("ann")),
        sheet_of(guard("bea")),
        a=(5, 5, 5),
        b=(4, 4, 9),
    )
    assert week.points("bea") == [TRIED, GUARDED]


def test_e14_character_earns_at_most_three_espionage_points_a_week():
    missions = sheet_of(*[infiltrate(spy) for spy in ("ada", "abe", "ann", "alf")])
    week = play(missions, sheet_of(guard("bea")), a=(5, 5, 5, 5), b=(9, 9, 9, 9))
    assert week.points("bea") == [TRIED, GUARDED, GUARDED]
    without = play(
        missions, sheet_of(guard("bea")), a=(5, 5, 5, 5), b=(9, 9, 9, 9), house=UNLIMITED
    )
    assert without.points("bea") == [TRIED, *[GUARDED] * 4]


@pytest.mark.parametrize(
    ("total", "placed"), [(2, False), (3, True), (6, True), (8, True), (10, True), (12, True)]
)
def test_explosives_count_as_placed_on_3_or_more(total, placed):
    harm = (1, 1, 1, 1, 1) if total != 8 else ()
    week = play(sheet_of(blow_up("ada", "b1")), a=(11, total), harm=harm)
    assert (("explosives", 1, "placed") in week.points("ada")) is placed
    assert DONE in week.points("ada")


# --- ambushes (P13) -------------------------------------------------------------------------------


def general_awards(week, who):
    return [award for award in week.points(who) if award[0] != "espionage"]


def week_with_hunt(guard_end, spy_end):
    week = play(
        sheet_of(infiltrate("ada", kit=ARMED)),
        sheet_of(guard("bea", kit=ARMED), on_counterspy_twelve="ambush"),
        a=(5,),
        b=(12,),
        domains=SECTION_1,
    )
    return week.fought(guard_end, spy_end)


def test_ambush_earns_both_sides_a_general_point():
    week = week_with_hunt(Fighter(), Fighter())
    assert general_awards(week, "ada") == [("general", 1, "ambush")]
    assert general_awards(week, "bea") == [("general", 1, "ambush")]


@pytest.mark.parametrize("way", ["edge", "stealth"])
def test_escaping_alive_earns_a_general_point_and_by_stealth_a_stealth_point(way):
    vanished = [("stealth", 1, "vanished")] if way == "stealth" else []
    assert general_awards(week_with_hunt(Fighter(), Fighter(left=way)), "ada") == [
        ("general", 1, "ambush"),
        ("general", 1, "escaped"),
        *vanished,
    ]


def test_ambusher_earns_a_point_for_escaping_only_when_wounded():
    assert general_awards(week_with_hunt(Fighter(left="edge"), Fighter()), "bea") == [
        ("general", 1, "ambush")
    ]
    assert ("general", 1, "escaped") in general_awards(
        week_with_hunt(Fighter(hits=1, left="edge"), Fighter()), "bea"
    )


def test_withdrawing_at_the_turn_limit_earns_no_escape_point():
    assert general_awards(week_with_hunt(Fighter(hits=1), Fighter(hits=1)), "ada") == [
        ("general", 1, "ambush")
    ]


@pytest.mark.parametrize("skill", ["handgunner", "blade", "martial_arts"])
@pytest.mark.parametrize("hits", [2, 3])
def test_killing_or_knocking_out_earns_a_point_in_the_skill_used(skill, hits):
    week = week_with_hunt(Fighter(felled_with=skill), Fighter(hits=hits))
    assert (skill, 1, "felled") in week.points("bea")


def week_with_two_ambushes(house=None):
    """Return a week in which Bea escapes an ambush and later ambushes Abe."""
    watch = sheet_of(guard("bea", kit=ARMED), on_counterspy_twelve="ambush")
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")),
        watch,
        a=(5,),
        b=(2,),
        domains=SECTION_1,
        house=house,
    )
    again = week.fought(Fighter(), Fighter(left="stealth"), a=(5,), b=(12,), domains=SECTION_2)
    return again.fought(Fighter(felled_with="handgunner"), Fighter(hits=2))


def test_e14_e27_general_points_come_only_from_the_best_ambush_of_the_week():
    assert general_awards(week_with_two_ambushes(), "bea") == [
        ("general", 1, "ambush"),
        ("general", 1, "escaped"),
        ("stealth", 1, "vanished"),
        ("handgunner", 1, "felled"),
    ]
    assert [award[0] for award in general_awards(week_with_two_ambushes(UNLIMITED), "bea")].count(
        "general"
    ) == 3


# --- unique causes --------------------------------------------------------------------------------


def test_e14_each_cause_is_used_once_and_names_the_week():
    week = week_with_two_ambushes(UNLIMITED)
    keys = [(award.character, award.skill, award.cause) for award in week.effects.awards]
    assert len(keys) == len(set(keys))
    assert all(
        award.cause.startswith("w1/") and len(award.cause) <= 160 for award in week.effects.awards
    )


def test_e7_points_are_booked_at_settlement_and_shown_to_their_team_only():
    week = play(sheet_of(assassinate("ada", "bob")), sheet_of(guard("bea")), a=(10,), b=(5,))
    assert {award.character for award in week.debrief(A).awards} == {"ada"}
    assert {award.character for award in week.debrief(B).awards} == {"bea"}
