"""The ambusher places both counters and moves first (P3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.game import AMBUSH
from ambush.rules.ground import SQUARES, distance_to_edge, square_at, squared_distance
from ambush.rules.numbers import FORMER_NUMBERS
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Place, Placed, Plan
from engine.dice import ScriptedDice
from engine.game import NotYourTurn, Refusal
from engine.match import submit

from .scene import ADA, BEA, fighter, ground_with, start


def placement(one, other):
    return Place(ambusher=square_at(*one), ambushed=square_at(*other))


def start_placing(*features, numbers=FORMER_NUMBERS):
    """Start a placement under P3 alone, unless a test says otherwise."""
    return start(
        fighter(0, "rifle"),
        fighter(1, "heavy_pistol"),
        ground=ground_with(*features),
        numbers=numbers,
    )


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ((20, 20), (20, 33), "Place the two 14 to 24 squares apart."),
        ((20, 14), (20, 39), "Place the two 14 to 24 squares apart."),
        ((7, 20), (20, 35), "Place you 8 or more squares from every edge."),
        ((20, 20), (20, 40), "Place the enemy 8 or more squares from every edge."),
        ((20, 20), (25, 36), "That square is blocked. Place the enemy on an open square."),
        (
            (12, 30),
            (30, 30),
            "The two cannot see each other. Place them in sight of each other.",
        ),
    ],
)
def test_p3_illegal_placement_is_refused_with_a_reason(one, other, sentence):
    state = start_placing(("#", 20, 30), ("t", 25, 36))
    with pytest.raises(Refusal) as refusal:
        submit(AMBUSH, state, seat=ADA, move=placement(one, other), dice=ScriptedDice())
    assert refusal.value.sentence == sentence


@pytest.mark.parametrize("other", [(20, 34), (20, 39), (36, 37)])
def test_p3_placement_14_to_24_squares_apart_in_sight_is_allowed(other):
    state, told = submit(
        AMBUSH, start_placing(), seat=ADA, move=placement((20, 20), other), dice=ScriptedDice()
    )
    assert [own.man.at for own in state.own] == [square_at(20, 20), square_at(*other)]
    assert [own.mark.in_sight for own in state.own] == [True, True]
    assert [(each.to, each.event.at) for each in told if isinstance(each.event, Placed)] == [
        ((ADA,), square_at(20, 20)),
        ((BEA,), square_at(*other)),
    ]
    assert AMBUSH.to_act(state) == (ADA, BEA)


@given(st.integers(0, SQUARES - 1), st.integers(0, SQUARES - 1))
def test_p3_p36_p37_placement_check_allows_exactly_what_the_rules_allow(one, other):
    state = start(fighter(0), fighter(1), 1)
    land = terrain_of("midville_1")
    fits = (
        not land.solid[one]
        and not land.solid[other]
        and distance_to_edge(one) >= 8
        and distance_to_edge(other) >= 16
        and 14**2 <= squared_distance(one, other) <= 24**2
    )
    try:
        AMBUSH.check(AMBUSH.view(state, ADA), Place(ambusher=one, ambushed=other))
        allowed = True
    except Refusal:
        allowed = False
    assert allowed == fits


def test_p3_only_the_ambusher_places_and_only_once():
    state = start_placing()
    with pytest.raises(NotYourTurn):
        submit(AMBUSH, state, seat=BEA, move=placement((20, 20), (20, 38)), dice=ScriptedDice())
    with pytest.raises(Refusal, match="Wait until the ambusher has placed both counters"):
        AMBUSH.check(AMBUSH.view(state, ADA), Plan())
    state, _ = submit(
        AMBUSH, state, seat=ADA, move=placement((20, 20), (20, 38)), dice=ScriptedDice()
    )
    with pytest.raises(Refusal, match="The counters are already placed"):
        AMBUSH.check(AMBUSH.view(state, ADA), placement((20, 20), (20, 38)))
