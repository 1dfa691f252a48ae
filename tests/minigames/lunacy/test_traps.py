"""The effect of each trap colour on a searcher without its defence (rulebook; L13, L20, L21)."""

from __future__ import annotations

import pytest

from minigames.lunacy.rules.events import Died, Found, Saw, Slid, TrapMet
from minigames.lunacy.rules.laboratory import LEFT_ENTRANCE, NOWHERE
from minigames.lunacy.rules.values import COLOURS, Done, Go, Leave, Look, Return
from tests.minigames.lunacy.scene import A, B, Scene

ROOM = 7
NEXT = (6, 8)


def trap_scene(colour: str, **facts) -> Scene:
    """Return a scene with A in a room that B trapped."""
    return Scene().trap(ROOM, colour, B).put(A, ROOM, **facts)


@pytest.mark.parametrize("colour", COLOURS)
def test_defence_of_the_traps_colour_disarms_it_and_removes_the_piece(colour):
    scene = trap_scene(colour, defence=colour).search(A)
    met = scene.one(TrapMet, B)
    assert (met.colour, met.defence, met.disarmed, met.damage, scene.spy(A).health) == (
        colour,
        colour,
        True,
        0,
        8,
    )
    assert (scene.table.lost_weapons, scene.own(B).traps) == ((colour,), ())
    assert (
        scene.refuses(A, Leave(device="leave")) == "There is nothing here. Leave a decoy or a trap."
    )
    assert scene.one(Saw, A).tokens == (8,), "the search continues"


def test_trap_reveals_the_searchers_defence_to_both():
    scene = trap_scene("green", defence="black").search(A)
    assert scene.one(TrapMet, B).defence == "black"
    assert scene.spy(A).shown_defence == "black"


def test_acid_deals_1_and_dissolves_the_weapon_in_use():
    scene = trap_scene("green", weapon="light_blue").search(A)
    met = scene.one(TrapMet, B)
    assert (met.damage, met.dissolved, scene.own(A).weapon, scene.spy(A).health) == (
        1,
        "light_blue",
        "",
        7,
    )
    assert scene.table.lost_weapons == ("green", "light_blue")


def test_fire_deals_1_and_burns_the_defence_in_use():
    scene = trap_scene("orange", defence="black").search(A)
    met = scene.one(TrapMet, B)
    assert (met.damage, met.burnt, scene.own(A).defence, scene.spy(A).health) == (1, "black", "", 7)
    assert scene.table.lost_defences == ("black",)


@pytest.mark.parametrize(("face", "damage"), [(1, 2), (4, 2), (5, 1), (6, 1)])
def test_l13_laser_deals_another_1_unless_saved_on_5_or_6(face, damage):
    scene = trap_scene("yellow").search(A, face)
    assert (scene.one(TrapMet, B).face, scene.spy(A).health) == (face, 8 - damage)


@pytest.mark.parametrize("face", [5, 6])
@pytest.mark.parametrize("colour", ["black", "white"])
def test_l13_oil_and_smoke_are_saved_on_5_or_6_and_the_search_continues(colour, face):
    scene = trap_scene(colour).search(A, face)
    assert (scene.spy(A).health, scene.table.search.halted) == (7, "")
    assert scene.one(Saw, A).tokens == (8,)


def test_l13_oil_slides_the_spy_one_random_step_after_leaving_a_device():
    scene = trap_scene("black").search(A, 4)
    assert scene.table.search.halted == "oil"
    assert scene.all(Saw, A) == [], "no tokens are seen"
    scene.leave(A, "green", 2)
    assert scene.one(Slid, B) == Slid(seat=A, to=NEXT[1])
    assert (scene.spy(A).place, scene.cell(ROOM).device, scene.table.points) == (
        NEXT[1],
        "green",
        1,
    )


def test_l21_oil_and_smoke_leave_only_the_device_to_choose():
    scene = trap_scene("white", pieces=(13,)).search(A, 1)
    sentence = "The smoke has ended your search. You can only leave a device."
    assert scene.refuses(A, Leave(device="decoy", hide=(13,))) == sentence


def test_l21_circled_number_under_oil_or_smoke_is_not_found():
    scene = Scene().trap(12, "white", B).put(A, 12).search(A, 1)
    assert scene.all(Found, A) == []
    scene.leave(A, "decoy")
    assert (scene.cell(12).tokens, scene.table.rooms[12].looked_by) == ((13,), B)


def test_l13_smoke_prevents_another_search_there_this_turn():
    scene = trap_scene("white").search(A, 4)
    scene.leave(A, "decoy")
    assert (
        scene.refuses(A, Look())
        == "The room is full of smoke. You cannot search it again this turn."
    )
    scene.play(A, Done()).play(B, Done())
    scene.search(A)


def test_l13_l21_freeze_ends_the_turn_and_costs_a_point_of_the_next():
    scene = trap_scene("light_blue").search(A)
    assert (scene.spy(A).health, scene.table.points) == (7, 0)
    assert scene.one(Saw, A).tokens == (8,)
    scene.leave(A, "decoy")
    assert scene.table.turn == B
    scene.play(B, Done())
    assert (scene.table.turn, scene.table.points, scene.spy(A).frozen) == (A, 1, False)
    scene.play(A, Done()).play(B, Done())
    assert scene.table.points == 2


def test_l20_deadly_trap_stays_armed_with_its_colour_known_to_both():
    scene = trap_scene("green", health=1, weapon="white").search(A)
    assert scene.one(Died, B).lives == 2
    assert (scene.cell(ROOM).device, scene.table.rooms[ROOM].known) == ("green", "green")
    assert [trap.room for trap in scene.own(B).traps] == [ROOM]
    assert scene.to_act == (A,)
    assert scene.spy(A).place == NOWHERE


def test_l20_effects_apply_before_death():
    acid = trap_scene("green", health=1, weapon="white").search(A)
    assert acid.one(Died, B).weapon == ""
    assert acid.table.rooms[ROOM].weapons == ()
    fire = trap_scene("orange", health=1, defence="white").search(A)
    assert fire.own(A).defence == ""


def test_l20_known_trap_is_forgotten_after_a_search_of_the_room():
    scene = trap_scene("green", health=1).search(A).play(A, Return(to=LEFT_ENTRANCE))
    scene.put(B, ROOM, weapons=()).search(B)
    scene.leave(B, "leave")
    assert scene.table.rooms[ROOM].known == ""
    assert scene.cell(ROOM).device == "green"


def test_killed_searcher_loses_the_rest_of_the_turn():
    scene = trap_scene("green", health=1).search(A).play(A, Return(to=LEFT_ENTRANCE))
    assert scene.table.turn == B


def test_l29_no_second_die_is_rolled_for_a_dead_spy():
    scene = trap_scene("yellow", health=1).search(A)
    assert scene.one(TrapMet, B).face == 0


def test_l28_oil_slide_into_an_occupied_room_attacks():
    scene = trap_scene("black").put(B, NEXT[0]).search(A, 1)
    scene.leave(A, "decoy", 1)
    assert scene.table.combat.spies == (A, B)


def test_l29_spy_killed_by_freeze_has_one_point_less_next_turn():
    scene = (
        trap_scene("light_blue", health=1)
        .search(A)
        .play(A, Return(to=LEFT_ENTRANCE))
        .play(B, Done())
    )
    assert (scene.table.turn, scene.table.points) == (A, 1)


def test_l27_discard_area_is_public():
    scene = trap_scene("green", weapon="white").search(A)
    assert scene.view(None).table.lost_weapons == ("green", "white")


def test_l20_traps_fire_only_on_a_search():
    scene = Scene().trap(1, "green", B).put(A, 0).play(A, Go(to=1))
    assert scene.spy(A).health == 8
