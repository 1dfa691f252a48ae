"""Combat between spies, death and return (rulebook; L8, L12, L19, L25)."""

from __future__ import annotations

import pytest

from engine.dice import seed_from
from engine.game import Stale
from engine.match import Match
from minigames.lunacy.rules.events import (
    Answered,
    Blow,
    CombatBegan,
    Died,
    Exchanged,
    Fled,
    MustFlee,
    SealedChoice,
)
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.laboratory import (
    HELIPAD,
    LEFT_ENTRANCE,
    NOWHERE,
    RIGHT_ENTRANCE,
    ROOF_LIFT,
)
from minigames.lunacy.rules.values import Change, Done, Flee, Go, Return, Wield
from tests.minigames.lunacy.scene import EQUIPMENT, STAY, SWORD, A, B, Scene

ROOM = 7


def combat_scene(a=None, b=None) -> Scene:
    """Return a scene in which A steps into B's room and attacks."""
    return Scene().put(A, ROOM - 1, **(a or {})).put(B, ROOM, **(b or {})).play(A, Go(to=ROOM))


def test_moving_into_the_other_spys_room_starts_a_combat_as_attacker():
    scene = combat_scene()
    assert scene.one(CombatBegan) == CombatBegan(room=ROOM, spies=(A, B))
    assert scene.to_act == (A, B)


def test_l8_weapons_are_chosen_secretly_and_revealed_together():
    scene = combat_scene().play(A, SWORD)
    assert scene.heard(B) == ()
    assert scene.one(SealedChoice, A).choice == SWORD
    assert scene.view(B) == combat_scene().view(B)
    scene.play(B, SWORD, 6, 1)
    assert [blow.use for blow in scene.one(Exchanged).blows] == ["sword", "sword"]


@pytest.mark.parametrize(
    ("faces", "health"), [((6, 1), (8, 7)), ((2, 3), (7, 8)), ((4, 4), (7, 7))]
)
def test_l8_sword_against_sword_costs_the_lower_die_1_and_equal_dice_both_1(faces, health):
    scene = combat_scene().fight(SWORD, SWORD, *faces)
    assert (scene.spy(A).health, scene.spy(B).health) == health


def test_l25_sword_against_sword_reveals_nothing():
    scene = combat_scene({"weapon": "green", "defence": "black"}).fight(SWORD, SWORD, 6, 1)
    assert scene.one(Exchanged, B).blows[0] == Blow(seat=A, use="sword", damage=0, health=8, face=6)


def test_l8_sword_against_equipment_deals_1_and_equipment_2():
    scene = combat_scene({"weapon": "green"}, {"defence": "black"}).fight(EQUIPMENT, SWORD)
    assert (scene.spy(A).health, scene.spy(B).health) == (7, 6)


def test_l8_equipment_deals_nothing_to_a_defence_of_its_colour():
    scene = combat_scene({"weapon": "green"}, {"defence": "green"}).fight(EQUIPMENT, SWORD)
    assert (scene.spy(A).health, scene.spy(B).health) == (7, 8)


def test_l25_sword_against_equipment_reveals_weapon_and_defence():
    scene = combat_scene(
        {"weapon": "green", "defence": "white"}, {"weapon": "black", "defence": "orange"}
    ).fight(EQUIPMENT, SWORD)
    first, second = scene.one(Exchanged).blows
    assert (first.weapon, first.defence) == ("green", None)
    assert (second.weapon, second.defence) == (None, "orange")


def test_l25_equipment_against_equipment_reveals_weapons_and_defences():
    scene = combat_scene(
        {"weapon": "green", "defence": "white"}, {"weapon": "black", "defence": "orange"}
    ).fight(EQUIPMENT, EQUIPMENT)
    assert [(blow.weapon, blow.defence) for blow in scene.one(Exchanged).blows] == [
        ("green", "white"),
        ("black", "orange"),
    ]
    assert (scene.spy(A).health, scene.spy(B).health) == (6, 6)


def test_l25_weapon_question_is_asked_even_without_equipment():
    scene = combat_scene()
    assert scene.to_act == (A, B)
    assert scene.refuses(A, EQUIPMENT) == "You have no weapon in use, only your sword."


def test_spy_with_all_three_pieces_has_only_the_sword():
    scene = Scene().put(B, ROOM).give(A, 1, 13, 25).put(A, ROOM - 1).play(A, Go(to=ROOM))
    assert scene.refuses(A, EQUIPMENT) == "You have no weapon in use, only your sword."


def test_second_exchange_asks_for_new_weapons():
    scene = combat_scene().fight(SWORD, SWORD, 6, 1).play(A, STAY).play(B, STAY)
    assert scene.one(Answered).fleeing == ()
    assert scene.table.phase == "weapons"


def test_l8_fleeing_is_a_free_step_and_the_mover_keeps_its_points():
    scene = combat_scene().fight(SWORD, SWORD, 6, 1).play(A, STAY).play(B, Flee(to=ROOM + 1))
    assert scene.one(Fled) == Fled(seat=B, to=ROOM + 1)
    assert (scene.table.turn, scene.table.points, scene.table.phase) == (A, 1, "act")


def test_l8_if_both_flee_only_the_defender_leaves():
    scene = (
        combat_scene()
        .fight(SWORD, SWORD, 6, 1)
        .play(A, Flee(to=ROOM - 1))
        .play(B, Flee(to=ROOM + 1))
    )
    assert (scene.spy(A).place, scene.spy(B).place) == (ROOM, ROOM + 1)


def test_l8_staying_or_fleeing_is_secret_until_both_have_chosen():
    scene = combat_scene().fight(SWORD, SWORD, 6, 1).play(A, Flee(to=ROOM - 1))
    assert scene.heard(B) == ()


def test_l8_fleeing_into_an_occupied_room_starts_a_new_combat():
    scene = (
        combat_scene()
        .police(ROOM + 1)
        .fight(SWORD, SWORD, 6, 1)
        .play(A, STAY)
        .play(B, Flee(to=ROOM + 1))
    )
    assert (scene.table.combat.spies, scene.table.combat.cop) == ((B,), 0)


def test_flight_is_limited_to_adjacent_rooms():
    scene = combat_scene().fight(SWORD, SWORD, 6, 1)
    assert "you cannot flee to room 4 on floor 5" in scene.refuses(A, Flee(to=23))


def test_l17_flight_into_an_entrance_is_refused():
    scene = Scene().put(A, 1).put(B, 0).play(A, Go(to=0)).fight(SWORD, SWORD, 6, 1)
    assert "you cannot flee to the left entrance" in scene.refuses(B, Flee(to=LEFT_ENTRANCE))


def test_l19_defender_must_flee_after_three_exchanges_without_damage():
    scene = combat_scene(
        {"weapon": "green", "defence": "black"}, {"weapon": "black", "defence": "green"}
    )
    for _ in (1, 2):
        scene.fight(EQUIPMENT, EQUIPMENT).play(A, STAY).play(B, STAY)
    scene.fight(EQUIPMENT, EQUIPMENT)
    assert scene.one(MustFlee) == MustFlee(seat=B)
    assert scene.to_act == (B,)
    assert (
        scene.refuses(B, STAY)
        == "After three exchanges without damage, you have to flee. Choose where to go."
    )
    scene.play(B, Flee(to=ROOM + 1))
    assert scene.table.combat is None


def test_l19_damage_restarts_the_count_of_exchanges():
    scene = combat_scene(
        {"weapon": "green", "defence": "black"}, {"weapon": "black", "defence": "green"}
    )
    for _ in (1, 2):
        scene.fight(EQUIPMENT, EQUIPMENT).play(A, STAY).play(B, STAY)
    scene.fight(SWORD, SWORD, 6, 1)
    assert scene.table.combat.dull == 0


# --- death and return -----------------------------------------------------------------------------


def scene_after_death(**facts) -> Scene:
    """Return a scene in which B dies in A's turn."""
    return combat_scene({}, {"health": 1, **facts}).fight(SWORD, SWORD, 6, 1)


def test_l12_dying_spy_drops_pieces_and_weapon_but_keeps_defence_and_arsenal():
    scene = (
        Scene()
        .give(B, 1, 25)
        .put(A, ROOM - 1)
        .put(B, ROOM, health=1, weapon="black", defence="white", weapons=("green",))
    )
    scene.play(A, Go(to=ROOM)).fight(SWORD, SWORD, 6, 1)
    assert scene.one(Died) == Died(seat=B, room=ROOM, lives=2, weapon="black", pieces=(1, 25))
    assert (scene.table.rooms[ROOM].weapons, scene.table.rooms[ROOM].pieces) == (
        ("black",),
        (1, 25),
    )
    assert (
        scene.own(B).defence,
        scene.own(B).weapons,
        scene.own(B).weapon,
        scene.own(B).pieces,
    ) == ("white", ("green",), "", ())
    assert scene.spy(B).claims == ()


def test_l7_l12_markers_of_hidden_pieces_stay_with_the_dead_spy():
    scene = Scene().give(B, 1, 25).put(B, pieces=(25,), health=1, place=ROOM).put(A, ROOM - 1)
    scene.play(A, Go(to=ROOM)).fight(SWORD, SWORD, 6, 1)
    assert scene.spy(B).claims == (1,)


@pytest.mark.parametrize("entrance", [LEFT_ENTRANCE, RIGHT_ENTRANCE])
def test_l12_dead_spy_chooses_an_entrance_and_returns_with_8_health(entrance):
    scene = scene_after_death()
    assert (scene.spy(B).place, scene.to_act) == (NOWHERE, (B,))
    assert scene.refuses(B, Return(to=ROOM)) == "Return at one of the two entrances."
    scene.play(B, Return(to=entrance))
    assert (scene.spy(B).place, scene.spy(B).health, scene.spy(B).lives) == (entrance, 8, 2)
    assert (scene.table.turn, scene.table.points) == (A, 1), "the mover keeps its unspent points"


def test_l12_spy_killed_in_its_own_turn_loses_its_remaining_points():
    scene = combat_scene({"health": 1}).fight(SWORD, SWORD, 1, 6).play(A, Return(to=LEFT_ENTRANCE))
    assert scene.table.turn == B


def test_l12_third_death_loses():
    scene = scene_after_death(lives=1)
    assert (scene.outcome.winners, scene.outcome.ending, scene.to_act) == ((A,), "killed", ())


def test_l8_both_spies_can_die_and_return():
    scene = combat_scene({"health": 1}, {"health": 1}).fight(SWORD, SWORD, 3, 3)
    assert scene.to_act == (A, B)
    scene.play(B, Return(to=RIGHT_ENTRANCE)).play(A, Return(to=LEFT_ENTRANCE))
    assert scene.table.turn == B


def test_l19_simultaneous_third_deaths_are_a_draw():
    scene = combat_scene({"health": 1, "lives": 1}, {"health": 1, "lives": 1}).fight(
        SWORD, SWORD, 3, 3
    )
    assert (scene.outcome.winners, scene.outcome.ending) == ((A, B), "both-killed")


def test_l19_flight_to_the_helipad_with_all_three_pieces_wins():
    scene = (
        Scene().give(B, 1, 13, 25).put(A, ROOF_LIFT - 1).put(B, ROOF_LIFT).play(A, Go(to=ROOF_LIFT))
    )
    scene.fight(SWORD, SWORD, 6, 1).play(A, STAY).play(B, Flee(to=HELIPAD))
    assert (scene.outcome.winners, scene.outcome.ending) == ((B,), "escaped")


def test_l19_l34_round_limit_is_a_shared_draw():
    scene = Scene(rounds=10).set(round=10)
    scene.play(A, Done()).play(B, Done())
    assert (scene.outcome.winners, scene.outcome.ending) == ((A, B), "round-limit")


# --- stale moves ----------------------------------------------------------------------------------


def test_stale_choice_in_combat_is_refused():
    scene = combat_scene().fight(SWORD, SWORD, 6, 1)
    assert scene.refuses(A, SWORD) == "The weapons have been shown. Choose whether to stay or flee."
    scene.play(A, STAY)
    assert scene.refuses(A, STAY) == "It is not your turn."
    scene.play(B, STAY)
    assert scene.refuses(A, STAY) == "Choose the weapon for this exchange: sword or equipment."


def test_choice_made_before_hearing_the_last_exchange_is_stale():

    match = Match.begin(LUNACY, LUNACY.setups()[0], seed_from("stale"))
    with pytest.raises(Stale):
        match.submit(
            match.to_act[0], LUNACY.legal_moves(match.view(match.to_act[0]))[0], heard_count=0
        )
    assert not LUNACY.stands_when_stale(Wield(use="sword"))


def test_other_moves_are_refused_during_a_combat():
    scene = combat_scene()
    assert (
        scene.refuses(A, Go(to=ROOM + 1))
        == "Choose the weapon for this exchange: sword or equipment."
    )
    assert (
        scene.refuses(A, Change(weapon="", defence=""))
        == "Choose the weapon for this exchange: sword or equipment."
    )
