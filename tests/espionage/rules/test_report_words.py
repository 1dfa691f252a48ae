"""A team's report in words: who did what is always said."""

from __future__ import annotations

from espionage.pictures.report import report_scenes
from tests.espionage.rules.scene import A, B, blow_up, guard, infiltrate, play, spies

TEAMS = ("Alphas", "Betas")


def told(week, seat):
    """Every line and result of the scenes that this seat reads."""
    return [
        words
        for scene in report_scenes(week.heard(seat), TEAMS, {})
        for words in (*scene.lines, scene.result)
        if words
    ]


def test_e18_report_says_who_cancelled_a_mission_and_how_a_12_was_used():
    week = play(spies(infiltrate("ada")), spies(guard("bea")), a=(8,), b=(12,))
    assert (
        "Betas called it off with a cancellation won by one of their counterspies. It does not "
        "count."
    ) in told(week, A)
    assert "We take a cancellation instead of an ambush." in told(week, B)
    assert "We called off mission 1 against us, Alphas: Infiltrate." in told(week, B)
    assert "We called it off with a cancellation. It does not count." in told(week, B)


def test_report_of_an_enemy_mission_tells_only_what_we_know():
    """A Blow Up that failed and one whose charge waits for the duel read the same (E35)."""
    failed = play(spies(blow_up("ada", "b1")), spies(), a=(4,))
    dud = play(spies(blow_up("ada", "b1")), spies(), a=(11, 8))
    waits = play(spies(blow_up("ada", "b1")), spies(), a=(11, 11), harm=(1, 1, 1, 1, 1))
    said = [told(each, B) for each in (failed, dud, waits)]
    assert said == [["Not stopped, but nothing has exploded so far."]] * 3


def test_report_of_an_enemy_mission_tells_what_we_did_or_suffered():
    thwarted = play(spies(infiltrate("ada")), spies(guard("bea")), a=(8,), b=(9,))
    assert "Thwarted by somebody." in told(thwarted, B)
    seen = play(spies(infiltrate("ada")), spies(), a=(3,))
    assert told(seen, B) == ["Not stopped. Only they know what they saw, if anything."]
