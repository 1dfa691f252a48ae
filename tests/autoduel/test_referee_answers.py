"""The referee's answers are printed and documented (C133)."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoduel.rules.numbers import NUMBERS
from campaign.duels.pictures.referee_answers import answers_sheet
from campaign.duels.rules.referee_answers import referee_answers
from campaign.house_rules.rules.duel_numbers import DEFAULT_NUMBERS, DuelNumbers
from core.web.pictures.paper import A4, LETTER, Line, Paper, Text
from engine.values import changed


def answer(question: str, numbers: DuelNumbers = DEFAULT_NUMBERS) -> str:
    (found,) = [row.answer for row in referee_answers(numbers) if row.question == question]
    return found


def test_c133_the_rules_page_has_every_answer() -> None:
    page = Path("docs/reference/rules/duel.md").read_text(encoding="utf-8")
    for row in referee_answers(DEFAULT_NUMBERS):
        assert f"| {row.question} | {row.answer} |" in page


def test_c133_a_club_prints_its_own_numbers() -> None:
    own = changed(DEFAULT_NUMBERS, suit=0, driver_fire=2, phase_order=(1, 2, 3, 4, 5))
    assert answer("Who wears body armour?", own).startswith("Nobody")
    assert answer("Can a driver fire while driving hard?", own).endswith("without a penalty.")
    assert "1, 2, 3, 4, 5" in answer("In which phases do the first five inches fall?", own)
    silent = changed(own, braking=(0,) * 9)
    assert answer("How difficult is braking?", silent) == "It has no difficulty."


def test_c134_the_printed_answers_say_what_a_wreck_pays() -> None:
    (paid,) = [row for row in referee_answers(DEFAULT_NUMBERS, 40) if "40 %" in row.answer]
    assert paid.question == "Who is paid for a destroyed car?"
    assert answer(paid.question) == "Nobody."


def test_v44_the_answers_have_the_numbers_of_the_site() -> None:
    smoke = (NUMBERS.smoke_turns, NUMBERS.burning_turns, NUMBERS.paint_turns)
    assert answer("How long does smoke last?") == (
        "{} turns. Burning oil burns for {}, and paint hangs for {}.".format(*smoke)
    )
    assert f"{NUMBERS.bail_unhurt} mph" in answer("When can people bail out unhurt?")
    assert f"{NUMBERS.quiet_turns} turns" in answer("When does a duel end?")
    assert answer("How low can handling fall?") == f"To −{-NUMBERS.least_hs}."
    heat = answer("What adds to the fire modifiers?")
    assert f"plant {NUMBERS.plant_heat}" in heat
    assert f"engine {NUMBERS.volatile_heat}" in heat


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
def test_c133_the_answers_fit_one_page(paper: Paper) -> None:
    for shape in answers_sheet(DEFAULT_NUMBERS, "Week 1", paper, 100).shapes:
        match shape:
            case Text():
                assert shape.y <= paper.bottom
            case Line():
                assert shape.y1 <= paper.bottom
