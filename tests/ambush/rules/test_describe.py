"""Facts for the text description: positions, distances, cover and visibility."""

from __future__ import annotations

from fractions import Fraction

from ambush.rules.describe import describe_view
from ambush.rules.game import AMBUSH
from ambush.rules.ground import square_at
from ambush.rules.values import Cloud, Sound
from engine.values import changed

from .scene import ADA, BEA, fighter, ground_with, standoff, start


def describe_for(state, seat=ADA):
    return describe_view(AMBUSH.view(state, seat))


def test_p27_facts_give_bearing_distance_and_visibility():
    facts = describe_for(standoff())
    assert (facts.title, facts.turn, facts.turns, facts.stage) == ("Drawn", 1, 30, "planning")
    position = facts.enemy.position
    assert (
        position.direction,
        position.squares,
        position.inches,
        position.column,
        position.row,
    ) == (
        "s",
        24,
        Fraction(6),
        21,
        45,
    )
    assert facts.enemy.in_sight and facts.own_facts.is_seen
    assert (facts.enemy.name, facts.enemy.weapon, facts.enemy.hurt) == ("Bea", "rifle", "")


def test_facts_describe_my_own_fighter():
    own = describe_for(standoff(fighter(0, "rifle", armour=3, running=2))).own_facts
    assert (own.column, own.row, own.standing_on, own.dp, own.armour) == (
        21,
        21,
        "open ground",
        3,
        3,
    )
    assert (
        own.squares_a_turn,
        own.squares_left,
        own.to_nearest_edge,
        own.steps_out,
        own.exit_direction,
    ) == (7, 7, 20, 21, "n")
    assert [
        (near.direction, near.content, near.is_open)
        for near in describe_for(
            standoff(ground=ground_with(("f", 20, 19), ("#", 21, 20)))
        ).own_facts.neighbours
    ][:3] == [("n", "fence", True), ("ne", "open ground", False), ("e", "wall", False)]
    assert describe_for(standoff(here=(20, 0))).own_facts.neighbours[0].content == "edge of the map"


def test_facts_give_cover_of_both_sides():
    facts = describe_for(standoff(ground=ground_with(("t", 20, 43))))
    assert (facts.enemy.cover, facts.enemy.our_cover) == (True, False)
    facts = describe_for(standoff(ground=ground_with(("t", 20, 43))), BEA)
    assert (facts.enemy.cover, facts.enemy.our_cover) == (False, True)


def test_facts_about_a_hidden_enemy_tell_the_last_sighting_but_not_cover():
    facts = describe_for(standoff(ground=ground_with(*[("#", x, 30) for x in range(48)])))
    assert not facts.enemy.in_sight and not facts.own_facts.is_seen
    assert (facts.enemy.last_turn, facts.enemy.last_phase, facts.enemy.cover) == (1, 1, None)


def test_facts_tell_sounds_fire_and_smoke():
    state = standoff(
        clouds=(
            Cloud(kind="gas", at=square_at(20, 22), until=4, by=BEA),
            Cloud(kind="fire", at=square_at(30, 20), until=2, by=ADA),
        )
    )
    heard = changed(state.own[ADA], sounds=(Sound(phase=2, way="ne"),))
    facts = describe_for(changed(state, own=(heard, state.own[BEA])))
    assert facts.sounds == (Sound(phase=2, way="ne"),)
    assert [
        (hazard.kind, hazard.turns, hazard.inside, hazard.position.direction)
        for hazard in facts.hazards
    ] == [("gas", 4, True, "s"), ("fire", 2, False, "e")]
    assert facts.own_facts.gassed


def test_spectators_and_unplaced_players_only_get_the_map():
    facts = describe_for(start(fighter(0), fighter(1), 3))
    assert (facts.own_facts, facts.enemy, facts.stage, facts.title) == (
        None,
        None,
        "placing",
        "Midville, section 3: Park",
    )
    facts = describe_for(standoff(), None)
    assert (facts.own_facts, facts.enemy, facts.sounds, facts.hazards) == (None, None, (), ())


def test_facts_tell_when_the_enemy_is_at_arms_length():
    assert describe_for(standoff(there=(21, 21))).enemy.at_arms_length
    assert not describe_for(standoff()).enemy.at_arms_length
