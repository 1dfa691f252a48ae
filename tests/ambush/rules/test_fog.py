"""What a player sees of the enemy and hears (P14)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ambush.rules.bearings import direction_to, inches_to, squares_to
from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at
from ambush.rules.terrain import terrain_of
from ambush.rules.values import EnemyAttacks, Fire, Mark, Noticed, ShotHeard, Sighted, Throw
from engine.codec import encode
from engine.values import changed

from .scene import ADA, BEA, HERE, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff

GAP = ground_with(*[("#", x, 30) for x in range(48) if x > 20])


def test_p14_p31_player_sees_place_posture_and_weapon_of_a_visible_enemy():
    turn = Turn(
        standoff(two=fighter(1, "knife", "smg")), STAY, plan("n, crouch", Fire(weapon="knife"))
    )
    assert turn.ada.mark == Mark(at=square_at(20, 43), in_sight=True, crouched=True, hand="knife")


def test_p14_view_hides_dp_armour_rounds_skills_and_other_gear_of_the_enemy():
    low, high = (
        fighter(1, "rifle"),
        fighter(1, "rifle", "smoke_grenade", armour=6, dp=7, handgunner=3, running=2),
    )
    one, two = [standoff(two=each) for each in (low, high)]
    used = changed(
        two.own[BEA], man=changed(two.own[BEA].man, hits=2, armour_lost=1, spent=low.kit.items)
    )
    two = changed(two, own=(two.own[ADA], used))
    assert encode(AMBUSH.view(one, ADA)) == encode(AMBUSH.view(two, ADA))


def test_p14_view_marks_a_wounded_enemy_as_hit():
    turn = Turn(standoff(two=fighter(1, armour=9)), plan(action=RIFLE), STAY, 6, 6)
    assert turn.ada.mark.hurt == "hit"


def test_p14_marker_of_a_hidden_enemy_stays_at_the_last_seen_square():
    turn = Turn(standoff(ground=GAP), STAY, plan("e, e, e, e, e", vanish=False))
    seen = [event.mark for event in turn.heard(ADA, Sighted)]
    assert not seen[-1].in_sight
    assert turn.ada.mark == seen[-1]
    assert turn.ada.mark.turn == 1 and turn.ada.mark.at != turn.bea.man.at
    assert turn.bea.man.at == square_at(25, 44)
    assert turn.heard(BEA, Noticed)[-1].seen is False


def test_p14_player_hears_only_of_enemy_steps_in_sight():
    turn = Turn(standoff(ground=GAP, there=(25, 44)), STAY, plan("w, w, w, w, w", vanish=False))
    land = terrain_of(GAP)
    way = [square_at(x, 44) for x in range(24, 19, -1)]
    open_to_her = [square for square in way if land.is_clear(square_at(*HERE), square)]
    assert 1 < len(open_to_her) < len(way), "the path leads out of cover"
    assert [event.mark.at for event in turn.heard(ADA, Sighted)] == open_to_her
    assert turn.ada.mark.at == open_to_her[-1]


def test_p14_movement_of_a_hidden_enemy_does_not_change_our_view():
    wall = ground_with(*[("#", x, 30) for x in range(48)])
    states = [
        Turn(standoff(ground=wall), STAY, plan(words, vanish=False)).state
        for words in ("", "e, e, e", "crouch", "n, w")
    ]
    assert len({encode(AMBUSH.view(state, ADA)) for state in states}) == 1


def test_p14_visible_enemies_are_seen_to_throw_and_fire():
    turn = Turn(
        standoff(two=fighter(1, "smoke_grenade")),
        STAY,
        plan(action=Throw(gear="smoke_grenade", at=square_at(20, 36))),
        6,
        6,
    )
    assert turn.heard(ADA, EnemyAttacks) == [EnemyAttacks(phase=1, weapon="smoke_grenade")]
    turn = Turn(standoff(), plan(action=RIFLE), STAY, 1, 1)
    assert (
        turn.heard(BEA, EnemyAttacks) == [EnemyAttacks(phase=1, weapon="rifle")]
        and turn.heard(BEA, ShotHeard) == []
    )


def test_p14_sounds_last_one_turn():
    state = standoff()
    blind = changed(
        state.own[1],
        man=changed(state.own[1].man, blind=1),
        mark=changed(state.own[1].mark, in_sight=False),
    )
    turn = Turn(
        changed(state, own=(changed(state.own[0], seen=False), blind)),
        plan(action=RIFLE),
        STAY,
        1,
        1,
    )
    assert turn.heard(BEA, ShotHeard)
    assert turn.bea.sounds == ()


def test_p14_spectators_see_only_map_clock_and_bursts():
    one, two = (
        standoff(),
        standoff(fighter(0, "smg"), fighter(1, "knife"), here=(5, 5), there=(30, 30)),
    )
    assert encode(AMBUSH.view(one, None)) == encode(AMBUSH.view(two, None))


@pytest.mark.parametrize(
    ("dx", "dy", "way"),
    [
        (0, -9, "n"),
        (4, -10, "n"),
        (5, -10, "ne"),
        (9, -9, "ne"),
        (10, -5, "ne"),
        (10, -4, "e"),
        (9, 9, "se"),
        (-1, 9, "s"),
        (-9, 8, "sw"),
        (-9, 0, "w"),
        (-9, -9, "nw"),
    ],
)
def test_p22_there_are_eight_directions(dx, dy, way):
    assert direction_to(square_at(20, 20), square_at(20 + dx, 20 + dy)) == way


def test_p1_four_squares_make_an_inch():
    assert (
        squares_to(square_at(20, 20), square_at(23, 24)),
        inches_to(square_at(20, 20), square_at(20, 34)),
    ) == (
        5,
        Fraction(7, 2),
    )
    assert squares_to(square_at(0, 0), square_at(1, 1)) == 1
