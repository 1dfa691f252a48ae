"""Laws of the geometry with random input: no tunnelling, no overlap, symmetric sight."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.dice import SeededDice, seed_from
from engine.game import Refusal
from engine.match import submit
from engine.values import changed, swap
from minigames.shambattle.rules.areas import Area
from minigames.shambattle.rules.fire import has_line_of_fire, is_under, triangle
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.geometry import (
    CONTACT,
    crosses_rectangle,
    keeps_distance,
    length,
    path_length,
    point_towards,
    squared_distance,
)
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import Rect
from minigames.shambattle.rules.movement import check_path, measure_path, reachable_path
from minigames.shambattle.rules.values import (
    MASTERMIND,
    SPY,
    Deploy,
    Man,
    March,
    Setup,
    State,
    Walk,
)
from tests.minigames.shambattle.scene import table
from tests.siege import examples

spots = st.tuples(st.integers(0, 6000), st.integers(0, 3600))
keys = st.sampled_from(["volcano", "drydock"])
seeds = st.integers(0, 10**6)
MANY: Final = examples(300)


def deployed_table(key):
    state = SHAMBATTLE.start(Setup(map=key), SeededDice(seed_from("x"), 0))[0]
    for seat in (MASTERMIND, SPY):
        here = ground(key).map
        spots = here.commandos if seat else here.guards
        state, _ = submit(
            SHAMBATTLE,
            state,
            seat=seat,
            move=Deploy(spots=spots),
            dice=SeededDice(seed_from("x"), 1),
        )
    return state.table


START: Final = {key: deployed_table(key) for key in ("volcano", "drydock")}


@MANY
@given(spots, spots, spots, st.integers(0, 400))
def test_distance_from_a_point_to_a_path_matches_shapely(a, b, point, gap):
    assume(a != b)
    distance = shapely.LineString([a, b]).distance(shapely.Point(point))
    assume(abs(distance - gap) > 1e-6)
    assert keeps_distance(a, b, point, gap * gap) == (distance > gap)


@MANY
@given(spots, spots, st.integers(0, 900))
def test_point_ahead_lies_on_the_path_and_not_too_far(a, b, distance):
    assume(a != b)
    place = point_towards(a, b, distance)
    assert length(a, place) <= distance
    assert distance - length(a, place) <= 3
    assert (
        abs((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]))
        <= 1.5 * squared_distance(a, b) ** 0.5
    )


POOL: Final = shapely.Point(3000, 1800).buffer(349.95, quad_segs=64)
LAKE: Final = shapely.union_all(
    [
        POOL.difference(shapely.Point(3000, 1800).buffer(100.05, quad_segs=64)),
        shapely.box(3200, 1700, 4025, 1900.25),
        shapely.box(0, 0, 200, 3600),
        shapely.Polygon([(5000, 1000), (5990.5, 1003.25), (5300.125, 3500)]),
    ]
)
"""A ring with an arm, a strip along the table's edge, and a triangle."""

DRAWN: Final = Area(
    [rim.coords for part in LAKE.geoms for rim in (part.exterior, *part.interiors)], (6000, 3600)
)
about_the_rims = st.one_of(
    spots,
    st.tuples(st.integers(2640, 3360), st.integers(1440, 2160)),
    st.tuples(st.sampled_from([0, 200, 201, 3200, 4025, 4026]), st.integers(0, 3600)),
    st.tuples(st.integers(4990, 6000), st.integers(990, 1010)),
)


@MANY
@given(about_the_rims, about_the_rims)
def test_s12_path_meets_an_area_exactly_as_in_shapely(a, b):
    assert DRAWN.meets(a, b) == LAKE.intersects(shapely.LineString([a, b]))
    assert DRAWN.meets(a, a) == LAKE.intersects(shapely.Point(a))


@MANY
@given(about_the_rims, about_the_rims)
def test_s12_path_lies_inside_an_area_exactly_as_in_shapely(a, b):
    assume(a != b)
    assert DRAWN.contains(a, b) == shapely.contains_properly(LAKE, shapely.LineString([a, b]))
    assert DRAWN.contains(a, a) == shapely.contains_properly(LAKE, shapely.Point(a))


@MANY
@given(spots, spots, spots, spots)
def test_s9_line_crosses_a_console_exactly_as_in_shapely(a, b, corner, other):
    assume(corner[0] != other[0] and corner[1] != other[1])  # a console has an area
    west, south = min(corner[0], other[0]), min(corner[1], other[1])
    rect = Rect(west, south, max(corner[0], other[0]), max(corner[1], other[1]))
    assert crosses_rectangle(a, b, rect) == shapely.box(*rect).intersects(
        shapely.LineString([a, b])
    )


@MANY
@given(keys, spots, spots)
def test_open_path_keeps_a_figures_radius_from_solid_objects(key, a, b):
    """No tunnelling at any length, with a tolerance of 1/2000 of an inch."""
    floor = ground(key)
    assume(floor.is_open(a, b))
    solid = [shapely.box(*rect) for rect in (*floor.walls, *floor.consoles)] + [floor.water]
    assert min(each.distance(shapely.LineString([a, b])) for each in solid) >= 49.9


@MANY
@given(keys, spots, spots)
def test_path_is_as_open_and_as_fast_in_both_directions(key, a, b):
    floor = ground(key)
    assert floor.is_open(a, b) == floor.is_open(b, a)
    assert floor.is_fast([a, b]) == floor.is_fast([b, a])


@MANY
@given(keys, spots, spots, st.lists(spots, max_size=6))
def test_line_of_sight_is_symmetric(key, a, b, between):
    men = {number: Man(spot=spot, here=True) for number, spot in enumerate(between, start=23)}
    where = table(
        SPY, "fire", on=key, m22=a, m5=b, **{f"m{number}": man for number, man in men.items()}
    )
    assert has_line_of_fire(where, 22, 5) == has_line_of_fire(where, 5, 22)
    assert ground(key).has_sight(a, b) == ground(key).has_sight(b, a)


@MANY
@given(spots, spots, st.integers(-350, 350), st.integers(-350, 350))
def test_spray_hits_exactly_the_men_under_the_drawn_triangle(spot, aim, dx, dy):
    assume(squared_distance(spot, aim) > 10_000)
    other = (spot[0] + dx, spot[1] + dy)
    distance = shapely.Polygon(triangle(spot, aim)).distance(shapely.Point(other))
    assume(abs(distance - 50) > 1.5)
    assert is_under(spot, aim, other) == (distance < 50), "drawn corners are rounded to a hundredth"


@MANY
@given(keys, st.integers(0, 37), st.lists(spots, min_size=1, max_size=4))
def test_path_shown_as_allowed_is_accepted_to_the_unit(key, number, way):
    """The stop of any path is accepted, and the path itself if it shows no fault.

    Just beyond a stop it is refused.
    """
    start = changed(START[key], side=SPY if number > 16 else MASTERMIND)
    shown = measure_path(start, number, tuple(way))
    assert is_accepted(start, number, tuple(way)) == (not shown.code)
    if shown.stop:
        assert is_accepted(start, number, shown.stop)
        assert check_path(start, number, shown.stop) <= 600
    if shown.code in ("too-far", "blocked") and len(way) == 1 and shown.stop:
        origin = start.men[number].spot
        gone = path_length((origin, *shown.stop))
        assert not all(
            is_accepted(start, number, (point_towards(origin, way[0], gone + more),))
            for more in range(1, 5)
        )


def is_accepted(start, number, way):
    view = SHAMBATTLE.view(State(table=start), start.side)
    try:
        SHAMBATTLE.check(view, March(walks=(Walk(man=number, path=way),)))
    except Refusal:
        return False
    return True


def test_thousands_of_random_paths_are_measured_as_they_are_judged():
    dice, tried, fine = SeededDice(seed_from("ways"), 0), 0, 0
    for _ in range(2_000):
        key, number = dice.pick(("volcano", "drydock")), dice.die(38) - 1
        start = changed(START[key], side=SPY if number > 16 else MASTERMIND)
        x, y = start.men[number].spot
        way = ((max(0, x + dice.die(1401) - 701), max(0, y + dice.die(1401) - 701)),)
        stop = reachable_path(start, number, way)
        shown = measure_path(start, number, way)
        assert is_accepted(start, number, way) == (not shown.code)
        assert not stop or is_accepted(start, number, stop)
        tried, fine = tried + 1, fine + bool(stop)
    assert tried == 2_000 and fine > 1_000


@examples(8)
@given(keys, seeds)
def test_random_play_never_overlaps_figures_or_puts_them_on_solid_ground(key, seed):
    start, number = SHAMBATTLE.start(Setup(map=key), SeededDice(seed_from("x"), 0))[0], 0
    chooser = SeededDice(seed_from(f"{seed}"), 0, "chooser")
    while (acting := SHAMBATTLE.to_act(start)) and number < 150:
        number += 1
        move = SHAMBATTLE.propose(SHAMBATTLE.view(start, acting[0]), chooser)
        start, _ = submit(
            SHAMBATTLE,
            start,
            seat=acting[0],
            move=move,
            dice=SeededDice(seed_from(f"{seed}"), number),
        )
    here = [man.spot for man in start.table.men if man.here]
    assert all(squared_distance(a, b) >= CONTACT for a, b in combinations(here, 2))
    assert all(ground(key).can_stand(spot) for spot in here)


@MANY
@given(keys, st.integers(17, 37), spots)
def test_path_in_two_halves_is_no_longer_than_in_one(key, number, to):
    """The same path is measured alike whether it is sent as a list or point by point."""
    start = START[key]
    way = reachable_path(start, number, (to,))
    assume(way)
    path = (start.men[number].spot, *way)
    assert path_length(path) == sum(length(a, b) for a, b in pairwise(path))
    alone = changed(start, men=swap(start.men, number, changed(start.men[number], spot=way[-1])))
    assert all(
        squared_distance(way[-1], man.spot) >= CONTACT
        for n, man in enumerate(alone.men)
        if n != number
    )
