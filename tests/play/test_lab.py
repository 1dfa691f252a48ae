"""`manage.py lab`: text and JSON output, publication, and reproducibility with any workers."""

from __future__ import annotations

import json
import re
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from engine import registry
from lab import registry as labs
from lab.lab import Bench, Case, Chart, Lab, Paper, Reading, Sweep
from play.selectors.lab_results import paper_of
from tests.engine.games.bids import BIDS, Setup
from tests.engine.games.couriers import COURIERS

CASES = (Case("Three", Setup(players=3)), Case("Two", Setup(players=2)))
CHARTS = (
    Chart("first", "The first seat", "How often it won alone.", 0.5),
    Chart("ends", "Endings", "How it ended.", shares=True),
)


def read(match):
    yield Reading("first", "Seat 1", 2 * (match.played.outcome.winners == (0,)))
    yield Reading("ends", match.played.outcome.ending, 2)


LAB = Lab(
    (
        Sweep("players", "How many play", CASES, ("first",), explanation="Of the toy."),
        Sweep("both", "Both", CASES[:1], ("first", "ends")),
    ),
    CHARTS,
    read,
)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy games for a test. Worker processes inherit them."""
    for game in (BIDS, COURIERS):
        monkeypatch.setitem(registry.GAMES._games, game.key, game)
    monkeypatch.setitem(labs._LABS, BIDS.key, LAB)


def run_lab(*words: str) -> str:
    out = StringIO()
    call_command("lab", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def run_lab_json(*words: str) -> dict:
    return json.loads(run_lab(*words, "--json"))


def test_same_seed_gives_the_same_figures_for_any_number_of_workers():
    words = ("bids", "--matches", "13", "--seed", "s")
    one, two = run_lab_json(*words, "--workers", "1"), run_lab_json(*words, "--workers", "2")
    assert one == two
    assert [(sweep["key"], sweep["matches"]) for sweep in one["sweeps"]] == [
        ("players", 13),
        ("both", 13),
    ]


def test_another_seed_gives_other_figures():
    first, second = [
        run_lab_json("bids", "--seed", seed, "--workers", "1")["sweeps"][0]["figures"]
        for seed in "ab"
    ]
    assert first != second


def test_output_shows_rates_intervals_and_counts():
    text = run_lab("bids", "--matches", "20", "--sweep", "players", "--seed", "s", "--workers", "1")
    assert text.startswith(
        "How many play: 20 matches per case, random, seed s\n  The first seat. How often it won "
        "alone.\n"
    )
    assert re.search(r"\n    Three   +[\d.]+ %   +[\d.]+ to [\d.]+ %  of 20\n    Two  +", text)
    assert "Both" not in text


def test_game_without_a_lab_is_swept_over_its_setups():
    (sweep,) = run_lab_json("couriers", "--matches", "3", "--workers", "1")["sweeps"]
    assert [figure["title"] for figure in sweep["figures"]] == ["Wins by seat", "Endings"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bidz",), 'There is no game "bidz". Available games: .*bids, couriers'),
        (
            ("bids", "--sweep", "weather"),
            'bids has no sweep "weather". Available sweeps: players, both.',
        ),
        (("bids", "--matches", "0"), "Play at least 1 match per case"),
        (("bids", "--workers", "0"), "Use at least 1 worker"),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence(words, sentence):
    with pytest.raises(CommandError, match=sentence):
        run_lab(*words)


# --- publishing ---


def test_figures_and_pictures_are_published(tmp_path):
    run_lab("bids", "--matches", "6", "--seed", "s", "--workers", "1", "--publish", str(tmp_path))
    paper = paper_of("bids", tmp_path)
    assert json.loads(msgspec.json.encode(paper)) == run_lab_json(
        "bids", "--matches", "6", "--seed", "s", "--workers", "1"
    )
    assert sorted(file.name for file in (tmp_path / "bids").iterdir()) == [
        "both-ends.svg",
        "both-first.svg",
        "players-first.svg",
    ]
    picture = (tmp_path / "bids" / "players-first.svg").read_text()
    assert (
        picture.startswith("<svg ")
        and 'xmlns="http://www.w3.org/2000/svg"' in picture
        and "prefers-color-scheme:dark" in picture
    )
    assert ">Three</text>" in picture


def test_rerunning_one_sweep_keeps_the_others(tmp_path):
    run_lab("bids", "--matches", "6", "--workers", "1", "--publish", str(tmp_path))
    run_lab(
        "bids", "--sweep", "players", "--matches", "8", "--workers", "1", "--publish", str(tmp_path)
    )
    assert [(sweep.key, sweep.matches) for sweep in paper_of("bids", tmp_path).sweeps] == [
        ("players", 8),
        ("both", 6),
    ]


def test_figures_of_earlier_rules_are_dropped(tmp_path):
    old = Paper(game="bids", rules_version=BIDS.rules_version + 1)
    (tmp_path / "bids.json").write_bytes(msgspec.json.encode(old))
    run_lab(
        "bids", "--sweep", "players", "--matches", "2", "--workers", "1", "--publish", str(tmp_path)
    )
    assert paper_of("bids", tmp_path).rules_version == BIDS.rules_version


def test_interrupted_sweep_is_printed_but_not_published(monkeypatch, tmp_path):
    play = Bench.play

    def stop(bench, number, bots):
        if number == 5:
            raise KeyboardInterrupt
        return play(bench, number, bots)

    monkeypatch.setattr(Bench, "play", stop)
    out = StringIO()
    with pytest.raises(
        CommandError, match="Stopped in the sweep players; it is not published"
    ) as stopped:
        call_command(
            "lab",
            "bids",
            "--workers",
            "1",
            "--publish",
            str(tmp_path),
            stdout=out,
            stderr=StringIO(),
        )
    assert stopped.value.returncode == 130
    assert out.getvalue().startswith("How many play: 3 matches per case")
    assert paper_of("bids", tmp_path) is None


# --- in shares ---


def test_run_in_shares_reports_progress_and_gives_the_same_result(tmp_path):
    words = ("bids", "--matches", "45", "--sweep", "players", "--seed", "s", "--workers", "1")
    out, told = StringIO(), StringIO()
    file = tmp_path / "shares.jsonl"
    call_command("lab", *words, "--json", "--keep", str(file), stdout=out, stderr=told)
    assert json.loads(out.getvalue()) == run_lab_json(*words)
    assert told.getvalue().splitlines() == [
        "players: 40 of 90 matches", "players: 80 of 90 matches", "players: 90 of 90 matches"
    ]  # fmt: skip
    assert len([line for line in file.read_text().splitlines() if line]) == 3


def test_interrupted_run_resumes_where_it_stopped(tmp_path, monkeypatch):
    play, played, stops = Bench.play, [], [41]

    def note(bench, number, bots):
        played.append(number)
        if number in stops:
            stops.remove(number)
            raise KeyboardInterrupt
        return play(bench, number, bots)

    monkeypatch.setattr(Bench, "play", note)
    words = ("bids", "--matches", "25", "--sweep", "players", "--seed", "s", "--workers", "1")
    file = str(tmp_path / "shares.jsonl")
    with pytest.raises(CommandError, match="Stopped"):
        run_lab(*words, "--keep", file)
    with (tmp_path / "shares.jsonl").open("a") as lines:
        lines.write('{"run": {"game": "bi')
    played.clear()
    once = run_lab_json(*words, "--keep", file)
    assert played == list(range(40, 50))
    assert once == run_lab_json(*words)


def test_shares_of_another_seed_or_sweep_are_ignored(tmp_path):
    file = str(tmp_path / "shares.jsonl")
    words = ("bids", "--matches", "5", "--workers", "1", "--sweep")
    run_lab(*words, "both", "--seed", "s", "--keep", file)
    run_lab(*words, "players", "--seed", "t", "--keep", file)
    kept = run_lab_json(*words, "players", "--seed", "s", "--keep", file)
    assert kept == run_lab_json(*words, "players", "--seed", "s")
