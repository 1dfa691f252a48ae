"""Prepared maps with free places, fast ground and lines of fire (S2, S3, S4, S12).

Shapely constructs the areas when a map is prepared. Queries during play do not use Shapely
(`areas.py`). Circles have 256 corners. Obstacles are smaller by a twentieth of a hundredth of an
inch, so that contact, which is allowed, is never refused because of rounding. This is also the
largest possible error.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from .areas import Area
from .geometry import (
    CONTACT,
    RADIUS,
    crosses_rectangle,
    is_clear_of,
    is_within,
    keeps_distance,
    near_segment,
    squared_distance,
)
from .maps import BASE_WEST_EDGE, BOSS_ZONE_RADIUS, LANDING_WIDTH, MAPS, Disc, Map, Rect
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, MapKey, Spot

CORNERS_PER_QUARTER: Final = 64
"""Number of corners in a quarter of a circle."""

SLACK: Final = 0.05
"""Amount by which obstacles are smaller, in hundredths of an inch."""


class BadMap(ValueError):
    """The map is unusable. The message gives the reason."""


def _circle(disc: Disc, radius: int = 0) -> Any:
    import shapely

    return shapely.Point(disc.centre).buffer(radius or disc.radius, quad_segs=CORNERS_PER_QUARTER)


class Ground:
    """The areas of a map. Call `ground(key)` to get one; it raises BadMap if the map is invalid."""

    def __init__(self, table: Map) -> None:
        import shapely

        self.map = table
        self.walls: tuple[Rect, ...] = tuple(
            [wall for laboratory in table.laboratories for wall in laboratory.walls()]
        )
        self.consoles: tuple[Rect, ...] = (
            *[laboratory.console for laboratory in table.laboratories],
            *table.consoles,
        )
        self.centre: Spot = table.pool.centre
        self.water = (
            _circle(table.pool)
            .difference(_circle(table.pool, table.platform))
            .difference(shapely.box(*table.bridge))
        )
        walls = shapely.union_all([shapely.box(*wall) for wall in self.walls])
        solid = shapely.union_all(
            [walls, *[shapely.box(*console) for console in self.consoles], self.water]
        )
        closed = solid.buffer(RADIUS - SLACK, quad_segs=CORNERS_PER_QUARTER)
        self.rooms: tuple[Rect, ...] = (
            *[laboratory.area for laboratory in table.laboratories],
            *table.catwalks,
            table.bridge,
        )
        fast = shapely.union_all(
            [*[shapely.box(*room) for room in self.rooms], _circle(table.pool, table.ring)]
        )
        self.wall_area, self.closed, self.fast = [
            Area(_boundaries(shape), table.size) for shape in (walls, closed, fast)
        ]
        _check_map(self, closed, fast)

    # --- movement ---

    def is_on_table(self, spot: Spot) -> bool:
        """Return whether a figure's whole disc is on the table (S12)."""
        width, height = self.map.size
        return RADIUS <= spot[0] <= width - RADIUS and RADIUS <= spot[1] <= height - RADIUS

    def is_open(self, a: Spot, b: Spot) -> bool:
        """Return whether a figure can go from a to b without touching any obstacle (S12).

        Obstacles are the table's edge, walls, consoles and water.
        """
        return self.is_on_table(a) and self.is_on_table(b) and not self.closed.meets(a, b)

    def can_stand(self, spot: Spot) -> bool:
        """Return whether a figure could be at this place if there were no other figures (S12)."""
        return self.is_open(spot, spot)

    def is_passable(self, a: Spot, b: Spot, others: Sequence[Spot]) -> bool:
        """Return whether a path is free of obstacles and clear of other figures.

        Contact is allowed (S12).
        """
        return is_clear_of(a, b, near_segment(a, b, others, 2 * RADIUS)) and self.is_open(a, b)

    def is_fast(self, path: Sequence[Spot]) -> bool:
        """Return whether the centre stays on fast ground on the whole path (S3, S12).

        Fast ground is catwalk, ring, bridge, platform and laboratory. The boundary of this ground
        is not included. Otherwise, three figures would fit side by side on a catwalk, which has
        room for two (S19).
        """
        width, height = self.map.size
        for x, y in path:
            if not (0 <= x <= width and 0 <= y <= height):
                return False
        start = path[0]
        if not self.fast.contains(start, start):  # most paths begin on other ground
            return False
        return all(self.fast.contains(a, b) for a, b in itertools.pairwise(path))

    # --- fire ---

    def has_sight(self, a: Spot, b: Spot) -> bool:
        """Return whether the line between two centres touches no wall (S4)."""
        return not self.wall_area.meets(a, b)

    def is_covered(self, spot: Spot, other: Spot) -> bool:
        """Return whether a figure at `spot` is covered from `other` (S9).

        A figure is covered if it touches a console that crosses the line between the two places.
        """
        for console in self.consoles:
            if _squared_distance_to(spot, console) <= (RADIUS + 5) ** 2 and crosses_rectangle(
                spot, other, console
            ):
                return True
        return False

    # --- places ---

    def is_on_platform(self, spot: Spot) -> bool:
        """Return whether a centre at this place is on the missile platform (S15)."""
        return is_within(spot, self.centre, self.map.platform)

    def crosses_platform(self, a: Spot, b: Spot) -> bool:
        """Return whether a centre that moves from a to b is on the platform at any point (S15)."""
        return not keeps_distance(a, b, self.centre, self.map.platform**2 + 1)

    def is_on_helipad(self, spot: Spot) -> bool:
        """Return whether a centre at this place is on the helipad (S14)."""
        return is_within(spot, self.map.helipad.centre, self.map.helipad.radius)

    def is_at_pool(self, spot: Spot) -> bool:
        """Return whether a figure's nearest edge is within a short move of the pool (S16).

        There must be no wall between them.
        """
        return is_within(spot, self.centre, self.map.pool.radius + RADIUS + 200) and self.has_sight(
            spot, self.centre
        )

    def terrain_at(self, spot: Spot) -> str:
        """Return the terrain under a centre (S12).

        The result is platform, bridge, ring, laboratory, catwalk, helipad or ground.
        """
        table, (x, y) = self.map, spot
        inside = [
            room
            for room in self.rooms
            if room.west <= x <= room.east and room.south <= y <= room.north
        ]
        if self.is_on_platform(spot):
            return "platform"
        if table.bridge in inside and is_within(spot, self.centre, table.pool.radius):
            return "bridge"
        if is_within(spot, self.centre, table.ring):
            return "ring"
        if any(laboratory.area in inside for laboratory in table.laboratories):
            return "laboratory"
        if inside:
            return "catwalk"
        return "helipad" if self.is_on_helipad(spot) else "ground"

    def is_in_zone(self, spot: Spot, side: int, *, boss: bool) -> bool:
        """Return whether a disc is entirely inside the side's deployment zone (S5, S18).

        If `boss` is set, use the Mastermind's own, smaller zone.
        """
        if side:
            return spot[0] + RADIUS <= LANDING_WIDTH
        return spot[0] - RADIUS >= BASE_WEST_EDGE and (
            not boss or is_within(spot, self.centre, BOSS_ZONE_RADIUS - RADIUS)
        )


def _squared_distance_to(spot: Spot, rect: Rect) -> int:
    dx = max(rect.west - spot[0], 0, spot[0] - rect.east)
    dy = max(rect.south - spot[1], 0, spot[1] - rect.north)
    return dx * dx + dy * dy


def _boundaries(shape: Any) -> Iterator[Sequence[tuple[float, float]]]:
    for part in getattr(shape, "geoms", (shape,)):
        for rim in (part.exterior, *part.interiors):
            yield rim.coords


def _check_map(ground: Ground, closed: Any, fast: Any) -> None:
    """Raise BadMap if the map is unusable.

    All areas must be on the table, obstacles must not overlap, all places must be reachable, and
    fast ground must be connected (S2). The standard deployment must be possible for both sides (S5,
    S18).
    """
    import shapely

    table = ground.map
    board = shapely.box(0, 0, *table.size)
    for name, area in _areas(ground).items():
        if area.is_empty or not board.covers(area):
            raise BadMap(f"{table.name}: {name} is not on the table")
    solids = [
        *[
            shapely.union_all([shapely.box(*wall) for wall in laboratory.walls()])
            for laboratory in table.laboratories
        ]
    ]
    solids += [*[shapely.box(*console) for console in ground.consoles], ground.water]
    for number, obstacle in enumerate(solids):
        if any(
            obstacle.intersection(other_obstacle).area > 0
            for other_obstacle in solids[number + 1 :]
        ):
            raise BadMap(f"{table.name}: obstacles overlap")
    width, height = table.size
    free = shapely.box(RADIUS, RADIUS, width - RADIUS, height - RADIUS).difference(closed)
    if free.geom_type != "Polygon":
        raise BadMap(f"{table.name}: a figure cannot reach part of the table")
    roads = fast.intersection(free)
    network = max(getattr(roads, "geoms", (roads,)), key=lambda part: part.area)
    for name, place in _places(ground).items():
        if not network.intersects(place):
            raise BadMap(f"{table.name}: no fast route leads to {name}")
    _check_standing(ground)


def _areas(ground: Ground) -> dict[str, Any]:
    table = ground.map
    areas = {
        "the ring": _circle(table.pool, table.ring),
        "the bridge": _box_area(table.bridge),
        "the helipad": _circle(table.helipad),
    }
    areas |= {
        f"laboratory {number}": _box_area(item.area)
        for number, item in enumerate(table.laboratories, start=1)
    }
    areas |= {
        f"console {number}": _box_area(item) for number, item in enumerate(ground.consoles, start=1)
    }
    return areas | {
        f"catwalk {number}": _box_area(item) for number, item in enumerate(table.catwalks, start=1)
    }


def _box_area(rect: Rect) -> Any:
    """Return the area of a rectangle.

    The area is empty if opposite sides are in the wrong order.
    """
    import shapely

    return (
        shapely.box(*rect)
        if rect.west < rect.east and rect.south < rect.north
        else shapely.Polygon()
    )


def _check_standing(ground: Ground) -> None:
    """Raise BadMap unless both standard deployments are possible (S5, S18)."""
    table, occupied = ground.map, list[Spot]()
    for side, spots in ((MASTERMIND, table.guards), (SPY, table.commandos)):
        if len(spots) != len(SIDES[side]):
            raise BadMap(f"{table.name}: {len(SIDES[side])} figures are deployed, not {len(spots)}")
        for number, spot in zip(SIDES[side], spots, strict=True):
            is_clear = all(squared_distance(spot, other) >= CONTACT for other in occupied)
            if not (
                is_clear
                and ground.can_stand(spot)
                and ground.is_in_zone(spot, side, boss=number == BOSS)
            ):
                raise BadMap(f"{table.name}: {ROSTER[number].name} cannot be deployed at {spot}")
            occupied.append(spot)


def _places(ground: Ground) -> dict[str, Any]:
    """Return the places that fast ground must connect (S2).

    These are edge A, north, south, helipad, ring, platform and every laboratory.
    """
    import shapely

    table, (width, height) = ground.map, ground.map.size
    rim = shapely.Point(ground.centre).buffer((table.pool.radius + table.ring) / 2).exterior
    return {
        "edge A": shapely.box(0, 0, RADIUS, height),
        "the north": shapely.box(0, height - RADIUS, width, height),
        "the south": shapely.box(0, 0, width, RADIUS),
        "the helipad": _circle(table.helipad),
        "the ring": rim,
        "the platform": _circle(table.pool, RADIUS),
        **{
            f"laboratory {number}": shapely.box(*laboratory.area).buffer(-2 * RADIUS)
            for number, laboratory in enumerate(table.laboratories, start=1)
        },
    }


@lru_cache(maxsize=8)
def ground(key: MapKey) -> Ground:
    """Return a prepared map, which is cached."""
    return Ground(MAPS[key])
