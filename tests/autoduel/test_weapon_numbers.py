"""Identical guns of a car are numbered as in its record everywhere."""

from __future__ import annotations

from autoduel.game import AUTODUEL
from autoduel.rules.plans import own_cars
from autoduel.rules.samples import HORNET, MAGISTRATE, RAMROD, TRAPPER
from autoduel.rules.values import Weapon
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.dossiers import dossier_of
from autoduel.tabletop.plan_form import KEY
from autoduel.tabletop.sight import Aim, aim_words
from autoduel.tabletop.words import weapon_titles
from campaign.duels.pictures.record_sheet import record_sheet
from campaign.duels.rules.papers import CarPaper
from campaign.garage.rules.record import VehicleRecord
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.vehicles import STOCK
from campaign.garage.views.words import named_parts, part_names
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from core.web.pictures.paper import A4, Text
from engine.values import Seat, changed
from engine.words import number_duplicates
from play.tabletop.board import Draft
from tests.autoduel.garage import start_duel

FRONT = ["Machine gun 1 (front)", "Machine gun 2 (front)"]
NAMES = ("Red", "Blue")


def test_only_identical_weapons_are_numbered_by_their_place_in_the_record() -> None:
    parts = {"weapon:1": "Laser", "weapon:2": "Gun", "weapon:4": "Gun", "plant": "Gun"}
    assert number_duplicates(parts.items()) == {
        "weapon:1": "Laser", "weapon:2": "Gun 2", "weapon:4": "Gun 4", "plant": "Gun",
    }  # fmt: skip
    assert weapon_titles(HORNET.weapons) == FRONT
    assert weapon_titles(MAGISTRATE.weapons) == ["Recoilless rifle (turret)", "Machine gun (front)"]
    laser: Weapon = changed(HORNET.weapons[0], key="weapon:1", name="Laser")
    pair = [changed(one, key=f"weapon:{at}") for at, one in enumerate(HORNET.weapons, 2)]
    assert weapon_titles([laser, *pair])[1:] == ["Machine gun 2 (front)", "Machine gun 3 (front)"]


def test_v53_plan_form_and_sheet_name_each_of_two_guns() -> None:
    view = AUTODUEL.view(start_duel(HORNET, RAMROD), Seat(0))
    board = AUTODUEL_TABLE.board(view, NAMES, Draft(choice=KEY, answers=()))
    fields = {one.name: [each.label for each in one.answers] for one in board.choice(KEY).fields}
    assert fields["gun0_0"][1:-1] == FRONT
    assert fields["auto0"][1:] == FRONT
    rows = [row[0] for panel in board.panels if panel.table for row in panel.table.rows]
    assert [row for row in rows if row.startswith("Machine gun")] == FRONT
    (car,) = own_cars(view)
    assert aim_words(car, Aim(weapon=1, crew=0, number=9)) == "machine gun 2 needs 9 (28 %)"


def test_v54_two_identical_droppers_are_numbered_too() -> None:
    drops = next(one for one in TRAPPER.weapons if one.drops)
    others = [one for one in TRAPPER.weapons if one is not drops]
    pair = [changed(drops, key=f"weapon:{at}") for at in (8, 9)]
    view = AUTODUEL.view(start_duel(changed(TRAPPER, weapons=(*others, *pair)), RAMROD), Seat(0))
    form = AUTODUEL_TABLE.board(view, NAMES, Draft(choice=KEY, answers=())).choice(KEY)
    labels = [one.label for one in form.fields if one.name.startswith("drop")]
    assert labels[-2:] == [f"{drops.name} 8", f"{drops.name} 9"]


def test_v127_dossier_uses_the_names_of_the_record() -> None:
    greyhound = next(one for one in STOCK if one.name == "Greyhound")
    record = VehicleRecord(design=greyhound.design, name="Greyhound")
    guns = [one.key for one in make_sheet(record).weapons]
    names = part_names(greyhound.design)
    assert [names[key] for key in guns] == ["machine gun 1", "machine gun 2"]
    assert names["ammo:weapon:2"] == "shots of machine gun 2"
    read = dossier_of(make_sheet(record), 1, "week 6")
    assert [part for part, _ in read.parts if part.startswith("Machine gun")] == FRONT


def test_c30_printed_sheet_numbers_weapons_in_record_order() -> None:
    greyhound = next(one for one in STOCK if one.name == "Greyhound")
    record = VehicleRecord(design=greyhound.design, name="Greyhound")
    car = CarPaper(team="Anvil", heading="Week 1", sheet=make_sheet(record))
    page = record_sheet(car, DuelNumbers(), A4)
    printed = [one.text for one in page.shapes if isinstance(one, Text)]
    titles = [words for words in printed if "to hit" in words]
    assert [title.partition(":")[0] for title in titles] == ["Machine gun 1", "Machine gun 2"]
    for nth in (1, 2):
        assert f"machine gun {nth} front with" in page.description
        assert f"machine gun {nth}: 3 of 3 DP" in page.description
    magistrate = next(one for one in STOCK if one.name == "Magistrate")
    alone = make_sheet(VehicleRecord(design=magistrate.design, name="Magistrate"))
    single = record_sheet(CarPaper(team="Anvil", heading="", sheet=alone), DuelNumbers(), A4)
    assert "recoilless rifle front with" in single.description


def test_vehicle_page_numbers_weapons_like_its_record() -> None:
    greyhound = next(one for one in STOCK if one.name == "Greyhound")
    sheet = make_sheet(VehicleRecord(design=greyhound.design, name="Greyhound"))
    named = named_parts(sheet)
    guns = [part.name for part in named if part.key.startswith("weapon:")]
    assert guns == ["Machine gun 1", "Machine gun 2"]
    assert [part.key for part in named] == [part.key for part in sheet.parts]
    rest = [part.name for part in named if not part.key.startswith("weapon:")]
    assert rest == [part.name for part in sheet.parts if not part.key.startswith("weapon:")]
