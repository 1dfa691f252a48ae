"""Tables return the rulebook's rows, and a misprint fails at construction."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tables import BadTable, Table, odds

WATCH = Table(
    {"2 or less": "caught", "3-6": "nothing", "7": "again", "8–11": "seen", "12+": "named"},
    source="Watching Table",
)


@st.composite
def tables(draw):
    """Return a table of consecutive rows and the first total of each."""
    first = draw(st.integers(-20, 20))
    ends = [first]
    for length in draw(st.lists(st.integers(1, 6), max_size=6)):
        ends.append(ends[-1] + length)
    rows = {f"{first} or less": 0}
    rows |= {
        (f"{low + 1}-{high}" if high > low + 1 else f"{high}"): high for low, high in pairwise(ends)
    }
    return {**rows, f"{ends[-1] + 1}+": 1000}


@pytest.mark.parametrize(
    ("total", "result"),
    [
        (-40, "caught"),
        (2, "caught"),
        (3, "nothing"),
        (6, "nothing"),
        (7, "again"),
        (8, "seen"),
        (12, "named"),
        (99, "named"),
    ],
)
def test_every_total_has_a_row(total, result):
    assert WATCH.read(total) == result


def test_row_returns_its_printed_value():
    table = Table({"2 or less": "caught", "3-5": "seen", "6": "again", "7+": "named"}, source="New")
    assert [row.result for row in table] == ["caught", "seen", "again", "named"]
    assert [table.read(total) for total in (2, 4, 6, 7)] == ["caught", "seen", "again", "named"]


@given(tables(), st.integers(-60, 60))
def test_each_total_has_exactly_one_row(rows, total):
    table = Table(rows, source="drawn")
    holding = [
        row
        for row in table
        if (row.low is None or row.low <= total) and (row.high is None or total <= row.high)
    ]
    assert holding == [table.row(total)]


@given(tables(), st.data())
def test_missing_row_is_a_gap(rows, data):
    inner = list(rows)[1:-1]
    if inner:
        left_out = data.draw(st.sampled_from(inner))
        with pytest.raises(BadTable, match="a gap between"):
            Table(
                {printed: result for printed, result in rows.items() if printed != left_out},
                source="drawn",
            )


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (["2 or less", "4+"], "a gap between"),
        (["2 or less", "2-5", "6+"], "overlap"),
        (["2 or less", "5", "3-4", "6+"], "a gap"),
        (["2 or less", "3-5", "4-6", "7+"], "overlap"),
        (["2", "3+"], "the first row reads"),
        (["2 or less", "3-5"], "the last one"),
        (["2 or less"], "the first row reads"),
        ([], "the first row reads"),
        (["2 or less", "3 or less", "4+"], "only the first and last rows are open"),
        (["2 or less", "5-3", "6+"], "descending order"),
        (["2 or less", "three", "4+"], "is no row"),
        (["2 or less", "3-4+"], "is no row"),
    ],
)
def test_misprint_fails_at_construction_and_names_the_source(rows, fault):
    with pytest.raises(BadTable, match=fault) as error:
        Table(dict.fromkeys(rows, "x"), source="Misprinted Table")
    assert "Misprinted Table" in str(error.value)


def test_rows_keep_their_printed_order():
    assert [row.printed for row in WATCH] == ["2 or less", "3-6", "7", "8–11", "12+"]
    assert len(WATCH) == 5


def test_odds_of_two_dice_with_a_skill():
    chances = {row.result: chance for row, chance in odds(WATCH, 2)}
    assert chances == {
        "caught": 0,
        "nothing": Fraction(6, 36),
        "again": Fraction(4, 36),
        "seen": Fraction(20, 36),
        "named": Fraction(6, 36),
    }


@given(tables(), st.integers(-10, 10))
def test_odds_add_up_to_one(rows, modifier):
    assert sum(chance for _, chance in odds(Table(rows, source="drawn"), modifier)) == 1
