"""Trip wires: a trap fires when a spy enters its room (L35)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.dice import SeededDice, seed_from
from engine.match import submit
from minigames.lunacy.bots import BOTS
from minigames.lunacy.rules.events import CombatBegan, Died, Slid, TrapMet
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import NOWHERE
from minigames.lunacy.rules.values import Flee, Go, Setup
from minigames.lunacy.tabletop import LUNACY_TABLE
from tests.minigames.lunacy.scene import STAY, SWORD, A, B, Scene
from tests.minigames.lunacy.test_bots import assert_consistent
from tests.siege import examples

ROOM = 7


def wire_scene(colour: str, **facts) -> Scene:
    """Return a scene with A next to a room that B trapped, with wires."""
    return Scene(wires=True).trap(ROOM, colour, B).put(A, 6, **facts)


def test_l35_wires_are_off_by_default():
    assert not Setup().wires
    scene = Scene().trap(ROOM, "green", B).put(A, 6).play(A, Go(to=ROOM))
    assert (scene.all(TrapMet), scene.spy(A).health) == ([], 8)


def test_l35_coach_explains_traps_in_a_game_with_wires():
    scene = Scene(wires=True).put(A, 6).search(A)
    assert "goes off as soon as the other spy comes in" in LUNACY_TABLE.coach(scene.view(A))
    scene = Scene(wires=True).device(6, "decoy", B).put(A, 6)
    assert "goes off when you walk in" in LUNACY_TABLE.coach(scene.view(A))
    assert "goes off" not in LUNACY_TABLE.coach(Scene().device(6, "decoy", B).put(A, 6).view(A))


def test_l35_trap_fires_once_on_entry_and_the_search_is_then_free():
    scene = wire_scene("green", weapon="light_blue").play(A, Go(to=ROOM))
    met = scene.one(TrapMet, B)
    assert (met.seat, met.room, met.damage, met.dissolved) == (A, ROOM, 1, "light_blue")
    assert (scene.own(B).traps, scene.table.rooms[ROOM].device) == ((), False)
    assert scene.search(A).all(TrapMet) == []


def test_l35_defence_of_its_colour_disarms_the_trap():
    scene = wire_scene("green", defence="green").play(A, Go(to=ROOM))
    assert (scene.one(TrapMet).disarmed, scene.spy(A).health) == (True, 8)


def test_l35_own_trap_and_decoy_do_not_fire():
    scene = Scene(wires=True).trap(ROOM, "green", A).put(A, 6).play(A, Go(to=ROOM))
    assert scene.all(TrapMet) == []
    scene = Scene(wires=True).device(ROOM, "decoy", B).put(A, 6).play(A, Go(to=ROOM))
    assert scene.all(TrapMet) == []


def test_l35_oil_slides_the_entering_spy_into_the_next_room():
    scene = wire_scene("black").play(A, Go(to=ROOM), 1, 2)
    assert scene.one(Slid, B) == Slid(seat=A, to=8)
    assert scene.spy(A).place == 8


def test_l35_smoke_prevents_a_search_this_turn():
    scene = wire_scene("white").play(A, Go(to=ROOM), 1)
    assert scene.spy(A).barred == ROOM


def test_l35_freeze_ends_the_turn_of_the_entering_spy():
    scene = wire_scene("light_blue").play(A, Go(to=ROOM))
    assert (scene.table.turn, scene.spy(A).frozen) == (B, True)


def test_l35_freeze_on_a_flight_in_the_opponents_turn_keeps_their_points():
    scene = wire_scene("light_blue").put(B, 5).set(turn=B, points=2)
    scene.play(B, Go(to=6)).fight(SWORD, SWORD, 4, 3)
    scene.play(B, STAY).play(A, Flee(to=ROOM))
    assert (scene.one(TrapMet).colour, scene.spy(A).frozen) == ("light_blue", True)
    assert (scene.table.turn, scene.table.points) == (B, 1)


def test_l35_deadly_trap_comes_before_the_combat_and_stays_armed():
    scene = wire_scene("green", health=1).put(B, ROOM).play(A, Go(to=ROOM))
    assert (scene.one(Died).seat, scene.all(CombatBegan)) == (A, [])
    assert (scene.spy(A).place, scene.table.rooms[ROOM].known) == (NOWHERE, "green")


def test_l35_survivor_fights_whoever_is_there():
    scene = wire_scene("green").put(B, ROOM).play(A, Go(to=ROOM))
    assert [type(event) for event in scene.heard(A)].index(TrapMet) < [
        type(event) for event in scene.heard(A)
    ].index(CombatBegan)
    scene.fight(SWORD, SWORD, 6, 1)


def test_l35_spy_in_a_room_imagines_a_decoy_there():
    scene = Scene(wires=True).device(ROOM, "decoy", B).put(A, 6).play(A, Go(to=ROOM))
    twins = [
        LUNACY.imagine(scene.view(A), SeededDice(seed_from("wired"), ply)) for ply in range(20)
    ]
    assert {twin.cells[ROOM].device for twin in twins} == {"decoy"}


@examples(6)
@given(st.integers(0, 10**6), st.sampled_from(BOTS.tempers))
def test_l35_wires_and_imagined_states_conserve_all_pieces(number, temper):
    seed, state, ply = seed_from(f"wired {number}"), None, 0
    state = LUNACY.start(Setup(wires=True, rounds=20), SeededDice(seed, 0))[0]
    while acting := LUNACY.to_act(state):
        ply += 1
        view, dice = LUNACY.view(state, acting[0]), SeededDice(seed, ply, "bot")
        if ply % 9 == 0:
            twin = LUNACY.imagine(view, dice)
            assert_consistent(twin)
            assert LUNACY.view(twin, view.seat) == view
        move = temper.newcomer.choose(view, acting[0], dice)
        state = submit(LUNACY, state, seat=acting[0], move=move, dice=SeededDice(seed, ply))[0]
        assert_consistent(state)


def test_l35_board_says_that_wires_are_on():
    sentence = "Trip wires: a trap goes off when its enemy enters the room."
    names = ("Ann", "Bob")
    assert sentence in LUNACY_TABLE.board(Scene(wires=True).view(A), names).lines
    assert sentence not in LUNACY_TABLE.board(Scene().view(A), names).lines


def test_l35_preset_turns_on_wires():
    assert next(each for each in LUNACY_TABLE.presets if each.key == "wired").options.wires


def test_l35_police_do_not_trigger_traps():
    scene = wire_scene("green").put(A, 12).police(6).put(B, 8, claims=(1,))
    scene.police_turn()
    assert scene.own(B).traps[0].room == ROOM
