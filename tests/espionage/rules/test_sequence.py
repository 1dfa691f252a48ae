"""Using the table, steps 1 to 4."""

from __future__ import annotations

from espionage.rules.orders import Sheet
from espionage.rules.values import (
    CounterspyRolled,
    GuardSent,
    MissionBegan,
    MissionDeclared,
    ModifierTold,
    OrderRolled,
    SpyRolled,
    WeekSettled,
)
from tests.espionage.rules.scene import A, B, C, assassinate, guard, infiltrate, play, sheet_of


def test_step_1_counterspies_are_placed_below_all_missions():
    week = play(
        sheet_of(guard("ada"), infiltrate("abe"), guard("ann"), infiltrate("alf")), a=(5, 5)
    )
    assert [(order.spy, order.action) for order in week.state.own[A].sheet.orders] == [
        ("abe", "infiltrate"),
        ("alf", "infiltrate"),
        ("ada", "counterspy"),
        ("ann", "counterspy"),
    ]


def test_step_2_highest_roll_goes_first_and_everyone_sees_the_dice():
    week = play(Sheet(), Sheet(), order=(1, 2, 3, 3))
    rolled = week.one(OrderRolled, None)
    assert rolled.faces == ((1, 2), (3, 3))
    assert rolled.order == (B, A)


def test_step_2_tied_teams_reroll_among_themselves():
    week = play(Sheet(), Sheet(), Sheet(), order=(4, 4, 6, 6, 3, 5, 1, 1, 2, 2))
    rolled = week.one(OrderRolled, A)
    assert rolled.faces == ((4, 4, 1, 1), (6, 6), (3, 5, 2, 2))
    assert rolled.order == (B, C, A)


def test_e32_teams_still_tied_after_twenty_rerolls_play_in_seat_order():
    week = play(Sheet(), Sheet(), order=(3, 4) * 2 * 21)
    rolled = week.one(OrderRolled, None)
    assert rolled.order == (A, B)
    assert [len(faces) for faces in rolled.faces] == [2 * 21] * 2


def test_step_3a_target_hears_the_action_and_named_target_but_not_the_spy():
    week = play(sheet_of(assassinate("ada", "bob")), a=(5,))
    assert week.one(MissionDeclared, B) == MissionDeclared(
        number=1, by=A, mission="assassinate", target="bob"
    )
    assert week.one(MissionBegan, A) == MissionBegan(
        order=1, spy="ada", mission="assassinate", against=B, target="bob"
    )
    assert "ada" not in str(week.heard(B))


def test_step_3b_target_can_send_a_counterspy_if_it_has_one():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(5,), b=(5,))
    assert week.one(GuardSent, B).spy == "bea"
    nobody = play(sheet_of(infiltrate("ada")), a=(5,))
    assert nobody.one(GuardSent, B).spy == ""


def test_step_3c_spy_rolls_two_dice_plus_espionage_seen_only_by_its_team():
    week = play(sheet_of(infiltrate("ada")), a=(8,))
    throw = week.one(SpyRolled, A).throw
    assert (throw.faces, throw.modifier, throw.total, throw.row) == ((2, 6), 0, 8, 8)
    assert not week.all(SpyRolled, B)


def test_step_3d_result_waits_for_the_counterspy_roll():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(2,), b=(2,))
    told = [type(event) for event in week.heard(B)]
    assert told.index(CounterspyRolled) < told.index(ModifierTold)


def test_step_4_teams_alternate_missions_until_all_are_done():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe"), infiltrate("ann")),
        sheet_of(infiltrate("bea", "alphas")),
        a=(5, 5, 5),
        b=(5,),
    )
    began = [each.event for each in week.told if isinstance(each.event, MissionBegan)]
    assert [each.spy for each in began] == ["ada", "bea", "abe", "ann"]
    assert week.over


def test_e3_three_teams_take_turns_in_the_rolled_order():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe", "gammas")),
        sheet_of(infiltrate("bea", "gammas"), infiltrate("ben", "alphas")),
        sheet_of(infiltrate("gil", "alphas")),
        order=(1, 1, 5, 5, 3, 3),
        a=(5, 5),
        b=(5, 5),
        c=(5,),
    )
    began = [each.event.spy for each in week.told if isinstance(each.event, MissionBegan)]
    assert began == ["bea", "gil", "ada", "ben", "abe"]


def test_e3_only_the_target_can_counterspy_and_third_teams_hear_nothing():
    week = play(
        sheet_of(infiltrate("ada")), sheet_of(guard("bea")), sheet_of(guard("gil")), a=(5,), b=(5,)
    )
    assert [type(event).__name__ for event in week.heard(C)] == [
        "OrderRolled",
        "Debriefed",
        "WeekSettled",
    ]


def test_week_without_orders_is_over_immediately_without_effects():
    week = play(Sheet(), Sheet())
    assert week.over
    assert week.one(WeekSettled, None).news == ()
    assert week.effects == type(week.effects)()
