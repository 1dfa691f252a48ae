"""The laboratory, the pieces, the start (L1 to L4, L17)."""

from __future__ import annotations

import pytest

from engine.codec import Codec, Unreadable
from engine.dice import ScriptedDice, SeededDice, Taped, seed_from
from minigames.lunacy.rules.events import Began, Circled, Dealt
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import (
    BEAT,
    DEFENCE_ROOM,
    DISTANCE,
    FIRST_AID,
    HELIPAD,
    LEFT_ENTRANCE,
    NEXT_DOOR,
    RIGHT_ENTRANCE,
    ROOF_LIFT,
    ROOMS,
    WEAPON_ROOM,
    cost,
    room,
)
from minigames.lunacy.rules.values import COLOURS, Circle, Go, Setup
from tests.minigames.lunacy.scene import A, B, Scene


def test_l1_steps_join_neighbours_on_a_floor_and_elevators_use_columns_1_and_5():
    assert set(NEXT_DOOR[room(3, 3)]) == {room(2, 3), room(4, 3)}
    assert set(NEXT_DOOR[room(1, 3)]) == {room(2, 3), room(1, 2), room(1, 4)}
    assert set(NEXT_DOOR[room(5, 5)]) == {room(4, 5), room(5, 4)}


def test_l1_entrances_lie_outside_the_end_rooms_of_the_ground_floor():
    assert NEXT_DOOR[LEFT_ENTRANCE] == (room(1, 1),)
    assert NEXT_DOOR[RIGHT_ENTRANCE] == (room(5, 1),)


def test_l1_special_rooms_lie_in_the_middle_column():
    assert (room(3, 2), room(3, 3), room(3, 4)) == (DEFENCE_ROOM, FIRST_AID, WEAPON_ROOM)


def test_l1_roof_elevator_needs_all_three_pieces():
    scene = Scene().put(A, ROOF_LIFT)
    assert (
        scene.refuses(A, Go(to=HELIPAD))
        == "The roof elevator opens only to a spy who carries all three pieces."
    )
    scene.give(A, 1, 13, 25).play(A, Go(to=HELIPAD))
    assert scene.outcome.ending == "escaped"


def test_step_costs_one_point_and_two_on_foot_with_all_three_pieces():
    assert cost(room(2, 1), room(3, 1), burdened=False) == 1
    assert cost(room(2, 1), room(3, 1), burdened=True) == 2
    assert cost(room(1, 1), room(1, 2), burdened=True) == 1
    assert cost(ROOF_LIFT, HELIPAD, burdened=True) == 1


def test_l10_distances_include_elevators_and_entrances():
    assert DISTANCE[room(3, 1)][room(3, 2)] == 5
    assert DISTANCE[LEFT_ENTRANCE][room(1, 1)] == 1
    assert DISTANCE[room(3, 3)][LEFT_ENTRANCE] == 5


def test_l17_spies_cannot_step_back_into_an_entrance_but_police_can():
    assert LEFT_ENTRANCE not in NEXT_DOOR[room(1, 1)]
    assert LEFT_ENTRANCE in BEAT[room(1, 1)]
    assert (
        Scene().put(A, room(1, 1)).refuses(A, Go(to=LEFT_ENTRANCE))
        == "A spy never goes back into an entrance."
    )


@pytest.mark.parametrize("stashes", [3, 6])
def test_l2_six_colours_have_as_many_pieces_each_as_there_are_stashes(stashes):
    scene = Scene(stashes=stashes)
    dealt = scene.own(A).weapons + scene.own(B).weapons
    assert {(scene.state.bag.weapons + dealt).count(colour) for colour in COLOURS} == {stashes}
    dealt = scene.own(A).defences + scene.own(B).defences
    assert {(scene.state.bag.defences + dealt).count(colour) for colour in COLOURS} == {stashes}


@pytest.mark.parametrize(
    "wrong",
    [
        '{"stashes":2}',
        '{"stashes":7}',
        '{"limit":4}',
        '{"limit":9}',
        '{"rounds":9}',
        '{"rounds":301}',
    ],
)
def test_l2_l19_options_out_of_range_are_refused(wrong):
    with pytest.raises(Unreadable):
        Codec(LUNACY).setup.decode(wrong.encode())


def test_l2_l19_defaults_are_three_stashes_five_pieces_and_150_rounds():
    assert Setup() == Setup(stashes=3, limit=5, rounds=150)


@pytest.mark.parametrize(("faces", "black", "first"), [((1, 2), A, B), ((2, 1), B, A)])
def test_l3_dice_choose_colours_and_the_first_mover(faces, black, first):
    state, told = LUNACY.start(Setup(), ScriptedDice(*faces))
    assert told[0].event == Began(first=first, black=black)
    assert state.table.spies[black].place == LEFT_ENTRANCE
    assert state.table.spies[1 - black].place == RIGHT_ENTRANCE


def test_l3_three_different_numbers_are_circled_openly_two_by_the_first_mover():
    scene = Scene(circled=())
    assert scene.to_act == (A,)
    scene.play(A, Circle(number=7))
    assert scene.one(Circled, B) == Circled(seat=A, number=7)
    assert scene.to_act == (B,)
    assert scene.refuses(B, Circle(number=7)) == "7 is already circled. Choose another."
    scene.play(B, Circle(number=8))
    assert scene.to_act == (A,)
    scene.play(A, Circle(number=9))
    assert (scene.table.circled, scene.table.turn, scene.table.points) == ((7, 8, 9), A, 2)


@pytest.mark.parametrize("setup", [Setup(), Setup(stashes=6, limit=8)])
def test_l3_each_spy_starts_with_five_and_five_pieces_20_decoys_8_health_and_3_lives(
    setup,
):
    state, _ = LUNACY.start(setup, SeededDice(seed_from("deal"), 0))
    for own, spy in zip(state.own, state.table.spies, strict=True):
        assert (len(own.weapons), len(own.defences), own.decoys, own.weapon, own.defence) == (
            5,
            5,
            20,
            "",
            "",
        )
        assert (spy.health, spy.lives) == (8, 3)


def test_l3_hand_is_told_only_to_its_owner():
    _, told = LUNACY.start(Setup(), SeededDice(seed_from("deal"), 0))
    assert [each.to for each in told if isinstance(each.event, Dealt)] == [(A,), (B,)]


def test_dealing_dice_belong_to_the_host_and_the_choice_of_sides_is_public():
    tape = Taped(SeededDice(seed_from("deal"), 0))
    LUNACY.start(Setup(), tape)
    assert [throw.sides for throw in tape.tape if throw.domain == "public"] == [2, 2]
    assert {throw.domain for throw in tape.tape} == {"public", "sealed"}


def test_every_room_starts_with_one_number_and_no_device():
    state, _ = LUNACY.start(Setup(), SeededDice(seed_from("deal"), 0))
    assert sorted(number for cell in state.cells for number in cell.tokens) == list(range(1, 26))
    assert {len(cell.tokens) for cell in state.cells} == {1}
    assert not any(cell.device for cell in state.cells)
    assert len(state.cells) == len(ROOMS)


def test_l4_entrances_hold_any_number_and_start_no_combat():
    scene = Scene().put(A, LEFT_ENTRANCE).put(B, LEFT_ENTRANCE).police(LEFT_ENTRANCE)
    assert scene.table.combat is None
    scene.play(A, Go(to=room(1, 1)))
    assert scene.table.combat is None
