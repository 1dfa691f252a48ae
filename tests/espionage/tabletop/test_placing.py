"""The ambusher places both counters: squares typed in, or doctrine's proposals (P3)."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove
from espionage.rules.ambush.game import AMBUSH
from espionage.rules.ambush.values import Place
from espionage.tabletop import AMBUSH_TABLE
from espionage.tabletop.fighters import Duel, Map
from play.tabletop.board import Draft

from .scene import ADA, BEA, duel, filled, in_picture, seen, shapes_of, square


@pytest.mark.parametrize(
    "where", ["midville_1", "midville_2", "midville_3", "midville_4", "truck_stop"]
)
def test_p3_every_placing_that_doctrine_proposes_is_allowed_and_says_where(where: Map) -> None:
    state = duel(Duel(map=where))
    view = AMBUSH.view(state, ADA)
    proposed = seen(state).menus[0].choices
    assert proposed
    for choice in proposed:
        move = AMBUSH_TABLE.read(view, Draft(choice=choice.key))
        AMBUSH.check(view, move)
        assert "squares" in choice.note
        assert "%" in choice.note


def test_p3_two_typed_squares_are_a_placing() -> None:
    view = AMBUSH.view(duel(), ADA)
    assert AMBUSH_TABLE.read(view, filled("place", mine="s14", enemy="W30")) == Place(
        ambusher=square("S14"), ambushed=square("W30")
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"enemy": "W30"}, "Your own square: write"),
        ({"mine": "S14", "enemy": "?"}, "The enemy’s square: write"),
    ],
)
def test_what_is_no_square_is_refused(fields: dict[str, str], words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        AMBUSH_TABLE.read(AMBUSH.view(duel(), ADA), filled("place", **fields))


def test_a_preview_draws_both_and_says_what_is_wrong_or_what_the_first_shot_would_be() -> None:
    board = seen(duel(), ADA, filled("place", mine="S14", enemy="W30"))
    me, enemy = shapes_of(board, "me")[0], shapes_of(board, "enemy")[0]
    assert ((me.x, me.y), (enemy.x, enemy.y)) == (in_picture("S14"), in_picture("W30"))
    choice = board.choice("place")
    assert choice is not None
    assert choice.note.startswith(
        "As typed: You at S14, the enemy at W30, 16 squares (4 in) south. "
    )
    near = seen(duel(), ADA, filled("place", mine="S14", enemy="S16")).choice("place")
    assert near is not None
    assert near.note == "Not possible yet. Place the two 14 to 24 squares apart."


def test_one_square_typed_is_drawn_already() -> None:
    board = seen(duel(), ADA, filled("place", mine="S14"))
    assert shapes_of(board, "me")
    assert not shapes_of(board, "enemy", "sightline")


def test_the_other_side_and_spectators_wait_and_see_the_map_only() -> None:
    for seat in (BEA, None):
        board = seen(duel(), seat)
        assert board.menus == ()
        assert board.headline == "The ambusher places both counters"
        assert board.waiting == (ADA,)
        assert not shapes_of(board, "me", "enemy", "shade")
