"""Cars of the published list in driven duels (C120, C121)."""

from __future__ import annotations

import pytest

from autoduel import lab
from autoduel.club.cars import car_of
from autoduel.club.stock import BY_KEY
from autoduel.rules.values import Person
from campaign.garage.rules.printed import read_printed
from campaign.garage.rules.published import PACK
from campaign.garage.rules.record import make_record
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
