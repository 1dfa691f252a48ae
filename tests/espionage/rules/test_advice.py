"""Advice after a failed week."""

from __future__ import annotations

import pytest

from campaign.house_rules.rules.house import HouseRules
from engine.values import changed
from espionage.rules.advice import MIN_GAIN, give_advice, is_failed
from espionage.rules.files import public_team
from espionage.rules.report import Debrief, Harm, MissionReport
from espionage.rules.sheet_odds import GuardRecord
from tests.espionage.rules.scene import (
    ARMED,
    blow_up,
    guard,
    infiltrate,
    sheet_of,
    team_file,
    with_person,
)

TEAMS = ("alphas", "betas", "gammas")
HARMED = Debrief(harm=(Harm(number=1),))


def failed(*spies, ending="failed"):
    return Debrief(
        missions=tuple(
            [
                MissionReport(order=order, spy=spy, ending=ending)
                for order, spy in enumerate(spies, 1)
            ]
        )
    )


def advice_on(*orders, debrief, file=None, teams=TEAMS[:2], stopped=None, **standing):
    roster = tuple([public_team(team_file(team)) for team in teams])
    records = [
        GuardRecord(team=team, missions=6 if stopped else 0, stopped=(stopped or {}).get(team, 0))
        for team in teams[1:]
    ]
    return give_advice(
        file or team_file("alphas"),
        sheet_of(*orders, **standing),
        roster,
        HouseRules(),
        debrief,
        records,
    )


def test_e49_advice_names_an_idle_spy_who_would_have_done_better():
    file = with_person(team_file("alphas"), "ann", skills={"espionage": 2})
    found = advice_on(infiltrate("ada"), debrief=failed("ada"), file=file)
    assert found.sentence == (
        "Sending Ann instead of Ada would have raised the chance that Infiltrate against Betas "
        f"succeeds from {found.before}% to {found.after}%."
    )
    assert found.after >= found.before + MIN_GAIN


def test_e49_advice_names_another_team_that_never_stopped_a_mission():
    found = advice_on(infiltrate("ada"), debrief=failed("ada"), teams=TEAMS, stopped={"betas": 6})
    assert found.sentence.startswith(
        "Sending Ada against Gammas instead of Betas would have raised"
    )


def test_e49_advice_on_a_bomb_is_about_the_explosion():
    file = with_person(team_file("alphas"), "ann", skills={"explosives": 4})
    found = advice_on(blow_up("ada", bricks=1), debrief=failed("ada"), file=file)
    assert "that a bomb at Betas goes off" in found.sentence


def test_e49_advice_names_a_guard_if_an_enemy_mission_did_harm():
    found = advice_on(debrief=HARMED)
    assert found.sentence.startswith(
        "Ada on guard would have raised the chance of stopping a mission"
    )
    assert found.before == 0


def test_e49_no_advice_if_no_change_helps_by_five_points():
    everyone = [
        guard(name.lower(), kit=ARMED) for name in ("Ada", "Abe", "Ann", "Alf", "Ari", "Axl")
    ]
    standing = {"on_counterspy_twelve": "cancel", "counterspy_from": -20}
    assert advice_on(*everyone, debrief=HARMED, **standing) is None
    assert advice_on(infiltrate("ada"), debrief=failed("ada")) is None, "all are alike"


@pytest.mark.parametrize(
    ("debrief", "is_bad"),
    [
        (failed("ada"), True),
        (failed("ada", ending="saw"), False),
        (failed("ada", ending="dud"), True),
        (HARMED, True),
        (Debrief(), False),
    ],
)
def test_e49_advice_is_only_for_failed_missions_and_harm(debrief, is_bad):
    assert is_failed(debrief) == is_bad


def test_e49_advice_is_the_same_each_time():
    file = changed(team_file("alphas"), money=1)
    twice = [advice_on(debrief=HARMED, file=file) for _ in range(2)]
    assert twice[0]
    assert twice[0] == twice[1]
