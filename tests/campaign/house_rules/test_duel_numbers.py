"""The tables of the duel: movement, braking, control, and a club's own numbers (C31)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from campaign.house_rules.rules.duel_numbers import (
    DEFAULT_NUMBERS,
    FISHTAIL_RESULTS,
    HANDLING,
    LOST,
    NUMBER_KEYS,
    SAFE,
    SKID_RESULTS,
    SPEEDS,
    control_number,
    movement_by_phase,
    own_duel_numbers,
)
from campaign.house_rules.rules.house import HouseRules, check
from campaign.house_rules.rules.tables import NumberRow

FULL_SPEEDS = range(5, 201, 5)


def own_numbers(**numbers: int) -> tuple[NumberRow, ...]:
    return tuple(NumberRow(key=key, value=value) for key, value in numbers.items())


def problems(**numbers: int) -> list[str]:
    found = check(HouseRules(duel_numbers=own_numbers(**numbers)))
    assert {problem.field for problem in found} <= {"duel_numbers"}
    return [problem.sentence for problem in found]


@pytest.mark.parametrize(
    ("speed", "halves"),
    [
        (5, (0, 0, 1, 0, 0)),
        (10, (0, 0, 2, 0, 0)),
        (25, (2, 0, 2, 0, 1)),
        (45, (2, 2, 2, 1, 2)),
        (50, (2, 2, 2, 2, 2)),
        (75, (4, 2, 4, 2, 3)),
        (200, (8, 8, 8, 8, 8)),
    ],
)
def test_c31_speed_is_spread_over_the_phases_in_order(speed: int, halves: tuple[int, ...]) -> None:
    assert movement_by_phase(speed) == halves


def test_c31_a_car_never_moves_in_a_phase_where_a_faster_one_does_not() -> None:
    for slow in FULL_SPEEDS:
        assert sum(movement_by_phase(slow)) == slow // 5
        for fast in range(slow + 5, 201, 5):
            stands = [phase for phase, moved in enumerate(movement_by_phase(fast)) if not moved]
            assert not any(movement_by_phase(slow)[phase] for phase in stands), (slow, fast)


def test_c31_control_never_gets_easier_with_speed_or_worse_handling() -> None:
    for speed in SPEEDS:
        row = [control_number(speed, status) for status in HANDLING]
        assert row == sorted(row), speed
        assert row[0] == SAFE
    assert [control_number(60, status) for status in (-1, -2, -3, -4, -5, -6)] == [
        SAFE,
        2,
        3,
        4,
        4,
        5,
    ]
    assert [control_number(90, status) for status in (0, -1, -5, -6)] == [SAFE, 2, 6, LOST]
    assert control_number(55, -6) == control_number(60, -6), "a row counts for speeds up to its own"
    assert control_number(5, 9) == control_number(10, 7)
    assert control_number(300, -9) == control_number(200, -6) == LOST


def test_c31_the_tables_are_complete() -> None:
    assert len(DEFAULT_NUMBERS.control) == len(DEFAULT_NUMBERS.crash_speed) == len(SPEEDS) == 20
    assert {len(row) for row in DEFAULT_NUMBERS.control} == {len(HANDLING)} == {14}
    assert len(SKID_RESULTS) == len(DEFAULT_NUMBERS.skid) + 1
    assert len(FISHTAIL_RESULTS) == len(DEFAULT_NUMBERS.fishtail) + 1
    assert DEFAULT_NUMBERS.braking == (0, 0, 1, 2, 3, 5, 7, 9, 11)
    assert DEFAULT_NUMBERS.crash_speed[:5] == (-3, -2, -1, 0, 1)


def test_c31_a_club_changes_single_numbers() -> None:
    numbers = own_duel_numbers(
        own_numbers(suit=0, brake_45=12, control_60_minus_2=3, crash_at_50=2)
    )
    assert numbers.suit == 0
    assert numbers.braking[-1] == 12
    assert control_number(60, -2, numbers) == 3
    assert control_number(60, -3, numbers) == control_number(60, -3)
    assert numbers.crash_speed[4] == 2
    swapped = own_duel_numbers(own_numbers(inch_1=1, inch_2=3))
    assert movement_by_phase(10, swapped) == (2, 0, 0, 0, 0)
    assert own_duel_numbers(()) is DEFAULT_NUMBERS


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"suits": 3}, "Unknown duel number “suits”"),
        ({"suit": 7}, "“suit” must be between 0 and 6."),
        ({"control_60_minus_7": 3}, "Unknown duel number"),
        ({"inch_1": 1}, "each of the five phases once"),
        ({"skid_2": 2}, "skid_1, skid_2 and so on must increase."),
        ({"fishtail_1": 8}, "fishtail_1, fishtail_2 and so on must increase."),
    ],
)
def test_c31_an_impossible_number_is_refused_in_a_sentence(
    numbers: dict[str, int], sentence: str
) -> None:
    (said,) = problems(**numbers)
    assert sentence in said


def test_c31_a_number_can_be_given_once() -> None:
    twice = HouseRules(duel_numbers=(*own_numbers(suit=2), *own_numbers(suit=4)))
    assert [problem.sentence for problem in check(twice)] == ["List each number only once."]


@given(some.sampled_from(sorted(NUMBER_KEYS)), some.integers(-99, 99))
def test_c31_every_number_is_refused_or_applied(key: str, value: int) -> None:
    rows = own_numbers(**{key: value})
    if not check(HouseRules(duel_numbers=rows)):
        field, place, (low, high) = NUMBER_KEYS[key]
        held = getattr(own_duel_numbers(rows), field)
        for at in place:
            held = held[at]
        assert held == value
        assert low <= value <= high
