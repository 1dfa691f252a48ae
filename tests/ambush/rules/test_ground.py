"""Maps as data, and the refusal of unplayable maps (P1, P2)."""

from __future__ import annotations

import pytest

from ambush.rules.game import AMBUSH
from ambush.rules.ground import (
    LEGEND,
    SIDE,
    SQUARES,
    BadGround,
    Ground,
    distance_to_edge,
    square_at,
)
from ambush.rules.maps import MAPS, map_of
from ambush.rules.placing import check_ground, placings
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Setup
from engine.dice import ScriptedDice
from engine.values import changed

from .scene import PLAIN, fighter, ground_with, sample_ambush, start


@pytest.mark.parametrize("key", MAPS)
def test_p2_all_our_maps_are_playable(key):
    check_ground(key)
    ground = MAPS[key]
    assert (ground.key, len(ground.rows), {len(row) for row in ground.rows}) == (key, SIDE, {SIDE})
    assert not ground.poor_light, "P5: our five maps have no poor light"
    assert {*"".join(ground.rows)} >= {"#", "+", "V", "f", "t", "="}


def test_p2_maps_include_a_truck_stop_with_pumps_and_four_midville_sections():
    assert [*MAPS] == ["truck_stop", "midville_1", "midville_2", "midville_3", "midville_4"]
    assert "p" in "".join(MAPS["truck_stop"].rows)
    assert len({ground.rows for ground in MAPS.values()}) == 5


def test_p2_blow_up_ambushes_use_the_truck_stop_and_others_the_called_section():
    assert start(fighter(0), fighter(1), 0).table.ground == "truck_stop"
    assert start(fighter(0), fighter(1), 3).table.ground == "midville_3"
    assert map_of("midville", 4) == "midville_4"


def test_p2_campaign_can_fix_its_own_map():
    state = start(fighter(0), fighter(1), 2, ground=PLAIN)
    assert state.table.ground == PLAIN


@pytest.mark.parametrize(
    ("ground", "sentence"),
    [
        (changed(PLAIN, title=""), "Give the map a key and a title."),
        (changed(PLAIN, rows=PLAIN.rows[1:]), "Drawn needs 48 rows; it has 47."),
        (
            changed(PLAIN, rows=(PLAIN.rows[0][1:], *PLAIN.rows[1:])),
            "Drawn, row 1: give 48 squares; it has 47.",
        ),
        (
            ground_with(("x", 3, 1)),
            "Drawn, row 2, column 4: “x” is not a valid symbol. Use . = : # + V f p t.",
        ),
        (
            ground_with(*[("#", x, y) for x in (4, 5, 6) for y in (4, 5, 6) if (x, y) != (5, 5)]),
            "Drawn, row 6, column 6: no one can walk from there to the edge. Add a door.",
        ),
        (
            ground_with(*[("t", x, y) for x in range(SIDE) for y in range(SIDE)]),
            (
                "Drawn has no two squares where the fighters can start under P3. Add more open "
                "ground."
            ),
        ),
        (
            "the_moon",
            (
                "There is no map called “the_moon”; the maps are truck_stop, midville_1, "
                "midville_2, midville_3, midville_4."
            ),
        ),
    ],
    ids=["no title", "rows", "columns", "letter", "walled in", "no start", "unknown"],
)
def test_p2_unplayable_map_is_refused_with_a_reason(ground: str | Ground, sentence):
    with pytest.raises(BadGround) as refusal:
        check_ground(ground)
    assert refusal.value.sentence == sentence
    with pytest.raises(BadGround):
        AMBUSH.start(
            Setup(ambush=sample_ambush(fighter(0), fighter(1), 1), ground=ground), ScriptedDice()
        )


@pytest.mark.parametrize("key", MAPS)
def test_p3_menu_offers_placements_across_each_map(key):
    from ambush.rules.numbers import NUMBERS

    found = placings(key, NUMBERS)
    assert len(found) == 12
    assert (
        len({(place.ambusher % SIDE // 16, place.ambusher // SIDE // 16) for place in found}) >= 4
    )


@pytest.mark.parametrize("key", MAPS)
def test_p4_every_open_square_has_a_way_off_the_map(key):
    terrain = terrain_of(key)
    for square in range(SQUARES):
        if not terrain.solid[square]:
            assert 0 <= terrain.exit_directions[square] < 8


def test_p1_squares_are_numbered_from_the_north_west_corner():
    assert (square_at(0, 0), square_at(47, 0), square_at(0, 1)) == (0, 47, 48)
    assert (
        distance_to_edge(square_at(0, 9)),
        distance_to_edge(square_at(9, 30)),
        distance_to_edge(square_at(40, 40)),
    ) == (0, 9, 7)
    assert len(LEGEND) == 9
