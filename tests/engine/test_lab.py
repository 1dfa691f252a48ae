"""The lab: additive readings, intervals for correlated chances, and labelled figures."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry
from engine.bots import GameBots, RandomBot
from engine.values import changed
from lab import registry as labs
from lab.lab import (
    Bench,
    Case,
    Cell,
    Chart,
    Findings,
    Lab,
    Paper,
    Reading,
    Sweep,
    findings_of,
    plain_lab,
    publish,
)
from lab.simulation import wilson
from tests.engine.games.bids import BIDS
from tests.engine.games.bids import Setup as BidsSetup
from tests.engine.games.couriers import COURIERS
from tests.games import all_games

CASES = (Case("Three", BidsSetup(players=3)), Case("Two", BidsSetup(players=2)))
WON = Chart("won", "Wins", "How often somebody won.")
ROUNDS = Chart(
    "rounds", "Rounds", "How often a round was so.", baseline=0.5, rows=("late", "early")
)


def make_cell(*matches: tuple[int, int]) -> Cell:
    """Return the findings of these matches, each given by its chances and half wins."""
    found = sum(
        (findings_of(0, [Reading("c", "r", halves, of)]) for of, halves in matches), Findings()
    )
    return found.cells[0, "c", "r"]


def make_bench(*charts: Chart, read, cases=CASES, **fields) -> Bench:
    sweep = Sweep("sweep", "A sweep", cases, tuple(chart.key for chart in charts), **fields)
    return Bench(BIDS, Lab((sweep,), charts, read), sweep, "seed")


def make_figures(bench: Bench, matches: int):
    bots = [RandomBot(BIDS)] * len(bench.sweep.bots)
    return publish(
        bench, sum((bench.play(number, bots) for number in range(matches)), Findings())
    ).figures


# --- cells ---


def test_draw_counts_as_half_a_win():
    assert make_cell((1, 2), (1, 1), (1, 0), (1, 1)).rate == 0.5


def test_independent_chances_have_the_wilson_interval():
    """Every match is one chance, so the design effect is n/(n - 1)."""
    found = make_cell(*[(1, 2)] * 60, *[(1, 0)] * 40)
    assert found.design_effect == pytest.approx(100 / 99)
    assert found.interval == pytest.approx(wilson(60, 100), abs=0.001)


def test_correlated_chances_of_one_match_count_as_one():
    """Five chances a match, all won or all lost, give five times the variance."""
    together = make_cell(*[(5, 10)] * 60, *[(5, 0)] * 40)
    assert (together.chances, together.rate) == (500, 0.6)
    assert together.design_effect == pytest.approx(5 * 100 / 99)
    assert together.interval == pytest.approx(wilson(60, 100), abs=0.001)


def test_balanced_chances_within_a_match_do_not_narrow_the_interval():
    assert make_cell(*[(2, 2)] * 50).interval == wilson(50, 100)


@pytest.mark.parametrize("halves", [0, 10])
def test_match_without_variance_is_one_sample(halves):
    assert make_cell(*[(5, halves)] * 20).interval == wilson(halves * 2, 20)


def test_single_match_has_a_wide_interval():
    low, high = make_cell((4, 4)).interval
    assert low < 0.2
    assert high > 0.8


@given(st.lists(st.tuples(st.integers(1, 6), st.floats(0, 1)), min_size=1, max_size=30))
def test_rate_lies_in_its_interval_within_zero_and_one(drawn):
    found = make_cell(*[(of, round(share * 2 * of)) for of, share in drawn])
    low, high = found.interval
    assert 0 <= low <= found.rate + 1e-9
    assert found.rate - 1e-9 <= high <= 1


# --- findings ---


def test_several_readings_of_a_match_are_one_sample():
    found = findings_of(
        2,
        [
            Reading("c", "r", 2),
            Reading("c", "r", 1, 3),
            Reading("c", "other", 0),
            Reading("c", "never", 0, 0),
        ],
    )
    assert found.cells == {
        (2, "c", "r"): Cell(1, 4, 3, 16, 12, 9),
        (2, "c", "other"): Cell(1, 1, 0, 1, 0, 0),
    }
    assert found.matches == Counter({2: 1})


SEEN = st.builds(
    Reading, st.sampled_from("ab"), st.sampled_from("xy"), st.integers(0, 4), st.integers(2, 4)
)
FOUND = st.builds(findings_of, st.integers(0, 2), st.lists(SEEN, max_size=4))


@given(st.lists(FOUND, max_size=8), st.randoms(use_true_random=False))
def test_partial_findings_add_up_in_any_order(parts, chance):
    shuffled = [*parts]
    chance.shuffle(shuffled)
    whole, other = (
        sum(parts, Findings()),
        sum(shuffled[:3], Findings()) + sum(shuffled[3:], Findings()),
    )
    assert whole == other
    assert whole.played == len(parts)


# --- moves ---


def test_cases_take_turns_with_the_same_seeds():
    """Matches 0 and 1 are the first of each case, so interrupted sweeps compare the same dice."""
    seen = []

    def read(match):
        seen.append((match.setup.players, match.bots))
        yield Reading("won", "r", 2)

    make_figures(make_bench(WON, read=read), 4)
    assert seen == [(3, ("random",) * 3), (2, ("random",) * 2)] * 2


def test_bot_gets_the_seats_its_case_assigns():
    seen = []

    def read(match):
        seen.append(match.bots)
        return ()

    cases = (Case("Dealt", BidsSetup(players=3), sides=lambda _: (0, 1, 1)),)
    make_figures(make_bench(WON, read=read, cases=cases, bots=("one", "two")), 2)
    assert seen == [("one", "two", "two"), ("two", "one", "one")]


# --- figures ---


def read_once(*seen):
    return lambda match: [each for players, each in seen if players in (0, match.setup.players)]


def test_chart_of_one_row_compares_the_cases_with_the_first():
    (figure,) = make_figures(
        make_bench(WON, read=read_once((3, Reading("won", "x", 2)), (2, Reading("won", "x", 1)))), 8
    )
    assert [(row.name, row.case, row.rate, row.chances, row.matches) for row in figure.rows] == [
        ("Three", "", 1.0, 4, 4),
        ("Two", "", 0.5, 4, 4),
    ]
    assert figure.baseline == 1.0
    assert figure.key == "sweep-won"


def test_rows_of_several_cases_are_grouped_in_chart_order():
    (figure,) = make_figures(
        make_bench(
            ROUNDS,
            read=read_once(
                (0, Reading("rounds", "early", 2)),
                (0, Reading("rounds", "late", 0)),
                (2, Reading("rounds", "b 10", 0)),
                (2, Reading("rounds", "b 9", 0)),
            ),
        ),
        2,
    )
    assert [(row.case, row.name) for row in figure.rows] == [
        ("Three", "late"),
        ("Three", "early"),
        ("Two", "late"),
        ("Two", "early"),
        ("Two", "b 9"),
        ("Two", "b 10"),
    ]
    assert figure.baseline == 0.5


def test_rows_of_a_single_case_have_no_group():
    (figure,) = make_figures(
        make_bench(
            ROUNDS,
            read=read_once((0, Reading("rounds", "early", 2)), (0, Reading("rounds", "late", 0))),
            cases=CASES[:1],
        ),
        2,
    )
    assert [(row.case, row.name) for row in figure.rows] == [("", "late"), ("", "early")]


def test_pooled_chart_adds_up_its_cases():
    pooled = Chart("won", "Wins", "", pooled=True)
    (figure,) = make_figures(
        make_bench(
            pooled, read=read_once((0, Reading("won", "all", 2)), (2, Reading("won", "short", 1)))
        ),
        4,
    )
    assert [(row.case, row.name, row.chances) for row in figure.rows] == [
        ("", "all", 4),
        ("", "short", 2),
    ]


def test_shares_are_relative_to_all_matches():
    shares = Chart("won", "Wins", "", shares=True)

    def read(match):
        yield Reading("won", f"seat {match.played.outcome.winners}", 2)

    (figure,) = make_figures(make_bench(shares, read=read, cases=CASES[:1]), 30)
    assert len(figure.rows) > 1
    assert sum(row.rate for row in figure.rows) == pytest.approx(1, abs=0.001)
    assert {row.chances for row in figure.rows} == {30}


def test_chart_without_readings_is_left_out():
    assert (
        make_figures(make_bench(WON, ROUNDS, read=read_once((0, Reading("won", "x", 2)))), 2)[0].key
        == "sweep-won"
    )
    assert (
        len(make_figures(make_bench(WON, ROUNDS, read=read_once((0, Reading("won", "x", 2)))), 2))
        == 1
    )


def test_new_run_of_a_sweep_replaces_the_old_one_in_the_paper():
    first, second = [
        publish(make_bench(WON, read=lambda _: ()), Findings(Counter({0: number})))
        for number in (1, 2)
    ]
    other = changed(first, key="other")
    paper = (
        Paper(game="bids", rules_version=1).with_sweep(first).with_sweep(other).with_sweep(second)
    )
    assert [(sweep.key, sweep.matches) for sweep in paper.sweeps] == [("sweep", 2), ("other", 1)]


# --- every game has a lab ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_default_lab_reads_seats_and_endings(game):
    lab = plain_lab(game, GameBots())
    (sweep,) = lab.sweeps
    made, bots = Bench(game, lab, sweep, "1"), [RandomBot(game)]
    found = sum((made.play(number, bots) for number in range(min(made.cases, 2))), Findings())
    seats, endings = publish(made, found).figures
    assert sum(row.rate for row in endings.rows) == found.played, "each ended once"
    for case, setup, _ in sweep.cases[:2]:
        names = [row.name for row in seats.rows if row.case in ("", case)]
        assert names == [f"Seat {seat + 1}" for seat in game.seats(setup)]


def test_registered_lab_is_used_and_other_games_get_the_default(monkeypatch):
    lab = Lab((), (), lambda _: ())
    games = registry.Registry()
    games.register(COURIERS, GameBots(own_bots={"bold": RandomBot(COURIERS)}))
    monkeypatch.setattr(registry, "GAMES", games)
    monkeypatch.setattr(registry, "bots_of", games.bots_of)
    monkeypatch.setattr(labs, "_LABS", {})
    labs.register(BIDS, lab)
    assert labs.lab_of(BIDS) is lab
    assert labs.lab_of(COURIERS).sweep("set-ups").bots == ("bold",)
    with pytest.raises(KeyError):
        lab.chart("won")
