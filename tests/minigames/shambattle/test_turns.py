"""Setup, the turn clock, and moves by any seat (S5, S10, S18)."""

from __future__ import annotations

import pytest

from engine.codec import Codec, Unreadable
from engine.dice import ScriptedDice
from engine.game import IllegalMove
from engine.match import submit
from engine.values import HOST, changed
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.maps import VOLCANO
from minigames.shambattle.rules.roster import ROSTER, SIDES
from minigames.shambattle.rules.turns import check_deployment
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Deploy,
    Deployed,
    Done,
    Judo,
    Pending,
    Setup,
    StepBegan,
    TimeRanOut,
    TimeUp,
)
from tests.minigames.shambattle.scene import BOSS, COMMANDO, GUARD, play, refusal_code, table, walk


def new_table(**options):
    return SHAMBATTLE.start(Setup(**options), ScriptedDice())[0].table


def test_armies_match_the_rulebook():
    ranks = [[ROSTER[number].rank for number in side] for side in SIDES]
    assert [
        (rank, ranks[MASTERMIND].count(rank))
        for rank in ("soldier", "officer", "mastermind", "henchman")
    ] == [("soldier", 12), ("officer", 3), ("mastermind", 1), ("henchman", 1)]
    assert [(rank, ranks[SPY].count(rank)) for rank in ("soldier", "officer", "spy")] == [
        ("soldier", 16),
        ("officer", 4),
        ("spy", 1),
    ]
    assert {figure.weapon for figure in ROSTER if figure.rank in ("soldier", "spy")} == {"smg"}
    assert {
        figure.weapon for figure in ROSTER if figure.rank in ("officer", "henchman", "mastermind")
    } == {"pistol"}


def test_s18_side_1_deploys_first_and_the_spy_moves_first():
    start = new_table()
    assert start.side == MASTERMIND
    assert refusal_code(start, Deploy(spots=VOLCANO.commandos), seat=SPY) == "not-your-turn"
    half, (deployed,) = play(start, Deploy(spots=VOLCANO.guards))
    assert deployed == Deployed(side=MASTERMIND, spots=VOLCANO.guards)
    whole, events = play(half, Deploy(spots=VOLCANO.commandos))
    assert events[-1] == StepBegan(side=SPY, turn=1, step="move")
    assert all(man.here for man in whole.men)


@pytest.mark.parametrize(
    ("seat", "at", "spot", "code"),
    [
        (SPY, 3, (551, 1000), "outside-zone"),
        (MASTERMIND, 5, (1449, 1800), "outside-zone"),
        (MASTERMIND, BOSS, (3551, 1800), "outside-zone"),
        (MASTERMIND, 5, (1500, 600), ""),
        (MASTERMIND, 5, (1460, 600), "blocked"),
        (MASTERMIND, 5, (3000, 2000), "blocked"),
        (MASTERMIND, 5, (5951, 1800), "blocked"),
        (SPY, 3, (450, 1750), "overlap"),
        (SPY, 3, (549, 1300), ""),
    ],
)
def test_s5_s27_every_disc_is_inside_its_zone_on_open_ground(seat, at, spot, code):
    spots = list((VOLCANO.guards, VOLCANO.commandos)[seat])
    spots[at] = spot
    try:
        check_deployment(new_table(), seat, spots)
        found = ""
    except IllegalMove as refusal:
        found = refusal.code
    assert found == code


def test_s18_all_figures_are_deployed():
    assert refusal_code(new_table(), Deploy(spots=VOLCANO.guards[:-1])) == "wrong-number"
    assert refusal_code(new_table(), Done()) == "wrong-step"
    assert refusal_code(new_table(), walk(GUARD, (3000, 1400))) == "wrong-step"


# --- the turn clock (S10) -------------------------------------------------------------------------


def time_up(where):
    return play(where, TimeUp(), seat=HOST)


def test_s10_expired_clock_ends_the_turn_in_any_step():
    for step in ("move", "judo", "fire"):
        after, events = time_up(table(SPY, step, clock=5, m22=(500, 500)))
        assert events[0] == TimeRanOut(side=SPY) and after.side == MASTERMIND


def test_s10_turn_ended_by_the_clock_is_resolved_like_any_other():
    after, _ = time_up(table(MASTERMIND, clock=5, turn=10, m22=(500, 500)))
    assert after.missile == "launched"


def test_s10_time_is_called_only_by_a_clock_and_never_by_a_player():
    assert refusal_code(table(m22=(500, 500)), TimeUp(), seat=HOST) == "not-yours"
    assert refusal_code(table(clock=5, m22=(500, 500)), TimeUp()) == "not-yours"


def test_s22_side_out_of_time_deploys_by_the_map():
    """A ruling of this site (S22)."""
    after, events = time_up(new_table(clock=5))
    assert events == [TimeRanOut(side=MASTERMIND), Deployed(side=MASTERMIND, spots=VOLCANO.guards)]
    assert time_up(after)[0].step == "move"


def test_s22_loser_of_an_unchosen_push_stays_in_place():
    """A ruling of this site (S22)."""
    where = table(SPY, "judo", clock=5, m22=(1000, 1000), m5=(1100, 1000))
    fought, _ = play(where, Judo(man=COMMANDO, against=GUARD), 5, 3)
    assert fought.push == Pending(winner=COMMANDO, loser=GUARD, limit=200, pool=False)
    after, _ = time_up(fought)
    assert after.men[GUARD].spot == (1100, 1000) and after.push is None and after.side == MASTERMIND


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent",
    [
        b'{"type":"march","walks":[{"man":22,"path":[[-1,5]]}]}',
        b'{"type":"march","walks":[{"man":300,"path":[[1,5]]}]}',
        b'{"type":"march","walks":[{"man":22,"path":[[1,5,9]]}]}',
        b'{"type":"spray","man":22,"aim":[1.5,2]}',
        b'{"type":"done","guards":[1,2,3,4]}',
        b'{"type":"fly"}',
        b"[]",
    ],
)
def test_malformed_move_is_refused_when_decoded(sent):
    with pytest.raises(Unreadable):
        Codec(SHAMBATTLE).move.decode(sent)


@pytest.mark.parametrize(
    "options", [{"countdown": 3}, {"countdown": 21}, {"clock": -1}, {"clock": 61}, {"map": "moon"}]
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(Unreadable):
        Codec(SHAMBATTLE).setup.take(options)


def test_options_have_the_documented_defaults():
    assert Setup() == Setup(map="volcano", countdown=10, clock=0)


def test_refused_move_leaves_the_state_unchanged():
    state = SHAMBATTLE.start(Setup(), ScriptedDice())[0]
    with pytest.raises(IllegalMove):
        submit(SHAMBATTLE, state, seat=MASTERMIND, move=Deploy(spots=()), dice=ScriptedDice())
    assert state == SHAMBATTLE.start(Setup(), ScriptedDice())[0]


def test_spectator_sees_everything():
    state = SHAMBATTLE.start(Setup(), ScriptedDice())[0]
    assert SHAMBATTLE.view(state, None).table is SHAMBATTLE.view(state, SPY).table is state.table
    assert SHAMBATTLE.legal_moves(SHAMBATTLE.view(state, None)) == ()
    assert SHAMBATTLE.legal_moves(SHAMBATTLE.view(changed(state), SPY)) == ()
