"""Counterspies who guard only against certain missions (E50)."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules.house import HouseRules
from engine.codec import Reader, encode
from espionage.pictures.order_line import order_line
from espionage.pictures.report import report_scenes
from espionage.rules.checking import check_sheet
from espionage.rules.files import public_team
from espionage.rules.orders import OnlyAgainst, Order
from espionage.rules.receipt import make_receipt
from espionage.rules.values import AskGuard, GuardSent
from tests.espionage.rules.scene import (
    A,
    B,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
    team_file,
    with_person,
)

FILES = (team_file("alphas"), team_file("betas"))
ROSTER = tuple(public_team(team_file(team)) for team in ("alphas", "betas", "gammas"))
LIVE = HouseRules(live_decisions=True)
BEA = guard(
    "bea", only_against=OnlyAgainst(missions=("blow_up",), targets=("bob", "b2"), teams=("gammas",))
)


def sent(order, *guards, files=FILES, house=None, **standing):
    """Return the counterspy sent by the Betas against a mission of the Alphas."""
    week = play(
        sheet_of(order), sheet_of(*guards, **standing), files=files, house=house, a=(5,), b=(5,)
    )
    return week.one(GuardSent, B).spy


@pytest.mark.parametrize(
    ("order", "guard_sent"),
    [
        (blow_up("ada"), "bea"),
        (assassinate("ada", "bob"), "bea"),
        (assassinate("ada", "bix"), "ben"),
        (assassinate("ada"), "ben"),
        (infiltrate("ada"), "ben"),
    ],
)
def test_e50_counterspy_is_sent_if_one_condition_matches_and_another_against_the_rest(
    order, guard_sent
):
    assert sent(order, BEA, guard("ben")) == guard_sent
    assert sent(order, guard("ben"), BEA) == guard_sent, "the order matters only among matches"
    assert sent(order, BEA, guard("ben"), house=LIVE) == guard_sent, "without a question"


def test_e50_conditions_can_name_the_spying_team():
    only = OnlyAgainst(teams=("alphas",))
    assert sent(infiltrate("ada"), guard("bea"), guard("ben", only_against=only)) == "ben"
    others = OnlyAgainst(teams=("gammas",))
    assert sent(infiltrate("ada"), guard("bea"), guard("ben", only_against=others)) == "bea"


def test_e50_first_match_on_the_sheet_is_sent_even_if_another_is_fitter():
    fit = with_person(team_file("betas"), "ben", skills={"espionage": 2})
    bombs = OnlyAgainst(missions=("blow_up",))
    guards = (guard("bea", only_against=bombs), guard("ben", only_against=bombs))
    assert sent(blow_up("ada"), *guards, files=(FILES[0], fit)) == "bea"


def test_e50_match_below_the_minimum_modifier_is_passed_over():
    weak = with_person(team_file("betas"), "bea", skills={"espionage": -4})
    bombs = guard("bea", only_against=OnlyAgainst(missions=("blow_up",)))
    files = (FILES[0], weak)
    assert sent(blow_up("ada"), bombs, guard("ben"), files=files) == "ben"
    assert sent(blow_up("ada"), bombs, guard("ben"), files=files, counterspy_from=-4) == "bea"


def test_e50_nobody_is_sent_if_no_condition_matches_and_nobody_guards_the_rest():
    week = play(sheet_of(infiltrate("ada")), sheet_of(BEA), house=LIVE, a=(5,))
    assert week.one(GuardSent, B).spy == ""


def test_e50_conditions_count_even_if_standing_orders_leave_out_that_kind_of_mission():
    only = {"counterspy": ("assassinate",)}
    assert sent(blow_up("ada"), BEA, guard("ben"), **only) == "bea"
    assert play(
        sheet_of(infiltrate("ada")), sheet_of(BEA, guard("ben"), **only), a=(5,)
    ).one(GuardSent, B).spy == ""  # fmt: skip


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (blow_up("ada"), "Bea is sent to counterspy because a condition on the sheet matches."),
        (infiltrate("ada"), "Ben is sent to counterspy."),
    ],
)
def test_report_says_that_a_condition_matched(order, sentence):
    week = play(sheet_of(order), sheet_of(BEA, guard("ben")), a=(5,), b=(5,))
    names = {"bea": "Bea", "ben": "Ben"}
    scenes = report_scenes(week.heard(B), ("Alphas", "Betas"), names)
    assert [scene.text for scene in scenes if scene.number == 1] == [sentence]


def test_sheet_without_conditions_is_still_asked():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), house=LIVE)
    assert week.state.own[B].question == AskGuard(number=1, guards=("bea",))
    assert week.state.own[A].question is None


def test_orders_without_conditions_keep_their_bytes():
    old = b'{"spy":"bea","action":"counterspy","target_team":"","target":"","kit":{"items":[]},'
    old += b'"bricks":0,"on_twelve":""}'
    order: Order = Reader(Order).decode(old)
    assert order == guard("bea") == guard("bea", only_against=OnlyAgainst())
    assert encode(order) == old


def test_conditions_of_a_mission_are_refused():
    order = infiltrate("ada", only_against=OnlyAgainst(teams=("betas",)))
    problems = check_sheet(sheet_of(order), FILES[0], ROSTER, HouseRules())
    assert [(problem.field, problem.code) for problem in problems] == [
        ("orders.0.only_against", "counterspies-only")
    ]
    assert not check_sheet(sheet_of(BEA), FILES[1], ROSTER, HouseRules())


def test_receipt_and_order_line_list_the_conditions():
    words = "Blow Up, missions that name Bob or B2 and missions of Gammas"
    (line,) = make_receipt(sheet_of(BEA), FILES[1], ROSTER, HouseRules()).lines
    assert line.what == f"Counterspy: only against {words}"
    assert order_line(BEA, ROSTER, {"b2": "B2"}) == f"counterspy, only against {words}"
    stale = guard("bea", only_against=OnlyAgainst(targets=("sold",)))
    assert order_line(stale, ROSTER) == (
        "counterspy, only against missions that name a target you no longer have"
    )
