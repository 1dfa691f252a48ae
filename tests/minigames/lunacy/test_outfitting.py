"""Changing equipment, special rooms, offered actions and refusals (rulebook; L14, L22, L23)."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice, Taped, seed_from
from engine.values import HOST, changed
from minigames.lunacy.rules.events import (
    BagSeen,
    Bought,
    Carries,
    Changed,
    Drew,
    Grabbed,
    Mended,
    ShopLeft,
    Shopped,
)
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import DEFENCE_ROOM, FIRST_AID, WEAPON_ROOM
from minigames.lunacy.rules.menus import actions
from minigames.lunacy.rules.values import Buy, Change, Done, Go, Grab, Leave, Look, Mend, Shop
from tests.minigames.lunacy.scene import A, B, Scene


def test_changing_swaps_one_or_both_slots_for_one_point():
    scene = Scene().play(A, Change(weapon="green", defence="black"))
    own = scene.own(A)
    assert (own.weapon, own.defence, scene.table.points) == ("green", "black", 1)
    assert "green" not in own.weapons
    assert "black" not in own.defences
    scene.play(A, Change(weapon="white", defence="black"))
    assert scene.own(A).weapon == "white"
    assert "green" in scene.own(A).weapons


def test_l14_feint_costs_a_point_and_looks_like_a_change():
    real, feint = (
        Scene().play(A, Change(weapon="green", defence="black")),
        Scene().play(A, Change(weapon="", defence="")),
    )
    assert real.heard(B) == feint.heard(B) == (Changed(seat=A, points=1),)
    assert real.view(B) == feint.view(B)
    assert feint.one(Carries, A) == Carries(weapon="", defence="")


def test_l14_change_can_empty_a_slot():
    scene = Scene().put(A, weapon="light_blue").play(A, Change(weapon="", defence=""))
    assert scene.own(A).weapon == ""
    assert "light_blue" in scene.own(A).weapons


def test_spy_with_all_three_pieces_can_only_change_the_defence():
    scene = Scene().give(A, 1, 13, 25)
    assert "only your sword" in scene.refuses(A, Change(weapon="green", defence=""))
    assert scene.play(A, Change(weapon="", defence="green")).own(A).defence == "green"


def test_device_that_the_spy_does_not_own_is_refused():
    scene = Scene()
    assert (
        scene.refuses(A, Change(weapon="light_blue", defence=""))
        == "You have no light blue weapon in your arsenal."
    )
    assert (
        scene.refuses(A, Change(weapon="", defence="light_blue"))
        == "You have no light blue defence in your arsenal."
    )
    scene.put(A, 5, decoys=0).search(A)
    assert scene.refuses(A, Leave(device="decoy")) == "You have no decoys left."
    assert "no light blue weapon" in scene.refuses(A, Leave(device="light_blue"))


# --- shopping -------------------------------------------------------------------------------------


def test_l23_shopper_pays_first_and_alone_sees_the_bag():
    scene = Scene().put(A, DEFENCE_ROOM, defences=("green",)).play(A, Shop())
    assert scene.heard(B) == (Shopped(seat=A, points=1),)
    assert scene.one(BagSeen, A).colours == scene.state.bag.defences
    assert scene.table.phase == "shop"


@pytest.mark.parametrize("move", [Buy(take=""), Buy(take="white")])
def test_l23_shopper_takes_one_piece_or_none_without_revealing_the_colour(move):
    scene = Scene().put(A, WEAPON_ROOM, weapons=("green",)).play(A, Shop())
    before = scene.state.bag.weapons.count("white")
    scene.play(A, move)
    assert scene.heard(B) == (ShopLeft(seat=A),)
    assert scene.one(Bought, A) == Bought(took=move.take, gave="")
    assert scene.state.bag.weapons.count("white") == before - (move.take == "white")
    assert ("white" in scene.own(A).weapons) is (move.take == "white")


def test_l22_l23_at_the_limit_one_piece_is_given_back_for_the_new_one():
    scene = Scene().put(A, DEFENCE_ROOM).play(A, Shop())
    assert scene.refuses(A, Buy(take="light_blue")) == "You already own 5. Choose one to give back."
    assert (
        scene.refuses(A, Buy(take="light_blue", give="light_blue"))
        == "You own no light blue piece to give back."
    )
    scene.play(A, Buy(take="light_blue", give="green"))
    assert scene.own(A).defences == ("black", "light_blue", "orange", "white", "yellow")


def test_taking_a_sixth_piece_is_refused():
    """The limit counts equipment in use, and the option raises it."""
    scene = Scene().put(A, WEAPON_ROOM, weapons=("green",) * 4, weapon="black").play(A, Shop())
    assert scene.refuses(A, Buy(take="white")) == "You already own 5. Choose one to give back."
    Scene(limit=6).put(A, WEAPON_ROOM).play(A, Shop()).play(A, Buy(take="white"))


def test_l22_laid_traps_do_not_count_against_the_limit():
    scene = (
        Scene()
        .trap(3, "light_blue", A)
        .put(A, WEAPON_ROOM, weapons=("green",) * 4)
        .play(A, Shop())
        .play(A, Buy(take="white"))
    )
    assert len(scene.own(A).weapons) == 5


def test_giving_back_unnecessarily_or_taking_a_missing_piece_is_refused():
    scene = Scene().put(A, WEAPON_ROOM, weapons=("green",)).play(A, Shop())
    assert "do not give anything back" in scene.refuses(A, Buy(take="white", give="green"))
    assert (
        scene.refuses(A, Buy(take="", give="green"))
        == "If you take nothing, you cannot give anything back."
    )
    scene.state = changed(scene.state, own=(changed(scene.own(A), offer=("black",)), scene.own(B)))
    assert scene.refuses(A, Buy(take="white")) == "There is no white piece in the bag."


def test_l23_smash_and_grab_returns_all_weapons_and_draws_as_many():
    scene = (
        Scene()
        .trap(3, "light_blue", A)
        .put(A, WEAPON_ROOM, weapon="green", weapons=("black", "white"))
    )
    total = len(scene.state.bag.weapons)
    scene.play(A, Grab())
    own = scene.own(A)
    assert (len(own.weapons), own.weapon, len(scene.state.bag.weapons), len(own.traps)) == (
        3,
        "",
        total,
        1,
    )
    assert scene.heard(B) == (Grabbed(seat=A, points=1),)
    assert scene.one(Drew, A).colours == own.weapons


def test_l23_each_room_offers_its_own_kind():
    scene = Scene().put(A, DEFENCE_ROOM, defences=("black",), defence="green").play(A, Grab())
    assert (len(scene.own(A).defences), scene.own(A).defence) == (2, "")
    assert len(scene.own(A).weapons) == 5


def test_first_aid_heals_one_point_up_to_eight():
    scene = Scene().put(A, FIRST_AID, health=7).play(A, Mend())
    assert scene.one(Mended) == Mended(seat=A, health=8, points=1)
    assert scene.refuses(A, Mend()) == "You already have full health: 8 points."


@pytest.mark.parametrize(
    ("place", "move"), [(DEFENCE_ROOM, Shop()), (WEAPON_ROOM, Grab()), (FIRST_AID, Mend())]
)
def test_special_actions_are_refused_with_all_three_pieces_or_in_other_rooms(place, move):
    scene = Scene().give(A, 1, 13, 25).put(A, place, health=5)
    assert (
        scene.refuses(A, move) == "You cannot use a special room while you carry all three pieces."
    )
    assert " is in room" in Scene().put(A, 0).refuses(A, move)


@pytest.mark.parametrize(
    ("place", "move"), [(DEFENCE_ROOM, Shop()), (WEAPON_ROOM, Grab()), (FIRST_AID, Mend())]
)
def test_special_rooms_are_closed_while_the_other_spy_or_a_cop_is_there(place, move):
    sentence = "You cannot use the room while the other spy or a cop is in it."
    assert Scene().put(A, place, health=5).put(B, place).refuses(A, move) == sentence
    assert Scene().put(A, place, health=5).police(place).refuses(A, move) == sentence


def test_l23_bag_dice_are_rolled_in_the_sealed_domain():
    tape = Taped(SeededDice(seed_from("bag"), 1))
    LUNACY.apply(Scene().put(A, WEAPON_ROOM).state, A, Grab(), tape)
    assert {throw.domain for throw in tape.tape} == {"sealed"}


def test_l26_piece_is_given_back_from_the_arsenal_before_the_hand():
    scene = (
        Scene()
        .put(A, WEAPON_ROOM, weapons=("green",) * 4, weapon="green")
        .play(A, Shop())
        .play(A, Buy(take="white", give="green"))
    )
    assert (scene.own(A).weapon, scene.own(A).weapons) == ("green", ("green",) * 3 + ("white",))
    scene.put(A, weapons=("black",) * 4).play(A, Shop()).play(A, Buy(take="white", give="green"))
    assert (scene.own(A).weapon, scene.own(A).weapons) == ("", ("black",) * 4 + ("white",))


@pytest.mark.parametrize(
    ("place", "moves", "left"),
    [
        (0, (Change(weapon="black", defence="white"),), (None, None)),
        (WEAPON_ROOM, (Shop(), Buy(take="")), (None, "white")),
        (DEFENCE_ROOM, (Shop(), Buy(take="")), ("black", None)),
        (WEAPON_ROOM, (Grab(),), ("", "white")),
        (DEFENCE_ROOM, (Grab(),), ("black", "")),
        (0, (Go(to=1),), ("black", "white")),
    ],
)
def test_l33_shown_equipment_stays_known_until_it_may_have_changed(place, moves, left):
    facts = {
        "weapon": "black",
        "defence": "white",
        "shown_weapon": "black",
        "shown_defence": "white",
    }
    scene = Scene().put(A, place, weapons=("green",), defences=("green",), **facts)
    for move in moves:
        state, _ = LUNACY.apply(scene.state, A, move, SeededDice(seed_from("shown"), 1))
        scene.state = state
    assert (scene.spy(A).shown_weapon, scene.spy(A).shown_defence) == left


# --- turns and offered actions --------------------------------------------------------------------


def test_spy_has_two_points_a_turn_and_unspent_ones_are_lost():
    scene = Scene()
    assert scene.table.points == 2
    scene.play(A, Done()).play(B, Done())
    assert (scene.table.turn, scene.table.points, scene.table.round) == (A, 2, 2)


def test_turn_passes_when_the_points_are_spent():
    assert Scene().play(A, Go(to=0)).play(A, Go(to=1)).table.turn == B


def test_move_out_of_turn_is_refused():
    assert Scene().refuses(B, Done()) == "It is not your turn."


def test_host_cannot_move_in_this_game():
    assert Scene().refuses(HOST, Done()) == "Only the two spies play."


def test_room_that_is_not_adjacent_is_refused():
    sentence = Scene().put(A, 12).refuses(A, Go(to=17))
    assert (
        sentence
        == "From room 3 on floor 3 you cannot step to room 3 on floor 4: it is not next door."
    )


def test_step_with_all_three_pieces_needs_two_points():
    scene = Scene().give(A, 1, 13, 25).put(A, 1).set(points=1)
    assert (
        scene.refuses(A, Go(to=2))
        == "With all three pieces a step on foot costs 2 points, and you have 1."
    )


def test_every_action_has_a_cost_and_a_reason_when_closed():
    found = {action.kind: action for action in actions(Scene().put(A, 0).view(A))}
    assert [*found] == ["go", "elevator", "search", "change", "shop", "grab", "mend", "done"]
    assert (found["go"].moves, found["go"].cost, found["go"].closed) == ((Go(to=1),), 1, "")
    assert found["elevator"].moves == (Go(to=5),)
    assert found["search"].moves == (Look(),)
    assert found["mend"].closed == "First aid is in room 3 on floor 3."
    assert found["done"].cost == 0


def test_waiting_spy_is_told_so_and_a_spectator_has_no_actions():
    assert {action.closed for action in actions(Scene().view(B))} == {"It is not your turn."}
    assert actions(Scene().view(None)) == ()


def test_page_offers_only_the_pending_decision():
    scene = Scene().put(A, 5).search(A)
    (leave,) = actions(scene.view(A))
    assert (leave.kind, leave.closed, len(leave.moves)) == ("leave", "", 6)


def test_page_of_a_spy_with_all_three_pieces_shows_costlier_steps_and_the_roof():
    scene = Scene().give(A, 1, 13, 25).put(A, 22).set(points=1)
    found = {action.kind: action for action in actions(scene.view(A))}
    assert (found["go"].cost, found["go"].moves) == (2, ())
    assert found["go"].closed.startswith("With all three pieces a step on foot costs 2")
    assert found["elevator"].moves == (Go(to=27),)


def test_every_offered_move_is_legal():
    view = Scene().put(A, DEFENCE_ROOM).view(A)
    moves = [move for action in actions(view) for move in action.moves]
    assert set(moves) == set(LUNACY.legal_moves(view))
    for move in moves:
        LUNACY.check(view, move)
