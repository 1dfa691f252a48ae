"""Searching: devices, tokens, pieces, markers, loose finds (L5 to L7, L22, L24)."""

from __future__ import annotations

import pytest

from minigames.lunacy.rules.events import Found, LeftBehind, Saw, SearchEnded, Searches
from minigames.lunacy.rules.laboratory import LEFT_ENTRANCE
from minigames.lunacy.rules.values import Leave, Look, Note, Stash, Trap
from tests.minigames.lunacy.scene import A, B, Scene

PLAIN = 5
"""A room whose token, number 6, is not circled."""


def search_scene(place: int = PLAIN) -> Scene:
    return Scene().put(A, place).search(A)


def test_search_costs_a_point_and_shows_the_tokens_only_to_the_searcher():
    scene = search_scene()
    assert scene.one(Saw, A) == Saw(room=PLAIN, device="", tokens=(6,), pieces=())
    assert scene.heard(B) == (Searches(seat=A, room=PLAIN, points=1),)


def test_l5_searcher_of_a_bare_room_leaves_a_decoy_or_a_trap():
    scene = search_scene()
    assert (
        scene.refuses(A, Leave(device="leave")) == "There is nothing here. Leave a decoy or a trap."
    )
    assert scene.refuses(A, Leave(device="bare")) == "You must leave a device if you have one."
    scene.leave(A, "decoy")
    assert (scene.cell(PLAIN).device, scene.own(A).decoys) == ("decoy", 19)


def test_l5_decoy_can_stay_or_be_replaced_by_a_trap_and_is_then_kept():
    scene = Scene().put(A, PLAIN).device(PLAIN, "decoy", B).search(A)
    scene.leave(A, "green")
    assert (scene.cell(PLAIN).device, scene.cell(PLAIN).owner, scene.own(A).decoys) == (
        "green",
        A,
        21,
    )
    assert scene.own(A).traps == (Trap(room=PLAIN, colour="green"),)
    assert "green" not in scene.own(A).weapons


def test_l5_room_is_left_bare_without_decoys_and_traps():
    scene = Scene().put(A, PLAIN, decoys=0, weapons=()).search(A)
    scene.leave(A, "bare")
    assert (scene.cell(PLAIN).device, scene.table.rooms[PLAIN].device) == ("", False)


def test_l5_own_trap_never_fires_and_can_be_left_or_taken_back():
    scene = Scene().put(A, PLAIN, weapons=("white",)).trap(PLAIN, "green", A).search(A)
    assert scene.one(Saw, A).device == "green"
    scene.leave(A, "decoy")
    assert (scene.own(A).weapons, scene.own(A).traps) == (("green", "white"), ())


def test_l22_own_trap_can_only_be_left_at_the_limit():
    scene = Scene().put(A, PLAIN).trap(PLAIN, "light_blue", A).search(A)
    assert (
        scene.refuses(A, Leave(device="decoy"))
        == "You have reached your limit of weapons, so your own trap has to stay."
    )
    assert (
        scene.refuses(A, Leave(device="green"))
        == "You have reached your limit of weapons, so your own trap has to stay."
    )
    scene.leave(A, "leave")
    assert scene.cell(PLAIN).device == "light_blue"


def test_l22_only_arsenal_pieces_can_be_laid():
    scene = Scene().put(A, PLAIN, weapon="light_blue").search(A)
    assert (
        scene.refuses(A, Leave(device="light_blue"))
        == "You have no light blue weapon in your arsenal to lay as a trap."
    )


def test_opponent_cannot_distinguish_own_trap_decoy_and_bare_room():
    def heard(scene):
        scene.put(A, PLAIN, weapons=("white",)).search(A)
        first = scene.heard(B)
        return first + scene.leave(A, "white").heard(B)

    sounds = [
        heard(Scene()),
        heard(Scene().device(PLAIN, "decoy", A)),
        heard(Scene().trap(PLAIN, "green", A)),
    ]
    assert sounds[0] == sounds[1] == sounds[2]
    assert sounds[0][-1] == SearchEnded(seat=A, room=PLAIN, bare=False, took=(), dropped=())


def test_notebook_keeps_observations_without_updating_them():
    scene = search_scene()
    scene.leave(A, "green")
    note = Note(room=PLAIN, round=1, device="green", looked=1, tokens=(6,))
    assert scene.own(A).notes == (note,)
    scene.put(A, LEFT_ENTRANCE).put(B, PLAIN, defence="green").set(turn=B, points=2).search(B)
    scene.leave(B, "decoy")
    assert scene.own(A).notes == (note,)


# --- the Thingamajig ------------------------------------------------------------------------------


def test_l7_circled_number_takes_its_marker_from_the_side_publicly():
    scene = search_scene(0)
    assert scene.one(Found, B) == Found(seat=A, room=0, numbers=(1,))
    scene.leave(A, "decoy")
    assert (scene.own(A).pieces, scene.spy(A).claims, scene.cell(0).tokens) == ((1,), (1,), ())


def test_l7_l30_stashing_is_secret_and_keeps_the_marker():
    scene = search_scene(0)
    heard = scene.leave(A, "decoy", hide=(1,)).heard(B)
    assert heard == (SearchEnded(seat=A, room=0, bare=False, took=(), dropped=()),)
    assert (scene.own(A).pieces, scene.own(A).stashed) == ((), (Stash(room=0, number=1),))
    assert (scene.spy(A).claims, scene.cell(0).tokens) == ((1,), (1,))


def test_pieces_in_hand_can_be_hidden_in_any_searched_room():
    scene = Scene().give(A, 1).put(A, PLAIN).search(A)
    scene.leave(A, "decoy", hide=(1,))
    assert scene.cell(PLAIN).tokens == (1, 6)


def test_l7_finder_of_a_stash_takes_the_marker_from_the_bluffing_spy():
    scene = search_scene(0)
    scene.leave(A, "decoy", hide=(1,))
    scene.put(A, 1).put(B, 0).set(turn=B, points=2).search(B)
    assert scene.one(Found, A).numbers == (1,)
    assert (scene.spy(A).claims, scene.spy(B).claims, scene.own(A).stashed) == ((), (1,), ())


def test_l24_picking_up_ones_own_stash_is_not_announced():
    scene = search_scene(0)
    scene.leave(A, "decoy", hide=(1,)).search(A)
    assert scene.all(Found, B) == []
    assert scene.own(A).pieces == (1,)
    scene.leave(A, "leave")
    assert scene.own(A).stashed == ()


def test_l24_uncircled_numbers_stay_in_the_room():
    scene = search_scene()
    assert (
        scene.refuses(A, Leave(device="decoy", hide=(6,)))
        == "Hide only pieces in your hands, each once, lowest first."
    )
    scene.leave(A, "decoy")
    assert scene.cell(PLAIN).tokens == (6,)


@pytest.mark.parametrize("hide", [(), (13,)])
def test_l6_l24_loose_piece_is_carried_or_stashed_by_the_searcher(hide):
    scene = (
        Scene()
        .give(B, 13)
        .put(B, claims=(), pieces=())
        .put(A, PLAIN)
        .loose(PLAIN, pieces=(13,))
        .search(A)
    )
    assert scene.one(Found, B).numbers == (13,)
    assert scene.table.rooms[PLAIN].pieces == ()
    scene.leave(A, "decoy", hide=hide)
    assert (scene.own(A).pieces, scene.spy(A).claims) == (() if hide else (13,), (13,))


def test_l24_weapon_is_put_away_secretly_when_a_search_ends_with_all_three_pieces():
    scene = Scene().give(A, 13, 25).put(A, 0, weapon="light_blue", weapons=("green",)).search(A)
    assert scene.own(A).weapon == "light_blue"
    heard = scene.leave(A, "decoy").heard(B)
    assert (scene.own(A).weapon, scene.own(A).weapons) == ("", ("green", "light_blue"))
    assert heard == (SearchEnded(seat=A, room=0, bare=False, took=(), dropped=()),)


def test_l24_hiding_one_of_three_pieces_keeps_the_weapon_in_hand():
    scene = Scene().give(A, 13, 25).put(A, 0, weapon="light_blue", weapons=("green",)).search(A)
    scene.leave(A, "decoy", hide=(13,))
    assert scene.own(A).weapon == "light_blue"


def test_spy_with_all_three_pieces_cannot_search():
    assert (
        Scene().give(A, 1, 13, 25).put(A, PLAIN).refuses(A, Look())
        == "You cannot search while you carry all three pieces."
    )


def test_l17_entrance_cannot_be_searched():
    assert Scene().refuses(A, Look()) == "There is nothing to search at an entrance."


# --- loose weapons --------------------------------------------------------------------------------


def test_l6_dropped_weapons_are_picked_up_openly():
    scene = Scene().put(A, PLAIN, weapons=("white",)).loose(PLAIN, "black", "green").search(A)
    scene.leave(A, "decoy", take=("black",))
    assert (scene.own(A).weapons, scene.table.rooms[PLAIN].weapons) == (
        ("black", "white"),
        ("green",),
    )
    assert scene.one(SearchEnded, B).took == ("black",)


def test_l22_at_the_limit_each_weapon_picked_up_replaces_another():
    scene = Scene().put(A, PLAIN).loose(PLAIN, "light_blue").search(A)
    take = Leave(device="decoy", take=("light_blue",))
    assert scene.refuses(A, take) == "You can own 5 weapons. Drop 1, or pick up fewer."
    scene.leave(A, "decoy", take=("light_blue",), drop=("green",))
    assert (len(scene.own(A).weapons), scene.table.rooms[PLAIN].weapons) == (5, ("green",))
    assert scene.one(SearchEnded, B).dropped == ("green",)


def test_l22_trap_laid_in_the_same_search_makes_room():
    scene = Scene().put(A, PLAIN).loose(PLAIN, "light_blue").search(A)
    scene.leave(A, "green", take=("light_blue",))
    assert scene.own(A).weapons == ("black", "light_blue", "orange", "white", "yellow")


def test_l22_limit_is_an_option_and_counts_the_weapon_in_use():
    scene = Scene(limit=6).put(A, PLAIN, weapon="green").loose(PLAIN, "light_blue").search(A)
    assert "You can own 6 weapons" in scene.refuses(A, Leave(device="decoy", take=("light_blue",)))


def test_unnecessary_drop_and_missing_weapon_are_refused():
    scene = search_scene()
    assert (
        scene.refuses(A, Leave(device="decoy", drop=("green",)))
        == "Drop only as many as you need to make room."
    )
    assert "Pick up only items that lie open here" in scene.refuses(
        A, Leave(device="decoy", take=("green",))
    )
    assert "Drop only weapons that you own" in scene.refuses(
        A, Leave(device="decoy", drop=("light_blue",))
    )


def test_only_the_searcher_is_told_what_was_left():
    scene = search_scene(0)
    scene.leave(A, "green", hide=(1,))
    assert scene.one(LeftBehind, A) == LeftBehind(
        room=0, choice="green", device="green", hide=(1,), pieces=(), weapon=""
    )
    assert scene.all(LeftBehind, B) == []
