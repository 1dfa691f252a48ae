"""The printed page of modifiers has the numbers of the duels on the site (C131)."""

from __future__ import annotations

import pytest

from autoduel.rules import tables
from autoduel.rules.manoeuvres import difficulty
from autoduel.rules.numbers import NUMBERS
from campaign.duels.pictures.modifier_sheet import modifier_sheet
from campaign.duels.rules.modifier_tables import (
    AIMING,
    DRIVER_FIRE,
    MANOEUVRES,
    RAM_DICE,
)
from campaign.house_rules.rules.duel_numbers import DEFAULT_NUMBERS
from core.web.pictures.paper import A4, LETTER, Line, Paper, Rect, Text
from engine.values import changed


def test_v35_the_printed_modifiers_are_those_of_the_site() -> None:
    assert {
        "Within 1 inch": NUMBERS.point_blank,
        "Each full 4 inches": -1,
        "Target stands still": NUMBERS.still,
        "Your car stands still": NUMBERS.still,
        f"Target crosses at {NUMBERS.fast_from} mph": -1,
        f"Each further {NUMBERS.fast_step} mph (at most −{-NUMBERS.fast_most})": -1,
        "Compact or subcompact": NUMBERS.small,
        "From front or back, not a van or pickup": NUMBERS.end_on,
        "Cycle, from the side": NUMBERS.cycle_side,
        "Cycle, from front or back": NUMBERS.cycle_end,
        "Tyre": NUMBERS.at_tyre,
        "Turret": NUMBERS.at_turret,
        "Person on foot": NUMBERS.at_person,
        "Each level of skill": 1,
        "Gunner without training": NUMBERS.unskilled,
        "Gunner is wounded": NUMBERS.wounded,
        f"Repeated fire, each turn (at most +{NUMBERS.sustained_most})": NUMBERS.sustained,
        "Cloud across the line of fire": -1,
        "Cloud along the line of fire": -2,
        "Your car is painted": NUMBERS.painted,
    } == AIMING
    assert NUMBERS.range_step == 4 * NUMBERS.point_blank_range == 4000


def test_v24_the_printed_difficulties_are_those_of_the_site() -> None:
    printed = dict(MANOEUVRES)
    assert [
        difficulty("DL", 30),
        difficulty("TDL", 30),
        difficulty("L45", 30) // 3,
        difficulty("PL15", 5),
        difficulty("TL", 40) // 4,
        difficulty("BL", 30),
    ] == [int(value) for value in printed.values() if value.isdecimal()]
    assert difficulty("WL30", 30) == difficulty("L30", 30) + 1
    assert printed["In reverse"] == f"+{difficulty('L30', -10) - difficulty('L30', 10)}"
    assert printed["On gravel"] == f"+{NUMBERS.gravel}"
    assert printed["On oil"] == f"+{NUMBERS.oil}"


@pytest.mark.parametrize("speed", range(1, 101))
def test_v29_the_printed_ram_dice_are_those_of_the_site(speed: int) -> None:
    printed = next(dice for label, dice in RAM_DICE if speed <= int(label.rpartition("–")[2]))
    dice, modifier = tables.ram_dice(speed)
    assert printed == f"{dice}d" + (f" − {-modifier}" if modifier else "")


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
def test_c131_the_page_fits_the_paper_and_prints_the_clubs_numbers(paper: Paper) -> None:
    own = changed(DEFAULT_NUMBERS, driver_fire=0, suit=0, braking=(1, 1, 1, 2, 3, 5, 7, 9, 12))
    sheet = modifier_sheet(own, "Week 1", paper)
    for shape in sheet.shapes:
        match shape:
            case Text():
                assert shape.y <= paper.bottom
            case Rect():
                assert shape.y + shape.height <= paper.bottom
            case Line():
                assert max(shape.y1, shape.y2) <= paper.bottom
    assert "Brake by 5 mph 1" in sheet.description
    assert "Brake by 45 mph 12" in sheet.description
    assert DRIVER_FIRE[0] in sheet.description
    assert "Nobody wears body armour" in sheet.description
    assert "Brake by 5 mph" not in modifier_sheet(DEFAULT_NUMBERS, "", paper).description
