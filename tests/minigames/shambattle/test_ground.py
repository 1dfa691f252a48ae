"""The table, its two maps, and figures on it (S1, S2, S3, S12)."""

from __future__ import annotations

import pytest

from minigames.shambattle.rules.geometry import is_touching, length, path_length, point_towards
from minigames.shambattle.rules.ground import BadMap, Ground, ground
from minigames.shambattle.rules.maps import DRYDOCK, MAPS, VOLCANO, Disc, Door, Rect
from minigames.shambattle.rules.turns import check_deployment
from minigames.shambattle.rules.values import MASTERMIND, SPY
from tests.minigames.shambattle.scene import table

VOLCANIC = ground("volcano")


def test_s1_lengths_are_rounded_up_per_segment():
    assert length((0, 0), (300, 400)) == 500
    assert length((0, 0), (1, 1)) == 2
    assert path_length([(0, 0), (1, 1), (2, 2)]) == 4, (
        "2.83 in one piece, but each segment is rounded up"
    )


def test_s1_gap_of_five_hundredths_still_counts_as_contact():
    assert is_touching((0, 0), (105, 0))
    assert not is_touching((0, 0), (106, 0))


def test_point_ahead_is_never_further_than_requested():
    assert point_towards((0, 0), (700, 700), 100) == (70, 70)
    assert length((0, 0), point_towards((0, 0), (123, 457), 333)) <= 333


@pytest.mark.parametrize("key", MAPS)
def test_s2_both_maps_pass_the_check_at_load_time(key):
    assert ground(key).map.key == key


def test_s2_volcano_map_matches_its_rulings():
    assert Disc((3000, 1800), 300) == VOLCANO.pool
    assert [each.area[:2] for each in VOLCANO.laboratories] == [
        (1400, 400),
        (3800, 400),
        (1400, 2400),
        (3800, 2400),
    ]
    assert VOLCANIC.consoles == (
        Rect(1600, 750, 2000, 850),
        Rect(4000, 750, 4400, 850),
        Rect(1600, 2750, 2000, 2850),
        Rect(4000, 2750, 4400, 2850),
        Rect(2800, 2100, 3200, 2200),
    )
    assert all(
        len(each.doors) == 2 and all(door.end - door.start == 200 for door in each.doors)
        for each in VOLCANO.laboratories
    )
    assert Rect(1400, 1175, 1700, 1200) in VOLCANIC.walls, (
        "a quarter of an inch thick, inside the square, up to the door"
    )
    assert Disc((5700, 1800), 200) == VOLCANO.helipad
    assert (VOLCANO.size, VOLCANO.ring, VOLCANO.platform) == ((6000, 3600), 500, 150)
    assert Rect(2700, 1700, 3300, 1900) == VOLCANO.bridge


def test_s2_catwalks_connect_a_the_helipad_north_south_and_every_door():
    spurs = [(x, y) for x in (1700, 4100) for y in ((1200, 1700), (1900, 2400))]
    ways = [(x, y) for x in ((2200, 2900), (3100, 3800)) for y in (700, 2700)]
    assert {*VOLCANO.catwalks} == {
        Rect(0, 1700, 2600, 1900),
        Rect(3400, 1700, 5500, 1900),
        Rect(2900, 0, 3100, 1400),
        Rect(2900, 2200, 3100, 3600),
        *[Rect(x, south, x + 200, north) for x, (south, north) in spurs],
        *[Rect(west, y, east, y + 200) for (west, east), y in ways],
    }


@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_s2_every_door_is_two_inches_wide_at_a_catwalk_of_that_width(map_):
    for laboratory in map_.laboratories:
        west, south, east, north = laboratory.area
        for side, start, end in laboratory.doors:
            meets = {
                "west": [(way.south, way.north) for way in map_.catwalks if way.east == west],
                "east": [(way.south, way.north) for way in map_.catwalks if way.west == east],
                "south": [(way.west, way.east) for way in map_.catwalks if way.north == south],
                "north": [(way.west, way.east) for way in map_.catwalks if way.south == north],
            }
            assert end - start == 200 and (start, end) in meets[side]


BROKEN = {
    "a console in the water": VOLCANO._replace(consoles=(Rect(2950, 1950, 3050, 2200),)),
    "a laboratory without a door": VOLCANO._replace(
        laboratories=(VOLCANO.laboratories[0]._replace(doors=()), *VOLCANO.laboratories[1:])
    ),
    "a catwalk missing": VOLCANO._replace(catwalks=VOLCANO.catwalks[1:]),
    "a helipad off the network": VOLCANO._replace(helipad=Disc((5700, 400), 200)),
    "a side that stands in the water": VOLCANO._replace(
        guards=(VOLCANO.guards[0], *[(3000, 1550)] * 16)
    ),
    "a side that stands outside its zone": VOLCANO._replace(
        commandos=(*VOLCANO.commandos[:-1], (551, 2500))
    ),
    "two in one place": VOLCANO._replace(commandos=(*VOLCANO.commandos[:-1], VOLCANO.commandos[0])),
    "a man too few": VOLCANO._replace(guards=VOLCANO.guards[:-1]),
    "a helipad centred off the table": VOLCANO._replace(helipad=Disc((6100, 1800), 800)),
    "a catwalk that leaves the table": VOLCANO._replace(
        catwalks=(*VOLCANO.catwalks, Rect(5900, 1700, 6100, 1900))
    ),
    "a catwalk inside out": VOLCANO._replace(
        catwalks=(*VOLCANO.catwalks, Rect(5700, 1700, 5500, 1900))
    ),
    "a door nobody fits through": VOLCANO._replace(
        laboratories=(
            VOLCANO.laboratories[0]._replace(doors=(Door("north", 1700, 1790),)),
            *VOLCANO.laboratories[1:],
        )
    ),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_s2_invalid_map_is_refused_at_load_time(broken):
    with pytest.raises(BadMap, match="The Volcano"):
        Ground(broken)


@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_s5_standard_deployment_of_both_sides_is_legal(map_):
    empty = table(step="deploy", away=(0, 7, 25), on=map_.key)
    check_deployment(empty, MASTERMIND, map_.guards)
    check_deployment(empty, SPY, map_.commandos)


@pytest.mark.parametrize(
    ("spot", "terrain"),
    [
        ((3000, 1800), "platform"),
        ((3200, 1800), "bridge"),
        ((3000, 1400), "ring"),
        ((1500, 500), "laboratory"),
        ((500, 1800), "catwalk"),
        ((5700, 1800), "helipad"),
        ((500, 500), "ground"),
    ],
)
def test_s12_man_is_on_the_terrain_under_his_centre(spot, terrain):
    assert VOLCANIC.terrain_at(spot) == terrain


def test_s12_disc_keeps_clear_of_walls_consoles_water_and_edge_but_can_touch():
    assert VOLCANIC.can_stand((1350, 600)) and not VOLCANIC.can_stand((1351, 600)), (
        "a wall from outside"
    )
    assert VOLCANIC.can_stand((1475, 600)) and not VOLCANIC.can_stand((1474, 600)), (
        "and from inside"
    )
    assert VOLCANIC.can_stand((3000, 2250)) and not VOLCANIC.can_stand((3000, 2249)), (
        "one file passes north of the fifth console"
    )
    assert VOLCANIC.can_stand((3000, 1450)) and not VOLCANIC.can_stand((3000, 1451)), (
        "the pool's rim"
    )
    assert VOLCANIC.can_stand((3000, 1900)) and not VOLCANIC.can_stand((3000, 1901)), (
        "the platform's"
    )
    assert VOLCANIC.can_stand((3200, 1850)) and not VOLCANIC.can_stand((3200, 1851)), "the bridge's"
    assert VOLCANIC.can_stand((50, 50)) and not VOLCANIC.can_stand((49, 50))


def test_s3_s19_catwalk_fits_two_abreast_but_not_three():
    """Two whole discs fit. A third centre would be on the rim, which is not catwalk (S19)."""
    assert VOLCANIC.is_fast([(500, 1750), (600, 1750)]) and VOLCANIC.is_fast(
        [(500, 1850), (600, 1850)]
    )
    assert not VOLCANIC.is_fast([(500, 1700), (600, 1700)])
    assert not VOLCANIC.is_fast([(500, 1900), (600, 1900)])


def test_s12_ring_bridge_and_platform_are_catwalk_but_the_helipad_is_not():
    assert VOLCANIC.is_fast([(2500, 1800), (3500, 1800)])
    assert not VOLCANIC.is_fast([(5450, 1800), (5600, 1800)])


def test_s2_doorways_are_laboratory():
    assert VOLCANIC.is_fast([(1800, 1300), (1800, 1000)])


def test_second_map_is_different():
    assert DRYDOCK.pool.centre != VOLCANO.pool.centre and DRYDOCK.catwalks != VOLCANO.catwalks
