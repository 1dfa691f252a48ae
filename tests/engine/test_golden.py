"""Every game has golden playthroughs that replay exactly."""

from __future__ import annotations

import pytest

from engine.golden import differences, read
from engine.values import changed
from tests.engine.games.bids import BIDS, Bids
from tests.engine.games.couriers import COURIERS
from tests.engine.games.mutants import OtherRules
from tests.games import all_games
from tests.golden import complaints, goldens_of, outdated, store


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_every_game_has_goldens_that_replay_exactly(game):
    assert list(complaints(game)) == []


def test_game_without_a_golden_is_named(tmp_path):
    assert list(complaints(BIDS, tmp_path)) == [
        "bids has no golden playthrough; `make golden ARGS=--write` records one"
    ]


def test_recording_round_trips_and_is_stored_once(tmp_path):
    for golden in outdated(BIDS, tmp_path):
        store(golden, tmp_path)
    assert [golden.name for golden in goldens_of(BIDS, tmp_path)] == ["bids-1", "bids-2"]
    assert list(complaints(BIDS, tmp_path)) == []
    assert list(outdated(BIDS, tmp_path)) == []


def test_changed_rule_under_the_same_version_shows_the_changed_line():
    (difference, *_) = [
        found for golden in goldens_of(COURIERS) for found in differences(OtherRules(), golden)
    ]
    assert "golden couriers-1, line 17: recorded " in difference
    assert "now " in difference


def test_new_rules_version_needs_new_goldens(tmp_path):
    class NewBids(Bids):
        rules_version = 2

    golden = goldens_of(BIDS)[0]
    (difference,) = differences(NewBids(), golden)
    assert "recorded for bids, rules 1, but the game is bids, rules 2" in difference
    store(golden, tmp_path)
    assert [new.head.rules_version for new in outdated(NewBids(), tmp_path)] == [2, 2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"amount":', '"sum":'),
        ('"seat":0', '"seat":9'),
        ('"seed":"', '"seed":"zz'),
        ('{"game"', '{game"'),
    ],
)
def test_damaged_golden_is_reported_without_a_crash(old, new):
    golden = goldens_of(BIDS)[0]
    (difference,) = differences(BIDS, read(golden.name, golden.text.replace(old, new)))
    assert difference.startswith("golden bids-1 cannot be played: ")


def test_changed_event_is_reported():
    golden = goldens_of(BIDS)[0]
    other = golden._replace(
        lines=(*golden.lines[:-1], golden.lines[-1].replace("all-rounds", "some-rounds"))
    )
    (difference,) = differences(BIDS, other)
    assert "some-rounds" in difference
    assert changed(golden.head, seed="").seed == ""
