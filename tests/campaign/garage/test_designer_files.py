"""Cars in the files of other designers (C122)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.garage.rules.designer_files import read_car
from campaign.garage.rules.published import PACK

from .designer_cars import GARAGE, SAVED


def test_c122_saved_car_is_read_and_what_it_does_not_say_is_reported() -> None:
    reading = read_car(json.dumps([SAVED]), PACK)
    design = reading.design
    assert design is not None
    assert reading.unread == ("moon roof", "the file does not say where Machine Gun points")
    assert (design.body, design.chassis, design.plant) == ("sedan", "extra_heavy", "super")
    assert design.tyres == ("puncture_resistant", "puncture_resistant")
    assert (design.armour_on("front"), design.armour_on("under")) == (30, 8)
    assert [(gun.weapon, gun.facing, gun.shots) for gun in design.weapons] == [
        ("machine_gun", "front", 20)
    ]
    assert {"antilock_brakes", "fine_targeting_computer"} <= {
        *design.accessories,
        *(fitting.part for fitting in design.placed),
    }
    assert (reading.printed.cost, reading.printed.hc) == (21_000, 3)


def test_c122_car_of_the_combat_garage_is_read_with_tank_tyres_turret_and_ammunition() -> None:
    reading = read_car(json.dumps(GARAGE), PACK)
    design = reading.design
    assert design is not None
    assert reading.unread == ()
    assert design.plant == "cid_200"
    assert design.gunner
    assert design.tyres == ("puncture_resistant", "solid")
    assert [(gun.weapon, gun.facing) for gun in design.weapons] == [
        ("machine_gun", "front"),
        ("mine_dropper", "back"),
        ("light_laser", "turret"),
    ]
    placed = {(fitting.part, fitting.place, fitting.size) for fitting in design.placed}
    assert ("duelling_tank", "", 5) in placed
    assert ("high_density", "weapon:1", 20) in placed


@pytest.mark.parametrize(
    "value", [None, 7, "x", [], [[]], {"name": 4}, [None, 7, {"ammo": 3}], {"weapons": 2}]
)
@pytest.mark.parametrize("key", sorted({*SAVED, *GARAGE}))
def test_c122_odd_values_in_a_file_are_no_error(key: str, value: Any) -> None:
    for car in (SAVED, GARAGE):
        read_car(json.dumps({**car, key: value}), PACK)
