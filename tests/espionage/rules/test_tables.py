"""Both published tables, cell by cell."""

from __future__ import annotations

import pytest

from engine.tables import odds
from espionage.rules.tables import (
    ASSASSINATE,
    BLOW_UP,
    COLUMNS,
    COUNTERSPY,
    EXPLOSIVES,
    INFILTRATE,
    cell,
    row_of,
)
from espionage.rules.wording import CELLS, COUNTERSPIED, EXPLODED

SPY_VS_SPY = [
    (2, "blunder", "blunder", "blunder", "ambushed"),
    (3, "no_info", "not_reached", "not_reached", "not_stopped"),
    (4, "no_info", "not_reached", "not_reached", "not_stopped"),
    (5, "no_info", "not_reached", "not_reached", "not_stopped"),
    (6, "no_info", "not_reached", "not_reached", "not_stopped"),
    (7, "one_exterior", "one_hit_random", "random_reached", "spotted"),
    (8, "all_exteriors", "two_hits_random", "random_reached", "sighted"),
    (9, "all_exteriors", "die_random", "random_reached", "thwarted"),
    (10, "all_exteriors", "one_hit_chosen", "random_reached", "thwarted"),
    (11, "one_sheet", "die_chosen", "chosen_reached", "stopped"),
    (12, "choice", "choice", "choice", "hunted"),
]
BLOW_UP_TABLE = [
    *[(total, "in_hand") for total in (-6, 0, 2)],
    *[(total, "soon_after") for total in (3, 4)],
    *[(total, "half") for total in (5, 6)],
    *[(total, "dud") for total in (7, 8, 9)],
    *[(total, "after_duel") for total in (10, 11)],
    *[(total, "first_phase") for total in (12, 13, 20)],
]


@pytest.mark.parametrize(
    ("total", "infiltrate", "assassinate", "blow_up", "counterspy"), SPY_VS_SPY
)
def test_spy_vs_spy_table_row(total, infiltrate, assassinate, blow_up, counterspy):
    assert INFILTRATE.read(total) == infiltrate
    assert ASSASSINATE.read(total) == assassinate
    assert BLOW_UP.read(total) == blow_up
    assert COUNTERSPY.read(total) == counterspy


@pytest.mark.parametrize(("total", "cell_"), BLOW_UP_TABLE)
def test_blow_up_table_row(total, cell_):
    assert EXPLOSIVES.read(total) == cell_


def test_e1_totals_beyond_the_printed_rows_use_the_nearest_row():
    assert [row_of(total) for total in (-9, 1, 2, 3, 11, 12, 13, 20)] == [
        2,
        2,
        2,
        3,
        11,
        12,
        12,
        12,
    ]
    assert COUNTERSPY.read(-4) == "ambushed"
    assert COUNTERSPY.read(16) == "hunted"


def test_every_column_has_eleven_rows_and_names_its_source():
    for table in (*COLUMNS.values(), COUNTERSPY):
        assert [row.printed for row in table] == [
            "2 or less",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "9",
            "10",
            "11",
            "12+",
        ]
        assert table.source.startswith("Spy vs. Spy Table, ")
    assert [row.printed for row in EXPLOSIVES] == ["2 or less", "3-4", "5-6", "7-9", "10-11", "12+"]


def test_every_table_cell_has_a_text():
    for mission in COLUMNS:
        assert all(CELLS[mission][cell(mission, row)] for row in range(2, 13))
    assert set(COUNTERSPIED) == {row.result for row in COUNTERSPY}
    assert set(EXPLODED) == {row.result for row in EXPLOSIVES}


def test_untrained_spy_blunders_in_15_of_36_rolls():
    (row, chance), *_ = odds(INFILTRATE, -4)
    assert row.printed == "2 or less"
    assert chance * 36 == 15
