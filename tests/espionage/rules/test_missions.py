"""The effect of each row of each mission's column."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules.house import HouseRules
from engine.values import changed
from espionage.rules.values import ModifierTold, SpyRolled
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    C,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)


def mission_report(week):
    (mission,) = week.debrief(A).missions
    return mission


# --- infiltrate -----------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_infiltrate_3_to_6_learns_nothing(total):
    week = play(sheet_of(infiltrate("ada")), a=(total,))
    assert (mission_report(week).ending, mission_report(week).saw) == ("failed", ())
    assert week.effects.intelligence == ()


def test_infiltrate_7_sees_one_random_vehicle_from_outside():
    week = play(sheet_of(infiltrate("ada")), a=(7,), sealed=(2,))
    (seen,) = mission_report(week).saw
    assert (seen.vehicle, seen.kind, seen.about) == ("b2", "exterior", B)
    assert seen.exterior.name == "B2"
    assert seen.sheet is None


@pytest.mark.parametrize("total", [8, 9, 10])
def test_infiltrate_8_to_10_sees_all_vehicles_from_outside(total):
    week = play(sheet_of(infiltrate("ada")), a=(total,))
    assert [(seen.vehicle, seen.kind) for seen in mission_report(week).saw] == [
        ("b1", "exterior"),
        ("b2", "exterior"),
        ("b3", "exterior"),
    ]


def test_infiltrate_11_sees_the_sheet_of_one_random_vehicle():
    week = play(sheet_of(infiltrate("ada")), a=(11,), sealed=(3,))
    (seen,) = mission_report(week).saw
    assert (seen.vehicle, seen.kind) == ("b3", "sheet")
    assert seen.sheet.plant == "Medium electric"
    assert seen.exterior is None


def test_infiltrate_12_can_be_taken_as_11():
    week = play(sheet_of(infiltrate("ada", on_twelve="eleven")), a=(12,), sealed=(1,))
    assert mission_report(week).saw[0].kind == "sheet"


@pytest.mark.parametrize("mission", [infiltrate("ada"), assassinate("ada"), blow_up("ada")])
def test_12_in_any_column_can_be_spent_on_minus_4(mission):
    week = play(sheet_of(changed(mission, on_twelve="infiltrate")), a=(12,))
    assert week.one(ModifierTold, B) == ModifierTold(number=1, against=A, change=-4, now=-4)
    assert mission_report(week).ending == "modifier"


def test_by_default_12_becomes_minus_4_if_a_later_mission_has_the_same_target():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe"), infiltrate("ann", "gammas")),
        sheet_of(),
        sheet_of(),
        a=(12, 12, 12),
        domains={("sealed", A, B, 2): (1,), ("sealed", A, C, 1): (1,)},
    )
    assert [rolled.choice for rolled in week.all(SpyRolled, A)] == [
        "infiltrate",
        "eleven",
        "eleven",
    ]


@pytest.mark.parametrize("mission", [infiltrate("ada"), assassinate("ada"), blow_up("ada")])
def test_blunder_in_any_column_gives_the_target_plus_4(mission):
    week = play(sheet_of(mission), a=(2,))
    assert week.one(ModifierTold, B) == ModifierTold(number=1, against=A, change=4, now=4)
    assert mission_report(week).ending == "blunder"


def test_e3_modifiers_apply_to_the_pair_of_teams_and_add_up():
    week = play(
        sheet_of(
            infiltrate("ada"),
            infiltrate("abe"),
            infiltrate("ann", on_twelve="infiltrate"),
            infiltrate("alf", on_twelve="infiltrate"),
        ),
        sheet_of(),
        sheet_of(),
        a=(2, 2, 12, 12),
    )
    assert [told.now for told in week.all(ModifierTold, B)] == [4, 8, 4, 0]
    assert week.state.own[B].modifiers == (0, 0, 0)
    assert not week.all(ModifierTold, A)


def test_e11_infiltrators_see_only_entered_vehicles_if_there_are_any():
    betas = team_file("betas")
    entered = changed(
        betas, garage=(betas.garage[0], changed(betas.garage[1], entered=True), betas.garage[2])
    )
    week = play(sheet_of(infiltrate("ada")), files=(team_file("alphas"), entered), a=(9,))
    assert [seen.vehicle for seen in mission_report(week).saw] == ["b2"]


def test_e17_infiltrating_a_team_without_vehicles_fails():
    week = play(
        sheet_of(infiltrate("ada")),
        files=(team_file("alphas"), team_file("betas", garage=())),
        a=(9,),
    )
    assert mission_report(week).ending == "nobody_there"
    assert week.points("ada") == [("espionage", 1, "tried")]


# --- assassinate ----------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [3, 4, 5, 6])
def test_assassinate_3_to_6_reaches_nobody(total):
    week = play(sheet_of(assassinate("ada", "bob")), a=(total,))
    assert mission_report(week).ending == "failed"
    assert week.effects.hurt == ()


@pytest.mark.parametrize(
    ("total", "sealed", "harm", "victim", "hits"),
    [
        (7, (2,), (), "ben", 1),
        (8, (4,), (), "bix", 2),
        (9, (1,), (5,), "bea", 5),
        (10, (), (), "bob", 1),
        (11, (), (4,), "bob", 4),
        (12, (), (2,), "bob", 2),
    ],
)
def test_assassinate_7_to_12_hits_a_random_or_the_chosen_member(total, sealed, harm, victim, hits):
    week = play(sheet_of(assassinate("ada", "bob")), a=(total,), sealed=sealed, harm=harm)
    (hurt,) = week.effects.hurt
    assert (hurt.character, hurt.hits, hurt.how) == (victim, hits, "assassination")
    assert (mission_report(week).victim, mission_report(week).hits, mission_report(week).faces) == (
        victim,
        hits,
        harm,
    )
    (harmed,) = week.debrief(B).harm
    assert (harmed.number, harmed.victim, harmed.hits, harmed.faces) == (1, victim, hits, harm)


@pytest.mark.parametrize(
    ("hits", "after"), [(1, "standing"), (2, "unconscious"), (3, "dead"), (6, "dead")]
)
def test_e12_one_dp_is_unconscious_and_zero_is_dead(hits, after):
    week = play(sheet_of(assassinate("ada", "bob")), a=(11,), harm=(hits,))
    assert week.effects.hurt[0].after == after


def test_e12_e37_assassination_ignores_armour_unless_house_rules_say_otherwise():
    armoured = guard("bob", kit=ARMED)
    week = play(
        sheet_of(assassinate("ada", "bob")), sheet_of(armoured, counterspy=()), a=(11,), harm=(4,)
    )
    assert week.effects.hurt[0].hits == 4
    counted = play(
        sheet_of(assassinate("ada", "bob")),
        sheet_of(armoured, counterspy=()),
        house=HouseRules(armour_counts=True),
        a=(11,),
        harm=(4,),
    )
    assert counted.effects.hurt[0].hits == 1
    assert ("body_armour", -1) in [(row.gear, row.count) for row in counted.effects.stock]


def test_e12_missing_dp_are_minus_2_on_the_roll():
    alphas = with_person(team_file("alphas"), "ada", dp=2)
    week = play(sheet_of(infiltrate("ada")), files=(alphas, team_file("betas")), a=(8,))
    assert week.one(SpyRolled, A).throw.total == 6


def test_e1_espionage_is_added_and_below_base_is_minus_4():
    for level, total in ((2, 9), (-4, 3)):
        alphas = with_person(team_file("alphas"), "ada", skills={"espionage": level})
        week = play(
            sheet_of(infiltrate("ada")), files=(alphas, team_file("betas", garage=())), a=(7,)
        )
        assert week.one(SpyRolled, A).throw.total == total


def test_e17_random_victims_are_living_people_at_home_including_counterspies():
    betas = with_person(with_person(team_file("betas"), "bea", dp=0), "bix", captured=True)
    sheet = sheet_of(infiltrate("ben", "alphas"), guard("bob"), counterspy=())
    week = play(
        sheet_of(assassinate("ada")),
        sheet,
        files=(team_file("alphas"), betas),
        a=(7,),
        b=(5,),
        sealed=(1,),
    )
    assert week.effects.hurt[0].character == "bob"


@pytest.mark.parametrize("gone", ["ben", "bea", "bix", "somebody-sold-long-ago"])
def test_e17_dice_choose_if_the_named_target_is_away_dead_captured_or_gone(gone):
    betas = with_person(with_person(team_file("betas"), "bea", dp=0), "bix", captured=True)
    week = play(
        sheet_of(assassinate("ada", gone)),
        sheet_of(infiltrate("ben", "alphas")),
        files=(team_file("alphas"), betas),
        a=(10,),
        b=(5,),
        sealed=(3,),
    )
    assert week.effects.hurt[0].character == "bly"


def test_e17_assassination_fails_if_nobody_is_at_home():
    betas = changed(team_file("betas"), people=())
    week = play(sheet_of(assassinate("ada")), files=(team_file("alphas"), betas), a=(9,))
    assert mission_report(week).ending == "nobody_there"
    assert week.points("ada") == [("espionage", 1, "tried")]


def test_e7_hits_take_effect_at_settlement():
    """Bea is shot dead first and still counterspies the next mission."""
    week = play(
        sheet_of(assassinate("ada", "bea"), infiltrate("abe")),
        sheet_of(guard("bea"), counterspy=("infiltrate",)),
        a=(11, 5),
        b=(5,),
        harm=(6,),
    )
    assert week.effects.hurt[0].after == "dead"
    assert ("bea", "tried") in [(award.character, award.why) for award in week.effects.awards]


def test_e24_order_against_a_sold_vehicle_is_accepted_and_dice_choose():
    week = play(sheet_of(blow_up("ada", "sold")), a=(11, 8), sealed=(2,))
    assert mission_report(week).victim == "b2"
