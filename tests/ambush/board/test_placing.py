"""The ambusher places both counters by typed squares or by proposals (P3)."""

from __future__ import annotations

import re
from itertools import product
from typing import Final, get_args

import pytest

from ambush.board.coach import next_advice
from ambush.board.fighters import Duel, Map
from ambush.board.squares import square_name
from ambush.rules.game import AMBUSH
from ambush.rules.ground import SQUARES, distance_to_edge, squared_distance
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Place, Placed
from ambush.tabletop import AMBUSH_TABLE
from engine.dice import ScriptedDice
from engine.game import IllegalMove
from engine.match import submit
from engine.values import changed
from play.tabletop.board import Draft
from tests.ambush.rules.scene import ground_with

from .scene import (
    ADA,
    BEA,
    board_for,
    board_text,
    drawn_position,
    make_draft,
    make_duel,
    shapes_of,
    square_index,
)

ONES: Final = ScriptedDice()


@pytest.mark.parametrize("where", get_args(Map))
def test_p3_every_placement_proposed_by_doctrine_is_legal_and_described(where: Map) -> None:
    state = make_duel(Duel(map=where))
    view = AMBUSH.view(state, ADA)
    proposed = board_for(state).menus[0].choices
    assert proposed
    for choice in proposed:
        move = AMBUSH_TABLE.read(view, Draft(choice=choice.key))
        AMBUSH.check(view, move)
        assert "squares" in choice.note
        assert "%" in choice.note


@pytest.mark.parametrize("where", get_args(Map))
def test_p37_offered_placement_shows_the_odds_of_the_first_turn(where: Map) -> None:
    state = make_duel(Duel(map=where))
    for choice in board_for(state).menus[0].choices:
        assert isinstance(choice.move, Place)
        placed, _ = submit(AMBUSH, state, seat=ADA, move=choice.move, dice=ONES)
        if AMBUSH.view(placed, ADA).own.mark.in_sight:
            stands, moves = re.findall(r"(\d+) %", choice.note)
            assert f"\nHeavy pistol | {stands} % | {moves} % | " in board_text(board_for(placed))


@pytest.mark.parametrize("where", get_args(Map))
def test_place_behind_cover_named_by_the_coach_has_cover(where: Map) -> None:
    state = make_duel(Duel(map=where))
    assert "“Place for me: behind cover” finds such a place." in next_advice(
        AMBUSH.view(state, ADA)
    )
    choice = board_for(state).choice("place.cover")
    assert choice is not None
    assert choice.label == "Place for me: behind cover"
    assert "You have cover." in choice.note


def test_map_without_cover_offers_no_placement_behind_cover() -> None:
    state = changed(make_duel(), table=changed(make_duel().table, ground=ground_with()))
    assert "behind cover" not in next_advice(AMBUSH.view(state, ADA))
    assert board_for(state).choice("place.cover") is None
    assert board_for(state).choice("place.cautious") is not None


def test_p3_two_typed_squares_make_a_placement() -> None:
    view = AMBUSH.view(make_duel(), ADA)
    assert AMBUSH_TABLE.read(view, make_draft("place", mine="s14", enemy="W30")) == Place(
        ambusher=square_index("S14"), ambushed=square_index("W30")
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"enemy": "W30"}, "Your own square: enter"),
        ({"mine": "S14", "enemy": "?"}, "The enemy’s square: enter"),
    ],
)
def test_invalid_square_is_refused(fields: dict[str, str], words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        AMBUSH_TABLE.read(AMBUSH.view(make_duel(), ADA), make_draft("place", **fields))


def test_preview_draws_both_counters_and_the_problem_or_first_shot() -> None:
    board = board_for(make_duel(), ADA, make_draft("place", mine="S14", enemy="W30"))
    me, enemy = shapes_of(board, "me")[0], shapes_of(board, "enemy")[0]
    assert ((me.x, me.y), (enemy.x, enemy.y)) == (drawn_position("S14"), drawn_position("W30"))
    choice = board.choice("place")
    assert choice is not None
    assert choice.note.startswith(
        "Your positions: You at S14, the enemy at W30, 16 squares (4 in) south. "
    )
    near = board_for(make_duel(), ADA, make_draft("place", mine="S17", enemy="S19")).choice("place")
    assert near is not None
    assert near.note == "Not possible yet. Place the two 14 to 24 squares apart."


def test_one_typed_square_is_drawn_immediately() -> None:
    board = board_for(make_duel(), ADA, make_draft("place", mine="S14"))
    assert shapes_of(board, "me")
    assert not shapes_of(board, "enemy", "sightline")


def test_other_side_and_spectators_wait_and_see_only_the_map() -> None:
    for seat in (BEA, None):
        board = board_for(make_duel(), seat)
        assert board.menus == ()
        assert board.headline == "The ambusher places both counters"
        assert board.waiting == (ADA,)
        assert not shapes_of(board, "me", "enemy", "shade")


def test_p37_hidden_start_is_a_placement_with_its_own_label() -> None:
    state = make_duel()
    view = AMBUSH.view(state, ADA)
    land = terrain_of(state.table.ground)
    mine, enemy = next(
        (one, other)
        for one, other in product(range(SQUARES), repeat=2)
        if not (land.solid[one] or land.solid[other])
        and min(distance_to_edge(one), distance_to_edge(other)) >= 16
        and 14**2 <= squared_distance(one, other) <= 24**2
        and not land.is_clear(one, other)
    )
    typed = make_draft("place", mine=square_name(mine), enemy=square_name(enemy))
    choice = board_for(state, ADA, typed).choice("place")
    assert choice is not None
    assert choice.note.endswith("Hidden start: neither of you sees the other.")
    after, told = submit(AMBUSH, state, seat=ADA, move=AMBUSH_TABLE.read(view, typed), dice=ONES)
    events = [each.event for each in told if isinstance(each.event, Placed)]
    lines = [
        AMBUSH_TABLE.say(event, ("Vera", "Tom"), seat)
        for event, seat in zip(events, (ADA, BEA), strict=True)
    ]
    assert "neither of you can see the other" in lines[0]
    assert (
        lines[1]
        == f"You stand at {square_name(enemy)}. Someone is lying in wait for you, out of sight."
    )
    for seat in (ADA, BEA):
        assert board_for(after, seat).menus
