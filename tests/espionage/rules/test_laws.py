"""The week has cases for every law that tests/engine/test_conformance.py checks."""

from __future__ import annotations

from engine.conformance import examine
from engine.dice import SeededDice, seed_from
from espionage.rules.imagine import imagine
from espionage.rules.samples import sample_setups
from espionage.rules.week import WEEK
from tests.golden import goldens_of


def test_week_keeps_every_law_and_tries_each():
    report = examine(WEEK, matches=12, goldens=goldens_of(WEEK))
    assert report.vacuous == frozenset()
    counts = {finding.law.number: finding.counts for finding in report.findings}
    assert counts["1"]["waiting_for_host"]


def test_setups_have_two_three_or_five_teams_with_and_without_live_decisions():
    assert [
        (len(setup.teams), setup.house.live_decisions, bool(setup.asks_by_round))
        for setup in sample_setups()
    ] == [
        (2, False, False),
        (3, False, False),
        (5, False, False),
        (2, True, False),
        (3, True, False),
        (5, True, False),
        (2, True, True),
        (3, True, True),
        (3, True, True),
        (5, True, True),
    ]


def test_imagined_weeks_vary_in_hidden_facts():
    state, _ = WEEK.start(sample_setups()[3], SeededDice(seed_from("imagined"), 0))
    seat = WEEK.to_act(state)[0]
    view = WEEK.view(state, seat)
    worlds = [imagine(view, SeededDice(seed_from(str(number)), 0)) for number in range(20)]
    assert all(WEEK.view(world, seat) == view for world in worlds)
    assert len({world.own[1 - seat].sheet for world in worlds}) > 10
    assert len({world.own[1 - seat].file for world in worlds}) > 10
    assert len({world.hidden.now.spy for world in worlds}) > 3
