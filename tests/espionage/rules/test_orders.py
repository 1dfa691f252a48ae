"""Order entry and the freeze: refusals (E15), costs, and orders struck at the deadline (E26)."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules.house import HouseRules
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from core.web.options import describe
from engine.codec import Reader, encode
from engine.values import changed
from espionage.rules.bill import make_bill
from espionage.rules.checking import check_sheet
from espionage.rules.deadline_freeze import freeze_sheet
from espionage.rules.files import public_team
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.values import OrdersStruck
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
    team_file,
    with_person,
)

ROSTER = tuple(public_team(team_file(team)) for team in ("alphas", "betas"))
HOUSE = HouseRules()


def problems_of(*orders, file=None, house=HOUSE, **standing):
    """Return field and code of each problem."""
    problems = check_sheet(
        sheet_of(*orders, **standing), file or team_file("alphas"), ROSTER, house
    )
    assert all(problem.sentence.endswith(".") for problem in problems)
    return [(problem.field, problem.code) for problem in problems]


def make_kit(*gear):
    return Kit(items=tuple(Packed(gear=key, count=count) for key, count in gear))


def test_valid_sheet_is_accepted():
    assert (
        problems_of(
            infiltrate("ada"),
            assassinate("abe", "bob", kit=ARMED),
            blow_up("ann", "b1", bricks=6),
            guard("alf", kit=ARMED),
        )
        == []
    )


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"dp": 0}, "dead"),
        ({"dp": -2}, "dead"),
        ({"dp": 1}, "unconscious"),
        ({"captured": True}, "captured"),
    ],
)
@pytest.mark.parametrize("order", [infiltrate("ada"), guard("ada")])
def test_e15_own_dead_unconscious_and_captured_characters_are_refused(order, facts, code):
    assert problems_of(order, file=with_person(team_file("alphas"), "ada", **facts)) == [
        ("orders.0.spy", code)
    ]


def test_e15_wounded_characters_can_spy():
    assert problems_of(infiltrate("ada"), file=with_person(team_file("alphas"), "ada", dp=2)) == []


@pytest.mark.parametrize("stranger", ["bea", "", "nobody"])
def test_e15_foreign_characters_are_refused(stranger):
    assert problems_of(guard(stranger)) == [("orders.0.spy", "not-yours")]


@pytest.mark.parametrize("target", ["alphas", "gammas", ""])
def test_e15_target_that_is_not_an_opponent_is_refused(target):
    assert problems_of(infiltrate("ada", target)) == [("orders.0.target_team", "no-opponent")]


@pytest.mark.parametrize(
    ("kit", "bodybuilding", "fits"),
    [
        ((("heavy_pistol", 6),), -4, True),
        ((("heavy_pistol", 7),), -4, False),
        ((("heavy_pistol", 7),), 0, True),
        ((("heavy_pistol", 6), ("heavy_pistol_clip", 1)), -4, False),
        ((("heavy_pistol", 6), ("body_armour", 1)), -4, True),
    ],
)
def test_p8_grenade_equivalents_are_limited_by_bodybuilding(kit, bodybuilding, fits):
    file = with_person(team_file("alphas"), "ada", skills={"bodybuilding": bodybuilding})
    assert problems_of(infiltrate("ada", kit=make_kit(*kit)), file=file) == (
        [] if fits else [("orders.0.kit", "too-heavy")]
    )


def test_p8_bricks_count_towards_the_load_and_stiff_armour_reduces_it():
    assert problems_of(blow_up("ada", bricks=6, kit=make_kit(("knife", 1)))) == [
        ("orders.0.kit", "too-heavy")
    ]
    stiff = infiltrate("ada", kit=make_kit(("knife", 6), ("improved_body_armour", 1)))
    assert problems_of(stiff, house=HouseRules(gear_list="full")) == [("orders.0.kit", "too-heavy")]


@pytest.mark.parametrize(
    ("kit", "code"),
    [
        ((("ray_gun", 1),), "no-such-gear"),
        ((("knife", 0),), "nothing"),
        ((("knife", -3),), "nothing"),
        ((("knife", 10**9),), "too-many"),
        ((("plastique", 1),), "bricks-apart"),
        ((("bazooka", 1),), "not-on-sale"),
        ((("body_armour", 2),), "two-suits"),
    ],
)
def test_e15_invalid_gear_is_refused(kit, code):
    assert ("orders.0.kit", code) in problems_of(infiltrate("ada", kit=make_kit(*kit)))


def test_e15_gear_that_is_neither_in_stock_nor_affordable_is_refused():
    poor = team_file("alphas", money=3_000)
    assert problems_of(blow_up("ada", bricks=2), file=poor) == [("orders", "too-expensive")]
    assert (
        problems_of(blow_up("ada", bricks=2), file=changed(poor, stock=(Packed(gear="plastique"),)))
        == []
    )


def test_team_in_debt_can_send_people_who_cost_nothing():
    assert problems_of(infiltrate("ada"), file=team_file("alphas", money=-500)) == []


def test_e15_character_has_one_order_a_week():
    assert problems_of(infiltrate("ada"), guard("ada")) == [("orders.1.spy", "ordered-twice")]


def test_e13_blow_up_needs_explosives_at_base_unless_house_rules_allow_it():
    file = with_person(team_file("alphas"), "ada", skills={"explosives": -4})
    assert problems_of(blow_up("ada"), file=file) == [("orders.0.action", "untrained")]
    assert problems_of(blow_up("ada"), file=file, house=HouseRules(untrained_bombers=True)) == []


@pytest.mark.parametrize("bricks", [0, 7, -1])
def test_e13_bomber_carries_one_to_six_bricks(bricks):
    assert ("orders.0.bricks", "bad-bricks") in problems_of(blow_up("ada", bricks=bricks))


@pytest.mark.parametrize(
    "order", [infiltrate("ada", bricks=1), assassinate("ada", bricks=1), guard("ada", bricks=1)]
)
def test_only_blow_ups_use_bricks(order):
    assert problems_of(order) == [("orders.0.bricks", "no-bricks-needed")]


def test_only_missions_have_a_choice_on_12_and_some_have_a_target():
    assert problems_of(guard("ada", on_twelve="eleven")) == [
        ("orders.0.on_twelve", "missions-only")
    ]
    assert problems_of(Order(spy="ada", action="counterspy", target_team="betas")) == [
        ("orders.0.target_team", "no-target-needed")
    ]
    assert problems_of(infiltrate("ada", target="b1")) == [("orders.0.target", "no-target-needed")]


def test_e14_missions_are_limited_by_house_rules():
    house = HouseRules(missions_a_week=2)
    orders = (infiltrate("ada"), infiltrate("abe"), guard("ann"), infiltrate("alf"))
    assert problems_of(*orders, house=house) == [("orders", "too-many-missions")]
    assert problems_of(*orders, house=HouseRules(missions_a_week=0)) == []


def test_unknown_section_is_refused():
    assert problems_of(section=5) == [("standing.section", "no-such-section")]


@pytest.mark.parametrize("target", ["bob", "long-gone", "b1", "ada"])
def test_e24_every_declared_target_is_accepted_so_that_order_entry_reveals_nothing(target):
    assert problems_of(assassinate("ada", target), blow_up("abe", target)) == []


def test_e15_all_problems_are_reported_together():
    found = problems_of(
        blow_up("ada", team="alphas", bricks=9, kit=make_kit(("ray_gun", 1))),
        guard("ada", bricks=1),
        infiltrate("bea"),
        file=team_file("alphas", money=0),
    )
    assert {field for field, _ in found} == {
        "orders.0.target_team",
        "orders.0.bricks",
        "orders.0.kit",
        "orders.1.bricks",
        "orders.1.spy",
        "orders.2.spy",
        "orders",
    }


# --- costs ----------------------------------------------------------------------------------------


def test_gear_is_taken_from_stock_first_and_the_rest_is_bought():
    orders = (assassinate("ada", kit=ARMED), guard("abe", kit=ARMED), blow_up("ann", bricks=2))
    cost = make_bill(
        orders,
        (Packed(gear="heavy_pistol"), Packed(gear="plastique"), Packed(gear="rifle", count=5)),
        HOUSE,
    )
    assert [(line.gear, line.needed, line.bought, line.cost) for line in cost.lines] == [
        ("heavy_pistol", 2, 1, 100),
        ("body_armour", 2, 2, 500),
        ("plastique", 2, 1, 3_000),
    ]
    assert cost.total == 3_600


def test_house_rules_set_the_price_of_plastique():
    assert make_bill((blow_up("ada"),), (), HouseRules(plastique_price=500)).total == 500


# --- the freeze -----------------------------------------------------------------------------------


def freeze_orders(file, *orders, house=HOUSE):
    found = freeze_sheet(sheet_of(*orders), file, ROSTER, house)
    return [order.spy for order in found.sheet.orders], [
        (each.order.spy, each.code) for each in found.struck
    ]


def test_e26_e31_unaffordable_orders_are_struck_from_the_bottom():
    poor = team_file("alphas", money=3_100)
    assert freeze_orders(
        poor,
        blow_up("ada"),
        infiltrate("abe"),
        infiltrate("ann", kit=ARMED),
        blow_up("alf"),
        guard("ari"),
    ) == (["ada", "abe", "ari"], [("alf", "not-payable"), ("ann", "not-payable")])


def test_e26_orders_that_became_impossible_are_struck():
    file = with_person(team_file("alphas"), "abe", dp=1)
    assert freeze_orders(file, infiltrate("ada"), infiltrate("abe"), infiltrate("ann", "gone")) == (
        ["ada"],
        [("abe", "unconscious"), ("ann", "no-opponent")],
    )


def test_e26_missions_over_the_limit_and_duplicate_orders_are_struck():
    house = HouseRules(missions_a_week=1)
    assert freeze_orders(
        team_file("alphas"),
        infiltrate("ada"),
        infiltrate("abe"),
        infiltrate("ada"),
        guard("ann"),
        house=house,
    ) == (["ada", "ann"], [("ada", "ordered-twice"), ("abe", "too-many-missions")])


def test_e26_only_the_owner_is_told_of_struck_orders():
    week = play(
        sheet_of(blow_up("ada"), infiltrate("abe")),
        files=(team_file("alphas", money=10), team_file("betas")),
        a=(5,),
    )
    told = week.one(OrdersStruck, A)
    assert [each.order.spy for each in told.struck] == ["ada"]
    assert "The sheet cost $3,000" in told.struck[0].sentence
    assert not week.all(OrdersStruck, B)


def test_dice_choose_the_section_if_the_ordered_one_does_not_exist():
    assert (
        freeze_sheet(sheet_of(section=9), team_file("alphas"), ROSTER, HOUSE).sheet.standing.section
        == 0
    )


# --- serialisation --------------------------------------------------------------------------------


def test_order_sheet_round_trips_through_json():
    sheet = sheet_of(
        blow_up("ada", "b1", kit=ARMED, on_twelve="infiltrate"),
        guard("abe"),
        cancel_first=("blow_up",),
        doctrine="cautious",
    )
    assert Reader[Sheet](Sheet).decode(encode(sheet)) == sheet


def test_standing_orders_have_form_labels_and_documented_defaults():
    options = {option.name: option for option in describe(Standing)}
    assert list(options) == list(Standing.__struct_fields__)
    assert all(option.title and option.help for option in options.values())
    assert Standing() == Standing(
        counterspy=("infiltrate", "assassinate", "blow_up"),
        counterspy_from=-1,
        counterspy_by="fittest",
        on_counterspy_twelve="if_armed",
        chase_bombers=False,
        cancel_first=(),
        section=0,
        doctrine="by_skill",
        ambushes="doctrine",
    )
