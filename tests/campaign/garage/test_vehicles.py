"""The vehicle catalogue, designs and their problems, and the exterior of vehicles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.garage.rules import catalogue
from campaign.garage.rules.design import armour_cost
from campaign.garage.rules.parts import index_by_key
from campaign.garage.rules.vehicles import (
    STOCK,
    Crew,
    Facings,
    Mount,
    StockVehicle,
    VehicleDesign,
    bill,
    check_design,
    compute_totals,
    decode_design,
    find_stock_vehicle,
    list_parts,
    make_record,
    make_sheet,
    read_design,
    view_exterior,
)
from engine.codec import Unreadable
from engine.values import changed

if TYPE_CHECKING:
    from collections.abc import Sequence

BODIES = [
    ("subcompact", 300, 1000, 2300, 7, 0, 11, 5),
    ("compact", 400, 1300, 3700, 10, 0, 13, 6),
    ("mid_sized", 600, 1600, 4800, 13, 0, 16, 8),
    ("sedan", 700, 1700, 5100, 16, 0, 18, 9),
    ("luxury", 800, 1800, 5500, 19, 0, 20, 10),
    ("station_wagon", 800, 1800, 5500, 14, 7, 20, 10),
    ("pickup", 900, 2100, 6500, 13, 11, 22, 11),
    ("camper", 1400, 2300, 6500, 17, 7, 30, 14),
    ("van", 1000, 2000, 6000, 24, 6, 30, 14),
    ("light_cycle", 200, 250, 800, 4, 0, 10, 4),
    ("medium_cycle", 300, 300, 1100, 5, 0, 11, 5),
    ("heavy_cycle", 400, 350, 1300, 7, 0, 12, 6),
]


@pytest.mark.parametrize("row", BODIES, ids=lambda row: row[0])
def test_bodies_equal_the_printed_table(row: tuple[Any, ...]) -> None:
    body = catalogue.BODIES[row[0]]
    assert (
        body.cost,
        body.weight,
        body.load,
        body.spaces,
        body.cargo,
        body.armour_cost,
        body.armour_weight,
    ) == row[1:]


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("small", (500, 500, 3, 5, 800)),
        ("medium", (1000, 700, 4, 8, 1400)),
        ("large", (2000, 900, 5, 10, 2000)),
        ("super", (3000, 1100, 6, 12, 2600)),
        ("sport", (6000, 1000, 6, 12, 3000)),
        ("thundercat", (12000, 2000, 8, 15, 6700)),
    ],
)
def test_power_plants_equal_the_printed_table(key: str, row: tuple[int, ...]) -> None:
    plant = catalogue.PLANTS[key]
    assert (plant.cost, plant.weight, plant.spaces, plant.dp, plant.power) == row


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("standard", (50, 30, 4)),
        ("heavy_duty", (100, 40, 6)),
        ("puncture_resistant", (200, 50, 9)),
        ("solid", (500, 75, 12)),
        ("plasticore", (1000, 150, 25)),
    ],
)
def test_tyres_equal_the_printed_table(key: str, row: tuple[int, ...]) -> None:
    tyre = catalogue.TYRES[key]
    assert (tyre.cost, tyre.weight, tyre.dp) == row


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("machine_gun", (7, 1, 3, 1000, 150, 1)),
        ("vulcan", (6, 2, 3, 2000, 350, 2)),
        ("recoilless_rifle", (7, 2, 4, 1500, 300, 2)),
        ("autocannon", (6, 3, 4, 6500, 500, 3)),
        ("anti_tank_gun", (8, 3, 6, 2000, 600, 3)),
        ("rocket_launcher", (8, 2, 2, 1000, 200, 2)),
        ("heavy_rocket", (9, 3, 2, 200, 100, 1)),
        ("medium_rocket", (9, 2, 2, 140, 50, 1)),
        ("medium_laser", (6, 2, 2, 5500, 350, 2)),
        ("blast_cannon", (7, 4, 5, 4500, 500, 4)),
        ("flamethrower", (6, 1, 2, 500, 450, 2)),
    ],
)
def test_vehicle_weapons_equal_the_printed_table(key: str, row: tuple[int, ...]) -> None:
    weapon = catalogue.WEAPONS[key]
    assert (weapon.to_hit, weapon.dice, weapon.dp, weapon.cost, weapon.weight, weapon.spaces) == row


@pytest.mark.parametrize(
    ("key", "cost", "load"),
    [("light", -20, -10), ("standard", 0, 0), ("heavy", 50, 10), ("extra_heavy", 100, 20)],
)
def test_chassis_equal_the_printed_table(key: str, cost: int, load: int) -> None:
    assert (catalogue.CHASSIS[key].cost_percent, catalogue.CHASSIS[key].load_percent) == (
        cost,
        load,
    )


@pytest.mark.parametrize(
    ("key", "cost", "hc"),
    [("light", 0, 1), ("standard", 100, 2), ("heavy", 150, 3), ("off_road", 500, 2)],
)
def test_suspensions_equal_the_printed_table(key: str, cost: int, hc: int) -> None:
    assert (catalogue.SUSPENSIONS[key].cost_percent, catalogue.SUSPENSIONS[key].hc) == (cost, hc)


@pytest.mark.parametrize(
    ("key", "cost", "weight"),
    [
        ("plastic", 1, 1),
        ("laser_reflective", 1.1, 1.1),
        ("fireproof", 2, 1),
        ("reflective_fireproof", 2.5, 1.1),
        ("radarproof", 2, 1),
        ("radarproof_fireproof", 4, 1),
        ("metal", 2.5, 5),
    ],
)
def test_armours_equal_the_printed_table(key: str, cost: float, weight: float) -> None:
    kind = catalogue.ARMOURS[key]
    assert (kind.cost_percent / 100, kind.weight_percent / 100) == (cost, weight)


def test_duplicate_keys_in_the_catalogue_raise() -> None:
    with pytest.raises(ValueError, match="Two parts"):
        index_by_key((catalogue.TYRES["solid"], catalogue.TYRES["solid"]))


PLAIN = VehicleDesign(
    body="mid_sized",
    plant="large",
    armour=Facings(front=30, back=20, left=15, right=15, top=5, under=5),
)


def test_totals_equal_a_hand_calculation() -> None:
    sums = compute_totals(changed(PLAIN, weapons=(Mount(weapon="machine_gun"),)))
    assert sums.cost == 600 + 600 + 2000 + 4 * 50 + 90 * 16 + 1000 + 20 * 25
    assert sums.weight == 1600 + 900 + 4 * 30 + 90 * 8 + 150 + 50 + 150
    assert (sums.spaces, sums.room, sums.load, sums.hc) == (5 + 1 + 2, 13, 4800, 2)
    assert sums.top_speed == 125.0
    assert sums.acceleration == 10


@pytest.mark.parametrize(
    ("weight", "pace"), [(6001, 0), (6000, 5), (4001, 5), (4000, 10), (2001, 10), (2000, 15)]
)
def test_acceleration_depends_on_power_and_weight(weight: int, pace: int) -> None:
    from campaign.garage.rules.design import acceleration

    design = VehicleDesign(body="sedan", plant="large")
    assert acceleration(design, weight) == pace


@pytest.mark.parametrize(
    ("plant", "weight", "speed"),
    [("large", 4000, 120.0), ("large", 4100, 117.5), ("medium_gas", 4000, 80.0)],
)
def test_top_speed_comes_in_steps_of_two_and_a_half(plant: str, weight: int, speed: float) -> None:
    from campaign.garage.rules.design import top_speed

    assert top_speed(VehicleDesign(body="sedan", plant=plant), weight) == speed


def test_armour_costs_by_the_point_rounded_up() -> None:
    assert armour_cost(changed(PLAIN, armour_type="laser_reflective"), 3) == 53  # 52.8


STOCK_TOTALS = [
    ("wasp", 1520, 702),
    ("kestrel", 4403, 1040),
    ("night_heron", 5028, 1274),
    ("sparrow", 2156, 2100),
    ("terrier", 5678, 3136),
    ("greyhound", 10002, 4426),
    ("lamplighter", 15674, 5037),
    ("magistrate", 11558, 5019),
    ("chairman", 14310, 5185),
    ("homestead", 11690, 5545),
    ("prospector", 19286, 6833),
    ("snail", 15450, 6200),
    ("bulwark", 19375, 6585),
]


@pytest.mark.parametrize(("key", "cost", "weight"), STOCK_TOTALS)
def test_a_stock_vehicle_is_valid_and_has_its_price(key: str, cost: int, weight: int) -> None:
    found = find_stock_vehicle(key)
    assert found is not None
    assert check_design(found.design) == ()
    assert (compute_totals(found.design).cost, compute_totals(found.design).weight) == (
        cost,
        weight,
    )


def test_every_stock_vehicle_is_listed_above() -> None:
    assert [found.key for found in STOCK] == [row[0] for row in STOCK_TOTALS]
    assert find_stock_vehicle("unicorn") is None


FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("body", "no-such-part", {"body": "tank"}),
    ("plant", "no-such-part", {"plant": ""}),
    ("tyres[1]", "no-such-part", {"tyres": ("standard", "wood")}),
    ("weapons[0].weapon", "no-such-part", {"weapons": (Mount(weapon="death_ray"),)}),
    ("accessories[0]", "no-such-part", {"accessories": ("ashtray",)}),
    ("armour_type", "no-such-part", {"armour_type": "cardboard"}),
    ("tyres", "tyre-kinds", {"tyres": ("standard",)}),
    ("weight", "over-weight", {"armour": Facings(front=200, back=200)}),
    (
        "spaces",
        "over-spaces",
        {"weapons": (Mount(weapon="blast_cannon"), Mount(weapon="blast_cannon", facing="back"))},
    ),
    ("plant", "too-weak", {"plant": "small"}),
    ("plant", "wrong-plant", {"plant": "super_cycle"}),
    (
        "weapons",
        "too-many-weapons",
        {"weapons": (Mount(weapon="autocannon"), Mount(weapon="autocannon"))},
    ),
    ("weapons", "no-turret", {"weapons": (Mount(weapon="machine_gun", facing="turret"),)}),
    (
        "weapons",
        "turret-too-small",
        {"weapons": (Mount(weapon="vulcan", facing="turret"),), "accessories": ("turret_1",)},
    ),
    ("weapons[0].shots", "too-many-shots", {"weapons": (Mount(weapon="machine_gun", shots=21),)}),
    ("accessories", "two-turrets", {"accessories": ("turret_1", "turret_2")}),
    ("accessories", "twice", {"accessories": ("radar", "radar")}),
    (
        "accessories",
        "turret-too-large",
        {
            "body": "compact",
            "weapons": (Mount(weapon="autocannon", facing="turret"),),
            "accessories": ("turret_3",),
        },
    ),
    (
        "weapons[0].weapon",
        "no-power",
        {"plant": "large_gas", "weapons": (Mount(weapon="light_laser"),)},
    ),
    ("chassis", "six-wheels", {"body": "van", "chassis": "extra_heavy"}),
    ("chassis", "six-wheels", {"body": "pickup", "chassis": "extra_heavy"}),
    (
        "accessories",
        "two-to-hit",
        {"accessories": ("targeting_computer", "fine_targeting_computer")},
    ),
    (
        "accessories",
        "two-puts-out",
        {"accessories": ("fire_extinguisher", "improved_extinguisher")},
    ),
    (
        "accessories",
        "too-many-links",
        {"weapons": (Mount(weapon="machine_gun"),), "accessories": ("link", "link", "link")},
    ),
]


@pytest.mark.parametrize(
    ("field", "code", "picked"), FAULTS, ids=[f"{field}-{code}" for field, code, _ in FAULTS]
)
def test_a_problem_of_a_design_names_its_field(
    field: str, code: str, picked: dict[str, Any]
) -> None:
    found = {
        (problem.field, problem.code): problem.sentence
        for problem in check_design(changed(PLAIN, **picked))
    }
    assert (field, code) in found
    assert found[field, code].endswith(".")


def test_a_van_carries_the_large_turret() -> None:
    van = changed(
        PLAIN,
        body="van",
        plant="large",
        weapons=(Mount(weapon="autocannon", facing="turret"),),
        accessories=("turret_3",),
    )
    assert check_design(van) == ()


@pytest.mark.parametrize("body", ["van", "pickup", "camper"])
def test_pickups_and_campers_handle_like_vans(body: str) -> None:
    assert (
        compute_totals(changed(PLAIN, body=body)).hc
        == compute_totals(changed(PLAIN, body="sedan")).hc - 1
    )


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("exe.\u202egnp", "exe.gnp"), ("Two\nlines", "Two lines"), (" Mark  II ", "Mark II")],
)
def test_the_name_of_a_model_is_cleaned(typed: str, kept: str) -> None:
    assert decode_design({"body": "sedan", "plant": "large", "model": typed}).model == kept


@pytest.mark.parametrize(
    ("code", "picked"),
    [
        ("cycle-chassis", {"chassis": "heavy"}),
        ("cycle-facing", {"weapons": (Mount(weapon="medium_rocket", facing="left"),)}),
        ("cycle-turret", {"accessories": ("turret_1",)}),
        ("cycle-crew", {"gunner": True}),
        ("wrong-plant", {"plant": "small"}),
    ],
)
def test_a_cycle_refuses_car_parts(code: str, picked: dict[str, Any]) -> None:
    cycle = VehicleDesign(body="heavy_cycle", plant="super_cycle")
    assert check_design(cycle) == ()
    assert code in {problem.code for problem in check_design(changed(cycle, **picked))}


def test_cargo_space_holds_passengers_and_accessories_but_no_weapons() -> None:
    guns = (Mount(weapon="autocannon"), Mount(weapon="autocannon", facing="back"))
    wagon = VehicleDesign(
        body="station_wagon", plant="large", chassis="heavy", weapons=guns, passengers=8
    )
    assert check_design(wagon) == ()
    assert {problem.code for problem in check_design(changed(wagon, passengers=9))} == {
        "over-spaces"
    }
    three = (*guns, Mount(weapon="autocannon", facing="left"))
    assert {
        problem.code for problem in check_design(changed(wagon, passengers=0, weapons=three))
    } == {"over-spaces"}


def test_designs_are_read_from_json_and_forms() -> None:
    design, problems = read_design(
        {"body": "van", "plant": "super", "gunner": "true", "passengers": "1"}
    )
    assert design is not None
    assert (design.gunner, design.passengers, problems) == (True, 1, ())
    assert read_design({"body": "van", "wings": 2})[1][0].field == "wings"
    with pytest.raises(Unreadable):
        decode_design(b'{"body": 3, "plant": "small"}')
    assert decode_design(b'{"body": "van", "plant": "small"}').plant == "small"


DESIGNS = st.sampled_from([found.design for found in STOCK])


@settings(deadline=None)
@given(
    DESIGNS,
    st.lists(st.sampled_from(sorted(catalogue.ACCESSORIES)), max_size=4),
    st.lists(st.sampled_from(sorted(catalogue.WEAPONS)), max_size=4),
)
def test_totals_are_the_sums_of_the_bill(
    design: VehicleDesign, extras: Sequence[str], weapons: Sequence[str]
) -> None:
    built = changed(
        design, accessories=tuple(extras), weapons=tuple(Mount(weapon=key) for key in weapons)
    )
    sums, lines = compute_totals(built), bill(built)
    assert (sums.cost, sums.weight, sums.spaces) == tuple(
        sum(getattr(line, what) for line in lines) for what in ("cost", "weight", "spaces")
    )
    assert all(line.weight >= 0 and line.spaces >= 0 for line in lines)
    assert sums.cost > 0


def test_turret_weapons_take_no_space_in_the_body() -> None:
    turned = changed(
        PLAIN, weapons=(Mount(weapon="vulcan", facing="turret"),), accessories=("turret_2",)
    )
    assert compute_totals(turned).spaces == 5 + 2 + 2
    assert (
        compute_totals(changed(turned, weapons=(Mount(weapon="vulcan", facing="top"),))).spaces
        == 5 + 2 + 2 + 2
    )


def chairman() -> StockVehicle:
    found = find_stock_vehicle("chairman")
    assert found is not None
    return found


def test_e11_the_exterior_shows_name_colour_body_tyres_turret_and_weapon_kinds() -> None:
    record = make_record(
        chairman().design, "Old Money", "black", {"armour:front": 30, "ammo:weapon:1": 5}
    )
    seen = view_exterior(record)
    assert (seen.name, seen.colour, seen.body, seen.tyres, seen.turret) == (
        "Old Money",
        "black",
        "Luxury",
        ("Solid", "Solid"),
        True,
    )
    assert [(weapon.facing, weapon.look) for weapon in seen.weapons] == [
        ("turret", "gun"),
        ("back", "dropper"),
    ]


@settings(deadline=None)
@given(
    st.integers(0, 40),
    st.integers(0, 20),
    st.sampled_from(["plastic", "metal"]),
    st.sampled_from(["super", "large"]),
)
def test_e11_the_exterior_shows_nothing_hidden(
    armour: int, shots: int, kind: str, plant: str
) -> None:
    """Armour, ammunition, plant, crew and damage do not change the exterior."""
    design = changed(chairman().design, armour_type=kind, plant=plant, armour=Facings(front=armour))
    crew = (Crew(place="driver", name="Vex"),) if armour % 2 else ()
    record = make_record(
        design, "Old Money", "black", {"ammo:weapon:1": shots, "plant": armour}, crew
    )
    assert view_exterior(record) == view_exterior(
        make_record(chairman().design, "Old Money", "black")
    )


def test_e11_the_owners_sheet_shows_everything() -> None:
    crew = (Crew(place="gunner", name="Moth"), Crew(place="driver", name="Vex"))
    sheet = make_sheet(
        make_record(
            chairman().design,
            "Old Money",
            "black",
            {"armour:front": 18, "ammo:weapon:1": 5, "plant": 2},
            crew,
        )
    )
    assert [(row.location, row.now, row.built) for row in sheet.armour][:2] == [
        ("front", 4, 22),
        ("back", 20, 20),
    ]
    assert next((row.name, row.damage, row.shots, row.magazine) for row in sheet.weapons) == (
        "Vulcan machine gun",
        "2d",
        15,
        20,
    )
    assert [(row.now, row.built) for row in sheet.parts if row.key == "plant"] == [(10, 12)]
    assert [one.name for one in sheet.crew] == ["Vex", "Moth"]
    assert (sheet.plant, sheet.armour_type, sheet.condition, sheet.accessories) == (
        "Super electric",
        "Plastic",
        "damaged",
        ("Turret", "Armoured cool box"),
    )
    assert sheet.value == compute_totals(chairman().design).cost - 18 * 20 - 5 * 35 - 500


def test_parts_are_in_record_order_with_the_plant_last() -> None:
    keys = [part.key for part in list_parts(chairman().design)]
    assert keys == [
        "tyre:front_left",
        "tyre:front_right",
        "tyre:back_left",
        "tyre:back_right",
        "weapon:1",
        "weapon:2",
        "accessory:1",
        "accessory:2",
        "plant",
    ]
