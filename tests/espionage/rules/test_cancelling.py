"""Cancellations: what an 11 wins, what is cancelled first, and what stays."""

from __future__ import annotations

import pytest

from ambush.rules.call import Fighter
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.values import changed
from espionage.rules.cancelling import standing_cancellations
from espionage.rules.values import AskCancel, CancelSealed, Known, RowsShown
from tests.espionage.rules.scene import (
    ARMED,
    A,
    B,
    assassinate,
    blow_up,
    guard,
    infiltrate,
    play,
    sheet_of,
)

DAMAGE = (3, 3, 2, 2, 1)


def known_mission(number, mission, row, **facts):
    return Known(number=number, by=A, mission=mission, row=row, **facts)


def chosen_cancellations(*missions, count=1, **standing):
    own = changed(play(sheet_of(), sheet_of(**standing)).state.own[B], known=missions)
    return standing_cancellations(
        own, AskCancel(count=count, numbers=tuple(each.number for each in missions))
    )


LADDER = [
    ("blow_up", 12),
    ("blow_up", 10),
    ("assassinate", 11),
    ("assassinate", 9),
    ("assassinate", 8),
    ("assassinate", 10),
    ("assassinate", 7),
    ("infiltrate", 11),
    ("infiltrate", 8),
    ("infiltrate", 7),
    ("blow_up", 6),
]


@pytest.mark.parametrize("better", range(len(LADDER) - 1))
def test_e18_by_default_the_best_row_is_cancelled_first(better):
    worse = [
        known_mission(number, *step) for number, step in enumerate(LADDER[better + 1 :], start=1)
    ]
    best = known_mission(len(worse) + 1, *LADDER[better])
    assert chosen_cancellations(*worse, best) == (best.number,)


def test_e18_equal_rows_are_cancelled_from_the_earliest():
    assert chosen_cancellations(
        known_mission(1, "infiltrate", 9),
        known_mission(2, "infiltrate", 10),
        known_mission(3, "infiltrate", 8),
    ) == (1,)


@pytest.mark.parametrize(
    "idle",
    [
        known_mission(1, "blow_up", 5),
        known_mission(1, "blow_up", 2, modifier=4),
        known_mission(1, "blow_up", 12, modifier=-4),
    ],
)
def test_e18_failures_blunders_and_spent_12s_are_cancelled_last(idle):
    assert chosen_cancellations(idle, known_mission(2, "infiltrate", 7)) == (2,)


def test_e18_standing_orders_can_name_the_kinds_to_cancel_first():
    missions = (
        known_mission(1, "blow_up", 12),
        known_mission(2, "infiltrate", 7),
        known_mission(3, "assassinate", 9),
        known_mission(4, "infiltrate", 3),
    )
    assert chosen_cancellations(*missions, cancel_first=("infiltrate", "assassinate")) == (2,)
    assert chosen_cancellations(*missions, count=2, cancel_first=("infiltrate", "assassinate")) == (
        2,
        3,
    )


def test_e18_surplus_cancellations_lapse():
    week = play(sheet_of(infiltrate("ada")), sheet_of(guard("bea")), a=(8,), b=(11,))
    assert week.one(CancelSealed, B).numbers == (1,)
    twice = play(
        sheet_of(infiltrate("ada"), infiltrate("abe")), sheet_of(guard("bea")), a=(8, 8), b=(11, 9)
    )
    assert twice.one(CancelSealed, B).numbers == (1,)
    assert [report.ending for report in twice.debrief(A).missions] == ["called_off", "thwarted"]


def test_e18_choosing_team_sees_rows_but_not_dice_or_results():
    week = play(
        sheet_of(assassinate("ada", "bob"), blow_up("abe", "b1")),
        sheet_of(guard("bea"), counterspy=("assassinate",)),
        a=(11, 11, 10),
        b=(11,),
        harm=(4,),
        domains={("harm", A, B, 2): DAMAGE},
    )
    shown = week.one(RowsShown, B)
    assert [(each.mission, each.target, each.row) for each in shown.known] == [
        ("assassinate", "bob", 11),
        ("blow_up", "b1", 11),
    ]
    assert "faces" not in str(shown)


def test_e18_thwarted_and_ambushed_missions_cannot_be_cancelled():
    week = play(
        sheet_of(infiltrate("ada"), infiltrate("abe"), infiltrate("ann")),
        sheet_of(guard("bea", kit=ARMED), on_counterspy_twelve="ambush"),
        a=(8, 8),
        b=(9, 12),
        domains={("ambush", A, B, 2): (1,)},
    ).fought(Fighter(), Fighter(hits=2), a=(8,), b=(11,))
    assert [(each.number, each.standing, each.row) for each in week.one(RowsShown, B).known] == [
        (1, False, 0),
        (2, False, 0),
        (3, True, 8),
    ]
    assert [report.ending for report in week.debrief(A).missions] == [
        "thwarted",
        "stopped",
        "called_off",
    ]


@pytest.mark.parametrize(
    ("mission", "a", "harm"),
    [
        (infiltrate("ada"), (9,), ()),
        (assassinate("ada", "bob"), (11,), (6,)),
        (blow_up("ada", "b1"), (11, 2), DAMAGE),
        (blow_up("ada", "b1"), (11, 3), DAMAGE),
        (blow_up("ada", "b1"), (11, 12), DAMAGE),
    ],
    ids=["report", "hits", "the bomber's own damage", "explosion", "charge"],
)
def test_e19_cancellation_undoes_the_effects_of_the_mission(mission, a, harm):
    week = play(sheet_of(mission), sheet_of(guard("bea")), a=a, b=(11,), harm=harm)
    effects = week.effects
    assert (
        effects.intelligence,
        effects.hurt,
        effects.vehicle_hits,
        effects.charges,
        effects.news,
    ) == ((), (), (), (), ())
    (report,) = week.debrief(A).missions
    assert (report.ending, report.saw, report.victim, report.bang) == ("called_off", (), "", None)
    assert week.debrief(B).called_off == (1,)
    assert week.debrief(B).harm == ()
    assert week.points("ada") == [("espionage", 1, "tried")]


def test_e19_cancellation_does_not_undo_an_ambush_or_spent_gear():
    bomber = blow_up("ada", "b1", kit=Kit(items=(Packed(gear="rifle"), Packed(gear="rifle_clip"))))
    week = play(
        sheet_of(bomber),
        sheet_of(guard("bea"), chase_bombers=True),
        a=(11, 3),
        b=(11,),
        harm=DAMAGE,
    ).fought(
        Fighter(hits=1),
        Fighter(
            spent=(Packed(gear="rifle_clip"),), fired=(Packed(gear="rifle", count=4),), left="edge"
        ),
    )
    assert week.debrief(A).missions[0].ending == "called_off"
    assert week.points("ada") == [
        ("espionage", 1, "tried"),
        ("general", 1, "ambush"),
        ("general", 1, "escaped"),
    ]
    assert [hurt.character for hurt in week.effects.hurt] == ["bea"]
    assert {(row.gear, row.count) for row in week.effects.stock if row.count < 0} == {
        ("plastique", -1),
        ("rifle_clip", -1),
    }
    assert [item.kind for item in week.effects.news] == ["ambush"]
