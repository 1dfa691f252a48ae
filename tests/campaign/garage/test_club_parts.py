"""A club's own parts: the list, the parts stored in designs, and vehicles after a change of the
list (C38–C40).
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaign.garage.models import PartList, Vehicle
from campaign.garage.rules import club_parts as rules
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.catalogue import BUILT_IN
from campaign.garage.rules.design import bill, compute_totals
from campaign.garage.rules.design_check import check_design, decode_design, read_design
from campaign.garage.rules.parts import (
    Accessory,
    ArmourType,
    Body,
    ClubParts,
    PartRule,
    Plant,
    Tyre,
    VehicleWeapon,
)
from campaign.garage.rules.record import list_parts, make_record
from campaign.garage.rules.refit import price_refit
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.stock import find_stock_vehicle
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.selectors.garage import design_of
from campaign.garage.services import club_parts as services
from campaign.garage.services import garage
from campaign.league.models import DeskAct
from campaign.news.models import News
from core.web.refusals import BadForm
from engine.values import changed
from tests.factories import Club, found_club

STEEL = Tyre(key="own_steel", name="Steel-belted", cost=300, weight=75, dp=12)
SLOPED = ArmourType(
    key="own_sloped",
    name="Sloped plastic",
    cost_percent=110,
    weight_percent=110,
    spaces_percent=10,
    to_hit=-1,
)
GUN = VehicleWeapon(
    key="own_small_bore",
    name="Small bore",
    look="cannon",
    to_hit=7,
    dice=2,
    plus=1,
    dp=4,
    cost=1_250,
    weight=250,
    spaces=2,
    shots=10,
    shot_cost=30,
    magazine_weight=40,
)
LIST = ClubParts(
    tyres=(STEEL,),
    armour=(SLOPED,),
    weapons=(GUN,),
    bodies=(
        Body(
            key="own_trike",
            name="Trike",
            cost=500,
            weight=900,
            load=2_400,
            spaces=8,
            armour_cost=12,
            armour_weight=6,
        ),
    ),
)


def greyhound(**changes: Any) -> Any:
    found = find_stock_vehicle("greyhound")
    assert found is not None
    return changed(found.design, **changes)


OURS: dict[str, Any] = {"tyres": ("own_steel", "own_steel"), "armour_type": "own_sloped"}


def test_c38_a_design_without_own_parts_stores_none() -> None:
    assert rules.with_club_parts(greyhound(), LIST) == greyhound()
    assert b"own" not in msgspec.json.encode(greyhound())


def test_c38_a_design_stores_only_the_own_parts_it_uses() -> None:
    design = rules.with_club_parts(greyhound(**OURS), LIST)
    assert rules.carried_parts(design) == ClubParts(tyres=(STEEL,), armour=(SLOPED,))
    assert check_design(design) == ()
    assert decode_design(msgspec.json.encode(design)) == design


def test_c38_own_parts_are_counted_like_catalogue_parts() -> None:
    before, after = (
        compute_totals(greyhound()),
        compute_totals(rules.with_club_parts(greyhound(**OURS), LIST)),
    )
    lines = {line.name: line for line in bill(rules.with_club_parts(greyhound(**OURS), LIST))}
    assert lines["Front tyres: steel-belted"].cost == 600
    assert lines["Front tyres: steel-belted"].weight == 150
    plates = lines["Sloped plastic armour, 147 points"]
    assert (plates.cost, plates.weight) == (2_588, 1_294)  # 147 × 16 × 1.1, 147 × 8 × 1.1
    assert plates.spaces == 2  # a tenth of 13, rounded up
    assert after.spaces == before.spaces + 2


def test_c38_own_weapons_bodies_and_tyres_are_on_the_sheet() -> None:
    design = rules.with_club_parts(
        greyhound(body="own_trike", weapons=(), tyres=("own_steel", "own_steel")), LIST
    )
    sheet = make_sheet(make_record(design, "Ash", "grey"))
    assert (sheet.body, sheet.tyres) == ("Trike", ("Steel-belted", "Steel-belted"))
    armed = changed(design, weapons=(changed(greyhound().weapons[0], weapon="own_small_bore"),))
    armed = rules.with_club_parts(armed, LIST)
    row = make_sheet(make_record(armed, "Ash", "grey")).weapons[0]
    assert (row.name, row.damage, row.magazine) == ("Small bore", "2d+1", 10)
    assert {part.dp for part in list_parts(armed) if part.key.startswith("tyre")} == {12}


def test_c38_own_parts_outside_the_list_are_unknown() -> None:
    for design in (greyhound(**OURS), changed(greyhound(**OURS), own=LIST)):
        codes = {
            problem.field for problem in check_design(rules.with_club_parts(design, rules.NO_PARTS))
        }
        assert codes == {"tyres[0]", "tyres[1]", "armour_type"}


def test_c39_a_refit_keeps_the_numbers_the_vehicle_was_built_with() -> None:
    built = rules.with_club_parts(greyhound(**OURS), LIST)
    dearer = changed(LIST, tyres=(changed(STEEL, cost=900),), retired=("own_sloped",))
    again = rules.with_club_parts(greyhound(**OURS), dearer, built)
    assert again == built
    assert price_refit(make_record(built, "Ash", "grey"), again).cost == 0
    anew = rules.with_club_parts(greyhound(tyres=("own_steel", "own_steel")), dearer, greyhound())
    assert rules.carried_parts(anew).tyres[0].cost == 900


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"tyres": [{"key": "solid", "name": "A", "cost": 1, "weight": 1, "dp": 1}]}, "tyres[0].key",
     "The catalogue has a part called solid"),
    ({"tyres": [msgspec.to_builtins(STEEL)] * 2}, "tyres[0].key", "Two parts are called own_steel"),
    ({"tyres": [msgspec.to_builtins(STEEL), {"key": "x_1", "name": "B", "cost": -5, "weight": 1,
      "dp": 1}]}, "tyres[1].cost", "tyres[1]:"),
    ({"plants": [{"key": "x_1"}]}, "plants[0].name", "missing"),
    ({"weapons": [{**msgspec.to_builtins(GUN), "look": "banana"}]}, "weapons[0].look", "look"),
    ({"weapons": [{**msgspec.to_builtins(GUN), "shots": 0}]}, "weapons[0].shot_cost",
     "cannot have a cost per shot"),
    ({"bodies": [{**msgspec.to_builtins(LIST.bodies[0]), "wheels": 5}]}, "bodies[0].wheels",
     "4"),
    ({"tyres": [{**msgspec.to_builtins(STEEL), "name": " "}]}, "tyres[0].name", "60 characters"),
    ({"retired": ["nothing"]}, "retired[0]", "Unknown part nothing"),
    ({"wings": []}, "wings", "is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "field", "sentence"), BAD)
def test_c40_a_problem_names_its_row_and_field(
    data: dict[str, Any], field: str, sentence: str
) -> None:
    first = rules.read_parts(data)[1][0]
    assert first.field == field
    assert sentence in first.sentence


def accessory(**rule: Any) -> dict[str, Any]:
    return {"key": "own_extra", "name": "Extra", "cost": 1, "rule": rule}


def test_c120_stored_rules_keep_the_names_of_their_fields() -> None:
    stored = {"load": 400, "room": 2, "holds": 1, "needs": "gas", "suit": 3}
    rule = PartRule(extra_load=400, extra_spaces=2, pod_spaces=1, requirement="gas", suit_points=3)
    assert msgspec.convert(stored, PartRule) == rule
    assert msgspec.to_builtins(rule) == stored


@pytest.mark.parametrize(
    "rule",
    [
        {"terms": [{"measure": "room", "cost": "1"}]},
        {"site": "part", "tank": True, "terms": [{"measure": "part", "cost": "1"}]},
        {"site": "part", "terms": [{"measure": "load", "cost": "1"}]},
        {"terms": [{"measure": "facing", "cost": "1"}]},
        {"terms": [{"cost": "1/0"}]},
    ],
)
def test_c120_a_term_measures_only_what_the_place_of_its_part_has(rule: dict[str, Any]) -> None:
    parts, problems = rules.read_parts({"accessories": [accessory(**rule)]})
    assert parts is None
    assert problems[0].field.startswith("accessories[0].rule")


@pytest.mark.parametrize(
    ("rule", "field", "code"),
    [
        ({"terms": [{"cost": "-999999"}]}, "fittings", "below-zero"),
        ({"terms": [{"measure": "body", "weight": "-9"}]}, "fittings", "below-zero"),
        ({"power_percent": -50}, "fittings", "too-weak"),
        (
            {"site": "weapon", "terms": [{"measure": "load", "cost": "1"}]},
            "fittings",
            "wrong-place",
        ),
        (
            {"site": "weapon", "terms": [{"measure": "load", "cost": "1"}]},
            "accessories",
            "wrong-place",
        ),
    ],
)
def test_c120_parts_that_take_away_too_much_or_have_no_place_are_refused(
    rule: dict[str, Any], field: str, code: str
) -> None:
    parts, problems = rules.read_parts({"accessories": [accessory(**rule) | {"many": True}]})
    assert not problems
    used = {
        "accessories": ["own_extra"] * 3,
        "fittings": [{"part": "own_extra", "place": ""}] * 3,
    }[field]
    _, problems = read_design({"body": "sedan", "plant": "large", field: used}, parts)
    assert code in {problem.code for problem in problems}


def test_c40_every_invalid_row_is_named() -> None:
    rows = [{**msgspec.to_builtins(STEEL), "key": f"x_{at}", "dp": 0} for at in range(3)]
    fields = [problem.field for problem in rules.read_parts({"tyres": rows})[1]]
    assert fields == ["tyres[0].dp", "tyres[1].dp", "tyres[2].dp"]


def test_effects_of_catalogue_parts_are_data() -> None:
    extras, guns, plates = BUILT_IN.accessories, BUILT_IN.weapons, BUILT_IN.armour
    assert {key: extra.to_hit for key, extra in extras.items() if extra.to_hit} == {
        "targeting_computer": 1,
        "fine_targeting_computer": 2,
    }
    assert (extras["improved_extinguisher"].puts_out, extras["smart_link"].links) == (5, "any")
    assert {key for key, extra in extras.items() if extra.rams} == {
        "ram_bar",
        "tail_bar",
        "skid_plate",
    }
    assert {key for key, gun in guns.items() if gun.marker} == {
        key for key, gun in guns.items() if gun.look == "dropper"
    }
    assert (guns["flamethrower"].fire, guns["laser"].fire, guns["light_laser"].fire) == (4, 2, 1)
    assert {key for key, kind in plates.items() if kind.reflective} == {
        "laser_reflective",
        "reflective_fireproof",
    }


# --- the services ---------------------------------------------------------------------------------


@pytest.fixture
def club(db: None) -> Club:
    return found_club()


def save_parts(club: Club, parts: Any = LIST) -> ClubParts:
    return services.replace(campaign=club.campaign, parts=parts, actor=club.gm, now=club.at)


def build(club: Club, name: str = "Ash", **changes: Any) -> Vehicle:
    team = club.teams[0]
    return garage.build(
        team=team,
        face=VehicleFace(name=name, colour="grey"),
        design=greyhound(**changes),
        actor=club.gm,
        now=club.at,
    )


def test_c40_a_saved_list_is_logged_and_announced(club: Club) -> None:
    with club.scope():
        assert save_parts(club) == LIST == parts_of(club.campaign.pk)
        act = DeskAct.objects.get(kind="parts-changed")
        assert act.public
        told = News.objects.get(kind="parts-changed").text
        assert told == f"Vehicle parts {act.detail['changes']}."
        assert "added: Trike, Steel-belted, Sloped plastic, Small bore" in told
        save_parts(club)
        assert DeskAct.objects.filter(kind="parts-changed").count() == 1


def test_c40_a_list_with_one_invalid_row_changes_nothing(club: Club) -> None:
    with club.scope():
        save_parts(club)
        bad = msgspec.json.decode(msgspec.json.encode(LIST))
        bad["tyres"][0] |= {"cost": 1}
        bad["weapons"][0] |= {"to_hit": 99}
        with pytest.raises(BadForm) as refused:
            save_parts(club, bad)
        assert [one.field for one in refused.value.problems] == ["weapons[0].to_hit"]
        assert parts_of(club.campaign.pk) == LIST


def test_c39_a_vehicle_keeps_its_numbers_when_the_list_changes(club: Club) -> None:
    with club.scope():
        save_parts(club)
        car = build(club, **OURS)
        before = compute_totals(design_of(car))
        save_parts(club, changed(LIST, tyres=(changed(STEEL, cost=900, dp=3),)))
        save_parts(club, ClubParts())
        car.refresh_from_db()
        assert compute_totals(design_of(car)) == before
        assert make_sheet(make_record(design_of(car), "Ash", "grey")).totals == before


def test_c39_a_retired_part_cannot_be_built_in_again(club: Club) -> None:
    with club.scope():
        save_parts(club)
        services.save_part(
            campaign=club.campaign, kind="tyres", part=STEEL, sold=False, actor=club.gm, now=club.at
        )
        assert News.objects.filter(text="Vehicle parts no longer sold: Steel-belted.").exists()
        with pytest.raises(BadForm) as refused:
            build(club, **OURS)
        assert {one.field for one in refused.value.problems} == {"tyres[0]", "tyres[1]"}
        services.save_part(
            campaign=club.campaign, kind="tyres", part=STEEL, sold=True, actor=club.gm, now=club.at
        )
        assert build(club, **OURS).design["own"]["tyres"][0]["cost"] == 300


def test_c38_numbers_sent_with_a_design_are_ignored(club: Club) -> None:
    with club.scope():
        save_parts(club)
        cheap = changed(STEEL, cost=1)
        car = build(club, **OURS, own=ClubParts(tyres=(cheap,), armour=(SLOPED,)))
        assert rules.carried_parts(design_of(car)).tyres == (STEEL,)


def test_a_part_is_changed_in_place(club: Club) -> None:
    with club.scope():
        save_parts(club)
        extra = Accessory(key="own_hub", name="Hub", cost=100, dp=5)
        plant = Plant(
            key="own_100", name="100 cid", cost=2_500, weight=265, spaces=2, dp=6, power=1_300
        )
        for kind, part in (("accessories", extra), ("plants", plant)):
            services.save_part(
                campaign=club.campaign, kind=kind, part=part, sold=True, actor=club.gm, now=club.at
            )
        dearer = changed(STEEL, cost=350)
        after = services.save_part(
            campaign=club.campaign, kind="tyres", part=dearer, sold=True, actor=club.gm, now=club.at
        )
        assert after == changed(LIST, tyres=(dearer,), accessories=(extra,), plants=(plant,))
        assert PartList.objects.count() == 1
