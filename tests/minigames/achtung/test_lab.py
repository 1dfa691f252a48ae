"""The lab of Achtung: legal sweeps, and readings of evenings with known facts."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.bots import RandomBot
from engine.dice import SeededDice, seed_from
from lab.lab import Bench, Findings, Finished, publish
from lab.simulation import play_out
from minigames.achtung.bots import sides
from minigames.achtung.doctrine import DOCTRINE
from minigames.achtung.lab import LAB
from minigames.achtung.lab.readings import read_evening
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.options import check_setup
from minigames.achtung.rules.unlocks import UNLOCK_ROWS
from minigames.achtung.rules.values import Setup

CASES = [(sweep.key, case) for sweep in LAB.sweeps for case in sweep.cases]


def play_evening(seed="evening", names=("doctrine",) * 10):
    """Return a base game between these bots and its readings."""
    setup = Setup()
    players = [DOCTRINE if name == "doctrine" else RandomBot(ACHTUNG) for name in names]
    played = play_out(ACHTUNG, setup, players, seed_from(seed))
    return played.state, [*read_evening(Finished(setup, played, names))]


@pytest.mark.parametrize(
    ("sweep", "case"), CASES, ids=[f"{sweep}: {case.name}" for sweep, case in CASES]
)
def test_every_lab_case_is_a_legal_evening(sweep, case):
    check_setup(case.setup)


def test_cases_have_unique_names_and_sweeps_use_existing_charts():
    for sweep in LAB.sweeps:
        assert len({case.name for case in sweep.cases}) == len(sweep.cases), sweep.key
        assert [LAB.chart(key).key for key in sweep.charts] == [*sweep.charts]
    assert len({chart.key for chart in LAB.charts}) == len(LAB.charts)


def test_every_unlock_is_measured_with_every_class_that_can_carry_it():
    chosen = {
        (each.kind, each.unlock)
        for case in LAB.sweep("unlocks").cases
        for each in case.setup.chosen_unlocks
    }
    assert chosen == {(kind, row.unlock) for row in UNLOCK_ROWS for kind in row.kinds}


def test_every_reading_has_a_row_in_its_chart():
    charts = {chart.key: chart for chart in LAB.charts}
    for seen in play_evening()[1]:
        rows = charts[seen.chart].rows
        assert seen.row in rows or not rows, seen


def test_evening_has_five_matches_and_counts_every_player():
    state, seen = play_evening()
    times = Counter(each.chart for each in seen)
    assert times["drawn"] == times["type-drawn"] == 5
    assert times["picked"] == 5 * 10
    assert (
        times["removed"]
        == sum(each.halves for each in seen if each.chart == "picked") // 2
        == 5 * 6
    )
    assert times["squad"] == times["first-vote"] == 5 * 2
    assert sum(each.halves for each in seen if each.chart == "removed") == 2 * sum(
        len(played.removed) for played in state.table.opened
    )


def test_spy_side_chart_counts_losses_of_the_squad_with_a_spy():
    state, seen = play_evening("an evening")
    expected = []
    for result, opened in zip(state.table.results, state.table.opened, strict=True):
        red, blu = [sum(opened.kinds[seat] == "spy" for seat in squad) for squad in result.squads]
        if red != blu:
            others = int(red > blu)
            expected.append(1 if result.winner is None else 2 * (result.winner == others))
    assert expected, "an evening in which one squad had a Spy and the other had none"
    assert [each.halves for each in seen if each.chart == "spy-side"] == expected
    assert [each.halves for each in seen if each.chart == "type"] == expected


def test_hidden_chart_counts_pairs_of_a_spy_and_a_loyal_mate():
    """In squads of three of five with one Spy there are two pairs with him and three without."""
    state, seen = play_evening()
    inside = [
        sum(opened.kinds[seat] == "spy" for squad in result.squads for seat in squad)
        for result, opened in zip(state.table.results, state.table.opened, strict=True)
    ]
    assert [(each.halves // 2, each.chances) for each in seen if each.chart == "hidden"] == [
        (2 * n, 2 * n + 3 * (2 - n)) for n in inside
    ]


def test_class_chart_compares_squads_with_equally_many_spies():
    state, seen = play_evening()
    level: Counter[str] = Counter()
    for result, opened in zip(state.table.results, state.table.opened, strict=True):
        red, blu = [Counter(opened.kinds[seat] for seat in squad) for squad in result.squads]
        if red["spy"] == blu["spy"]:
            level.update(kind for kind in {*red, *blu} if red[kind] != blu[kind])
    assert level
    assert Counter(each.row.lower() for each in seen if each.chart == "class") == level


@pytest.mark.parametrize("real", [True, False])
def test_strength_chart_counts_the_side_of_each_bot(real):
    state, _ = ACHTUNG.start(Setup(), SeededDice(seed_from("strength"), 0))
    way = sides(state) if real else state.table.sides
    state, seen = play_evening(
        seed="strength", names=tuple("doctrine" if side == 1 else "random" for side in way)
    )
    red, blu = state.table.halves
    (row,) = [each.row for each in seen if each.chart == "strength"]
    assert row == ("Drawn" if red == blu else "Doctrine wins" if blu > red else "Random wins")


def test_strength_chart_is_empty_if_one_bot_plays_everyone():
    assert not [each for each in play_evening()[1] if each.chart == "strength"]


def test_base_sweep_fills_all_its_charts():
    bench = Bench(ACHTUNG, LAB, LAB.sweep("base"), "1", sides)
    found = sum((bench.play(number, [DOCTRINE]) for number in range(12)), Findings())
    assert {figure.key.removeprefix("base-") for figure in publish(bench, found).figures} == {
        *LAB.sweep("base").charts
    }
