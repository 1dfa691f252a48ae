"""Names of squares and distances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ambush.board.squares import inches_words, seen_from, square_name, square_with_name
from ambush.rules.ground import SQUARES


def test_every_square_has_a_unique_name_that_parses_back() -> None:
    names = [square_name(square) for square in range(SQUARES)]
    assert len(set(names)) == SQUARES
    assert [square_with_name(name) for name in names] == list(range(SQUARES))


@pytest.mark.parametrize(
    ("square", "name"),
    [(0, "A1"), (25, "Z1"), (26, "AA1"), (47, "AV1"), (48 * 11 + 7, "H12"), (2303, "AV48")],
)
def test_columns_are_letters_from_the_west_and_rows_numbers_from_the_north(
    square: int, name: str
) -> None:
    assert square_name(square) == name


@pytest.mark.parametrize("typed", ["h12", " H12 ", "H 12"])
def test_square_is_parsed_in_any_spelling(typed: str) -> None:
    assert square_with_name(typed) == 48 * 11 + 7


@pytest.mark.parametrize("typed", ["", "12", "H", "H0", "H49", "AW1", "12H", "H-1"])
def test_invalid_square_gives_none(typed: str) -> None:
    assert square_with_name(typed) is None


def test_p1_four_squares_make_an_inch() -> None:
    assert seen_from(48 * 10, 48 * 14) == "at A15, 4 squares (1 in) south"
    assert [inches_words(Fraction(quarters, 4)) for quarters in (1, 4, 6, 19)] == [
        "¼",
        "1",
        "1½",
        "4¾",
    ]
