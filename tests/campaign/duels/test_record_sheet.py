"""A car's printed record sheet: what is ticked and what is written as a number."""

from __future__ import annotations

import pytest

from campaign.duels.pictures.record_sheet import MOST_SHOTS, record_sheet
from campaign.duels.rules.papers import CarPaper
from campaign.garage.rules.record import VehicleRecord
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.vehicles import STOCK
from campaign.house_rules.rules.duel_numbers import DuelNumbers
from core.web.pictures.paper import A4, Rect, Text
from engine.values import changed


def print_weapon(magazine: int) -> tuple[int, list[str]]:
    """Return the number of boxes and the texts for a car whose first weapon has this many shots."""
    design = next(one for one in STOCK if one.name == "Greyhound").design
    sheet = make_sheet(VehicleRecord(design=design, name="Greyhound"))
    gun, *rest = sheet.weapons
    gun = changed(gun, magazine=magazine, shots=magazine - 3)
    car = CarPaper(team="Anvil", heading="", sheet=changed(sheet, weapons=(gun, *rest)))
    shapes = record_sheet(car, DuelNumbers(), A4).shapes
    words = [one.text for one in shapes if isinstance(one, Text)]
    return sum(isinstance(one, Rect) for one in shapes), words


def test_c30_each_shot_is_a_box_to_tick() -> None:
    assert print_weapon(20)[0] - print_weapon(10)[0] == 10


@pytest.mark.parametrize("magazine", [MOST_SHOTS + 1, 2500])
def test_c30_very_large_magazines_are_printed_as_a_number(magazine: int) -> None:
    boxes, words = print_weapon(magazine)
    assert boxes < print_weapon(1)[0]
    assert f"Shots, of {magazine:,}:  {magazine - 3:,}" in words
