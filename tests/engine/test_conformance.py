"""The laws for every game, and faulty games that they detect."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from engine.codec import KINDS
from engine.conformance import LAWS, Broken, digest_of, examine, survey
from engine.conformance.play import bent, joined
from engine.registry import all_games as registered
from engine.values import Seat
from tests.engine.games.bids import BIDS
from tests.engine.games.couriers import COURIERS, Deliver, Hide, Peek
from tests.engine.games.loud import LOUD
from tests.engine.games.mutants import HASH_ORDER, MUTANTS, Mutant
from tests.engine.games.parley import PARLEY
from tests.games import ROLL_CALL, all_games, game_at
from tests.golden import goldens_of
from tests.siege import QUICK, SEED, in_shares, more

if TYPE_CHECKING:
    from engine.game import AnyGame

ROOT = Path(__file__).parents[2]
LONG = {
    "minigames.achtung.rules.game:ACHTUNG",
    "minigames.shambattle.rules.game:SHAMBATTLE",
    "autoduel.game:AUTODUEL",
}
"""Games whose matches take seconds."""
LONG_MATCHES = [pytest.mark.slow("a match of this game takes seconds")]
HEAVY = {
    "espionage.rules.week:WEEK",
    "minigames.shambattle.rules.game:SHAMBATTLE",
    "autoduel.game:AUTODUEL",
}
"""Games whose plies are slow to check."""
MATCHES = 6
"""Matches played of games whose fault shows in a move."""
PLAYED, LOOKED_AT = more(3, 12), more(12, 30)
"""Matches and positions examined of games that keep the laws."""


def digests_of_other_processes(
    where: list[str], matches: int, positions: int = 30
) -> list[tuple[str, ...]]:
    """Return the digests of two processes with other hash seeds for each game."""
    played = ["--matches", str(matches), "--positions", str(positions)]
    command = [sys.executable, "-m", "tests.laws", "--digest", *played, *where]
    started = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in "12"
    ]
    answers = [process.communicate()[0].split() for process in started]
    assert [process.returncode for process in started] == [0, 0]
    return list(zip(*answers, strict=True))


@pytest.fixture(scope="module")
def digests_by_game() -> dict[str, tuple[str, ...]]:
    asked = [where for where in ROLL_CALL if not (QUICK and where in LONG)]
    return dict(zip(asked, digests_of_other_processes(asked, PLAYED, LOOKED_AT), strict=True))


@pytest.mark.deeper
@pytest.mark.parametrize(
    "where",
    [
        pytest.param(where, marks=LONG_MATCHES if where in LONG else pytest.mark.everyday)
        for where in ROLL_CALL
    ],
)
def test_game_keeps_every_law(where, digests_by_game):
    game = game_at(where)
    report = examine(
        game,
        matches=PLAYED,
        positions=LOOKED_AT,
        goldens=goldens_of(game),
        other_digests=digests_by_game[where],
    )
    print(report)
    assert report.vacuous <= {"5b", "6", "10"}, "a law had no cases"


@pytest.mark.promise("plies")
@in_shares(1, 13_000, of=3_250)
@pytest.mark.parametrize(
    "where",
    [pytest.param(where, marks=LONG_MATCHES if where in LONG else []) for where in ROLL_CALL],
)
def test_todays_random_play_breaks_no_law(where, rounds, tried):
    """Matches that change daily, up to a number of plies. Slow games play a tenth."""
    plies_wanted = len(rounds) // (10 if where in HEAVY else 1) or 1
    played = 0
    while played < plies_wanted:
        seed = f"{SEED} {rounds.start} {played}"
        report = examine(game_at(where), matches=more(1, 3), positions=3, seed=seed)
        plies = next(one.counts["plies"] for one in report.findings if one.law.number == "3")
        assert plies, report
        played += plies
        tried(plies)


def test_every_registered_game_is_in_the_roll_call():
    """A game registered by an app must be listed in tests/games.py."""
    assert {game.key for game in registered()} <= {game.key for game in all_games()}


def test_toy_games_try_every_law():
    reports = [survey(game, goldens=goldens_of(game)) for game in (BIDS, COURIERS, PARLEY)]
    assert frozenset.intersection(*[report.vacuous for report in reports]) == frozenset()
    couriers = {finding.law.number: finding.counts for finding in reports[1].findings}
    assert couriers["2"]["near_misses_open"], "legal sets of cards that the menu does not list"
    parley = {finding.law.number: finding.counts for finding in reports[2].findings}
    assert parley["1"]["waiting_for_host"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: type(mutant.game).__name__)
def test_faulty_game_is_caught(mutant: Mutant):
    report = survey(mutant.game, matches=MATCHES, positions=10, goldens=goldens_of(mutant.game))
    assert mutant.laws <= {breach.law for breach in report.breaches}


@pytest.mark.slow("tests the laws themselves with faulty games")
@pytest.mark.parametrize("game", LOUD, ids=lambda game: type(game).__name__)
def test_game_that_tells_too_much_breaks_only_law_11(game: AnyGame):
    report = survey(game, matches=1)
    assert {breach.law for breach in report.breaches} == {"11"}


def test_every_game_has_a_variant_that_tells_too_much():
    assert {game.key for game in all_games()} == {game.key for game in LOUD}


@pytest.mark.parametrize("where", ROLL_CALL)
def test_fleeting_events_are_among_the_events_of_a_game(where):
    game = game_at(where)
    assert {*game.fleeting} <= {*get_args(game.types[KINDS.index("event")])}


def test_dependence_on_set_order_is_caught_by_another_process():
    (others,) = digests_of_other_processes(["tests.engine.games.mutants:HASH_ORDER"], MATCHES)
    with pytest.raises(Broken, match="law 3: couriers: another process"):
        examine(HASH_ORDER, matches=MATCHES, other_digests=others)


def test_breach_names_its_position_for_replay():
    with pytest.raises(Broken) as breach:
        examine(MUTANTS[0].game)
    assert breach.value.law == "5"
    assert "couriers, set-up {" in str(breach.value)
    assert "ply " in str(breach.value)


def test_law_without_cases_is_named():
    report = survey(COURIERS, goldens=())
    assert report.vacuous == {"6", "8"}
    assert "law 6   sealed moves can be in any order         0 sealed positions  (no cases)" in str(
        report
    )
    assert [finding.law.number for finding in report.findings] == [law.number for law in LAWS]


def test_report_tells_how_often_each_law_was_tried():
    report = survey(PARLEY, matches=1, positions=6)
    assert [dict(finding.counts) for finding in report.findings] == [
        {"positions": 10, "waiting_for_host": 1},
        {"listed": 46, "near_misses_refused": 110, "near_misses_open": 0, "turned_away": 6},
        {"plies": 10, "other_processes": 0},
        {"values": 115},
        {"echoes": 14, "tried": 25, "silences": 8},
        {"pairs": 34},
        {"sealed_positions": 4},
        {"matches": 1, "plies": 9},
        {"goldens": 0},
        {"views": 30, "played_on": 74},
        {"alike": 3, "compared": 3},
        {"alike": 91, "told_apart": 39, "in_passing": 0},
    ]


def test_examine_and_survey_use_the_same_positions_for_a_seed():
    one, same, other = (
        [finding.counts for finding in look(PARLEY, matches=2, positions=6, seed=seed).findings]
        for look, seed in ((survey, "other"), (examine, "other"), (examine, "laws"))
    )
    assert one == same != other


def test_trials_are_determined_by_the_seed():
    assert digest_of(COURIERS, matches=3) == digest_of(COURIERS, matches=3)
    assert digest_of(COURIERS, matches=3) != digest_of(COURIERS, matches=3, seed="other")


def test_near_misses_change_the_parameters_of_a_move():
    assert {move.at for move in bent(Peek(at=Seat(1)))} == {-1, 2, 254, 10_000}
    assert {move.cards for move in bent(Deliver(cards=(1, 2)))} >= {
        (),
        (2, 1),
        (1, 2, 1, 2),
        (1, 2, -1),
    }
    assert list(joined(Deliver(cards=(4,)), Deliver(cards=(1,)))) == [Deliver(cards=(1, 4))]
    assert list(joined(Deliver(cards=(4,)), Hide(card=1))) == []
