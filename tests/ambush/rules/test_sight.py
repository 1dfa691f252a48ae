"""Exact and symmetric lines of sight, obstacles and cover (P5)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ambush.rules.fighting import are_in_sight, smoky_squares
from ambush.rules.ground import SIDE, SQUARES, square_at, squared_distance
from ambush.rules.maps import MAPS
from ambush.rules.terrain import STEPS, crossed_squares, terrain_of
from ambush.rules.values import Cloud, Man

from .scene import ADA, BEA, draw_terrain, fighter, ground_with, standoff

squares = st.integers(0, SQUARES - 1)
keys = st.sampled_from([*MAPS])


@given(squares, squares)
def test_p5_line_of_sight_crosses_the_same_squares_both_ways(one, other):
    there = {frozenset(each) for each in crossed_squares(one, other)} | {frozenset((one,))}
    back = {frozenset(each) for each in crossed_squares(other, one)} | {frozenset((other,))}
    assert there == back


@given(squares, squares)
def test_p5_line_of_sight_crosses_touching_squares_and_ends_at_the_target(one, other):
    (ox, oy), (tx, ty) = (one % SIDE, one // SIDE), (other % SIDE, other // SIDE)
    seen = [each[0] for each in crossed_squares(one, other) if len(each) == 1]
    if one != other:
        assert seen[-1] == other
    for square in seen:
        x, y = square % SIDE, square // SIDE
        # the distance of a centre from the line is less than half a diagonal, in whole numbers
        off = abs((tx - ox) * (y - oy) - (ty - oy) * (x - ox))
        assert 2 * off < abs(tx - ox) + abs(ty - oy) or one == other


@given(keys, squares, squares)
def test_p5_sight_is_symmetric_on_every_map(key, one, other):
    land = terrain_of(key)
    assert (land._find_line(one, other) is None) == (land._find_line(other, one) is None)
    assert land.line_of_sight(one, other) == land.line_of_sight(other, one)


@given(keys, squares, squares, st.booleans(), st.booleans(), st.lists(squares, max_size=2))
def test_p5_mutual_sight_does_not_depend_on_posture_or_smoke(
    key, one, other, low, crouched, bursts
):
    land = terrain_of(key)
    smoke = smoky_squares(
        tuple([Cloud(kind="smoke", at=burst, until=9, by=ADA) for burst in bursts]), land
    )
    who = fighter(0)
    first, second = Man(who=who, at=one, crouched=low), Man(who=who, at=other, crouched=crouched)
    assert are_in_sight(land, smoke, first, second) == are_in_sight(land, smoke, second, first)


@given(keys, squares, st.integers(0, 7))
def test_p4_no_step_passes_a_wall_or_its_corner(key, square, way):
    land = terrain_of(key)
    there = land.steps[square * 8 + way]
    if there >= 0:
        dx, dy = STEPS[way]
        assert not land.solid[there]
        assert squared_distance(square, there) == dx * dx + dy * dy
        if way % 2:
            assert not {land.letters[square + dx], land.letters[square + dy * SIDE]} & {"#", "V"}


def test_p5_walls_vehicles_and_doors_block_sight_but_fences_pumps_and_trees_do_not():
    for letter, clear in (
        ("#", False),
        ("V", False),
        ("+", False),
        ("f", True),
        ("p", True),
        ("t", True),
        ("=", True),
        (":", True),
    ):
        assert (
            draw_terrain((letter, 20, 30)).is_clear(square_at(20, 20), square_at(20, 40)) is clear
        )


def test_p20_fighter_in_a_doorway_can_see_and_be_seen_both_ways():
    land = draw_terrain(("+", 20, 30))
    assert land.is_clear(square_at(20, 30), square_at(20, 40)) and land.is_clear(
        square_at(20, 20), square_at(20, 30)
    )


def test_p5_corner_blocks_sight_only_if_both_adjacent_squares_do():
    line = (square_at(20, 20), square_at(24, 24))
    assert draw_terrain(("#", 22, 21)).is_clear(*line)
    assert draw_terrain(("#", 21, 22)).is_clear(*line)
    assert not draw_terrain(("#", 22, 21), ("#", 21, 22)).is_clear(*line)


def test_p5_cover_needs_an_obstacle_away_from_the_shooter():
    for letter in "fpt":
        land = draw_terrain((letter, 20, 30))
        line = land.line_of_sight(square_at(20, 20), square_at(20, 40))
        assert land.gives_cover(line, square_at(20, 20))
        assert not land.gives_cover(
            land.line_of_sight(square_at(20, 29), square_at(20, 40)), square_at(20, 29)
        ), "next to the shooter"
        assert land.gives_cover(
            land.line_of_sight(square_at(20, 29), square_at(20, 40)), square_at(20, 40)
        ), "from the other side"
    assert not draw_terrain().gives_cover(
        draw_terrain().line_of_sight(square_at(20, 20), square_at(20, 40)), square_at(20, 20)
    )


def test_p5_cover_at_a_corner_needs_obstacles_on_both_sides():
    ends = (square_at(20, 20), square_at(26, 26))
    for features, covered in (
        ((("t", 24, 23),), False),
        ((("t", 24, 23), ("t", 23, 24)), True),
        ((("t", 24, 23), ("#", 23, 24)), True),
    ):
        land = draw_terrain(*features)
        assert land.gives_cover(land.line_of_sight(*ends), ends[0]) is covered


def test_p5_crouching_behind_a_fence_or_pump_blocks_sight_but_a_tree_does_not():
    for letter, hidden in (("f", True), ("p", True), ("t", False)):
        state = standoff(ground=ground_with((letter, 20, 43)), crouched=(False, True))
        assert [own.mark.in_sight for own in state.own] == [not hidden] * 2
        assert standoff(ground=ground_with((letter, 20, 43))).own[ADA].mark.in_sight, (
            "standing behind it gives no cover"
        )
        assert (
            standoff(ground=ground_with((letter, 20, 40)), crouched=(False, True))
            .own[ADA]
            .mark.in_sight
        ), "not right behind it"


def test_p5_smoke_blocks_sight_except_between_neighbouring_squares():
    cloud = (Cloud(kind="smoke", at=square_at(20, 30), until=5, by=BEA),)
    for here, there, seen in (
        ((20, 20), (20, 40), False),
        ((20, 20), (20, 30), False),
        ((20, 30), (20, 20), False),
        ((20, 30), (21, 31), True),
        ((20, 20), (29, 20), True),
    ):
        state = standoff(here=here, there=there, clouds=cloud)
        assert [own.mark.in_sight for own in state.own] == [seen, seen]


def test_p21_smoke_does_not_pass_a_wall():
    land = draw_terrain(*[("#", x, 31) for x in range(14, 27)])
    assert square_at(20, 29) in land.burst_squares(square_at(20, 30), 16)
    assert square_at(20, 32) not in land.burst_squares(square_at(20, 30), 16)
