"""The garage and the builder: records, stock designs, errors at their fields, crews, selling and
scrapping.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.garage.forms.garage import DesignForm
from campaign.garage.models import Vehicle
from campaign.garage.rules.stock import STOCK, find_stock_vehicle
from campaign.garage.selectors.club_parts import parts_of
from campaign.garage.services import club_parts
from campaign.league.models import Membership
from campaign.ledger.services.posting import Book
from tests.campaign.garage.designer_cars import SAVED

from .conftest import House, words


def picked(key: str = "greyhound", **changes: Any) -> dict[str, Any]:
    """Return the builder's form for a stock design."""
    found = find_stock_vehicle(key)
    assert found is not None
    start = {
        name: said
        for name, said in DesignForm.start(found.design).items()
        if said not in (None, False)
    }
    return {"name": "Bullet", "colour": "matt black", **start, **changes}


@pytest.mark.parametrize("key", [one.key for one in STOCK])
def test_every_stock_design_can_be_built(key: str, house: House) -> None:
    answer = house.send(house.own("build"), picked(key))
    assert answer.status_code == 303, words(answer)


def test_building_pays_and_leads_to_the_record(house: House) -> None:
    page = house.done(house.own("build"), picked())
    assert "Bullet is built." in page
    assert "45 of 45" in page
    assert "Bullet −$10,002" in house.read(house.own("money"))


def test_checking_adds_up_without_buying(house: House) -> None:
    answer = house.send(house.own("build"), picked(armour_front="44", check="1"))
    assert answer.status_code == 200
    page = words(answer)
    assert "This design is legal." in page
    assert "$9,986" in page
    with house.club.scope():
        assert not Vehicle.objects.filter(name="Bullet").exists()


def test_live_checks_return_the_form_only(house: House) -> None:
    answer = house.client("owner").post(
        house.own("build"), picked(check="1"), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    body = answer.content.decode()
    assert "<html" not in body
    assert 'id="builder"' in body
    assert "Cost $10,002" in words(answer)


def folded_parts(answer: Any) -> dict[str, bool]:
    """Return the parts of the builder, and which are open."""
    body = answer.content.decode()
    found = re.findall(r'<details class="fold"\s+id="fold-(\w+)"\s*(open)?', body)
    return {key: bool(opened) for key, opened in found}


def test_folded_parts_of_the_builder_show_a_summary(house: House) -> None:
    answer = house.client("owner").get(house.own("build") + "?stock=greyhound")
    assert folded_parts(answer) == dict.fromkeys(
        ("frame", "armour", "weapons", "people", "papers"), False
    )
    page = words(answer)
    assert "Armour Plastic, 147 points" in page
    assert "lb left" in page
    assert "legal" in page


def test_a_part_of_the_builder_with_an_error_or_a_change_is_open(house: House) -> None:
    answer = house.send(house.own("build"), picked(armour_front="400"))
    page = words(answer)
    assert folded_parts(answer)["frame"]
    assert folded_parts(answer)["armour"]
    closed = [key for key, opened in folded_parts(answer).items() if not opened]
    assert closed == ["weapons", "papers"]
    assert "error" in page
    assert "lb too much" in page


def test_a_vehicle_can_be_copied_into_the_builder(house: House) -> None:
    mine, theirs = house.club.car(0), house.club.car(1)
    page = house.read(house.own("vehicle", pk=mine.pk))
    assert "Build a copy" in page
    page = house.read(house.own("build") + f"?like={mine.pk}")
    assert f"Build another {mine.name}" in page
    for key in (theirs.pk, "nonsense"):
        assert "Build a vehicle" in house.read(house.own("build") + f"?like={key}")


def text_of(house: House, pk: Any) -> str:
    """Return the design that a vehicle's page shows as text."""
    body = house.client("owner").get(house.own("vehicle", pk=pk)).content.decode()
    found = re.search(r'<pre id="design-text"[^>]*>(.*?)</pre>', body, re.DOTALL)
    assert found is not None
    return unescape(found.group(1))


def test_a_design_can_be_exported_and_imported_as_text(house: House) -> None:
    house.done(house.own("build"), picked("magistrate"))
    with house.club.scope():
        built = Vehicle.objects.get(name="Bullet")
    answer = house.send(house.own("build"), {"text": text_of(house, built.pk), "paste": "1"})
    assert answer.status_code == 200
    form = answer.context["form"]
    assert not form.is_bound
    assert form["body"].value() == built.design["body"]
    assert form["weapon_0"].value() == built.design["weapons"][0]["weapon"]
    assert "legal" in words(answer)
    with house.club.scope():
        assert Vehicle.objects.filter(team=built.team).count() == 2


def test_c122_a_printed_car_is_pasted_checked_and_built_with_its_fittings(house: House) -> None:
    with house.club.scope():
        club_parts.install_published(
            campaign=house.club.campaign,
            leave_out=frozenset(),
            actor=house.club.gm,
            now=house.club.at,
        )
    line = (
        "Hedgehog: Compact, hvy chassis, hvy suspension, medium PP, 4 PR tires, driver, MG front, "
        "cup holder, 2 10-pt wheelguards back. Armor: F27, L25, R25, B27, T11, U15"
    )
    answer = house.send(house.own("build"), {"text": line, "paste": "1"})
    assert answer.status_code == 200
    page = words(answer)
    assert "cup holder" in page
    assert "Wheelguards, 10, back" in page
    form = answer.context["form"]
    data = {name: form[name].value() for name in form.fields}
    filled = {name: said for name, said in data.items() if said not in (None, False, "")}
    house.done(house.own("build"), {**filled, "name": "Hedgehog"})
    with house.club.scope():
        built = Vehicle.objects.get(name="Hedgehog")
    assert built.design["fittings"] == [{"part": "wheelguard", "size": 10, "place": "back"}]


GAS_CAR = (
    "Compact, hvy chassis, hvy suspension, 150 cid engine w/5 gal duelling tank, 4 PR tires, "
    "driver, MG front. Armor: F27, L25, R25, B27, T11, U15"
)


def test_c121_gm_installs_the_list_from_the_pasted_car_with_one_press(house: House) -> None:
    build = house.own("build")
    answer = house.send(build, {"text": GAS_CAR, "paste": "1"})
    assert "Ask a GM to install it." in words(answer)
    house.send(build, {"text": GAS_CAR, "paste": "install"})
    with house.club.scope():
        assert not parts_of(house.club.campaign.pk).plants
    with house.club.scope():
        Membership.objects.filter(campaign=house.club.campaign, user=house.people["owner"]).update(
            role=Membership.Role.GM
        )
    answer = house.send(build, {"text": GAS_CAR, "paste": "1"})
    assert "Install the list and fill the builder" in words(answer)
    answer = house.send(build, {"text": GAS_CAR, "paste": "install"})
    assert answer.status_code == 200
    assert answer.context["form"]["plant"].value() == "cid_150"


def test_c122_file_of_another_designer_fills_the_builder(house: House) -> None:
    upload = SimpleUploadedFile("car.json", json.dumps(SAVED).encode())
    answer = house.send(house.own("build"), {"text": "", "file": upload, "paste": "1"})
    assert answer.status_code == 200
    assert answer.context["form"]["body"].value() == "sedan"
    assert "does not say where Machine Gun points" in words(answer)
    large = SimpleUploadedFile("car.json", b" " * 60_000)
    answer = house.send(house.own("build"), {"text": "", "file": large, "paste": "1"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Dear editor, my trike handles badly.", "This is not a car"),
        ("Sedan " * 1_000, "Paste at most 4,000 characters"),
        ("", "This field is required."),
        ("{", "This is not valid JSON."),
        ('{"body": "sedan"}', "The field “plant” is missing."),
        ('{"body": "sedan", "plant": "own_plant"}', "“own_plant” is not in it."),
        ('{"body": "sedan", "plant": "super", "tyres": []}', "Choose tyres for the front axle"),
    ],
)
def test_an_invalid_design_text_is_refused_and_the_builder_stays(
    text: str, sentence: str, house: House
) -> None:
    answer = house.send(house.own("build"), {"text": text, "paste": "1"})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "Build and pay" in words(answer)


def test_an_illegal_design_text_is_explained_at_once(house: House) -> None:
    text = '{"body": "subcompact", "plant": "thundercat"}'
    page = words(house.send(house.own("build"), {"text": text, "paste": "1"}))
    assert "not legal" in page
    assert "Remove " in page


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"armour_front": "400"}, "body", "Remove "),
        ({"body": "spaceship"}, "body", "Select a valid choice"),
        ({"body": "light_cycle"}, "plant", "does not fit a light cycle"),
        ({"plant": "small"}, "plant", "too weak for this weight"),
        ({"facing_0": "turret"}, "weapon_0", "Add a turret to the accessories"),
        ({"shots_1": "99"}, "shots_1", "the magazine holds 20 shots"),
        ({"spares_1": "5"}, "spares_1", "less than or equal to 4"),
        ({"spares_2": "x"}, "spares_2", "Enter a whole number"),
        ({"shots_1": "41", "spares_1": "1"}, "shots_1", "its 2 magazines hold 40 shots"),
        ({"armour_left": "-3"}, "armour_left", "greater than or equal to 0"),
        ({"passengers": "many"}, "passengers", "Enter a whole number"),
        ({"accessories": ["turret_1", "turret_2"]}, "accessories", "only one turret"),
        ({"name": ""}, "name", "This field is required."),
        ({"name": "Anvil 1"}, "name", "already has a vehicle called Anvil 1"),
    ],
)
def test_a_problem_is_shown_at_its_field_and_the_input_is_kept(
    change: dict[str, Any], field: str, sentence: str, house: House
) -> None:
    answer = house.send(house.own("build"), picked(**change))
    assert answer.status_code == 422
    body = answer.content.decode()
    errors = re.search(rf'<ul class="errorlist" id="id_{field}_error">(.*?)</ul>', body, re.DOTALL)
    assert errors is not None, words(answer)
    assert sentence in errors.group(1)
    assert 'value="matt black"' in body


def test_excess_weight_is_shown_in_the_bill(house: House) -> None:
    page = house.send(house.own("build"), picked(armour_front="400", check="1"))
    assert page.status_code == 200
    assert "too much" in words(page)


def test_a_team_cannot_build_a_vehicle_it_cannot_afford(house: House) -> None:
    house.book(Book.MONEY, house.club.teams[0].pk, "gear", -230_000)
    page = house.refused(house.own("build"), picked("bulwark"))
    assert "This costs $19,375" in page


def test_c105_spare_magazines_are_chosen_beside_the_shots_and_kept(house: House) -> None:
    page = words(house.client("owner").get(house.own("build") + "?stock=terrier"))
    assert "Spares are additional magazines, at most 4 per weapon: $50, 15 lb and 1 space" in page
    answer = house.send(house.own("build"), picked("terrier", spares_0="1", check="1"))
    assert "Spare magazine (Recoilless rifle) $50 15 1" in words(answer)
    page = house.done(house.own("build"), picked("terrier", spares_0="1"))
    assert "Spare magazine (Recoilless rifle)" in page
    assert "Recoilless rifle, front, 20 shots" in page
    with house.club.scope():
        built = Vehicle.objects.get(name="Bullet")
    assert built.design["weapons"][0]["spares"] == 1
    assert "spares" not in built.design["weapons"][1]
    form = house.client("owner").get(house.own("vehicle-refit", pk=built.pk)).context["form"]
    assert (form["spares_0"].value(), form["spares_1"].value()) == (1, None)
    again = {name: said for name, said in form.initial.items() if said not in (None, False)}
    answer = house.send(house.own("vehicle-refit", pk=built.pk), {**again, "check": "1"})
    assert "The refit costs $0." in words(answer)
    less = {**again, "spares_0": "0"}
    house.done(house.own("vehicle-refit", pk=built.pk), less)
    with house.club.scope():
        built.refresh_from_db()
    assert "spares" not in built.design["weapons"][0]


def test_c105_impossible_spares_are_refused_at_their_field(house: House) -> None:
    answer = house.send(house.own("build"), picked("lamplighter", spares_0="1"))
    assert answer.status_code == 422
    body = answer.content.decode()
    errors = re.search(r'<ul class="errorlist" id="id_spares_0_error">(.*?)</ul>', body, re.DOTALL)
    assert errors is not None, words(answer)
    assert "Medium laser fires from the power plant" in errors.group(1)
    assert 'name="spares_0" value="1"' in body


def test_the_garage_numbers_equal_guns(house: House) -> None:
    house.book(Book.DAMAGE, house.club.car(0).pk, "ammo:weapon:2", 3)
    page = house.read(house.own("garage"))
    assert "Machine gun 1, front (20 of 20); Machine gun 2, back (17 of 20)" in page


def test_a_double_click_builds_one_vehicle(house: House) -> None:
    for _ in range(2):
        assert house.send(house.own("build"), picked(), key="once").status_code == 303
    with house.club.scope():
        assert Vehicle.objects.filter(name="Bullet").count() == 1


def test_more_weapons_than_the_form_showed_are_kept(house: House) -> None:
    more = {
        f"{name}_{at}": said
        for at in (2, 3)
        for name, said in (("weapon", "medium_rocket"), ("facing", "back"))
    }
    page = house.send(house.own("build"), picked("bulwark", **more, check="1")).content.decode()
    assert 'name="weapon_5"' in page
    assert 'name="weapon_6"' not in page


def test_the_record_shows_remaining_points_and_shots(house: House) -> None:
    car = house.club.car(0).pk
    house.book(Book.DAMAGE, car, "armour:front", 9)
    house.book(Book.DAMAGE, car, "ammo:weapon:1", 15)
    page = house.read(house.own("vehicle", pk=car))
    assert "16 of 25" in page
    assert "Machine gun, front, 5 shots" in page
    assert "−9 front armour" in page
    assert "−15 shots of machine gun 1" in page


def test_name_and_colour_are_changed_and_a_taken_name_is_refused(house: House) -> None:
    car = house.club.car(0).pk
    assert "Rust" in house.done(
        house.own("vehicle-edit", pk=car), {"name": "Rust", "colour": "rusty", "notes": ""}
    )
    house.done(house.own("build"), picked())
    assert "already" in house.refused(
        house.own("vehicle-edit", pk=car), {"name": "bullet", "colour": "red", "notes": ""}
    )


def test_a_crew_is_assigned_and_nobody_has_two_places(house: House) -> None:
    car, rook, sable = (
        house.club.car(0).pk,
        house.club.who(0, "Rook").pk,
        house.club.who(0, "Sable").pk,
    )
    page = house.done(house.own("vehicle-crew", pk=car), {"driver": rook, "gunner": sable})
    assert "Driver: Rook" in page
    assert "two places" in house.refused(
        house.own("vehicle-crew", pk=car), {"driver": rook, "gunner": rook}
    )
    theirs = house.club.who(1, "Rook").pk
    assert "Select a valid choice" in house.refused(
        house.own("vehicle-crew", pk=car), {"driver": theirs}
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [("vehicle-sell", "Anvil 1 was sold for $"), ("vehicle-scrap", "Anvil 1 was scrapped.")],
)
def test_selling_or_scrapping_asks_first_and_happens_once(
    name: str, said: str, house: House
) -> None:
    path = house.own(name, pk=house.club.car(0).pk)
    assert "The vehicle leaves the garage permanently" in house.read(path)
    assert house.send(path).status_code == 200
    assert said in house.done(path, {"confirmed": "1"}, key="once")
    again = house.send(path, {"confirmed": "1"}, key="once")
    assert again["Location"] == house.own("garage")
    assert "no longer in the garage" in house.refused(path, {"confirmed": "1"})


def test_an_entered_vehicle_can_be_neither_sold_nor_refitted(house: House) -> None:
    club, car = house.club, house.club.car(0)
    with club.scope():
        club.enter(0, vehicle=car)
    page = house.read(house.own("vehicle", pk=car.pk))
    assert "Entered for the duel" in page
    assert "Sell" not in page
    assert "entered for the duel" in house.refused(
        house.own("vehicle-sell", pk=car.pk), {"confirmed": "1"}
    )


def test_a_refit_keeps_body_and_name_and_shows_its_price(house: House) -> None:
    house.done(house.own("build"), picked())
    with house.club.scope():
        pk = Vehicle.objects.get(name="Bullet").pk
    path = house.own("vehicle-refit", pk=pk)
    changed = picked(armour_front="50", body="van", name="Other")
    assert "The refit costs $80." in words(house.send(path, {**changed, "check": "1"}))
    page = house.done(path, changed)
    assert "50 of 50" in page
    assert "Bullet" in page
    assert "van" not in page.partition("Parts")[2]


def test_a_vehicle_that_is_gone_keeps_its_record(house: House) -> None:
    car = house.club.car(0).pk
    house.done(house.own("vehicle-scrap", pk=car), {"confirmed": "1"})
    page = house.read(house.own("garage"))
    assert "The garage is empty" in page
    assert "Anvil 1 , scrapped" in page or "Anvil 1, scrapped" in page
    assert "Scrapped" in house.read(house.own("vehicle", pk=car))


def test_the_builder_stays_within_its_query_limit(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    house.client("owner")
    with django_assert_max_num_queries(13):
        house.send(house.own("build"), picked(check="1"))


def test_parts_that_similar_cars_use_come_first(house: House) -> None:
    page = house.client("owner").get(house.own("build") + "?stock=terrier").text
    weapons = page.partition('name="weapon_0"')[2].partition("</select>")[0]
    often, _, others = weapons.partition('<optgroup label="Others"')
    assert '<optgroup label="Often used"' in often
    assert 'value="recoilless_rifle" selected' in often
    assert 'value="laser"' in others
    assert 'value="laser"' not in often
    assert "Recoilless rifle, Spike dropper" in page.partition("Weapons <span")[2][:200]


def test_a_search_shortens_the_lists_but_keeps_the_selected_parts(house: House) -> None:
    path = house.own("build")
    page = house.send(path, picked(check="1", find="MACHINE gun")).text
    weapons = page.partition('name="weapon_0"')[2].partition("</select>")[0]
    keys = re.findall(r'value="(\w*)"', weapons)
    assert "machine_gun" in keys
    assert "laser" not in keys
    assert picked()["weapon_0"] in keys
    assert f'value="{picked()["body"]}" selected' in page

    page = house.send(path, picked(check="1", find="zeppelin")).text
    assert "No part matches “zeppelin”." in page
    assert 'value="laser"' in page
