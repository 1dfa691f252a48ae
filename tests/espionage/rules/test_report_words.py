"""A team's report in words always names who did what."""

from __future__ import annotations

from espionage.pictures.report import report_scenes
from tests.espionage.rules.scene import A, B, blow_up, guard, infiltrate, play, sheet_of

TEAMS = ("Alphas", "Betas")


def report_lines(week, seat):
    """Return every line and result of the scenes for this seat."""
    return [
        words
        for scene in report_scenes(week.heard(seat), TEAMS, {})
        for words in (*scene.lines, scene.result)
        if words
    ]


def test_e18_report_says_who_cancelled_a_mission_and_how_a_12_was_used():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(12,))
    assert (
        "Betas called it off with a cancellation won by one of their counterspies. It does not "
        "count."
    ) in report_lines(week, A)
    assert "We chose a cancellation instead of an ambush." in report_lines(week, B)
    assert "We called off mission 1 against us, Alphas: Infiltrate." in report_lines(week, B)
    assert "We called it off with a cancellation. It does not count." in report_lines(week, B)


def test_report_of_an_enemy_mission_tells_only_what_we_know():
    """A failed Blow Up and one with a delayed charge have the same text (E35)."""
    failed = play(sheet_of(blow_up("ada", "b1")), sheet_of(), a=(4,))
    dud = play(sheet_of(blow_up("ada", "b1")), sheet_of(), a=(11, 8))
    waits = play(sheet_of(blow_up("ada", "b1")), sheet_of(), a=(11, 11), harm=(1, 1, 1, 1, 1))
    said = [report_lines(each, B) for each in (failed, dud, waits)]
    assert said == [["Not stopped, but nothing has exploded so far."]] * 3


def test_report_of_an_enemy_mission_tells_what_we_did_or_suffered():
    thwarted = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(9,))
    assert "Thwarted by somebody." in report_lines(thwarted, B)
    seen = play(sheet_of(infiltrate("ada")), sheet_of(), a=(3,))
    assert report_lines(seen, B) == ["Not stopped. Only they know what they saw, if anything."]
