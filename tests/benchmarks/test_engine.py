"""The report on the engine's goals and how far each is reached."""

from __future__ import annotations

import pytest

from benchmarks import engine
from benchmarks.engine import Run, playout_line, randint_line
from benchmarks.pace import Pace
from minigames.renamed.rules.game import RENAMED
from minigames.shambattle.rules.game import SHAMBATTLE
from tests.engine.games.bids import BIDS


@pytest.mark.parametrize(
    ("rate", "says", "reached"),
    [
        (100_000, "at most 25, 200,000 /s (now 0.50 of it)", False),
        (250_000, "at most 25, 200,000 /s (now 1.25 of it)", True),
    ],
)
def test_ply_is_compared_with_its_goal_in_randints(rate, says, reached):
    line = randint_line(RENAMED, [Run(rate, 1.0, 0.2)])
    assert (line.goal, line.reached) == (says, reached)


def test_slow_randints_do_not_worsen_the_ply_ratio():
    slow = randint_line(RENAMED, [Run(50_000, 1.0, 0.4)])
    assert slow.goal.endswith("(now 0.50 of it)") and slow.ratio and slow.ratio.median == 50


@pytest.mark.parametrize(("made", "share"), [(250.0, "0.50"), (600.0, "1.20")])
def test_playouts_are_compared_with_a_goal_scaled_to_the_machine(monkeypatch, made, share):
    monkeypatch.setattr(engine, "PACE", pace := Pace(lambda: 0.2))
    pace.look()
    monkeypatch.setattr(engine, "playouts", lambda *_: made)
    monkeypatch.setattr(engine.in_rounds, "__defaults__", (pace,))
    line = playout_line(SHAMBATTLE, 1)
    assert line.goal == f"at least 500 (now {share} of it)"
    assert line.reached == (made >= 500)
    assert line.ratio and f"{line.ratio.median:.2f}" == share


def test_game_without_a_goal_reports_none():
    line = randint_line(BIDS, [Run(1.0, 1.0, 0.2)])
    assert (line.goal, line.reached) == ("", True)
