"""Laws of the arena's geometry (V8, V9, V27, V32 to V34, V65, V76)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoduel.rules.aiming import range_between
from autoduel.rules.arenas import ARENAS, FOUNDRY_FLOOR, Gate, Pylon, box
from autoduel.rules.geometry import (
    HEADINGS,
    box_meets_disc,
    boxes_overlap,
    corners,
    line_meets_disc,
    line_meets_polygon,
    quarter,
    turn_about_corner,
    vector,
)
from autoduel.rules.ground import ground_of
from autoduel.rules.manoeuvres import MANOEUVRES, inch_poses
from engine.values import changed
from tests.siege import examples

from .fairness import BadArena, check_arena

CAR, CYCLE = (500, 250), (250, 125)
poses = st.tuples(st.integers(0, 6000), st.integers(0, 6000), st.integers(0, 23))
sizes = st.sampled_from((CAR, CYCLE))


def rotate_pose(pose):
    """Return the pose after rotating the whole arena by 90°."""
    return (-pose[1], pose[0], (pose[2] + 6) % HEADINGS)


def mirror_pose(pose):
    """Return the pose mirrored at the x axis."""
    return (pose[0], -pose[1], -pose[2] % HEADINGS)


def test_v8_vectors_are_an_inch_long_and_exactly_symmetric():
    for heading in range(HEADINGS):
        x, y = vector(1000, heading)
        assert 998_000 <= x * x + y * y <= 1_002_000
        assert vector(1000, heading + 12) == (-x, -y)
        assert vector(1000, heading + 6) == (-y, x)
        assert vector(1000, -heading) == (x, -y)


@given(poses, sizes, poses, sizes)
@examples(200)
def test_v9_overlap_is_symmetric_under_swapping_rotation_and_reflection(
    one, size, other, other_size
):
    found = boxes_overlap(one, size, other, other_size)
    assert boxes_overlap(other, other_size, one, size) == found
    for change in (rotate_pose, mirror_pose):
        assert boxes_overlap(change(one), size, change(other), other_size) == found


def test_v9_touching_footprints_do_not_overlap():
    assert not boxes_overlap((0, 0, 0), CAR, (1000, 0, 0), CAR)
    assert boxes_overlap((0, 0, 0), CAR, (999, 0, 0), CAR)
    assert boxes_overlap((0, 0, 3), CAR, (0, 0, 9), CAR)
    assert not box_meets_disc((0, 0, 0), CAR, (0, 750), 500)
    assert box_meets_disc((0, 0, 0), CAR, (0, 749), 500)


@given(poses, poses)
@examples(200)
def test_v33_v34_range_and_line_of_fire_are_the_same_both_ways(one, other):
    wall = ((2000, 2000), (4000, 2000), (4000, 3000), (2000, 3000))
    start, end = one[:2], other[:2]
    assert range_between(one, other) == range_between(other, one)
    assert line_meets_polygon(start, end, wall) == line_meets_polygon(end, start, wall)
    assert line_meets_disc(start, end, (3000, 3000), 500) == line_meets_disc(
        end, start, (3000, 3000), 500
    )


def test_v32_diagonal_line_belongs_to_front_or_back():
    assert quarter((0, 0, 0), (1000, 1000)) == "front"
    assert quarter((0, 0, 0), (-1000, -1000)) == "back"
    assert quarter((0, 0, 0), (999, 1000)) == "left"
    assert quarter((0, 0, 0), (999, -1000)) == "right"


@given(poses, sizes, st.integers(1, 6), st.booleans(), st.booleans())
@examples(100)
def test_v24_turning_about_a_corner_keeps_that_corner_in_place(pose, size, steps, front, left):
    after = turn_about_corner(pose, size, steps, front=front, left=left)
    at = {(True, True): 0, (True, False): 1, (False, False): 2, (False, True): 3}[front, left]
    assert corners(after, size)[at] == corners(pose, size)[at]


@given(poses, st.sampled_from(sorted(MANOEUVRES)), sizes, st.booleans())
@examples(200)
def test_v27_no_corner_moves_more_than_300_mils_between_two_checks(pose, token, size, reverse):
    last = pose
    for each in inch_poses(pose, size, token, reverse=reverse):
        for (x, y), (u, v) in zip(corners(last, size), corners(each, size), strict=True):
            assert (x - u) ** 2 + (y - v) ** 2 <= 300**2
        last = each


@given(poses, st.sampled_from(sorted(MANOEUVRES)), sizes)
@examples(200)
def test_v76_manoeuvre_is_invariant_under_rotation_by_90_degrees(pose, token, size):
    assert [rotate_pose(each) for each in inch_poses(pose, size, token)] == inch_poses(
        rotate_pose(pose), size, token
    )


@given(poses, sizes, st.integers(15, 90))
@examples(100)
def test_v76_left_bend_mirrors_the_right_bend(pose, size, angle):
    angle -= angle % 15
    left = inch_poses(pose, size, f"L{angle}")
    assert [mirror_pose(each) for each in left] == inch_poses(mirror_pose(pose), size, f"R{angle}")


def test_v24_twenty_four_bends_of_15_degrees_restore_the_heading():
    pose = (10_000, 10_000, 0)
    for _ in range(24):
        pose = inch_poses(pose, CAR, "L15")[-1]
    assert pose[2] == 0
    assert abs(pose[0] - 10_000) <= 50 >= abs(pose[1] - 10_000)


@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_v65_every_gate_is_free_and_its_car_faces_inward(arena):
    ground = ground_of(arena)
    assert len(arena.gates) == 8
    for gate in arena.gates:
        assert not ground.overlaps(gate.pose, CAR)
        ahead = vector(4000, gate.heading)
        assert not ground.overlaps((gate.x + ahead[0], gate.y + ahead[1], gate.heading), CAR)
        back = vector(1600, gate.heading + 12)
        assert ground.overlaps((gate.x + back[0], gate.y + back[1], gate.heading), CAR)


@pytest.mark.parametrize("arena", ARENAS.values(), ids=lambda arena: arena.name)
def test_v65_every_built_in_arena_is_fair(arena):
    check_arena(arena)


def symmetric_walls(*walls):
    """Return the Foundry Floor's walls plus these, each repeated rotated by 180°."""
    turned = [tuple([(36_000 - x, 24_000 - y) for x, y in wall]) for wall in walls]
    return {"walls": (*FOUNDRY_FLOOR.walls, *walls, *turned)}


def make_gates(*rows):
    """Return gates at these poses."""
    return {"gates": tuple([Gate(x=x, y=y, heading=heading) for x, y, heading in rows])}


PYLON = (Pylon(x=1900, y=12_000, radius=500), Pylon(x=34_100, y=12_000, radius=500))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"walls": FOUNDRY_FLOOR.walls[:2]}, "walls are not symmetrical"),
        ({"pylons": FOUNDRY_FLOOR.pylons[:1]}, "pylons are not symmetrical"),
        (symmetric_walls(box(5000, 10_000, 5200, 12_000)), "wall is thinner than a quarter"),
        (
            symmetric_walls(((5000, 9000), (7000, 9000), (5000, 9200))),
            "wall is thinner than a quarter",
        ),
        (symmetric_walls(box(14_000, 11_000, 15_200, 13_000)), "two walls is narrower than 1½"),
        (symmetric_walls(box(9600, 7800, 11_000, 8800)), "pylon and a wall is narrower"),
        ({"pylons": PYLON}, "pylon and the border is narrower"),
        (make_gates((1500, 6000, 0), (1500, 9000, 0)), "less than 6 inches"),
        (make_gates((18_000, 12_000, 0)), "blocked by an obstacle"),
        (make_gates((1500, 12_000, 12)), "facing inward"),
        (make_gates((2500, 12_000, 0)), "an inch inside"),
        (symmetric_walls(box(4200, 0, 4700, 24_000)), "cannot be reached"),
    ],
)
def test_v65_unfair_arena_is_refused_with_a_reason(change, sentence):
    with pytest.raises(BadArena, match=sentence):
        check_arena(changed(FOUNDRY_FLOOR, **change))


def test_v65_touching_walls_leave_no_gap():
    check_arena(
        changed(
            FOUNDRY_FLOOR,
            **symmetric_walls(box(5000, 9500, 6000, 11_000), box(6000, 9500, 7000, 10_000)),
        )
    )


BLOCK = ((10_000, 10_000), (16_000, 10_000), (16_000, 16_000), (10_000, 16_000))


@pytest.mark.parametrize(
    ("pose", "along"),
    [
        pytest.param((16_200, 13_000, 15), 6, id="beside it"),
        pytest.param((16_200, 16_100, 15), 6, id="farther out on the right"),
        pytest.param((16_100, 16_200, 15), 12, id="farther out on top"),
        pytest.param((16_100, 16_100, 14), 12, id="at the corner, nearer along the top"),
        pytest.param((16_100, 16_100, 16), 6, id="at the corner, nearer along the right"),
        pytest.param((16_100, 16_100, 15), 21, id="straight at the corner"),
        pytest.param((16_000, 13_000, 12), 6, id="its middle on the edge"),
        pytest.param((15_900, 13_000, 12), 6, id="its middle inside"),
    ],
)
@pytest.mark.parametrize("first", range(4))
def test_v145_side_of_a_wall_collision_does_not_depend_on_notation(pose, along, first):
    block = BLOCK[first:] + BLOCK[:first]
    ground = ground_of(changed(FOUNDRY_FLOOR, walls=(block,), pylons=()))
    hit = ground.find_hit(pose, (500, 250))
    assert hit is not None
    assert hit.wall_heading % 12 == along % 12


def test_v145_in_an_arena_corner_the_deeper_side_counts():
    arena = changed(FOUNDRY_FLOOR, walls=(), pylons=())
    ground, right, top = ground_of(arena), arena.width, arena.height
    for x, y, along in ((400, 450, 6), (450, 400, 0)):
        for here in ((x, y), (right - x, y), (x, top - y), (right - x, top - y)):
            hit = ground.find_hit((*here, 3), (500, 250))
            assert hit is not None
            assert hit.wall_heading == along


@pytest.mark.parametrize(("heading", "along"), [(2, 0), (3, 9), (4, 6)])
def test_v145_car_in_the_exact_corner_grazes_or_hits_the_wall_at_any_heading(heading, along):
    ground = ground_of(changed(FOUNDRY_FLOOR, width=24_000, height=24_000, walls=(), pylons=()))
    pose = (23_700, 23_700, heading)
    for turns in range(4):
        size = (400, 400)
        hit = ground.find_hit(pose, size)
        assert hit is not None
        assert hit.wall_heading % 12 == (along + 6 * turns) % 12
        x, y, now = pose
        pose = (24_000 - y, x, (now + 6) % HEADINGS)
