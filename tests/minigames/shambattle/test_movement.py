"""Movement along a path (rulebook; S3, S10, S12, S13)."""

from __future__ import annotations

import pytest

from engine.values import changed
from minigames.shambattle.rules.movement import PathMeasurement, measure_path, reachable_path
from minigames.shambattle.rules.values import Man, March, Walk
from tests.minigames.shambattle.scene import (
    BOSS,
    COMMANDO,
    COMMANDO_2,
    GUARD,
    MASTERMIND,
    SPY,
    play,
    refusal_code,
    table,
    walk,
)

HERE = (1000, 1800)


def test_s3_full_move_is_six_inches_on_a_catwalk():
    after, (event,) = play(table(m22=HERE), walk(COMMANDO, (1600, 1800)))
    assert after.men[COMMANDO].spot == (1600, 1800) and event.spent == 600
    assert refusal_code(table(m22=HERE), walk(COMMANDO, (1601, 1800))) == "too-far"


def test_s3_part_move_is_four_inches_elsewhere():
    assert play(table(m22=(500, 500)), walk(COMMANDO, (900, 500)))[0].men[COMMANDO].spot == (
        900,
        500,
    )
    assert refusal_code(table(m22=(500, 500)), walk(COMMANDO, (901, 500))) == "too-far"


def test_s3_leaving_or_entering_fast_ground_makes_it_a_part_move():
    assert refusal_code(table(m22=HERE), walk(COMMANDO, (1000, 1300))) == "too-far"
    assert play(table(m22=HERE), walk(COMMANDO, (1000, 1400)))
    assert (
        refusal_code(table(m22=(1000, 1600)), walk(COMMANDO, (1000, 1800), (1250, 1800)))
        == "too-far"
    )


def test_s3_path_length_includes_corners():
    corner = table(m22=(1800, 1500))
    assert play(corner, walk(COMMANDO, (1800, 1800), (2100, 1800)))[1][0].spent == 600
    assert refusal_code(corner, walk(COMMANDO, (1800, 1800), (2101, 1800))) == "too-far"


def test_soldier_can_move_any_part_of_his_allowance():
    assert play(table(m22=HERE), walk(COMMANDO, (1001, 1800)))[0].men[COMMANDO].spot == (1001, 1800)
    assert refusal_code(table(m22=HERE), walk(COMMANDO)) == "no-way"
    assert refusal_code(table(m22=HERE), walk(COMMANDO, HERE)) == "no-way"
    assert refusal_code(table(m22=HERE), March(walks=())) == "no-way"


@pytest.mark.parametrize(
    ("start", "to"),
    [
        ((1300, 600), (1600, 600)),
        ((1800, 600), (1800, 1000)),
        ((2500, 1600), (2800, 1700)),
        ((1000, 1800), (1300, 1800)),
    ],
    ids=["wall", "console", "water", "man"],
)
def test_s3_nobody_passes_walls_consoles_the_pool_or_other_figures(start, to):
    assert refusal_code(table(m22=start, m23=(1150, 1850)), walk(COMMANDO, to)) == "blocked"


def test_s12_figures_in_contact_can_pass_each_other():
    assert play(table(m22=(1000, 1750), m23=(1200, 1850)), walk(COMMANDO, (1400, 1750)))
    assert (
        refusal_code(table(m22=(1000, 1750), m23=(1200, 1849)), walk(COMMANDO, (1400, 1750)))
        == "blocked"
    )


def test_s12_whole_disc_stays_on_the_table():
    assert refusal_code(table(m22=(200, 1000)), walk(COMMANDO, (49, 1000))) == "off-table"


def test_figure_moves_once_a_turn_and_frees_its_place():
    start = table(m22=HERE, m23=(900, 1800))
    march = March(
        walks=(Walk(man=COMMANDO, path=((1500, 1800),)), Walk(man=COMMANDO_2, path=((1400, 1800),)))
    )
    after, events = play(start, march)
    assert [event.man for event in events] == [COMMANDO, COMMANDO_2]
    assert refusal_code(after, walk(COMMANDO, (1600, 1800))) == "moved-already"
    assert refusal_code(start, March(walks=march.walks[::-1])) == "blocked"


def test_invalid_entry_in_a_list_of_moves_changes_nothing():
    start = table(m22=HERE)
    march = March(
        walks=(Walk(man=COMMANDO, path=((1500, 1800),)), Walk(man=COMMANDO, path=((1400, 1800),)))
    )
    assert refusal_code(start, march) == "moved-already"


@pytest.mark.parametrize("number", [GUARD, 30, 38, 200])
def test_only_own_figures_on_the_table_move(number):
    assert refusal_code(table(m22=HERE, m5=(3000, 1800)), walk(number, (1100, 1800))) == "not-yours"


def test_s8_stunned_man_cannot_move():
    assert (
        refusal_code(table(m22=Man(spot=HERE, here=True, stun=1)), walk(COMMANDO, (1100, 1800)))
        == "stunned"
    )


# --- the captive (S13) ----------------------------------------------------------------------------


def captive_table(**more):
    return table(m0=HERE, m22=(1000, 1900), mastermind="captive", guards=(COMMANDO,), **more)


def test_s13_captive_moves_last_and_ends_in_contact_with_a_guard():
    start = captive_table(m23=(500, 500))
    march = March(
        walks=(Walk(man=COMMANDO, path=((800, 1900),)), Walk(man=BOSS, path=((820, 1800),)))
    )
    after, _ = play(start, march)
    assert after.men[BOSS].spot == (820, 1800)
    assert refusal_code(after, walk(COMMANDO_2, (600, 500))) == "captive-moved"
    assert refusal_code(start, walk(BOSS, (820, 1800))) == "unguarded"


def test_s13_captive_moves_at_most_four_inches_even_on_a_catwalk():
    far = changed(captive_table(m23=(499, 1800)), guards=(COMMANDO, COMMANDO_2))
    assert refusal_code(far, walk(BOSS, (599, 1800))) == "too-far"
    assert measure_path(far, BOSS, ((599, 1800),)).allowance == 400
    assert play(far, walk(BOSS, (600, 1800)))


def test_s13_mastermind_side_cannot_move_its_captured_leader():
    assert (
        refusal_code(captive_table(side=MASTERMIND, m5=(3000, 1400)), walk(BOSS, (1100, 1800)))
        == "not-yours"
    )


# --- measured paths -------------------------------------------------------------------------------


def test_measure_shows_length_allowance_terrain_and_reachable_part():
    start = table(m22=HERE)
    good = measure_path(start, COMMANDO, ((1500, 1800),))
    assert good == PathMeasurement(spent=500, allowance=600, fast=True, stop=((1500, 1800),))
    long = measure_path(start, COMMANDO, ((1800, 1800),))
    assert (long.code, long.stop) == ("too-far", ((1600, 1800),))
    blocked = measure_path(table(m22=HERE, m23=(1400, 1800)), COMMANDO, ((1500, 1800),))
    assert (blocked.code, blocked.stop) == ("blocked", ((1300, 1800),))


def test_reach_continues_at_part_move_where_full_move_ends():
    assert reachable_path(table(m22=(1000, 1800)), COMMANDO, ((1000, 1000),)) == ((1000, 1400),)
    assert reachable_path(table(m22=(5000, 1800)), COMMANDO, ((5900, 1800),))[0][0] == 5499, (
        "fast to just before the end of the catwalk"
    )


def test_s3_moving_belongs_to_its_step():
    assert refusal_code(table(SPY, "judo", m22=HERE), walk(COMMANDO, (1100, 1800))) == "wrong-step"
    assert refusal_code(table(SPY, "fire", m22=HERE), walk(COMMANDO, (1100, 1800))) == "wrong-step"
