"""Parts whose numbers depend on the vehicle (C120), the published list (C121), and cars as printed
lines (C122).
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from autoduel.club.cars import car_of
from autoduel.rules.values import Person
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.catalogue import with_parts
from campaign.garage.rules.club_parts import iter_parts, read_parts, with_club_parts
from campaign.garage.rules.design import VehicleDesign, bill, compute_totals
from campaign.garage.rules.design_check import check_design, decode_design
from campaign.garage.rules.fittings import Fitting, paper_parts, read_fittings, write_fittings
from campaign.garage.rules.parts import LOCATIONS, rule_of
from campaign.garage.rules.printed import MAX_PRINTED_LENGTH, read_printed
from campaign.garage.rules.printed_writing import write_printed
from campaign.garage.rules.published import GROUPS, PACK, pack_without
from campaign.garage.rules.record import list_parts, make_record
from campaign.garage.rules.stock import STOCK
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import design_of
from campaign.garage.services import club_parts, garage
from tests.factories import found_club
from tests.vehicle_table import PAGE, make_table

from .published_vehicles import VEHICLES, PublishedVehicle

FIGURES = ("cost", "weight", "top_speed", "acceleration", "hc")


def _read(line: str) -> VehicleDesign:
    design = read_printed(line, PACK).design
    assert design is not None
    return design


def _named(name: str) -> VehicleDesign:
    return _read(next(vehicle.line for vehicle in VEHICLES if vehicle.name == name))


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.name)
def test_c122_published_vehicle_has_its_printed_figures(vehicle: PublishedVehicle) -> None:
    reading = read_printed(vehicle.line, PACK)
    assert reading.design is not None
    assert reading.unread == ()
    assert check_design(reading.design) == ()
    totals = compute_totals(reading.design)
    differing = {
        name
        for name in FIGURES
        if (printed := getattr(reading.printed, name)) is not None
        and printed != getattr(totals, name)
    }
    assert differing == set(vehicle.misses)


def test_c122_page_of_published_vehicles_is_current() -> None:
    assert PAGE.read_text() == make_table()


def test_c122_all_but_four_published_vehicles_have_their_printed_cost_and_weight() -> None:
    differing = [vehicle.name for vehicle in VEHICLES if {"cost", "weight"} & set(vehicle.misses)]
    assert len(differing) <= 4, differing


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.name)
def test_c122_written_line_is_read_back_as_the_same_car(vehicle: PublishedVehicle) -> None:
    design = _read(vehicle.line)
    again = read_printed(write_printed(design), PACK)
    assert again.unread == ()
    assert again.design is not None
    assert compute_totals(again.design) == compute_totals(design)


@pytest.mark.parametrize("stock", STOCK, ids=lambda stock: stock.key)
def test_c122_stock_vehicles_are_written_and_read_without_the_published_list(stock: Any) -> None:
    if stock.design.tyres[0] != stock.design.tyres[1] or stock.design.body.endswith("cycle"):
        return
    again = read_printed(write_printed(stock.design))
    assert again.design is not None
    assert again.unread == ()
    assert compute_totals(again.design) == compute_totals(stock.design)


def test_c122_order_and_spelling_do_not_matter() -> None:
    one = _read(
        "Compact, x-hvy chassis, hvy suspension, medium PP, 4 PR tires, driver, VMG front, "
        "Armor: F35, L25, R25, B35, T15, U15"
    )
    other = _read(
        "4 puncture-resistant tyres; VMG Front; plastic armour: F35 B35 R25 L25 U15 T15; driver; "
        "medium power plant; Compact; Extra-Heavy chassis; Heavy suspension"
    )
    assert compute_totals(one) == compute_totals(other)


def test_c122_unknown_phrases_are_reported_and_the_rest_is_read() -> None:
    reading = read_printed(
        "Sedan, hvy chassis, hvy suspension, large PP, 4 HD tires, driver, flux capacitor, MG front"
    )
    assert reading.unread == ("flux capacitor",)
    assert reading.design is not None
    assert len(reading.design.weapons) == 1


def test_c122_text_that_is_no_car_has_no_design() -> None:
    reading = read_printed("Dear editor, my trike handles badly.")
    assert reading.design is None
    assert "no power plant" in reading.unread


@pytest.mark.parametrize(
    "text",
    [
        " " * 3_999 + "x",
        "\n" * 3_999 + "x",
        "(" * 4_000,
        "F1 " * 1_300,
        "2 linked " * 400,
        "1/" * 2_000,
        "w/" * 2_000,
        "a, " * 1_300,
    ],
)
def test_c122_hostile_text_is_read_in_bounded_time(text: str) -> None:
    assert len(text) <= MAX_PRINTED_LENGTH
    assert read_printed(text, PACK).design is None


def test_c120_fractions_are_rounded_once_and_the_bill_adds_up() -> None:
    design = _named("Rhino")  # its ramplate costs $1,657.50
    totals = compute_totals(design)
    assert totals.cost == 9_821
    assert sum(line.cost for line in bill(design)) == totals.cost
    assert sum(line.weight for line in bill(design)) == totals.weight


def test_c120_three_mini_rockets_take_one_space() -> None:
    line = "Subcompact, heavy chassis, heavy suspension, small PP, 4 HD tires, driver"
    without, three = _read(line), _read(f"{line}, 3 mini rockets front")
    assert compute_totals(three).spaces == compute_totals(without).spaces + 1


def test_c120_tank_beyond_five_gallons_takes_a_space_for_each_ten() -> None:
    line = "Sedan, hvy chassis, hvy suspension, 250 cid engine, {} gallon duelling tank, 4 HD tires"
    spaces = [compute_totals(_read(line.format(size))).spaces for size in (5, 6, 15, 16)]
    assert [one - spaces[0] for one in spaces] == [0, 1, 1, 2]


def test_c120_guards_and_component_armour_add_damage_points() -> None:
    points = {part.key: part.dp for part in list_parts(_named("High Noon"))}
    assert points["plant"] == 6 + 10
    assert points["weapon:1"] == 6 + 10
    guarded = {part.key: part.dp for part in list_parts(_named("Avenger"))}
    assert guarded["tyre:front_left"] == 9 + 10
    steel = {part.key: part.dp for part in list_parts(_named("Honey Badger"))}
    assert steel["tyre:back_left"] == 16 + 10


def test_c120_metal_plates_add_to_the_armour_of_their_side() -> None:
    design = _named("Catapult")
    assert (design.armour_on("front"), design.armour_on("top")) == (14, 5)


def test_c120_high_density_shots_do_more_damage() -> None:
    design = _named("Marquis De Sade")
    assert (design.weapon(1).dice, design.weapon(1).plus) == (2, 2)


@pytest.mark.parametrize(
    ("fitting", "code"),
    [
        (Fitting(part="wheelguard", size=11, place="back"), "too-large"),
        (Fitting(part="wheelguard", size=5, place="left"), "wrong-place"),
        (Fitting(part="high_density", size=5, place="front"), "wrong-place"),
        (Fitting(part="high_density", size=5, place="weapon:9"), "no-such-part"),
        (Fitting(part="warp_drive"), "no-such-part"),
    ],
)
def test_c120_fitting_in_the_wrong_place_is_refused(fitting: Fitting, code: str) -> None:
    design = _named("Warrior")
    changed = msgspec.structs.replace(design, fittings=(fitting,))
    assert code in {problem.code for problem in check_design(with_club_parts(changed, PACK))}


def test_c120_gas_engine_needs_a_tank() -> None:
    design = _read("Sedan, hvy chassis, hvy suspension, 250 cid engine, 4 HD tires, driver")
    assert [problem.code for problem in check_design(design)] == ["no-tank"]


def test_c6_compact_cannot_carry_a_large_turret() -> None:
    design = _read(
        "Compact, x-hvy chassis, hvy suspension, large PP, 4 HD tires, driver, VMG turret"
    )
    assert "turret-too-large" in {problem.code for problem in check_design(design)}


def test_c120_old_designs_read_unchanged() -> None:
    for stock in STOCK:
        encoded = msgspec.json.encode(stock.design)
        assert b"fittings" not in encoded
        assert decode_design(encoded) == stock.design


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.name)
def test_c120_published_vehicle_can_enter_a_driven_duel(vehicle: PublishedVehicle) -> None:
    design = _read(vehicle.line)
    crew = (Person(name="Ada", place="driver", dp=3, whole=3, driving=0, gunnery=0),)
    car = car_of(make_record(design, vehicle.name, "red"), crew)
    assert len(car.tyres) in (2, 3, 4)
    assert car.acceleration >= 5


def test_c121_published_list_is_valid_and_each_group_can_be_left_out() -> None:
    assert read_parts(msgspec.to_builtins(PACK))[1] == ()
    everything = len(list(iter_parts(PACK)))
    for group in GROUPS:
        assert 0 < len(list(iter_parts(pack_without(frozenset({group}))))) < everything
    assert not any(rule_of(part).on_paper for part in pack_without(frozenset({"paper"})).weapons)


@pytest.mark.django_db
def test_c121_club_installs_the_list_and_builds_a_printed_car() -> None:
    club = found_club()
    with club.scope():
        club_parts.install_published(
            campaign=club.campaign, leave_out=frozenset(), actor=club.gm, now=club.at
        )
        parts = parts_of(club.campaign.pk)
        design = read_printed(VEHICLES[0].line, parts).design
        assert design is not None
        built: Vehicle = garage.build(
            team=club.teams[0],
            face=VehicleFace(name="Spitfire", colour="red"),
            design=design,
            actor=club.gm,
            now=club.at,
        )
        assert compute_totals(design_of(built)).cost == 3_978
        club_parts.install_published(
            campaign=club.campaign, leave_out=frozenset(), actor=club.gm, now=club.at
        )
        assert parts_of(club.campaign.pk) == parts


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.name)
def test_c120_fittings_are_written_as_lines_and_read_back(vehicle: PublishedVehicle) -> None:
    design = _read(vehicle.line)
    assert read_fittings(write_fittings(design), design.catalogue) == design.placed


@pytest.mark.parametrize("line", ["Warp drive", "Wheelguards back 501", "Wheelguards weapon:1 x"])
def test_c120_fitting_line_that_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(line)):
        read_fittings(f"Wheelguards back 10\n{line}", with_parts(PACK))


def test_c120_parts_that_duels_do_not_use_are_named() -> None:
    assert "Bumper trigger" in paper_parts(_named("Honey Badger"))
    assert paper_parts(_named("48RP")) == ()
    assert paper_parts(_named("Warrior")) == ()


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        (("Mid-sized; std. chassis; hvy. suspension; large PP; PR tires (4); driver; RR front; "
         "MD back; armor 20/15/15/15/5/5 (F/B/L/R/T/U)"), 8_350),
        (("* Compact * x-hvy chassis * heavy suspension * Large PP w/ PC and SC * 4 plasticore "
         "tires * driver * 2 MG F linked * Armor: F20/L15/R15/B15/T5/U10"), 12_890),
        (("Sedan\nx-heavy chassis\nhvy. susp.\nsport electric w/SC\n4 SB PR tires\ndriver\n"
         "2 MGs front linked\nplastic armor: front 50, back 40, left 35, right 35, top 10, "
         "underbody 15"), 19_030),
        (("Subcompact, X-Hvy Chassis, Hvy Susp., 150 cid gas engine w/ 5 gal. HD tank, 4 PR radial "
         "tires, Driver, 3 Mini-Rockets Front, plastic armour F20/L15/R15/B15/T5/U10"), 8_105),
        (("Type: Luxury, Chassis: Xhvy, Suspension: Hvy, Engine: 300 cid IC engine, 10 Gallon "
         "Duelling tank, Tires: 4 Solids, Crew: driver (BA, PFE); Weaponry: HMG (20/HD) in 1 sp. "
         "UM turret, 4 bumper triggers; Armor: 170 pts F(35) B(30) (R35) L(35) T(20) U(15)"),
         22_350),
    ],
)  # fmt: skip
def test_c122_common_ways_to_print_a_car_are_understood(line: str, cost: int) -> None:
    reading = read_printed(line, PACK)
    assert reading.unread == ()
    assert reading.design is not None
    assert compute_totals(reading.design).cost == cost


BIKE = "Heavy cycle, heavy suspension, {}, 2 motorcycle HD tires, cyclist, {}armor: F10, B10"
KART = "Compact, x-hvy chassis, hvy suspension, {}, 4 HD tires, driver, {}, F10 B10 L10 R10 T5 U5"


def _kart(plant: str, others: str) -> VehicleDesign:
    return _read(KART.format(plant, others))


@pytest.mark.parametrize(
    "others",
    [
        "Front: MG",
        "MG, front",
        "MG(F)",
        "MG (front)",
        "MG frt",
        "one MG front w/20 rds. normal ammo @ $25 ea.",
        "front mounted machine gun (20 shots)",
    ],
)
def test_c122_weapon_is_read_in_many_spellings(others: str) -> None:
    reading = read_printed(KART.format("large PP", others), PACK)
    assert reading.unread == ()
    assert reading.design is not None
    assert [(mount.weapon, mount.facing) for mount in reading.design.weapons] == [
        ("machine_gun", "front")
    ]


@pytest.mark.parametrize(
    "armour",
    [
        "Armour: F:20 B:10 L:15 R:15 T:5 U:4",
        "Armor 20F, 10B, 15L, 15R, 5T, 4U",
        "F20, L/R 15, B10, T5, U4",
        "front 20, sides 15, back 10, top 5, under 4",
        "armor (F/B/L/R/T/U) 20/10/15/15/5/4",
        "fire ext., armour 20 front, 10 rear, 15 left, 15 right, 5 top, 4 underbody",
        "Armour: 20 points front, 10 pts back, 15 pts left, 15 pts right, 5 pts top, 4 pts under",
    ],
)
def test_c122_armour_is_read_in_many_spellings(armour: str) -> None:
    reading = read_printed(
        f"Compact, x-hvy chassis, hvy suspension, large PP, 4 HD tyres, driver, {armour}", PACK
    )
    assert reading.unread == ()
    assert reading.design is not None
    assert [reading.design.armour_on(side) for side in LOCATIONS] == [20, 10, 15, 15, 5, 4]


def test_c122_axles_can_have_different_tyres() -> None:
    design = _read(
        "Compact, x-hvy chassis, hvy suspension, large PP, 2 PR tires front, 2 solid tires back, "
        "driver, F5 B5 L5 R5 T5 U5"
    )
    assert len(set(design.tyres)) == 2


def test_c120_sidecar_adds_room_and_load_to_a_cycle_and_to_nothing_else() -> None:
    alone = compute_totals(_read(BIKE.format("large cycle PP", "")))
    design = _read(BIKE.format("large cycle PP", "light sidecar, "))
    totals = compute_totals(design)
    assert totals.room > alone.room
    assert totals.load > alone.load
    car = msgspec.structs.replace(_kart("large PP", "MG front"), accessories=("light_sidecar",))
    assert "sidecar" in {problem.code for problem in check_design(with_club_parts(car, PACK))}


def test_c6_weapon_in_a_pod_takes_no_space_in_the_body_and_must_fit_into_it() -> None:
    inside = compute_totals(_kart("large PP", "MG front"))
    design = _kart("large PP", "MG front in EWP")
    assert compute_totals(design).spaces == inside.spaces - 1
    pod = design.placed[0]
    crowded = msgspec.structs.replace(_kart("large PP", "VMG front"), fittings=(pod,))
    assert (
        "pod-too-small"
        in {problem.code for problem in check_design(with_club_parts(crowded, PACK))}
    ) == (pod.part.endswith("1"))


@pytest.mark.parametrize(
    ("plant", "others", "code"),
    [
        ("large PP", "MG front, turbocharger", "missing-part"),
        ("200 cid engine w/5 gallon duelling tank", "MG front, extra power cells", "missing-part"),
        ("large PP", "MG front, ramplate, light ramplate", "one-of-each"),
        ("large PP", "MG front, cycle windshell", "not-a-cycle"),
        ("large PP", "MG front w/25 high-density", "too-many-shots"),
    ],
)
def test_c120_parts_that_do_not_go_together_are_refused(plant: str, others: str, code: str) -> None:
    assert code in {problem.code for problem in check_design(_kart(plant, others))}


def test_c120_chargers_raise_the_acceleration() -> None:
    tank = "w/5 gallon duelling tank"
    plain = compute_totals(_kart(f"200 cid engine {tank}", "MG front"))
    charged = compute_totals(_kart(f"200 cid engine w/supercharger {tank}", "MG front"))
    assert charged.acceleration == plain.acceleration + 10
    assert charged.cost > plain.cost


def test_c121_nine_parts_in_ten_play_in_a_duel_or_need_not() -> None:
    parts = [part for _, _, part in iter_parts(PACK)]
    on_paper = [
        part.key for part in parts if getattr(getattr(part, "rule", None), "on_paper", False)
    ]
    assert len(on_paper) * 10 <= len(parts)


def test_v175_armour_around_the_driver_and_his_better_suit_cover_him() -> None:
    crew = (Person(name="Ada", place="driver", dp=3, whole=3, driving=0, gunnery=0),)
    car = car_of(make_record(_named("Gothmog"), "Gothmog", "red"), crew)
    assert car.crew[0].cover == 10 + 3
    plain = car_of(make_record(_named("Contaminator"), "Contaminator", "red"), crew)
    assert plain.crew[0] == crew[0]


def test_c122_two_weapons_can_share_their_side() -> None:
    design = _kart("large PP", "MD & SS rear")
    assert [(mount.weapon, mount.facing) for mount in design.weapons] == [
        ("mine_dropper", "back"),
        ("smokescreen", "back"),
    ]
