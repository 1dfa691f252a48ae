"""The police in all three ranks (rulebook; L9 to L11, L15, L16, L18)."""

from __future__ import annotations

import pytest

from minigames.lunacy.rules.events import (
    CopCame,
    CopHealed,
    CopKilled,
    CopMoved,
    CopsCombined,
    Died,
    PoliceExchanged,
)
from minigames.lunacy.rules.laboratory import LEFT_ENTRANCE, NOWHERE, RIGHT_ENTRANCE, room
from minigames.lunacy.rules.values import Done, Flee, Go, Return
from tests.minigames.lunacy.scene import EQUIPMENT, STAY, SWORD, A, B, Scene

ROOM = 7
DEPUTY, SHERIFF, SWAT = 0, 1, 2


def cop_combat(rank: int, **facts) -> Scene:
    """Return a scene in which A meets a cop of that rank. The others are far away."""
    places = [room(5, 5)] * rank + [ROOM]
    return Scene().put(A, ROOM - 1, **facts).police(*places).play(A, Go(to=ROOM))


# --- arrival --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("found", "ranks"), [((1,), 1), ((1, 13), 2), ((1, 13, 25), 3)])
def test_one_rank_of_police_arrives_at_a_random_entrance_for_each_piece_found(found, ranks):
    scene = Scene().give(A, *found).put(A, ROOM).put(B, 20).set(turn=B, points=1)
    scene.play(B, Done(), *([2] * ranks))
    assert [cop.place for cop in scene.table.cops] == [RIGHT_ENTRANCE] * ranks
    assert scene.all(CopMoved) == [], "new arrivals move from the next round"


def test_no_police_arrive_without_a_find():
    assert Scene().police_turn().table.cops == ()


# --- combat ---------------------------------------------------------------------------------------


def test_l9_deputy_deals_1_without_a_die_and_dies_of_one_damage():
    scene = cop_combat(DEPUTY).play(A, SWORD)
    blow = scene.one(PoliceExchanged)
    assert (blow.face, blow.blow.damage, scene.spy(A).health) == (0, 1, 7)
    assert scene.one(CopKilled).cop == DEPUTY
    assert (scene.cop(DEPUTY).place, scene.table.points) == (NOWHERE, 1)


@pytest.mark.parametrize(("face", "damage"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_l9_sheriff_deals_1_on_1_to_3_and_2_on_4_to_6(face, damage):
    scene = cop_combat(SHERIFF).play(A, SWORD, face)
    assert scene.spy(A).health == 8 - damage
    assert scene.cop(SHERIFF).hurt == 1


@pytest.mark.parametrize(("face", "damage"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_l9_swat_deals_1_to_3_by_the_die(face, damage):
    scene = cop_combat(SWAT).play(A, SWORD, face)
    assert scene.spy(A).health == 8 - damage


def test_l9_equipment_deals_2_to_police_regardless_of_defence():
    scene = cop_combat(SHERIFF, weapon="green", defence="black").play(A, EQUIPMENT, 6)
    assert scene.one(CopKilled).cop == SHERIFF
    assert scene.spy(A).health == 6


def test_l25_combat_with_police_reveals_only_sword_or_equipment():
    scene = cop_combat(SHERIFF, weapon="green", defence="black").play(A, EQUIPMENT, 6)
    blow = scene.one(PoliceExchanged, B).blow
    assert (blow.use, blow.weapon, blow.defence) == ("equipment", None, None)


def test_swat_takes_two_exchanges_and_heals_when_the_spy_breaks_off():
    scene = cop_combat(SWAT, weapon="green").play(A, EQUIPMENT, 1)
    assert scene.cop(SWAT).hurt == 2
    scene.play(A, Flee(to=ROOM + 1))
    assert scene.one(CopHealed).cop == SWAT
    assert scene.cop(SWAT).hurt == 0


def test_police_never_flee_and_the_spy_can_continue():
    scene = (
        cop_combat(SWAT, weapon="green").play(A, EQUIPMENT, 1).play(A, STAY).play(A, EQUIPMENT, 1)
    )
    assert scene.one(CopKilled).cop == SWAT


def test_l9_killed_cop_returns_at_a_random_entrance_next_round():
    scene = cop_combat(DEPUTY).play(A, SWORD).give(B, 1)
    scene.play(A, Done()).play(B, Done())
    assert scene.cop(DEPUTY).place == NOWHERE
    scene.play(A, Done()).play(B, Done(), 1)
    assert scene.one(CopCame) == CopCame(cop=DEPUTY, to=LEFT_ENTRANCE)


def test_cop_who_kills_a_spy_takes_the_pieces_and_heals():
    scene = (
        Scene()
        .give(A, 1, 25)
        .put(A, ROOM - 1, health=1)
        .police(room(5, 5), ROOM)
        .play(A, Go(to=ROOM))
        .play(A, SWORD, 1)
    )
    assert scene.one(Died) == Died(
        seat=A, room=ROOM, lives=2, weapon="", pieces=(1, 25), cop=SHERIFF
    )
    assert (scene.cop(SHERIFF).pieces, scene.cop(SHERIFF).hurt, scene.table.rooms[ROOM].pieces) == (
        (1, 25),
        0,
        (),
    )
    assert scene.spy(A).claims == ()


def test_l16_all_pieces_lie_in_the_room_if_spy_and_cop_die_together():
    scene = Scene().give(A, 1).put(A, ROOM - 1, health=1).police(ROOM).carrying(DEPUTY, 25)
    scene.play(A, Go(to=ROOM)).play(A, SWORD)
    assert scene.table.rooms[ROOM].pieces == (1, 25)
    assert scene.cop(DEPUTY).pieces == ()


def test_l16_killed_cop_drops_its_pieces_openly():
    scene = (
        Scene()
        .put(A, ROOM - 1)
        .police(ROOM)
        .carrying(DEPUTY, 25)
        .play(A, Go(to=ROOM))
        .play(A, SWORD)
    )
    assert scene.table.rooms[ROOM].pieces == (25,)


def test_l18_several_cops_are_fought_one_at_a_time_from_the_largest():
    scene = Scene().put(A, ROOM - 1, weapon="green").police(ROOM, ROOM).play(A, Go(to=ROOM))
    assert scene.table.combat.cop == SHERIFF
    scene.play(A, EQUIPMENT, 1)
    assert scene.table.combat.cop == DEPUTY


def test_l18_fleeing_ends_the_combat_with_all_of_them():
    scene = (
        Scene()
        .put(A, ROOM - 1)
        .police(ROOM, ROOM)
        .play(A, Go(to=ROOM))
        .play(A, SWORD, 1)
        .play(A, Flee(to=ROOM + 1))
    )
    assert scene.table.combat is None


# --- moving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "steps"), [(DEPUTY, 1), (SHERIFF, 2), (SWAT, 3)])
def test_police_ranks_move_1_2_and_3_squares(rank, steps):
    scene = (
        Scene()
        .give(A, 1, 13, 25)
        .put(A, room(5, 1))
        .put(B, room(3, 5))
        .police(*[LEFT_ENTRANCE] * (rank + 1))
    )
    scene.police_turn(*[1] * (SWAT - rank))
    moved = {event.cop: event.path for event in scene.all(CopMoved)}
    assert moved[rank] == tuple([room(column, 1) for column in range(1, steps + 1)])


def test_l10_police_chase_the_nearest_marked_spy_even_if_it_bluffs():
    scene = (
        Scene()
        .give(A, 1)
        .put(A, room(1, 5), pieces=())
        .put(B, room(2, 3))
        .police(room(1, 3))
        .police_turn()
    )
    assert scene.cop(DEPUTY).place == room(1, 4)


def test_police_chase_the_nearest_spy_if_nobody_has_a_marker():
    scene = Scene().put(A, room(5, 5)).put(B, room(3, 3)).police(room(1, 3)).police_turn()
    assert scene.cop(DEPUTY).place == room(2, 3)


def test_l10_distance_counts_elevators_and_dice_break_ties():
    scene = Scene().put(A, room(5, 5)).put(B, room(3, 2)).police(room(3, 1))
    scene.police_turn(2)
    assert scene.cop(DEPUTY).place == room(4, 1)


def test_l10_police_act_in_order_of_rank():
    scene = (
        Scene()
        .put(A, room(3, 5))
        .put(B, room(3, 5))
        .police(LEFT_ENTRANCE, RIGHT_ENTRANCE, LEFT_ENTRANCE)
    )
    scene.put(B, room(4, 5)).police_turn()
    assert [event.cop for event in scene.all(CopMoved)] == [DEPUTY, SHERIFF, SWAT]


def test_cop_who_catches_a_spy_fights_and_stops_moving():
    scene = (
        Scene()
        .put(A, ROOM)
        .put(B, room(5, 5))
        .police(LEFT_ENTRANCE, LEFT_ENTRANCE, ROOM - 1)
        .police_turn()
    )
    while scene.table.combat is None:
        scene.play(scene.to_act[0], Done())
    assert (scene.table.combat.cop, scene.cop(SWAT).place, scene.to_act) == (SWAT, ROOM, (A,))


def test_other_police_move_on_after_a_combat_in_their_turn():
    scene = Scene().put(A, ROOM).put(B, room(5, 5)).police(ROOM - 1, room(1, 2)).police_turn()
    assert scene.table.combat.cop == DEPUTY
    scene.play(A, SWORD)
    assert scene.table.combat.cop == SHERIFF


def test_l4_l32_cop_does_not_catch_spies_at_an_entrance_but_waits_there():
    scene = Scene().put(B, room(5, 5)).police(room(1, 1)).police_turn()
    assert (scene.cop(DEPUTY).place, scene.table.combat) == (LEFT_ENTRANCE, None)


# --- carrying the Thingamajig ---------------------------------------------------------------------


def scene_with_carriers(
    *carriers: tuple[int, tuple[int, ...]], places: tuple[int, ...], **spies
) -> Scene:
    scene = (
        Scene()
        .put(A, spies.get("a", room(3, 5)))
        .put(B, spies.get("b", room(4, 5)))
        .police(*places)
    )
    for rank, pieces in carriers:
        scene.carrying(rank, *pieces)
    return scene


def test_police_who_hold_all_three_pieces_meet_and_the_larger_carries_them_on():
    scene = scene_with_carriers(
        (DEPUTY, (1,)), (SHERIFF, (13, 25)), places=(room(1, 1), room(2, 1))
    ).police_turn(1)
    assert scene.one(CopsCombined) == CopsCombined(cop=SHERIFF, giver=DEPUTY, pieces=(1, 13, 25))
    assert (scene.cop(DEPUTY).pieces, scene.cop(SHERIFF).pieces) == ((), (1, 13, 25))


def test_l31_police_in_one_room_who_get_all_three_pieces_combine_immediately():
    scene = scene_with_carriers(
        (DEPUTY, (1,)), (SHERIFF, (13, 25)), places=(ROOM, ROOM)
    ).police_turn(1, 1)
    assert scene.one(CopsCombined).cop == SHERIFF
    assert scene.cop(DEPUTY).place == ROOM


def test_l11_l31_police_who_combine_at_an_entrance_win():
    scene = scene_with_carriers(
        (DEPUTY, (1,)), (SHERIFF, (13, 25)), places=(LEFT_ENTRANCE, LEFT_ENTRANCE)
    ).police_turn()
    assert scene.outcome.ending == "police"


def test_police_without_all_three_pieces_do_not_combine():
    scene = scene_with_carriers(
        (DEPUTY, (1,)), (SHERIFF, (13,)), places=(room(3, 4), room(3, 4)), a=room(2, 4)
    ).police_turn()
    assert scene.all(CopsCombined) == []


def test_l18_police_without_a_piece_chase_spies_until_the_pieces_are_combined():
    scene = scene_with_carriers(
        (SHERIFF, (1,)), (SWAT, (13, 25)), places=(room(1, 4), room(1, 1), room(5, 1)), a=room(1, 5)
    ).police_turn()
    assert scene.table.combat.cop == DEPUTY


def test_l11_l34_cop_with_all_three_pieces_at_an_entrance_wins_against_both_spies():
    scene = scene_with_carriers(
        (SWAT, (1, 13, 25)), places=(LEFT_ENTRANCE, LEFT_ENTRANCE, room(1, 1))
    ).police_turn()
    assert (scene.outcome.winners, scene.outcome.ending) == ((), "police")


def test_l15_step_with_all_three_pieces_costs_2_and_an_elevator_1():
    scene = scene_with_carriers(
        (SWAT, (1, 13, 25)), places=(LEFT_ENTRANCE, LEFT_ENTRANCE, room(2, 2))
    ).police_turn()
    assert scene.cop(SWAT).place == room(1, 1)
    assert [event.path for event in scene.all(CopMoved) if event.cop == SWAT] == [
        (room(1, 2), room(1, 1))
    ]


def test_l15_only_the_deputy_saves_a_point_and_moves_every_second_turn():
    scene = scene_with_carriers((DEPUTY, (1, 13, 25)), places=(room(2, 1),))
    scene.set(turn=B, points=1).play(B, Done(), 1, 1)
    assert (scene.cop(DEPUTY).place, scene.cop(DEPUTY).saved) == (room(2, 1), 1)
    scene.play(A, Done()).play(B, Done())
    assert (scene.cop(DEPUTY).place, scene.cop(DEPUTY).saved) == (room(1, 1), 0)


def test_l15_swat_saves_no_point():
    scene = scene_with_carriers(
        (SWAT, (1, 13, 25)), places=(LEFT_ENTRANCE, LEFT_ENTRANCE, room(3, 1))
    ).police_turn(1)
    assert (scene.cop(SWAT).place, scene.cop(SWAT).saved) == (room(2, 1), 0)


def test_l18_all_police_head_for_the_nearest_exit_after_combining():
    scene = scene_with_carriers(
        (SHERIFF, (1, 13, 25)), places=(room(1, 2), room(3, 3)), a=room(1, 3)
    ).police_turn(1, 1)
    assert scene.cop(DEPUTY).place == room(1, 1)


def test_spy_killed_by_the_police_returns_and_the_police_go_on():
    scene = (
        Scene()
        .put(A, ROOM, health=1, lives=2)
        .put(B, room(5, 5))
        .police(ROOM - 1, LEFT_ENTRANCE)
        .police_turn()
        .play(A, SWORD)
    )
    scene.play(A, Return(to=RIGHT_ENTRANCE))
    assert (scene.table.turn, scene.table.round) == (A, 2)
