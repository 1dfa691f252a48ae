"""The builder's form, its sections, the pasted design, and the forms of the workshop."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from campaign.garage.forms.garage import MOUNT_FIELDS, MOUNTS, DesignForm, PasteForm
from campaign.garage.forms.workshop import CareForm, MechanicForm, RepairForm
from campaign.garage.rules.catalogue import BUILT_IN, with_parts
from campaign.garage.rules.parts import Body, Chassis, ClubParts
from campaign.garage.rules.published import PACK
from campaign.garage.rules.repairs import Quote
from campaign.garage.rules.vehicles import Facings, Mount, VehicleDesign, decode_design
from engine.codec import encode
from engine.values import changed
from tests.factories import KILLER
from tests.forms import bounds, choices, refusals

GUNS = (
    Mount(weapon="machine_gun", facing="front", shots=12, spares=2),
    Mount(weapon="vulcan", facing="turret"),
)
DESIGN = changed(
    KILLER,
    model="Mk II",
    tyres=("heavy_duty", "standard"),
    armour=Facings(front=25, back=20, left=19, right=18, top=8, under=7),
    weapons=GUNS,
    accessories=("link", "link", "turret_1"),
    passengers=2,
)


def sent(design: VehicleDesign = DESIGN, **changes: Any) -> dict[str, Any]:
    """Return what a browser sends for a design with some fields changed."""
    start = {name: value for name, value in DesignForm.start(design).items() if value is not None}
    start |= {"name": "Bullet", "colour": "matt black", "idempotency": "k"}
    return {name: value for name, value in {**start, **changes}.items() if value is not False}


def sections(form: DesignForm) -> dict[str, tuple[str, bool]]:
    return {part.key: (part.summary, part.open) for part in form.sections()}


# --- the builder ----------------------------------------------------------------------------------


def test_a_design_is_shown_in_the_builder_and_sent_back_unchanged() -> None:
    start = DesignForm.start(DESIGN)
    assert [start[f"{name}_{row}"] for row in (0, 1) for name in MOUNT_FIELDS] == [
        *("machine_gun", "front", 12, 2),
        *("vulcan", "turret", None, None),
    ]
    assert (start["accessories"], start["links"]) == (["link", "turret_1"], 1)
    form = DesignForm(sent())
    assert form.is_valid(), form.errors
    assert decode_design(form.design) == DESIGN
    assert form.design["weapons"][1]["spares"] == 0


def test_empty_numbers_are_noughts_and_rows_without_a_weapon_are_left_out() -> None:
    form = DesignForm(
        sent(
            armour_top="",
            passengers="",
            links="",
            weapon_0="",
            weapon_3="vulcan",
            facing_1="",
            shots_3="0",
        )
    )
    assert form.is_valid(), form.errors
    design = form.design
    assert (design["armour"]["top"], design["passengers"]) == (0, 0)
    assert design["accessories"] == ["link", "turret_1"]
    assert design["weapons"] == [
        {"weapon": "vulcan", "facing": "front", "shots": None, "spares": 0},
        {"weapon": "vulcan", "facing": "front", "shots": 0, "spares": 0},
    ]
    assert form.weapon_rows() == [1, 3]


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("weight", "body"),
        ("spaces", "body"),
        ("tyres", "tyre_front"),
        ("tyres[0]", "tyre_front"),
        ("tyres[1]", "tyre_back"),
        ("weapons", "weapon_0"),
        ("weapons[0]", "weapon_1"),
        ("weapons[1].spares", "spares_3"),
        ("weapons[9].shots", "shots_0"),
        ("accessories[2]", "accessories"),
        ("armour", "armour_front"),
        ("armour.left", "armour_left"),
        ("plant", "plant"),
    ],
)
def test_a_fault_of_the_design_is_shown_at_its_field(field: str, place: str) -> None:
    form = DesignForm(sent(weapon_0="", weapon_3="vulcan"))
    assert form.is_valid(), form.errors
    assert form.place_of(field) == place


@pytest.mark.parametrize(
    ("used", "rows"), [((), 2), ((0,), 3), ((0, 3), 6), ((5,), 8), ((15,), 16)]
)
def test_the_builder_shows_two_free_weapon_rows(used: tuple[int, ...], rows: int) -> None:
    form = DesignForm(initial={f"weapon_{row}": "vulcan" for row in used})
    found = form.rows()
    assert [row.number for row in found] == list(range(1, rows + 1))
    last = found[-1]
    assert [last.weapon.name, last.facing.name, last.shots.name, last.spares.name] == [
        f"{name}_{last.number - 1}" for name in ("weapon", "facing", "shots", "spares")
    ]


def test_sections_sum_up_their_fields() -> None:
    bare = DesignForm(initial={"body": "mid_sized", "armour_type": "plastic"})
    assert [summary for summary, _ in sections(bare).values()] == [
        "Mid-sized",
        "Plastic, 0 points",
        "None",
        "Driver, 0 accessories",
        "",
    ]
    whole = sections(DesignForm(initial=DesignForm.start(DESIGN)))
    assert whole == {
        "frame": ("Mid-sized, Large electric", False),
        "armour": ("Plastic, 97 points", False),
        "weapons": ("Machine gun, Vulcan machine gun", False),
        "people": ("Driver and gunner, 2 accessories", False),
        "papers": ("", False),
    }
    assert sections(DesignForm(sent(armour_top="many")))["armour"][0] == "Plastic, 89 points"


@pytest.mark.parametrize(
    ("changes", "open_sections"),
    [
        ({}, []),
        ({"body": "van"}, ["frame"]),
        ({"plant": "medium"}, ["frame"]),
        ({"armour_under": 8}, ["armour"]),
        ({"spares_1": 1}, ["weapons"]),
        ({"facing_5": "back"}, []),
        ({"links": 2}, ["people"]),
        ({"model": "Mk III"}, ["papers"]),
        ({"shots_0": 501, "tyre_back": "wood"}, ["frame", "weapons"]),
    ],
)
def test_changed_sections_stay_open_without_a_script(
    changes: dict[str, Any], open_sections: list[str]
) -> None:
    form = DesignForm(sent(**changes), initial=DesignForm.start(DESIGN))
    assert [key for key, (_, is_open) in sections(form).items() if is_open] == open_sections
    form.scripted = True
    faulty = [key for key in open_sections if "shots_0" in changes]
    assert [key for key, (_, is_open) in sections(form).items() if is_open] == faulty


def test_choices_name_their_numbers_and_a_clubs_parts_are_offered() -> None:
    form = DesignForm()
    for name, key, label in (
        ("body", "light_cycle", "Light cycle: 4 spaces, 800 lb, $200"),
        ("chassis", "light", "Light chassis: -20 % of the body’s price, load -10 %"),
        ("chassis", "standard", "Standard chassis: included in the price, load +0 %"),
        ("suspension", "standard", "Improved suspension: handling 2, +100 % of the body’s price"),
        ("plant", "small", "Small electric: 800 factors, 500 lb, 3 sp., $500"),
        ("tyre_back", "heavy_duty", "Heavy-duty: 6 DP, 40 lb, $100 each"),
        ("armour_type", "plastic", "Plastic"),
        ("armour_type", "laser_reflective", "Laser-reflective: price × 1.1, weight × 1.1"),
        ("armour_type", "fireproof", "Fireproof: price × 2, weight × 1"),
        ("weapon_7", "", "None"),
        ("weapon_7", "machine_gun", "Machine gun: 150 lb, 1 sp., $1,000"),
        ("facing_0", "under", "Underbody"),
        ("facing_0", "turret", "Turret"),
        ("accessories", "turret_1", "Small turret, $1,000. Turns weapons of 1 space."),
    ):
        assert dict(choices(form, name))[key] == label
    frame = Chassis(key="own_frame", name="Frame", cost_percent=5, load_percent=1)
    plants = (changed(next(iter(BUILT_IN.plants.values())), key="own_plant", name="Engine"),)
    weapons = (changed(next(iter(BUILT_IN.weapons.values())), key="own_gun", name="Gun"),)
    own = DesignForm(parts=with_parts(ClubParts(chassis=(frame,), plants=plants, weapons=weapons)))
    assert choices(own, "chassis") == [
        *choices(form, "chassis"),
        ("own_frame", "Frame: +5 % of the body’s price, load +1 %"),
    ]
    assert choices(own, "plant")[-1][0] == "own_plant"
    assert choices(own, "weapon_7")[-1][0] == "own_gun"
    assert [bounds(form, name) for name in ("armour_top", "shots_0", "spares_7", "links")] == [
        (0, 500),
        (0, 500),
        (0, 4),
        (0, 8),
    ]


# --- a pasted design ------------------------------------------------------------------------------

VAN = Body(
    key="own_van",
    name="Own van",
    cost=1,
    weight=1,
    load=9000,
    spaces=50,
    armour_cost=1,
    armour_weight=1,
)


@pytest.mark.parametrize(
    ("design", "sentences"),
    [
        (DESIGN, []),
        (changed(DESIGN, weapons=GUNS[:1] * MOUNTS), []),
        (
            changed(DESIGN, weapons=GUNS[:1] * (MOUNTS + 1)),
            ["The builder supports at most 16 weapons."],
        ),
        (
            changed(DESIGN, tyres=("standard",)),
            ["Choose tyres for the front axle and the back axle."],
        ),
    ],
)
def test_a_pasted_design_fits_the_builder(design: VehicleDesign, sentences: list[str]) -> None:
    form = PasteForm({"text": encode(design).decode(), "idempotency": "k"})
    assert form.is_valid(), form.errors
    found = form.design(ClubParts())
    assert found == (None if sentences else design)
    assert refusals(form).get("text", []) == sentences


def test_c39_a_pasted_design_uses_only_parts_of_this_club() -> None:
    text = encode(changed(DESIGN, body="own_van")).decode()
    form = PasteForm({"text": text, "idempotency": "k"})
    assert form.is_valid()
    assert form.design(ClubParts()) is None
    assert "own_van" in str(refusals(form)["text"])
    known = PasteForm({"text": text, "idempotency": "k"})
    assert known.is_valid()
    found = known.design(ClubParts(bodies=(VAN,)))
    assert found is not None and found.own == ClubParts(bodies=(VAN,))
    broken = PasteForm({"text": "{", "idempotency": "k"})
    assert broken.is_valid()
    assert broken.design(ClubParts()) is None
    assert list(refusals(broken)) == ["text"]


# --- the workshop ---------------------------------------------------------------------------------

ONE, TWO = UUID(int=1), UUID(int=2)


def test_the_workshop_lists_losses_and_prices() -> None:
    quotes = [
        Quote(part="plant", name="plant", lost=3, cost=1250),
        Quote(part="tyre:0", name="front tyre", lost=1, cost=50),
    ]
    form = RepairForm(quotes=quotes, names={"plant": "large plant"})
    assert choices(form, "parts") == [
        ("plant", "Large plant: 3 lost, $1,250"),
        ("tyre:0", "Front tyre: 1 lost, $50"),
    ]
    assert refusals(RepairForm({"idempotency": "k"}, quotes=quotes, names={})) == {
        "parts": ["This field is required."]
    }


def test_a_mechanic_works_on_a_vehicle_and_a_paramedic_on_a_patient() -> None:
    people, cars = [(ONE, "Wrench")], [(TWO, "Killer")]
    mechanic = MechanicForm(
        {"worker": str(ONE), "vehicle": str(TWO), "budget": "1000001", "idempotency": "k"},
        workers=people,
        vehicles=cars,
    )
    assert refusals(mechanic) == {"budget": ["Ensure this value is less than or equal to 1000000."]}
    care = CareForm(workers=people, patients=cars)
    assert choices(mechanic, "worker") == [("", "Choose a mechanic"), (str(ONE), "Wrench")]
    assert choices(mechanic, "vehicle") == [("", "Choose a vehicle"), (str(TWO), "Killer")]
    assert choices(care, "worker") == [("", "Choose a paramedic"), (str(ONE), "Wrench")]
    assert choices(care, "patient") == [("", "Choose a patient"), (str(TWO), "Killer")]
    assert [mechanic.place_of(field) for field in ("mechanic", "jobs", "budget")] == [
        "worker",
        "vehicle",
        "budget",
    ]


def test_c120_fittings_follow_their_weapon_when_a_row_is_emptied() -> None:
    design = changed(DESIGN, weapons=(*GUNS, GUNS[0]))
    lines = "\n".join(f"Component armour weapon:{number} 5" for number in (1, 2, 3))
    form = DesignForm(
        sent(design, weapon_1="", fittings=lines),
        parts=with_parts(PACK),
    )
    assert form.is_valid(), form.errors
    assert [fitting["place"] for fitting in form.design["fittings"]] == ["weapon:1", "weapon:2"]
