"""Damage to vehicles (E13) and what still works."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.garage.rules.vehicles import (
    LOCATIONS,
    STOCK,
    Aboard,
    Facings,
    Location,
    Mount,
    VehicleDesign,
    VehicleRecord,
    Wear,
    apply_strikes,
    assess_condition,
    can_fire,
    can_move,
    compute_totals,
    current_value,
    is_killed,
    list_parts,
    make_record,
    part_price,
    strike,
    struck_location,
)
from engine.values import changed

DESIGN = VehicleDesign(
    body="mid_sized",
    plant="large",
    armour=Facings(front=5, under=2, top=1),
    weapons=(
        Mount(weapon="machine_gun"),
        Mount(weapon="machine_gun"),
        Mount(weapon="medium_laser", facing="turret"),
    ),
    accessories=("turret_2", "ram_bar"),
)
WHOLE = make_record(DESIGN, "Ash", "grey")


def wears(*pairs: tuple[str, int]) -> tuple[Wear, ...]:
    return tuple(Wear(part=part, lost=amount) for part, amount in pairs)


@pytest.mark.parametrize(
    ("face", "location"), list(enumerate(("front", "back", "left", "right", "top", "under"), 1))
)
def test_e13_a_die_decides_the_location(face: int, location: str) -> None:
    assert struck_location(face) == location


def test_e13_armour_absorbs_first() -> None:
    blow = strike(WHOLE, "front", 5)
    assert (blow.absorbed, blow.damage, blow.spent) == (5, wears(("armour:front", 5)), 0)


def test_e13_damage_goes_through_components_in_record_order_to_the_plant() -> None:
    blow = strike(WHOLE, "front", 5 + 3 + 3 + 4 + 2)
    assert blow.damage == wears(
        ("armour:front", 5), ("weapon:1", 3), ("weapon:2", 3), ("accessory:2", 4), ("plant", 2)
    )


def test_e13_a_turret_is_hit_from_above_and_tyres_from_below() -> None:
    assert [wear.part for wear in strike(WHOLE, "top", 20).damage] == [
        "armour:top",
        "weapon:3",
        "accessory:1",
        "plant",
    ]
    under = [wear.part for wear in strike(WHOLE, "under", 20).damage]
    assert under == [
        "armour:under",
        "tyre:front_left",
        "tyre:front_right",
        "tyre:back_left",
        "tyre:back_right",
        "plant",
    ]


def test_e13_excess_damage_to_a_parked_vehicle_is_lost() -> None:
    blow = strike(WHOLE, "left", 14)
    assert (blow.damage, blow.crew, blow.spent) == (wears(("plant", 10)), (), 4)


def test_e13_people_aboard_are_hit_last_and_the_driver_first() -> None:
    blow = strike(
        WHOLE,
        "left",
        10 + 5,
        aboard=(Aboard(character="vex", dp=3), Aboard(character="moth", dp=3)),
    )
    assert [(hit.character, hit.lost) for hit in blow.crew] == [("vex", 3), ("moth", 2)]
    assert blow.spent == 0
    assert strike(WHOLE, "left", 20, aboard=(Aboard(character="vex", dp=3),)).spent == 7


def test_damage_of_several_blows_adds_up() -> None:
    first = strike(WHOLE, "front", 7)
    once = apply_strikes(WHOLE, first)
    second = strike(once, "front", 4)
    assert second.damage == wears(("weapon:1", 1), ("weapon:2", 3))
    assert apply_strikes(once, second).damage == wears(
        ("armour:front", 5), ("weapon:1", 3), ("weapon:2", 3)
    )


def test_metal_armour_absorbs_and_loses_one_point_per_six() -> None:
    metal = make_record(changed(DESIGN, armour_type="metal"), "Ash", "grey")
    blow = strike(metal, "front", 4, sixes=2)
    assert (blow.absorbed, blow.damage) == (4, wears(("armour:front", 2)))
    assert strike(metal, "front", 4).damage == ()
    assert strike(metal, "left", 4, sixes=2).damage == wears(("plant", 4))


RECORDS = st.sampled_from([make_record(found.design, found.name, "red") for found in STOCK])


@settings(deadline=None)
@given(
    RECORDS,
    st.lists(
        st.tuples(st.sampled_from(LOCATIONS), st.integers(0, 80), st.integers(0, 10)), max_size=6
    ),
    st.integers(0, 2),
)
def test_e13_hits_are_neither_lost_nor_created(
    record: VehicleRecord, blows: list[tuple[Location, int, int]], crew: int
) -> None:
    aboard = tuple(Aboard(character=str(number), dp=3) for number in range(crew))
    sizes = {part.key: part.dp for part in list_parts(record.design)}
    for location, hits, sixes in blows:
        blow = strike(record, location, hits, sixes=sixes, aboard=aboard)
        broken = sum(wear.lost for wear in blow.damage if not wear.part.startswith("armour:"))
        assert blow.absorbed + broken + sum(hit.lost for hit in blow.crew) + blow.spent == hits
        assert min(blow.spent, *(wear.lost for wear in blow.damage), 0) >= 0
        assert current_value(apply_strikes(record, blow)) <= current_value(record)
        record = apply_strikes(record, blow)
        assert all(record.lost(key) <= dp for key, dp in sizes.items())
        assert all(
            record.lost(f"armour:{side}") <= record.design.armour.points_on(side)
            for side in LOCATIONS
        )


@settings(deadline=None)
@given(RECORDS, st.sampled_from(LOCATIONS), st.integers(0, 60), st.integers(0, 60))
def test_on_plastic_armour_two_blows_equal_their_sum(
    record: VehicleRecord, location: Location, first: int, second: int
) -> None:
    plastic = changed(record, design=changed(record.design, armour_type="plastic"))
    once = apply_strikes(plastic, strike(plastic, location, first + second))
    after = apply_strikes(plastic, strike(plastic, location, first))
    assert apply_strikes(after, strike(after, location, second)) == once


def test_a_car_moves_on_three_tyres_and_not_on_two() -> None:
    assert can_move(make_record(DESIGN, "", "", {"tyre:front_left": 4}))
    assert not can_move(make_record(DESIGN, "", "", {"tyre:front_left": 4, "tyre:back_left": 4}))
    assert not can_move(make_record(DESIGN, "", "", {"plant": 10}))


def test_a_cycle_needs_both_tyres() -> None:
    cycle = VehicleDesign(body="heavy_cycle", plant="super_cycle")
    assert can_move(make_record(cycle, "", ""))
    assert not can_move(make_record(cycle, "", "", {"tyre:front": 4}))


def test_weapons_need_dp_and_shots_and_lasers_a_running_plant() -> None:
    guns = {"ammo:weapon:1": 20, "ammo:weapon:2": 20}
    assert can_fire(make_record(DESIGN, "", "", guns))
    assert not can_fire(make_record(DESIGN, "", "", {**guns, "plant": 10}))
    assert not can_fire(make_record(DESIGN, "", "", {**guns, "weapon:3": 2}))
    assert can_fire(make_record(DESIGN, "", "", {"ammo:weapon:1": 20, "weapon:3": 2}))


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        ({}, "sound"),
        ({"armour:front": 1}, "damaged"),
        ({"weapon:1": 3, "weapon:2": 3, "weapon:3": 2}, "disarmed"),
        ({"tyre:front_left": 4, "tyre:back_left": 4}, "immobile"),
        ({"plant": 10, "weapon:1": 3, "weapon:2": 3}, "destroyed"),
    ],
)
def test_a_vehicles_condition_is_one_word(damage: dict[str, int], word: str) -> None:
    record = make_record(DESIGN, "", "", damage)
    assert assess_condition(record) == word
    assert is_killed(record) is (word == "destroyed")


def test_an_unarmed_vehicle_that_moves_is_not_destroyed() -> None:
    bus = VehicleDesign(body="van", plant="super")
    assert assess_condition(make_record(bus, "", "")) == "sound"
    assert assess_condition(make_record(bus, "", "", {"plant": 12})) == "destroyed"


@pytest.mark.parametrize(
    ("item", "amount", "price"),
    [
        ("armour:front", 3, 48),
        ("weapon:1", 1, 334),
        ("weapon:1", 3, 1000),
        ("ammo:weapon:1", 4, 100),
        ("tyre:front_left", 1, 13),
        ("hood", 1, 0),
    ],
)
def test_lost_parts_have_a_list_price(item: str, amount: int, price: int) -> None:
    assert part_price(WHOLE, item, amount) == price


def test_a_vehicles_value_is_its_price_minus_losses() -> None:
    assert current_value(WHOLE) == compute_totals(DESIGN).cost
    assert (
        current_value(make_record(DESIGN, "", "", {"armour:front": 3, "plant": 5}))
        == compute_totals(DESIGN).cost - 48 - 1000
    )
