"""The drawing of a map: fast ground, obstacles and walls (S2). An inch is 20 drawing units."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import BASE_WEST_EDGE, BOSS_ZONE_RADIUS, LANDING_WIDTH
from minigames.shambattle.rules.maps import Rect as Area
from minigames.shambattle.rules.values import MapKey, Spot
from play.tabletop.board import Circle, Group, Line, Path, Rect, Shape, Text

UNITS_PER_INCH: Final = 20
"""Drawing units per inch."""

RULER: Final = 16
RULER_STEP: Final = 6
"""Distance between the numbers on a ruler, in inches."""

ROCKET: Final = "M0 -22c6 6 8 14 8 22v10l6 8v6l-8-4h-12l-8 4v-6l6-8v-10c0-8 2-16 8-22z"


def to_drawing(key: MapKey, spot: Spot) -> tuple[float, float]:
    """Return a place in drawing units. North is up."""
    return spot[0] * UNITS_PER_INCH / 100, (
        ground(key).map.size[1] - spot[1]
    ) * UNITS_PER_INCH / 100


def to_units(hundredths: int) -> float:
    """Return a length in drawing units."""
    return hundredths * UNITS_PER_INCH / 100


def drawing_size(key: MapKey) -> tuple[float, float]:
    """Return the table's width and height in drawing units."""
    width, height = ground(key).map.size
    return to_units(width), to_units(height)


def _box(key: MapKey, area: Area, look: str) -> Rect:
    x, y = to_drawing(key, (area.west, area.north))
    return Rect(
        x=x,
        y=y,
        width=to_units(area.east - area.west),
        height=to_units(area.north - area.south),
        look=look,
    )


def _circle(key: MapKey, centre: Spot, radius: int, look: str) -> Circle:
    x, y = to_drawing(key, centre)
    return Circle(x=x, y=y, radius=to_units(radius), look=look)


@lru_cache(maxsize=8)
def landscape(key: MapKey) -> tuple[Shape, ...]:
    """Return the shapes of everything on the map that does not move."""
    floor = ground(key)
    table, (width, height) = floor.map, drawing_size(key)
    shapes: list[Shape] = [
        Rect(x=0, y=0, width=width, height=height, look="rock"),
        _circle(key, table.helipad.centre, table.helipad.radius, "pad"),
    ]
    shapes += [_box(key, area, "walk") for area in table.catwalks]
    shapes += [_circle(key, floor.centre, table.ring, "walk")]
    shapes += [_box(key, laboratory.area, "walk") for laboratory in table.laboratories]
    shapes += [
        _circle(key, floor.centre, table.pool.radius, "pool"),
        _box(key, table.bridge, "walk bridge"),
    ]
    x, y = to_drawing(key, floor.centre)
    shapes += [
        _circle(key, floor.centre, table.platform, "walk platform"),
        Group(shapes=(Path(d=ROCKET, look="rocket"),), x=x, y=y, look="missile"),
    ]
    shapes += [_box(key, wall, "wall") for wall in floor.walls]
    shapes += [_box(key, console, "console") for console in floor.consoles]
    for number, laboratory in enumerate(table.laboratories, start=1):
        x, y = to_drawing(key, (laboratory.area.west + 60, laboratory.area.south + 60))
        shapes.append(Text(x=x, y=y, words=f"Lab {number}", look="place"))
    x, y = to_drawing(key, table.helipad.centre)
    shapes += [Text(x=x, y=y + 9, words="H", anchor="middle", look="letter")]
    return tuple(shapes)


def zones(key: MapKey) -> tuple[Shape, ...]:
    """Return the boundaries of the deployment zones (S5)."""
    (_, height), west, east = drawing_size(key), to_units(LANDING_WIDTH), to_units(BASE_WEST_EDGE)
    return (
        Line(points=((west, 0), (west, height)), look="zone"),
        Line(points=((east, 0), (east, height)), look="zone"),
        _circle(key, ground(key).centre, BOSS_ZONE_RADIUS, "zone"),
    )


@lru_cache(maxsize=8)
def rulers(key: MapKey) -> tuple[Shape, ...]:
    """Return two rulers in inches, one below the table and one beside it.

    Both start at the south-west corner.
    """
    width, height = drawing_size(key)
    east, north = [side // 100 + 1 for side in ground(key).map.size]
    shapes: list[Shape] = []
    for inch in range(0, east, RULER_STEP):
        x = min(max(inch * UNITS_PER_INCH, 9), width - 9) + RULER
        shapes.append(
            Text(x=x, y=height + RULER - 3, words=str(inch), anchor="middle", look="inch")
        )
    heights = {
        inch: min(max(height - inch * UNITS_PER_INCH + 4, 11), height)
        for inch in range(0, north, RULER_STEP)
    }
    shapes += [
        Text(x=RULER - 3, y=y, words=str(inch), anchor="end", look="inch")
        for inch, y in heights.items()
    ]
    return tuple(shapes)
