"""`manage.py simulate`: matches between bots with text and JSON output."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from engine import registry
from engine.bots import GameBots, RandomBot
from lab.simulation import play_match
from play.management.commands import simulate
from tests.engine.games.bids import BIDS, Bid
from tests.engine.games.couriers import COURIERS


class BoldBot:
    """A bot that bids six."""

    def choose(self, view, seat, dice):
        return Bid(amount=6)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy games for a test. Worker processes inherit them."""
    for game in (BIDS, COURIERS):
        monkeypatch.setitem(registry.GAMES._games, game.key, game)
    monkeypatch.setitem(registry.GAMES._bots, BIDS.key, GameBots(own_bots={"bold": BoldBot()}))


def run_simulation(*words: str) -> str:
    out = StringIO()
    call_command("simulate", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def run_simulation_json(*words: str) -> dict:
    return json.loads(run_simulation(*words, "--json"))


def test_every_registered_game_including_the_week_is_simulated():
    keys = [game.key for game in registry.all_games()]
    assert "week" in keys
    for key in keys:
        report = run_simulation_json(key, "--matches", "3")
        assert (report["game"], report["matches"], sum(report["endings"].values())) == (key, 3, 3)


def test_same_seed_gives_the_same_result_for_any_number_of_workers():
    words = ("couriers", "--matches", "13", "--bots", "search:4x6,random", "--seed", "s")
    one, two = run_simulation_json(*words), run_simulation_json(*words, "--workers", "2")
    assert (one.pop("speed")["workers"], two.pop("speed")["workers"]) == (1, 2)
    assert one == two
    assert one["matches"] == 13


def test_another_seed_gives_another_result():
    first, second = (
        run_simulation_json("couriers", "--matches", "10", "--seed", seed)["seats"] for seed in "ab"
    )
    assert first != second


def test_game_specific_bot_is_selected_by_name():
    report = run_simulation_json("bids", "--matches", "40", "--bots", "bold,random", "--setup", "2")
    bold, random = report["bots"]
    assert (bold["name"], bold["matches"], random["name"]) == ("bold", 40, "random")
    assert bold["rate"] > 0.8
    assert random["rate"] < 0.2
    assert 0.5 < bold["low"] < bold["rate"]


def test_one_setup_or_all_in_turn_are_simulated():
    assert run_simulation_json("bids", "--matches", "4", "--setup", "2")["length"] == {
        "median": 6,
        "shortest": 6,
        "longest": 6,
    }
    report = run_simulation_json("bids", "--matches", "4")
    assert (report["setups"], report["length"]) == (
        [1, 2],
        {"median": 6, "shortest": 6, "longest": 9},
    )


def test_output_shows_results_lengths_endings_and_speed():
    text = run_simulation(
        "bids", "--matches", "6", "--bots", "random,random", "--setup", "2", "--seed", "s"
    )
    assert text.startswith("bids: 6 matches, set-ups 2, seed s\n")
    for words in (
        "random (2)",
        "95 % interval",
        "endings: all-rounds 6",
        "plies per match: median 6, from 6 to 6",
        " plies per second (36 in ",
    ):
        assert words in text
    assert "after a multiple" not in text
    assert "after a multiple of 2 matches" in run_simulation(
        "bids", "--matches", "5", "--bots", "random,bold", "--setup", "2"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bidz",), 'There is no game "bidz". Available games: .*week.*bids, couriers'),
        (
            ("bids", "--bots", "random,deep"),
            'No bot "deep" plays bids. Available bots: random, search, bold, search:400',
        ),
        (("bids", "--bots", "search:0"), 'No bot "search:0" plays bids'),
        (("bids", "--bots", "search:0s"), '"search:0s" has no playouts'),
        (("couriers", "--bots", "bold"), 'No bot "bold" plays couriers'),
        (("bids", "--bots", ","), "Name at least one bot"),
        (("bids", "--matches", "0"), "Play at least 1 match"),
        (("bids", "--workers", "0"), "Use at least 1 worker"),
        (("bids", "--setup", "3"), "There is no set-up 3. bids has set-ups 1 to 2"),
        (("bids", "--setup", "0"), "There is no set-up 0"),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence(words, sentence):
    with pytest.raises(CommandError, match=sentence):
        run_simulation(*words)


def stop_after(monkeypatch: pytest.MonkeyPatch, matches: int, error: type[BaseException]) -> None:
    def play(plan, number, bots):
        if number == matches:
            raise error
        return play_match(plan, number, bots)

    monkeypatch.setattr(simulate, "play_match", play)


def test_ctrl_c_prints_the_finished_matches(monkeypatch):
    stop_after(monkeypatch, 7, KeyboardInterrupt)
    out = StringIO()
    with pytest.raises(CommandError, match="Stopped after 7 of 20 matches") as stopped:
        call_command("simulate", "bids", "--matches", "20", stdout=out, stderr=StringIO())
    assert stopped.value.returncode == 130
    assert out.getvalue().startswith("bids: 7 matches")


def test_interruption_before_the_first_result_prints_nothing(monkeypatch):
    stop_after(monkeypatch, 0, KeyboardInterrupt)
    out = StringIO()
    with pytest.raises(CommandError, match="Stopped after 0 of 20 matches"):
        call_command("simulate", "bids", "--matches", "20", stdout=out, stderr=StringIO())
    assert not out.getvalue()


def test_failing_bot_is_an_error_that_names_its_match(monkeypatch):
    stop_after(monkeypatch, 3, ZeroDivisionError)
    with pytest.raises(ZeroDivisionError) as broken:
        run_simulation("bids", "--matches", "20", "--seed", "s")
    assert "in match 3 (counted from 0) of bids, seed s" in broken.value.__notes__[0]


def test_terminal_shows_a_progress_bar(monkeypatch):
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    shown, silent = Terminal(), StringIO()
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setenv("TERM", "xterm")
    call_command("simulate", "bids", "--matches", "20", stdout=StringIO(), stderr=shown)
    assert "20/20" in shown.getvalue()
    call_command("simulate", "bids", "--matches", "20", stdout=StringIO(), stderr=silent)
    assert not silent.getvalue()


def test_random_bot_is_the_default():
    assert [each["name"] for each in run_simulation_json("bids", "--matches", "2")["bots"]] == [
        "random"
    ]
    assert isinstance(registry.bot(BIDS, "random"), RandomBot)
