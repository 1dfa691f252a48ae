"""The tables of the autoduel cell by cell, with their rulings (V75)."""

from __future__ import annotations

import pytest

from autoduel.rules.manoeuvres import MANOEUVRES, difficulty, is_possible
from autoduel.rules.numbers import NUMBERS
from autoduel.rules.tables import (
    SKIDS,
    brake_tyres,
    braking,
    chart,
    control,
    crash_speed,
    crash_table_1,
    crash_table_2,
    quarter_speed,
    ram_dice,
    temporary_speed,
    weight_factor,
)

CONTROL = """
 10 .............2   60 .........23445  110 ........3466XX  160 ......2456XXXX
 20 ............23   70 .........23456  120 .......2356XXX  170 ......346XXXXX
 30 ............24   80 .........34556  130 .......2456XXX  180 .....2356XXXXX
 40 ...........234   90 ........23556X  140 .......346XXXX  190 .....2456XXXXX
 50 ..........2345  100 ........24566X  150 ......2356XXXX  200 .....346XXXXXX
"""
CELLS = CONTROL.split()
ROWS = dict(zip(map(int, CELLS[::2]), CELLS[1::2], strict=True))


CHART = """
  5 0 0 ½ 0 0    55 1 1 1½ 1 1    105 2 2 2½ 2 2   155 3 3 3½ 3 3
 10 0 0 1 0 0    60 1 1 2 1 1     110 2 2 3 2 2    160 3 3 4 3 3
 15 ½ 0 1 0 0    65 1½ 1 2 1 1    115 2½ 2 3 2 2   165 3½ 3 4 3 3
 20 1 0 1 0 0    70 2 1 2 1 1     120 3 2 3 2 2    170 4 3 4 3 3
 25 1 0 1 0 ½    75 2 1 2 1 1½    125 3 2 3 2 2½   175 4 3 4 3 3½
 30 1 0 1 0 1    80 2 1 2 1 2     130 3 2 3 2 3    180 4 3 4 3 4
 35 1 ½ 1 0 1    85 2 1½ 2 1 2    135 3 2½ 3 2 3   185 4 3½ 4 3 4
 40 1 1 1 0 1    90 2 2 2 1 2     140 3 3 3 2 3    190 4 4 4 3 4
 45 1 1 1 ½ 1    95 2 2 2 1½ 2    145 3 3 3 2½ 3   195 4 4 4 3½ 4
 50 1 1 1 1 1    100 2 2 2 2 2    150 3 3 3 3 3    200 4 4 4 4 4
"""
INCHES = CHART.split()
CHARTED = {
    int(INCHES[at]): tuple(
        [2 * int(cell.replace("½", "") or 0) + ("½" in cell) for cell in INCHES[at + 1 : at + 6]]
    )
    for at in range(0, len(INCHES), 6)
}


@pytest.mark.parametrize("speed", range(5, 205, 5))
def test_v10_every_speed_of_the_movement_chart(speed):
    assert chart(speed) == CHARTED[speed]
    assert chart(-speed) == CHARTED[speed]


def test_v10_chart_adds_up_to_the_speed_and_slower_cars_never_move_more():
    for speed in range(5, 205, 5):
        assert sum(chart(speed)) * 5 == speed
        for slower in range(5, speed, 5):
            assert all(a <= b for a, b in zip(chart(slower), chart(speed), strict=True))


def test_v13_braking_costs_match_the_table():
    assert [braking(NUMBERS, by) for by in range(0, 50, 5)] == [0, 0, 0, 1, 2, 3, 5, 7, 9, 11]
    assert braking(NUMBERS, 90) == 11


def test_v13_hard_braking_takes_points_off_the_tyres():
    assert [brake_tyres(by) for by in (30, 35, 40, 45)] == [(0, 0), (0, 2), (1, 0), (1, 3)]


@pytest.mark.parametrize("speed", sorted(ROWS))
def test_v15_every_cell_of_the_control_table(speed):
    found = [control(NUMBERS, speed, hs) for hs in range(7, -7, -1)]
    assert found == [
        {".": 0, "X": 7}.get(cell) or int(cell.replace(".", "0")) for cell in ROWS[speed]
    ]
    assert [control(NUMBERS, speed - 5, hs) for hs in range(7, -7, -1)] == found


def test_v18_speed_modifier_of_a_crash_roll():
    found = [crash_speed(NUMBERS, speed) for speed in range(10, 160, 10)]
    assert found == [-3, -2, -1, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_v18_crash_table_1_row_by_row():
    assert [crash_table_1(total) for total in range(1, 9)] == [
        ("skid", 0), ("skid", 0), ("skid", 1), ("skid", 1),
        ("skid", 2), ("skid", 2), ("skid", 3), ("skid", 3),
    ]  # fmt: skip
    assert [crash_table_1(total)[0] for total in range(9, 17)] == [
        "spin", "spin", "roll", "roll", "burning-roll", "burning-roll", "vault", "vault",
    ]  # fmt: skip
    assert SKIDS == (
        ((250,), 0, 0, -3),
        ((500,), 5, 0, -6),
        ((750, 250), 10, 1, None),
        ((1000, 500), 20, 2, None),
    )


def test_v18_crash_table_2_row_by_row():
    assert [crash_table_2(total) for total in (2, 4)] == [(1, False)] * 2
    assert [crash_table_2(total) for total in (5, 8)] == [(2, False)] * 2
    assert [crash_table_2(total) for total in (9, 10)] == [(1, True)] * 2
    assert [crash_table_2(total) for total in (11, 14)] == [(2, True)] * 2
    assert [crash_table_2(total) for total in (15, 20)] == [(3, True)] * 2


def test_v29_ram_dice_by_collision_speed():
    assert [ram_dice(speed) for speed in (0, 5, 10, 15, 20, 30, 35, 40, 60)] == [
        (0, 0), (1, -4), (1, -2), (1, -1), (1, 0), (1, 0), (2, 0), (3, 0), (7, 0),
    ]  # fmt: skip


def test_v29_weight_factors_in_thirds():
    assert [weight_factor(weight) for weight in (2000, 2001, 4000, 4001, 8000)] == [1, 2, 2, 3, 3]


def test_v29_temporary_speeds_are_rounded_up_to_5():
    found = [[temporary_speed(40, own, other) for other in (1, 2, 3)] for own in (1, 2, 3)]
    assert found == [[20, 10, 10], [30, 20, 20], [30, 20, 20]]
    assert temporary_speed(45, 1, 1) == 25
    assert [quarter_speed(speed) for speed in (0, 10, 40, 50)] == [0, 5, 10, 15]


def test_v24_difficulty_of_manoeuvres():
    cost = {token: difficulty(token, 40) for token in MANOEUVRES}
    assert (cost["S"], cost["DL"], cost["TDR"]) == (0, 1, 3)
    assert [cost[f"L{angle}"] for angle in range(15, 105, 15)] == [1, 2, 3, 4, 5, 6]
    assert [cost[f"WR{angle}"] for angle in range(15, 105, 15)] == [2, 3, 4, 5, 6, 7]
    assert [difficulty("TL", speed) for speed in (10, 25, 40)] == [1, 3, 4]
    assert difficulty("L15", -10) == 2


def test_v24_pivot_needs_exactly_5_mph_and_a_cycle_makes_no_t_stop():
    assert [is_possible("PL90", speed, cycle=False) for speed in (0, 5, 10)] == [False, True, False]
    assert is_possible("TL", 30, cycle=False)
    assert not is_possible("TL", 30, cycle=True)


def loss_chance(speed, hs):
    """Return the chance of losing control in sixths."""
    return max(0, control(NUMBERS, speed, hs) - 1)


def test_v81_fresh_car_of_hc_3_never_loses_control_in_one_bend_up_to_40_mph():
    assert all(loss_chance(speed, 3 - d) == 0 for speed in range(5, 45, 5) for d in range(1, 7))


def test_v81_bends_of_90_and_45_degrees_at_60_mph_fail_a_third_of_the_time():
    assert loss_chance(60, 3 - 6) == 2
    assert loss_chance(60, 3 - 3 - 3) == 2


@pytest.mark.parametrize("by", range(5, 205, 5))
def test_v29_ram_dice_of_every_collision_speed(by):
    small = {5: (1, -4), 10: (1, -2), 15: (1, -1), 20: (1, 0), 25: (1, 0), 30: (1, 0)}
    assert ram_dice(by) == small.get(by, (1 + (by - 30) // 5, 0))


@pytest.mark.parametrize("own", [1, 2, 3])
@pytest.mark.parametrize("other", [1, 2, 3])
def test_v29_every_cell_of_the_temporary_speeds(own, other):
    quarters = {1: (2, 1, 1), 2: (3, 2, 2), 3: (3, 2, 2)}[own][other - 1]
    for speed in range(5, 125, 5):
        exact = speed * quarters / 4
        found = temporary_speed(speed, own, other)
        assert found % 5 == 0
        assert exact <= found < exact + 5


def test_v18_every_total_of_crash_table_2():
    wanted = [(1, False)] * 6 + [(2, False)] * 4 + [(1, True)] * 2 + [(2, True)] * 4
    assert [crash_table_2(total) for total in range(-1, 15)] == wanted
    assert {crash_table_2(total) for total in range(15, 30)} == {(3, True)}
