"""The rules that reward skill, one by one (P36 to P41)."""

from __future__ import annotations

import msgspec
import pytest

from ambush.doctrine import DOCTRINE, Doctrine
from ambush.rules.club_options import house_rule_problems
from ambush.rules.game import AMBUSH
from ambush.rules.ground import OFF_MAP, distance_to_edge, square_at
from ambush.rules.maps import MAPS
from ambush.rules.numbers import FORMER_NUMBERS, NUMBERS
from ambush.rules.odds import possible_attacks
from ambush.rules.placing import check_ground, numbers_for_map, placings, rated_placings
from ambush.rules.routes import steps_off_map
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Attacked, Fire, Place, Setup, Stepped
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import MapRow
from campaign.roster.rules.spies import Skills
from engine.codec import Codec
from engine.dice import ScriptedDice
from engine.match import submit
from engine.values import changed
from espionage.rules.files import Character
from espionage.rules.meeting import tactics
from espionage.rules.orders import Standing

from .scene import (
    ADA,
    BEA,
    Turn,
    fighter,
    ground_with,
    plan,
    sample_ambush,
    seeded_dice,
    standoff,
    start,
)


def rifle_shot(state, phase, moving=False):
    return next(
        each
        for each in possible_attacks(AMBUSH.view(state, ADA), phase=phase, target_moving=moving)
        if each.weapon == "rifle"
    )


# --- P36: the start -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", MAPS)
def test_p36_ambushed_starts_at_least_16_squares_from_every_edge_of_our_maps(key):
    assert numbers_for_map(key, NUMBERS) == NUMBERS
    found = [*placings(key, NUMBERS), *[stand.place for stand in rated_placings(key, NUMBERS)]]
    assert found and min(distance_to_edge(place.ambushed) for place in found) >= 16
    assert min(distance_to_edge(place.ambusher) for place in found) >= 8


def test_p36_small_map_places_the_ambushed_as_far_from_the_edge_as_possible():
    """Walls in the middle keep every square within 13 squares of an edge."""
    walls = ground_with(*[("#", x, y) for x in range(12, 36) for y in range(12, 36)])
    state = start(fighter(0, "rifle"), fighter(1), ground=walls)
    assert (state.table.numbers.prey_from_edge, state.table.numbers.from_edge) == (11, 8)
    place = DOCTRINE.choose(AMBUSH.view(state, ADA), ADA, seeded_dice("far"))
    assert distance_to_edge(place.ambushed) == 11
    AMBUSH.check(AMBUSH.view(state, ADA), place)


def test_p36_doctrine_places_the_ambushed_far_from_every_exit():
    for key in MAPS:
        state = AMBUSH.start(
            Setup(ambush=sample_ambush(fighter(0, "rifle"), fighter(1), 1), ground=key),
            seeded_dice("s"),
        )[0]
        land = terrain_of(key)
        all_ways = sorted(stand.prey_steps_out for stand in rated_placings(key, NUMBERS))
        chosen = [
            DOCTRINE.choose(AMBUSH.view(state, ADA), ADA, seeded_dice(f"place {number}"))
            for number in range(10)
        ]
        out = sorted(steps_off_map(land, place.ambushed) for place in chosen)
        assert out[5] > all_ways[len(all_ways) // 2]


# --- P37: hidden start ----------------------------------------------------------------------------


def start_hidden(numbers=NUMBERS):
    wall = ground_with(*[("#", x, 22) for x in range(47)])
    return start(fighter(0, "rifle"), fighter(1, "rifle"), ground=wall, numbers=numbers)


def test_p37_hidden_ambusher_sees_both_positions_and_the_ambushed_sees_none():
    place = Place(ambusher=square_at(20, 14), ambushed=square_at(20, 30))
    state, _ = submit(AMBUSH, start_hidden(), seat=ADA, move=place, dice=ScriptedDice())
    ada, bea = state.own
    assert (ada.mark.at, ada.mark.in_sight, ada.seen) == (square_at(20, 30), False, False)
    assert (bea.mark.at, bea.mark.hand, bea.seen, bea.spotted) == (OFF_MAP, "", False, False)
    with pytest.raises(Exception, match="in sight of each other"):
        submit(AMBUSH, start_hidden(FORMER_NUMBERS), seat=ADA, move=place, dice=ScriptedDice())


def test_p37_ambusher_who_starts_hidden_counts_as_moving_when_firing_in_turn_1():
    place = Place(ambusher=square_at(20, 10), ambushed=square_at(20, 30))
    state = start(fighter(0, "rifle"), fighter(1, "rifle"), ground=ground_with())
    state, _ = submit(AMBUSH, state, seat=ADA, move=place, dice=ScriptedDice())
    names = [part.name for part in rifle_shot(state, 5).parts]
    assert "not moving" not in names and "aimed" not in names
    theirs = [part.name for part in possible_attacks(AMBUSH.view(state, BEA))[0].parts]
    assert "target not moving" in theirs
    fires = Fire(weapon="rifle")
    turn = Turn(state, plan("", fires), plan("", fires), 1, 2, 1, 2)
    (ours,), (back,) = turn.heard(ADA, Attacked), turn.heard(BEA, Attacked)
    assert ours.need == rifle_shot(state, 1).need == 10
    assert "target not moving" in [part.name for part in back.parts]
    after = [part.name for part in rifle_shot(turn.state, 1).parts]
    assert "not moving" in after


# --- P38: a hit stops -----------------------------------------------------------------------------


def test_p38_hit_fighter_loses_the_remaining_steps_of_the_turn():
    state = standoff(two=fighter(1, armour=6), here=(20, 10), there=(20, 26))
    fires = plan("", Fire(weapon="rifle", phase=3))
    hit = Turn(state, fires, plan("s, s, s, s, s"), 6, 6)
    missed = Turn(state, fires, plan("s, s, s, s, s"), 1, 1)
    assert hit.bea.man.at == square_at(20, 28) and missed.bea.man.at == square_at(20, 31)
    assert [event.lost for event in hit.heard(BEA, Stepped)] == [0, 0, 1, 1, 1]
    assert Turn(hit.state, plan(), plan("s, s")).bea.man.at == square_at(20, 30)
    before = standoff(
        two=fighter(1, armour=6), here=(20, 10), there=(20, 26), numbers=FORMER_NUMBERS
    )
    assert Turn(before, fires, plan("s, s, s, s, s"), 6, 6).bea.man.at == square_at(20, 31)


# --- P39, P40: aimed fire and the lowest target number --------------------------------------------


def test_p39_shot_is_aimed_from_phase_three_if_the_firer_does_not_move():
    state = standoff(here=(20, 10), there=(20, 30))
    needs = [rifle_shot(state, phase, moving=True).need for phase in range(1, 6)]
    assert needs == [10, 10, 9, 8, 7]
    for phase, need in enumerate(needs, start=1):
        turn = Turn(state, plan("", Fire(weapon="rifle", phase=phase)), plan("e,w,e,w,e"), 1, 1)
        (shot,) = turn.heard(ADA, Attacked)
        assert shot.need == need
    walks = Turn(state, plan("e", Fire(weapon="rifle", phase=5)), plan(), 1, 1)
    assert "aimed" not in [part.name for part in walks.heard(ADA, Attacked)[0].parts]


def test_p40_no_shot_beyond_an_inch_needs_less_than_6():
    keen = fighter(0, "rifle", handgunner=4)
    far, near = standoff(keen, there=(20, 30)), standoff(keen, here=(20, 27), there=(20, 30))
    shot = rifle_shot(far, 5)
    assert shot.need == 6 == shot.to_hit - sum(part.value for part in shot.parts)
    assert "maximum chance" in [part.name for part in shot.parts]
    assert rifle_shot(near, 1).need < 6
    turn = Turn(far, plan("", Fire(weapon="rifle", phase=5)), plan(), 2, 3)
    assert not turn.heard(ADA, Attacked)[0].hit


# --- P41: doctrine --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "ambushing", "how"),
    [
        (0, True, "cautious"),
        (0, False, "flee_first"),
        (-4, True, "flee_first"),
        (3, False, "flee_first"),
    ],
)
def test_p41_default_doctrine_is_cautious_for_trained_ambushers_else_flee_first(
    level, ambushing, how
):
    who = Character(id="x", name="X", skills=Skills(handgunner=level))
    assert tactics(Standing(), who, ambushing=ambushing) == how
    assert tactics(Standing(doctrine="cautious"), who, ambushing=ambushing) == "cautious"


def test_p41_cautious_ambusher_follows_an_enemy_out_of_sight():
    wall = ground_with(*[("#", x, 22) for x in range(47)])
    state = standoff(ground=wall, here=(20, 18), there=(20, 30))
    view = AMBUSH.view(state, ADA)
    assert Doctrine("cautious").choose(view, ADA, seeded_dice("follow")).phases
    assert not Doctrine("cautious", edition=0).choose(view, ADA, seeded_dice("follow")).phases


def test_record_without_the_new_numbers_uses_the_former_ones():
    """Fights under the former rules replay from their stored setups."""
    codec = Codec(AMBUSH)
    setup = Setup(ambush=sample_ambush(fighter(0), fighter(1), 1), numbers=FORMER_NUMBERS)
    new = {"prey_from_edge", "hidden_start", "springs", "aimed", "surest", "hit_stops"}
    raw = msgspec.to_builtins(setup)
    raw["numbers"] = {key: value for key, value in raw["numbers"].items() if key not in new}
    assert codec.setup.take(raw) == setup
    assert changed(setup, numbers=NUMBERS) != setup


def test_p36_club_map_without_open_interior_is_accepted():
    inside = ground_with(*[("#", x, y) for x in range(12, 36) for y in range(12, 36)])
    assert not placings(inside, NUMBERS)
    row = MapRow(place="truck_stop", title="Built up", squares="\n".join(inside.rows))
    assert not list(house_rule_problems(HouseRules(ambush_maps=(row,))))
    check_ground(inside)
