"""The numbers of this site are in one record that a campaign can change."""

from __future__ import annotations

import pytest

from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at
from ambush.rules.numbers import NUMBERS
from ambush.rules.samples import sample_ambush
from ambush.rules.values import Attacked, Place, Setup
from engine.codec import Codec, Unreadable, encode
from engine.dice import ScriptedDice
from engine.game import Refusal
from engine.match import submit
from engine.values import changed

from .scene import ADA, PLAIN, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff, start


def test_p3_distances_between_fighters_and_from_the_edge():
    state = start(
        fighter(0),
        fighter(1),
        ground=PLAIN,
        numbers=changed(NUMBERS, nearest=5, farthest=6, from_edge=2, prey_from_edge=2),
    )
    state, _ = submit(
        AMBUSH,
        state,
        seat=ADA,
        move=Place(ambusher=square_at(2, 2), ambushed=square_at(2, 8)),
        dice=ScriptedDice(),
    )
    assert state.table.stage == "planning"


def test_p4_squares_per_turn():
    state = standoff(numbers=changed(NUMBERS, walk=3))
    with pytest.raises(Refusal, match="You can move 3 squares per turn, but this plan takes 4"):
        AMBUSH.check(AMBUSH.view(state, ADA), plan("n, n, n, n"))


def test_p6_cover_and_automatic_hit_numbers():
    state = standoff(
        ground=ground_with(("t", 20, 40)), numbers=changed(NUMBERS, cover=-5, always_hits=13)
    )
    (event,) = Turn(state, plan(action=RIFLE), STAY, 6, 6).heard(ADA, Attacked)
    assert {part.name: part.value for part in event.parts}["cover"] == -5
    assert (event.need, event.hit) == (14, False)


def test_p11_stealth_numbers():
    wall = ground_with(*[("#", x, 30) for x in range(48)])
    state = standoff(ground=wall, numbers=changed(NUMBERS, vanish=3, unseen_turns=1))
    assert Turn(state, STAY, plan(vanish=False), 1, 2).table.ending == "stealth"


def test_p12_no_duel_exceeds_thirty_turns():
    setup = Setup(
        ambush=sample_ambush(fighter(0), fighter(1), 1), numbers=changed(NUMBERS, turn_limit=31)
    )
    with pytest.raises(Unreadable):
        Codec(AMBUSH).setup.decode(encode(setup))
    assert (
        Turn(standoff(turn=4, numbers=changed(NUMBERS, turn_limit=4))).table.ending == "turn_limit"
    )
