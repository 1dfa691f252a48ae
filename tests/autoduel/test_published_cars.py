"""Cars of the published list in driven duels (C120, C121)."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from autoduel import lab
from autoduel.club.cars import car_of
from autoduel.club.random_cars import random_published_design
from autoduel.club.stock import BY_KEY
from autoduel.rules.car import initial_sheet
from autoduel.rules.numbers import DuelNumbers
from autoduel.rules.values import CarSetup, Person
from campaign.garage.rules.design_check import check_design
from campaign.garage.rules.printed import read_printed
from campaign.garage.rules.published import PACK
from campaign.garage.rules.record import make_record
from engine.dice import SeededDice, seed_from
from engine.values import changed
from tests.campaign.garage.published_vehicles import VEHICLES

DRIVER = Person(name="Ada", place="driver", dp=3, whole=3, driving=0, gunnery=0)


@pytest.mark.parametrize(
    ("first", "second"),
    [("The Whip", "High Noon"), ("The Sabre", "Kali"), ("Honey Badger", "Catapult")],
)
def test_c121_published_cars_drive_a_duel_to_its_end(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock = BY_KEY["greyhound"]
    for name in (first, second):
        line = next(vehicle.line for vehicle in VEHICLES if vehicle.name == name)
        design = read_printed(line, PACK).design
        assert design is not None
        car = car_of(make_record(design, name, "red"), (DRIVER,))
        monkeypatch.setitem(BY_KEY, name, changed(stock, key=name, car=car))
    bout = lab.Bout(cars=((first,), (second,)))
    duel = lab.play_duel(bout, f"{first} against {second}")
    assert not lab.AUTODUEL.to_act(duel.state)
    assert duel.state.table.turn > 1


def _set_up(line: str) -> CarSetup:
    design = read_printed(line, PACK).design
    assert design is not None
    return car_of(make_record(design, "car", "red"), (DRIVER,))


SEDAN = (
    "Sedan, x-hvy chassis, hvy suspension, super PP, 4 PR tires, driver, {}, F30 B30 L20 R20 T5 U5"
)


def test_v175_parts_of_the_published_list_reach_the_duel() -> None:
    plain = _set_up(SEDAN.format("MG front"))
    fitted = _set_up(SEDAN.format("MG front, HD brakes, HD shocks, no-paint windshield, overdrive"))
    assert (plain.strong_brakes, plain.strong_shocks, plain.no_paint) == (UNSET, UNSET, UNSET)
    assert (fitted.strong_brakes, fitted.strong_shocks, fitted.no_paint) == (True, True, True)
    assert fitted.top_speed == plain.top_speed + 20


def test_v175_cover_is_added_to_the_suit() -> None:
    car = _set_up(SEDAN.format("MG front, 10 pts. CA on driver"))
    numbers = DuelNumbers()
    sheet = initial_sheet(1, car, 0, numbers)
    assert sheet.suits == (numbers.suit + 10,)


@pytest.mark.parametrize("sample", range(8))
def test_c121_random_cars_of_the_published_list_drive_a_duel_to_its_end(sample: int) -> None:
    cars = ((lab.PUBLISHED,), (lab.PUBLISHED,))
    bout = lab.Bout(cars=cars, kinds=("duellist" if sample == 0 else "random", "random"))
    duel = lab.play_duel(bout, f"published {sample}")
    assert not lab.AUTODUEL.to_act(duel.state)


def test_c121_random_cars_of_the_published_list_are_legal_and_use_much_of_it() -> None:
    used = set()
    for sample in range(20):
        design = random_published_design(SeededDice(seed_from(f"published {sample}"), 0))
        assert check_design(design) == ()
        used |= {mount.weapon for mount in design.weapons}
        used |= {fitting.part for fitting in design.placed} | set(design.accessories)
    assert len(used) > 60
