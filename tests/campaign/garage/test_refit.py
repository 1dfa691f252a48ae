"""Refits, medical care, and wounds in a duel's record."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.duels.rules.duel import State
from campaign.duels.rules.duel_record import lost_by
from campaign.garage.rules import catalogue
from campaign.garage.rules.refit import check_refit, price_refit
from campaign.garage.rules.vehicles import (
    STOCK,
    Facings,
    Mount,
    VehicleDesign,
    VehicleRecord,
    Wear,
    apply_strikes,
    compute_totals,
    current_value,
    find_stock_vehicle,
    make_record,
)
from campaign.roster.rules import care
from engine.dice import ScriptedDice
from engine.values import changed


def greyhound() -> VehicleDesign:
    found = find_stock_vehicle("greyhound")
    assert found is not None
    return found.design


def record(**damage: int) -> VehicleRecord:
    return make_record(
        greyhound(), "Ash", "grey", {part.replace("__", ":"): lost for part, lost in damage.items()}
    )


def test_a_refit_cannot_change_the_body() -> None:
    assert check_refit(record(), greyhound()) == ()
    assert check_refit(record(), changed(greyhound(), body="sedan"))[0].code == "other-body"


def test_an_unchanged_refit_costs_nothing() -> None:
    done = price_refit(record(armour__front=3, plant=1), greyhound())
    assert (done.bought, done.returned, done.cleared) == (0, 0, ())


def test_new_parts_cost_their_price_and_old_ones_return_half_their_value() -> None:
    done = price_refit(record(plant=5), changed(greyhound(), plant="super"))
    assert (done.bought, done.returned, done.cost) == (3_000, 500, 2_500)
    assert done.cleared == (Wear(part="plant", lost=5),)


def test_more_armour_costs_its_points_and_less_returns_half() -> None:
    plates = greyhound().armour
    assert (
        price_refit(
            record(), changed(greyhound(), armour=changed(plates, front=plates.front + 5))
        ).cost
        == 5 * 16
    )
    assert (
        price_refit(
            record(), changed(greyhound(), armour=changed(plates, front=plates.front - 10))
        ).cost
        == -80
    )
    assert (
        price_refit(
            record(armour__front=45), changed(greyhound(), armour=changed(plates, front=35))
        ).cost
        == 0
    )


def test_a_new_weapon_includes_its_shots() -> None:
    guns = (Mount(weapon="machine_gun"), Mount(weapon="recoilless_rifle"))
    done = price_refit(record(ammo__weapon__2=7), changed(greyhound(), weapons=guns))
    assert (done.bought, done.returned) == (1_500 + 350, 500)
    assert done.cleared == (Wear(part="ammo:weapon:2", lost=7),)


def test_an_old_weapon_can_get_more_shots() -> None:
    few = changed(
        greyhound(), weapons=(Mount(weapon="machine_gun", shots=10), Mount(weapon="machine_gun"))
    )
    assert price_refit(make_record(few, "", ""), greyhound()).cost == 250


DESIGNS = st.builds(
    VehicleDesign,
    body=st.sampled_from(["sedan", "van"]),
    plant=st.sampled_from(sorted(catalogue.PLANTS)),
    chassis=st.sampled_from(sorted(catalogue.CHASSIS)),
    suspension=st.sampled_from(sorted(catalogue.SUSPENSIONS)),
    tyres=st.tuples(*[st.sampled_from(sorted(catalogue.TYRES))] * 2),
    armour_type=st.sampled_from(sorted(catalogue.ARMOURS)),
    armour=st.builds(Facings, front=st.integers(0, 50), under=st.integers(0, 20)),
    weapons=st.lists(
        st.builds(
            Mount, weapon=st.sampled_from(sorted(catalogue.WEAPONS)), shots=st.integers(0, 20)
        ),
        max_size=3,
    ).map(tuple),
    accessories=st.lists(
        st.sampled_from(sorted(catalogue.ACCESSORIES)), max_size=3, unique=True
    ).map(tuple),
)


@settings(deadline=None)
@given(DESIGNS, DESIGNS, st.integers(0, 60), st.integers(0, 12))
def test_refitting_back_and_forth_earns_no_money(
    one: VehicleDesign, other: VehicleDesign, armour: int, plant: int
) -> None:
    other = changed(other, body=one.body)
    hurt = {
        "armour:front": min(armour, one.armour.front),
        "plant": min(plant, catalogue.PLANTS[one.plant].dp),
    }
    start = make_record(one, "", "", hurt)
    there = price_refit(start, other)
    left = {wear.part: wear.lost for wear in start.damage}
    for wear in there.cleared:
        left[wear.part] -= wear.lost
    back = price_refit(make_record(other, "", "", left), one)
    assert there.cost + back.cost >= 0
    assert there.bought >= 0
    assert there.returned >= 0


@pytest.mark.parametrize("found", STOCK, ids=lambda found: found.key)
def test_dismantling_a_vehicle_returns_less_than_its_value(found: object) -> None:
    design = next(one.design for one in STOCK if one is found)
    bare = VehicleDesign(
        body=design.body,
        plant=design.plant,
        chassis="light",
        suspension="light",
        tyres=design.tyres,
    )
    whole = make_record(design, "", "")
    assert price_refit(whole, bare).returned <= compute_totals(design).cost
    assert current_value(apply_strikes(whole)) == compute_totals(design).cost


@pytest.mark.parametrize(
    ("faces", "skill", "modifier", "dp", "healed"),
    [
        ((3, 4), 0, 0, 2, 1),
        ((3, 3), 0, 0, 2, 0),
        ((3, 3), 1, 0, 2, 1),
        ((4, 4), 0, -2, 2, 0),
        ((6, 6), 0, 0, 3, 0),
        ((6, 6), 0, 0, 0, 0),
    ],
)
def test_e20_a_paramedic_heals_one_dp_on_a_seven(
    faces: tuple[int, int], skill: int, modifier: int, dp: int, healed: int
) -> None:
    assert (
        care.roll_care(skill, ScriptedDice(*faces), dp=dp, full_dp=3, modifier=modifier).healed
        == healed
    )


def test_care_needs_the_paramedic_skill() -> None:
    assert care.check_care(0) == ()
    assert care.check_care(-4)[0].code == "untrained"


@pytest.mark.parametrize(
    ("state", "dp", "lost"),
    [("fit", 3, 0), ("unconscious", 3, 2), ("unconscious", 1, 0), ("dead", 4, 4), ("dead", 0, 0)],
)
def test_e12_a_fate_in_a_duel_costs_dp(state: State, dp: int, lost: int) -> None:
    assert lost_by(state, dp) == lost


def test_a_light_chassis_earns_no_money() -> None:
    light, plain = changed(greyhound(), chassis="light"), changed(greyhound(), chassis="standard")
    assert (
        price_refit(make_record(plain, "", ""), light).cost,
        price_refit(make_record(light, "", ""), plain).cost,
    ) == (-60, 120)
