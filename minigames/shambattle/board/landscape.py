"""A map drawn from its data (S2): what is fast going, what is in the way, what stops a bullet. To
scale, 20 units an inch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import BASE, BOSS_WITHIN, LANDING
from minigames.shambattle.rules.maps import Rect as Area
from play.tabletop.board import Circle, Group, Line, Path, Rect, Text

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import MapKey, Spot
    from play.tabletop.board import Shape

UNIT: Final = 20
"""Units of the picture to an inch."""

RULER: Final = 16
TICKS: Final = 6
"""Inches from one number on the rulers to the next."""

ROCKET: Final = "M0 -22c6 6 8 14 8 22v10l6 8v6l-8-4h-12l-8 4v-6l6-8v-10c0-8 2-16 8-22z"


def at(key: MapKey, spot: Spot) -> tuple[float, float]:
    """A place in the picture: north is up."""
    return spot[0] * UNIT / 100, (ground(key).map.size[1] - spot[1]) * UNIT / 100


def long(hundredths: int) -> float:
    """A length in the picture."""
    return hundredths * UNIT / 100


def size(key: MapKey) -> tuple[float, float]:
    """How wide and high the table is in the picture."""
    wide, high = ground(key).map.size
    return long(wide), long(high)


def _box(key: MapKey, area: Area, look: str) -> Rect:
    x, y = at(key, (area.west, area.north))
    return Rect(
        x=x, y=y, width=long(area.east - area.west), height=long(area.north - area.south), look=look
    )


def _round(key: MapKey, centre: Spot, radius: int, look: str) -> Circle:
    x, y = at(key, centre)
    return Circle(x=x, y=y, radius=long(radius), look=look)


@lru_cache(maxsize=8)
def landscape(key: MapKey) -> tuple[Shape, ...]:
    """Everything that stands still."""
    floor = ground(key)
    table, (wide, high) = floor.map, size(key)
    shapes: list[Shape] = [
        Rect(x=0, y=0, width=wide, height=high, look="rock"),
        _round(key, table.helipad.centre, table.helipad.radius, "pad"),
    ]
    shapes += [_box(key, area, "walk") for area in table.catwalks]
    shapes += [_round(key, floor.centre, table.ring, "walk")]
    shapes += [_box(key, laboratory.area, "walk") for laboratory in table.laboratories]
    shapes += [
        _round(key, floor.centre, table.pool.radius, "pool"),
        _box(key, table.bridge, "walk bridge"),
    ]
    x, y = at(key, floor.centre)
    shapes += [
        _round(key, floor.centre, table.platform, "walk platform"),
        Group(shapes=(Path(d=ROCKET, look="rocket"),), x=x, y=y, look="missile"),
    ]
    shapes += [_box(key, wall, "wall") for wall in floor.walls]
    shapes += [_box(key, console, "console") for console in floor.consoles]
    for number, laboratory in enumerate(table.laboratories, start=1):
        x, y = at(key, (laboratory.area.west + 60, laboratory.area.south + 60))
        shapes.append(Text(x=x, y=y, words=f"Lab {number}", look="place"))
    x, y = at(key, table.helipad.centre)
    shapes += [Text(x=x, y=y + 9, words="H", anchor="middle", look="letter")]
    return tuple(shapes)


def zones(key: MapKey) -> tuple[Shape, ...]:
    """Where the sides deploy (S5)."""
    (_, high), west, east = size(key), long(LANDING), long(BASE)
    return (
        Line(points=((west, 0), (west, high)), look="zone"),
        Line(points=((east, 0), (east, high)), look="zone"),
        _round(key, ground(key).centre, BOSS_WITHIN, "zone"),
    )


@lru_cache(maxsize=8)
def rulers(key: MapKey) -> tuple[Shape, ...]:
    """Inches from the south-west corner, under the table and beside it."""
    wide, high = size(key)
    east, north = [each // 100 + 1 for each in ground(key).map.size]
    shapes: list[Shape] = []
    for inch in range(0, east, TICKS):
        x = min(max(inch * UNIT, 9), wide - 9) + RULER
        shapes.append(Text(x=x, y=high + RULER - 3, words=str(inch), anchor="middle", look="inch"))
    heights = {inch: min(max(high - inch * UNIT + 4, 11), high) for inch in range(0, north, TICKS)}
    shapes += [
        Text(x=RULER - 3, y=y, words=str(inch), anchor="end", look="inch")
        for inch, y in heights.items()
    ]
    return tuple(shapes)
