"""Squares per turn, diagonals, doors, fences, blocked steps and leaving the map (P4, P16)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.call import Fighter
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP, square_at
from ambush.rules.maps import MAPS
from ambush.rules.numbers import NUMBERS
from ambush.rules.outcome import ambush_result
from ambush.rules.placing import placings
from ambush.rules.routes import Routes
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Fire, Over, Stepped, View
from engine.dice import SeededDice, seed_from
from engine.game import Refusal
from engine.match import submit
from tests.siege import examples

from .scene import ADA, BEA, RIFLE, STAY, Turn, fighter, ground_with, plan, standoff


def refusal_sentence(state, words, action=None):
    with pytest.raises(Refusal) as refusal:
        AMBUSH.check(AMBUSH.view(state, ADA), plan(words, action))
    return refusal.value.sentence


def ada_square(words, state=None, two=STAY):
    return Turn(state or standoff(), plan(words), two).ada.man.at


def test_p4_fighter_moves_five_squares_a_turn_in_eight_directions():
    assert ada_square("n, e, s, w, n") == square_at(20, 19)
    assert ada_square("ne, se") == square_at(22, 20)
    assert ada_square("sw, nw") == square_at(18, 20)
    assert refusal_sentence(standoff(), "n n") == "Phase 1: you can take 1 step in this phase."


def test_p4_every_second_diagonal_step_of_a_turn_costs_two():
    assert ada_square("ne, ne, ne, n") == square_at(23, 16)
    assert (
        refusal_sentence(standoff(), "ne, ne, ne, ne")
        == "You can move 5 squares per turn, but this plan takes 6. Every second diagonal step "
        "counts as two."
    )
    assert (
        refusal_sentence(standoff(), "ne, n, ne, n, n")
        == "You can move 5 squares per turn, but this plan takes 6. Every second diagonal step "
        "counts as two."
    )


@pytest.mark.parametrize(
    ("level", "words", "squares"),
    [(1, "n n, n, n, n, n", 6), (2, "n n, n n, n, n, n", 7), (4, "n n, n n, n n, n n, n", 9)],
)
def test_p4_running_level_adds_squares_in_phases_one_to_four(level, words, squares):
    assert ada_square(words, standoff(fighter(0, running=level))) == square_at(20, 20 - squares)


@pytest.mark.parametrize(
    ("level", "words"),
    [(-4, "n n"), (0, "n n"), (1, "n, n n"), (4, "n, n, n, n, n n"), (9, "n, n, n, n, n n")],
)
def test_p4_second_square_is_limited_to_the_running_level_and_phases_one_to_four(level, words):
    assert "you can take 1 step in this phase" in refusal_sentence(
        standoff(fighter(0, running=level)), words
    )


def test_p4_running_below_base_counts_as_base():
    assert ada_square("n, n, n, n, n", standoff(fighter(0, running=-4))) == square_at(20, 15)


def test_p16_p26_second_square_in_a_phase_forbids_fire_that_turn():
    sentence = refusal_sentence(standoff(fighter(0, "rifle", running=1)), "n n", RIFLE)
    assert (
        sentence
        == "If you take two steps in a phase, you cannot fire, reload or throw in that turn."
    )


def test_p4_p25_crouching_and_standing_up_take_a_phase_without_steps():
    assert Turn(standoff(), plan("crouch")).ada.man.crouched
    assert ada_square("crouch, stand, n") == square_at(20, 19)
    assert (
        refusal_sentence(standoff(), "crouch, n") == "Phase 2: stand up first. That takes a phase."
    )
    assert refusal_sentence(standoff(), "stand") == "Phase 1: you are already standing."
    assert refusal_sentence(standoff(), "crouch, crouch") == "Phase 2: you are already crouching."
    assert (
        refusal_sentence(standoff(), "crouch stand")
        == "Phase 1: standing up or crouching takes the whole phase."
    )
    assert (
        refusal_sentence(standoff(fighter(0, running=1)), "n crouch")
        == "Phase 1: you cannot step and change your posture in the same phase."
    )


@pytest.mark.parametrize(("letter", "word"), [("+", "door"), ("f", "fence")])
def test_p4_door_or_fence_takes_a_whole_phase(letter, word):
    runner = fighter(0, running=2)
    state = standoff(runner, ground=ground_with((letter, 20, 18)))
    assert ada_square("n, n, n", state) == square_at(20, 17)
    assert (
        refusal_sentence(state, "n n")
        == f"Phase 1: a {word} takes the whole phase. Take only that step."
    )


@pytest.mark.parametrize("letter", "#Vpt")
def test_p4_fighters_cannot_walk_through_solid_squares(letter):
    assert (
        refusal_sentence(standoff(ground=ground_with((letter, 20, 19))), "n")
        == "Phase 1: you cannot step there because something solid is in the way."
    )


@pytest.mark.parametrize(
    ("letter", "open_way"), [("#", False), ("V", False), ("p", True), ("t", True)]
)
def test_p4_diagonal_step_past_a_wall_or_vehicle_corner_is_blocked(letter, open_way):
    state = standoff(ground=ground_with((letter, 20, 19)))
    if open_way:
        assert ada_square("ne", state) == square_at(21, 19)
    else:
        assert "something solid" in refusal_sentence(state, "ne")


def test_p4_step_blocked_by_the_enemy_is_lost_but_paid():
    state = standoff(here=(20, 20), there=(20, 21))
    turn = Turn(state, plan("s, w, s"))
    assert turn.ada.man.at == square_at(19, 21)
    assert [event.lost for event in turn.heard(ADA, Stepped)] == [1, 0, 0]
    assert [event.paced for event in turn.heard(ADA, Stepped)] == [1, 2, 3]


def test_p3_ambusher_moves_first_in_every_phase():
    state = standoff(here=(20, 20), there=(20, 22))
    turn = Turn(state, plan("s"), plan("n"))
    assert [own.man.at for own in turn.state.own] == [square_at(20, 21), square_at(20, 22)]


def test_p4_leaving_the_map_escapes_and_ends_the_duel():
    turn = Turn(
        standoff(here=(20, 1), there=(20, 20)),
        plan("n, n"),
        plan(action=Fire(weapon="rifle", phase=3)),
    )
    assert turn.ada.man.at == OFF_MAP
    assert turn.heard(BEA, Over) == [Over(ending="edge", turn=1, phase=2)]
    assert AMBUSH.to_act(turn.state) == ()
    assert ambush_result(turn.state).ambusher == Fighter(left="edge")
    assert (
        refusal_sentence(standoff(here=(20, 0)), "n, n")
        == "Phase 2: you have left the map by then. Plan nothing more."
    )


@examples(30)
@given(st.integers(0, 4), st.text(max_size=6))
def test_p1_random_duels_never_stack_counters_or_put_them_in_walls(number, words):
    setup = AMBUSH.setups()[number]
    dice, ply = SeededDice(seed_from(words), 0, "chooser"), 0
    state, _ = AMBUSH.start(setup, SeededDice(seed_from(words), 0))
    land = terrain_of(state.table.ground)
    while acting := AMBUSH.to_act(state):
        ply += 1
        view: View = AMBUSH.view(state, acting[0])
        state, _ = submit(
            AMBUSH,
            state,
            seat=acting[0],
            move=AMBUSH.propose(view, dice),
            dice=SeededDice(seed_from(words), ply),
        )
        squares = [own.man.at for own in state.own if own.man.at != OFF_MAP]
        assert len({*squares}) == len(squares)
        assert not any(land.solid[square] for square in squares)


@pytest.mark.parametrize("key", sorted(MAPS))
def test_p4_nearest_square_search_agrees_with_full_reachability(key):
    terrain, start = terrain_of(key), next(place.ambusher for place in placings(key, NUMBERS))
    known = Routes(terrain, start, limit=14)
    for cost in sorted(set(known.cost.values())):
        fits = {square for square in known.cost if known.cost[square] == cost}
        found = Routes(terrain, start, limit=14, is_goal=fits.__contains__)
        assert found.nearest == min(fits)
        assert found.directions_to(min(fits)) == known.directions_to(min(fits))
    assert Routes(terrain, start, limit=14, is_goal=lambda _: False).nearest == OFF_MAP
