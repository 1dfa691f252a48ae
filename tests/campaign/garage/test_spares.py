"""Spare magazines (C105): contents, price, weight, permission and place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaign.garage.rules.catalogue import BUILT_IN
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.parts import ClubParts, VehicleWeapon
from campaign.garage.rules.refit import price_refit
from campaign.garage.rules.repairs import quote_repairs
from campaign.garage.rules.vehicles import (
    Facings,
    Line,
    Mount,
    VehicleDesign,
    apply_strikes,
    bill,
    can_fire,
    check_design,
    compute_totals,
    current_value,
    decode_design,
    find_stock_vehicle,
    make_record,
    make_sheet,
    part_price,
    read_design,
    shots_left,
)
from campaign.garage.rules.vehicles import strike as hit
from campaign.garage.selectors.garage import part_limit
from campaign.garage.services import garage
from core.web.refusals import BadForm
from engine.codec import Unreadable
from engine.values import changed
from tests.factories import Club, found_club

PLAIN = VehicleDesign(body="sedan", plant="large", chassis="heavy", armour=Facings(front=20))
GUN = "weapon:1"
AMMO = f"ammo:{GUN}"


def armed_sedan(*mounts: Mount, **changes: Any) -> VehicleDesign:
    """Return the plain sedan with these weapons."""
    return changed(PLAIN, weapons=mounts, **changes)


def gun_with_spares(spares: int = 0, **changes: Any) -> VehicleDesign:
    """Return the plain sedan with a machine gun of twenty shots and this many spare magazines."""
    return armed_sedan(Mount(weapon="machine_gun", spares=spares, **changes))


def faults(design: VehicleDesign) -> dict[str, str]:
    return {problem.field: problem.sentence for problem in check_design(design)}


# --- what it is -----------------------------------------------------------------------------------


def test_c105_a_design_without_spares_is_stored_unchanged() -> None:
    old = (
        b'{"body":"sedan","plant":"large","model":"","chassis":"heavy","suspension":"standard",'
        b'"tyres":["standard","standard"],"armour_type":"plastic","armour":{"front":20,"back":0,'
        b'"left":0,"right":0,"top":0,"under":0},"weapons":[{"weapon":"machine_gun",'
        b'"facing":"front","shots":null}],"accessories":[],"gunner":false,"passengers":0}'
    )
    assert msgspec.json.encode(gun_with_spares()) == old
    assert msgspec.json.encode(decode_design(old)) == old
    stored = msgspec.json.decode(old)
    assert msgspec.json.encode(msgspec.to_builtins(decode_design(stored))) == old


def test_c105_zero_spares_equal_no_spares() -> None:
    said = decode_design({"body": "sedan", "plant": "large", "weapons": [{"weapon": "vulcan"}]})
    none = decode_design(
        {"body": "sedan", "plant": "large", "weapons": [{"weapon": "vulcan", "spares": 0}]}
    )
    assert said == none
    assert said.weapons[0].spare_magazines == 0
    assert changed(Mount(weapon="vulcan", spares=2), spares=0) == Mount(weapon="vulcan")
    assert msgspec.json.encode(none) == msgspec.json.encode(said)


def test_c105_spares_survive_encoding() -> None:
    design = gun_with_spares(3)
    text = msgspec.json.encode(design)
    assert b'"shots":null,"spares":3}' in text
    assert decode_design(text) == design
    assert decode_design(msgspec.to_builtins(design)) == design


@pytest.mark.parametrize("spares", [-1, 5, "two"])
def test_c105_a_weapon_has_at_most_four_spare_magazines(spares: Any) -> None:
    weapon = {"weapon": "machine_gun", "spares": spares}
    with pytest.raises(Unreadable) as refused:
        decode_design({"body": "sedan", "plant": "large", "weapons": [weapon]})
    assert refused.value.field == "weapons[0].spares"
    assert check_design(gun_with_spares(4)) == ()


def test_c105_a_spare_magazine_costs_and_weighs_with_its_shots() -> None:
    before, after = compute_totals(gun_with_spares()), compute_totals(gun_with_spares(2))
    assert bill(gun_with_spares(2))[-3:-1] == (
        Line(name="60 shots for it", cost=1_500, weight=150),
        Line(name="2 spare magazines (Machine gun)", cost=100, weight=30, spaces=2),
    )
    assert after.cost - before.cost == 2 * (50 + 20 * 25)
    assert after.weight - before.weight == 2 * (15 + 50)
    assert after.spaces - before.spaces == 2
    one = {line.name: line for line in bill(gun_with_spares(1))}
    assert one["Spare magazine (Machine gun)"] == Line(
        name="Spare magazine (Machine gun)", cost=50, weight=15, spaces=1
    )


def test_c105_magazines_may_be_partly_loaded_but_not_overloaded() -> None:
    some = gun_with_spares(1, shots=25)
    assert (check_design(some), some.loaded_shots(some.weapons[0])) == ((), 25)
    assert {line.name for line in bill(some)} >= {"25 shots for it"}
    assert faults(gun_with_spares(1, shots=40)) == {}
    assert faults(gun_with_spares(1, shots=41)) == {
        "weapons[0].shots": "Machine gun: its 2 magazines hold 40 shots."
    }
    assert faults(gun_with_spares(shots=21)) == {
        "weapons[0].shots": "Machine gun: the magazine holds 20 shots."
    }


@pytest.mark.parametrize(
    ("weapon", "sentence"),
    [
        (
            "medium_laser",
            "Medium laser fires from the power plant. Remove the spare magazines.",
        ),
        (
            "heavy_rocket",
            "Heavy rocket has no magazine to change. Remove the spare magazines.",
        ),
    ],
)
def test_c105_weapons_without_a_magazine_take_no_spares(weapon: str, sentence: str) -> None:
    assert faults(armed_sedan(Mount(weapon=weapon))) == {}
    assert faults(armed_sedan(Mount(weapon=weapon, spares=1))) == {"weapons[0].spares": sentence}


@pytest.mark.parametrize("weapon", ["mine_dropper", "oil_jet", "smokescreen", "rocket_launcher"])
def test_c105_droppers_and_launchers_can_have_spares(weapon: str) -> None:
    design = armed_sedan(Mount(weapon=weapon, facing="back", spares=1))
    assert check_design(design) == ()
    assert design.loaded_shots(design.weapons[0]) == 2 * design.catalogue.weapons[weapon].shots


def test_c105_spares_of_a_turret_weapon_take_space_in_the_body() -> None:
    turned = armed_sedan(Mount(weapon="vulcan", facing="turret"), accessories=("turret_2",))
    spare = armed_sedan(
        Mount(weapon="vulcan", facing="turret", spares=1), accessories=("turret_2",)
    )
    assert check_design(spare) == ()
    assert compute_totals(spare).spaces == compute_totals(turned).spaces + 1


def test_c105_spares_ignore_facing_limits_and_can_use_cargo_space() -> None:
    guns = (Mount(weapon="autocannon", spares=4), Mount(weapon="autocannon", facing="back"))
    wagon = VehicleDesign(
        body="station_wagon", plant="large", chassis="extra_heavy", weapons=guns, passengers=3
    )
    assert (compute_totals(wagon).spaces, compute_totals(wagon).room) == (20, 14)
    assert check_design(wagon) == ()
    full = changed(wagon, passengers=4)
    assert check_design(full) == ()
    assert set(faults(changed(full, passengers=5))) == {"spaces"}


def test_c105_own_weapons_loaded_by_the_shot_take_spares() -> None:
    def own(**numbers: Any) -> VehicleDesign:
        part = VehicleWeapon(
            key="own_gun",
            name="Own gun",
            look="gun",
            to_hit=7,
            dice=1,
            dp=2,
            cost=500,
            weight=100,
            spaces=1,
            **numbers,
        )
        return with_club_parts(
            armed_sedan(Mount(weapon="own_gun", spares=1)), ClubParts(weapons=(part,))
        )

    loaded = own(shots=500, shot_cost=3, magazine_weight=41)
    assert check_design(loaded) == ()
    assert loaded.loaded_shots(loaded.weapons[0]) == 1_000
    assert Line(name="1000 shots for it", cost=3_000, weight=82) in bill(loaded)
    light = own(shots=5, shot_cost=3)
    assert check_design(light) == ()
    assert Line(name="10 shots for it", cost=30, weight=0) in bill(light)
    assert set(faults(own(shots=5))) == {"weapons[0].spares"}
    assert set(faults(own(magazine_weight=41))) == {"weapons[0].spares"}


# --- as it stands ---------------------------------------------------------------------------------


def test_c105_the_sheet_lists_all_shots_and_names_the_spares() -> None:
    two = armed_sedan(
        Mount(weapon="machine_gun", spares=1),
        Mount(weapon="machine_gun", facing="back"),
        Mount(weapon="mine_dropper", facing="back", spares=2),
        accessories=("ram_bar",),
    )
    record = make_record(two, "Ash", "grey", {AMMO: 25, "ammo:weapon:2": 5})
    sheet = make_sheet(record)
    assert [(row.shots, row.magazine) for row in sheet.weapons] == [(15, 40), (15, 20), (30, 30)]
    assert sheet.accessories == (
        "Ram bar",
        "Spare magazine (Machine gun 1)",
        "2 spare magazines (Mine dropper)",
    )


def test_c105_a_gun_keeps_firing_from_its_spares() -> None:
    dry = make_record(gun_with_spares(), "", "", {AMMO: 20})
    spare = make_record(gun_with_spares(1), "", "", {AMMO: 20})
    assert (shots_left(dry, 1), can_fire(dry)) == (0, False)
    assert (shots_left(spare, 1), can_fire(spare)) == (20, True)


def test_c105_fired_shots_are_replaced_at_the_price_of_a_shot() -> None:
    fired = make_record(gun_with_spares(1), "", "", {AMMO: 33})
    (quote,) = quote_repairs(fired)
    assert (quote.part, quote.lost, quote.cost) == (AMMO, 33, 33 * 25)
    assert current_value(fired) == compute_totals(gun_with_spares(1)).cost - 33 * 25


def test_c105_a_destroyed_weapon_loses_its_spares() -> None:
    whole = make_record(gun_with_spares(2), "", "")
    wrecked = apply_strikes(whole, hit(whole, "front", 20 + 3))
    assert wrecked.lost(GUN) == 3
    assert not can_fire(wrecked)
    assert part_price(wrecked, GUN, 3) == 1_000 + 2 * 50
    assert current_value(whole) - current_value(wrecked) == 20 * 18 + 1_100
    costs = {quote.part: quote.cost for quote in quote_repairs(wrecked)}
    assert costs[GUN] == 2 * 1_100


# --- refits ---------------------------------------------------------------------------------------


def test_c105_a_refit_adds_a_loaded_spare_at_its_price() -> None:
    done = price_refit(make_record(gun_with_spares(), "", "", {AMMO: 12}), gun_with_spares(1))
    assert (done.bought, done.returned, done.cleared) == (50 + 20 * 25, 0, ())
    assert price_refit(make_record(gun_with_spares(1), "", ""), gun_with_spares(3)).bought == 2 * (
        50 + 20 * 25
    )


def test_c105_removing_a_spare_returns_its_share_but_not_its_shots() -> None:
    out = price_refit(make_record(gun_with_spares(2), "", "", {AMMO: 45}), gun_with_spares(1))
    assert (out.bought, out.returned) == (0, 25)
    assert [(wear.part, wear.lost) for wear in out.cleared] == [(AMMO, 5)]
    wrecked = make_record(gun_with_spares(2), "", "", {GUN: 3})
    assert price_refit(wrecked, gun_with_spares()).returned == 0


def test_c105_removing_a_weapon_removes_its_spares() -> None:
    rifle = armed_sedan(Mount(weapon="recoilless_rifle", spares=1))
    done = price_refit(make_record(gun_with_spares(1), "", "", {AMMO: 30}), rifle)
    assert (done.bought, done.returned) == (1_500 + 50 + 20 * 35, (1_000 + 50) // 2)
    assert [(wear.part, wear.lost) for wear in done.cleared] == [(AMMO, 30)]
    wrecked = make_record(gun_with_spares(1), "", "", {GUN: 3})
    assert price_refit(wrecked, rifle).returned == 0
    turned = price_refit(wrecked, gun_with_spares(1, facing="back"))
    assert (turned.bought, turned.returned) == (1_000 + 50 + 40 * 25, 0)


# --- in the club ----------------------------------------------------------------------------------


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=2, vehicles=1)


@pytest.mark.django_db
def test_c105_a_team_adds_a_spare_and_an_invalid_form_changes_nothing(club: Club) -> None:
    car = club.car(0)
    by, at = club.players[0], club.at
    plain = msgspec.json.decode(msgspec.json.encode(car.design))
    spare = msgspec.json.decode(msgspec.json.encode(car.design))
    spare["weapons"] = [{**spare["weapons"][0], "spares": 1}, *spare["weapons"][1:]]
    with club.scope():
        garage.refit(vehicle=car, design=spare, actor=by, now=at)
        car.refresh_from_db()
        assert car.design["weapons"][0]["spares"] == 1
        assert part_limit(car, AMMO) == 40
        spare["weapons"][0]["shots"] = 41
        with pytest.raises(BadForm) as refused:
            garage.refit(vehicle=car, design=spare, actor=by, now=at)
        assert refused.value.problems[0].field == "weapons[0].shots"
        car.refresh_from_db()
        assert car.design["weapons"][0]["shots"] is None
        garage.refit(vehicle=car, design=plain, actor=by, now=at)
        car.refresh_from_db()
        assert car.design == plain
    assert read_design(car.design)[1] == ()


# --- stock ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["magistrate", "homestead", "prospector", "bulwark"])
def test_c105_stock_cars_with_ten_shots_have_a_spare(key: str) -> None:
    found = find_stock_vehicle(key)
    assert found is not None
    main = found.design.weapons[0]
    assert found.design.catalogue.weapons[main.weapon].shots == 10
    assert found.design.loaded_shots(main) == 20


@pytest.mark.parametrize(
    ("shots", "weight", "cost", "has_one"),
    [(1, 1, 0, True), (1, 0, 1, True), (10, 0, 0, False), (0, 1, 1, False)],
)
def test_c105_a_weapon_has_magazines_if_its_shots_have_a_weight_or_a_price(
    shots: int, weight: int, cost: int, has_one: bool
) -> None:
    gun = changed(
        BUILT_IN.weapons["machine_gun"], shots=shots, magazine_weight=weight, shot_cost=cost
    )
    assert gun.has_magazine is has_one
