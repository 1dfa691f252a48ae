"""A team's report in words: who did what is always said."""

from __future__ import annotations

from espionage.pictures.report import scenes
from tests.espionage.rules.scene import ARMED, A, B, guard, infiltrate, play, spies

TEAMS = ("Alphas", "Betas")


def told(week, seat):
    """Every line and result of the scenes that this seat reads."""
    return [
        words
        for scene in scenes(week.heard(seat), TEAMS, {})
        for words in (*scene.lines, scene.result)
        if words
    ]


def test_e18_a_report_says_who_called_a_mission_off_and_what_a_12_was_taken_for():
    week = play(spies(infiltrate("ada")), spies(guard("bea", kit=ARMED)), a=(8,), b=(12,))
    assert "Betas called it off with a cancellation: it counts for nothing." in told(week, A)
    assert "We leave the spy be and win a cancellation instead." in told(week, B)
    assert "We called off mission 1 against us, Alphas: Infiltrate." in told(week, B)
