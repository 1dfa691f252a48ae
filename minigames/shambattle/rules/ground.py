"""A map made ready for measuring: where a figure's centre may be, what is fast going, what stops a
bullet (S2, S3, S4, S12).

Areas are drawn by shapely when a map is made ready, and not before; what is asked of them in play
is reckoned without it (`areas.py`). Circles are drawn with 256 corners on their rim, and solid
things count a twentieth of a hundredth of an inch small, so that contact, which is allowed, is
never refused for a rounding; nothing is ever further off than that.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from .areas import Area
from .geometry import CONTACT, RADIUS, clear_of, crosses, keeps_off, near, squared, within
from .maps import BASE, BOSS_WITHIN, LANDING, MAPS, Disc, Map, Rect
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .values import MapKey

ROUND: Final = 64
"""Corners to a quarter of a circle."""

SLACK: Final = 0.05
"""Solid things count so many hundredths of an inch small."""


class BadMap(ValueError):
    """A map that cannot be played on; the message says why."""


def _circle(disc: Disc, radius: int = 0) -> Any:
    import shapely

    return shapely.Point(disc.centre).buffer(radius or disc.radius, quad_segs=ROUND)


class Ground:
    """One map's areas. Make it with `ground(key)`; it checks itself (BadMap)."""

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
        shut = solid.buffer(RADIUS - SLACK, quad_segs=ROUND)
        self.rooms: tuple[Rect, ...] = (
            *[laboratory.area for laboratory in table.laboratories],
            *table.catwalks,
            table.bridge,
        )
        fast = shapely.union_all(
            [*[shapely.box(*room) for room in self.rooms], _circle(table.pool, table.ring)]
        )
        self.wall_area, self.shut, self.fast = [
            Area(_rims(shape), table.size) for shape in (walls, shut, fast)
        ]
        _check(self, shut, fast)

    # --- movement ---

    def on_table(self, spot: Spot) -> bool:
        """Whether a figure's whole disc is on the table (S12)."""
        wide, high = self.map.size
        return RADIUS <= spot[0] <= wide - RADIUS and RADIUS <= spot[1] <= high - RADIUS

    def open(self, a: Spot, b: Spot) -> bool:
        """Whether a figure can pass from a to b clear of the table's edge, walls, consoles and
        water (S12).
        """
        return self.on_table(a) and self.on_table(b) and not self.shut.meets(a, b)

    def stands(self, spot: Spot) -> bool:
        """Whether a figure may stand there, others apart (S12)."""
        return self.open(spot, spot)

    def passable(self, a: Spot, b: Spot, others: Sequence[Spot]) -> bool:
        """`open`, and clear of figures on other places; contact is allowed (S12)."""
        return clear_of(a, b, near(a, b, others, 2 * RADIUS)) and self.open(a, b)

    def is_fast(self, path: Sequence[Spot]) -> bool:
        """Whether every part of the centre's path lies on catwalk, ring, bridge, platform or
        laboratory (S3, S12).

        The rim of that ground does not belong to it: three men abreast would need it, and a catwalk
        takes two (S19).
        """
        wide, high = self.map.size
        for x, y in path:
            if not (0 <= x <= wide and 0 <= y <= high):
                return False
        start = path[0]
        if not self.fast.holds(start, start):  # most ways begin elsewhere
            return False
        return all(self.fast.holds(a, b) for a, b in itertools.pairwise(path))

    # --- fire ---

    def sees(self, a: Spot, b: Spot) -> bool:
        """Whether no wall touches the line between two centres (S4)."""
        return not self.wall_area.meets(a, b)

    def covered(self, spot: Spot, other: Spot) -> bool:
        """Whether a figure on `spot` touches a console that lies across the line to `other`
        (S9).
        """
        for console in self.consoles:
            if _rim(spot, console) <= (RADIUS + 5) ** 2 and crosses(spot, other, console):
                return True
        return False

    # --- places ---

    def on_platform(self, spot: Spot) -> bool:
        """Whether this centre is on the missile platform (S15)."""
        return within(spot, self.centre, self.map.platform)

    def crosses_platform(self, a: Spot, b: Spot) -> bool:
        """Whether a centre that goes straight from a to b is ever on the platform (S15)."""
        return not keeps_off(a, b, self.centre, self.map.platform**2 + 1)

    def on_helipad(self, spot: Spot) -> bool:
        """Whether this centre is on the helipad (S14)."""
        return within(spot, self.map.helipad.centre, self.map.helipad.radius)

    def at_pool(self, spot: Spot) -> bool:
        """Whether a figure's nearest edge is within a short move of the pool, with no wall between
        (S16).
        """
        return within(spot, self.centre, self.map.pool.radius + RADIUS + 200) and self.sees(
            spot, self.centre
        )

    def terrain(self, spot: Spot) -> str:
        """What lies under a centre: platform, bridge, ring, laboratory, catwalk, helipad or ground
        (S12).
        """
        table, (x, y) = self.map, spot
        inside = [
            room
            for room in self.rooms
            if room.west <= x <= room.east and room.south <= y <= room.north
        ]
        if self.on_platform(spot):
            return "platform"
        if table.bridge in inside and within(spot, self.centre, table.pool.radius):
            return "bridge"
        if within(spot, self.centre, table.ring):
            return "ring"
        if any(laboratory.area in inside for laboratory in table.laboratories):
            return "laboratory"
        if inside:
            return "catwalk"
        return "helipad" if self.on_helipad(spot) else "ground"

    def in_zone(self, spot: Spot, side: int, *, boss: bool) -> bool:
        """Whether a disc lies wholly inside the side's deployment zone (S5, S18). `boss`: the
        Mastermind's own, tighter one.
        """
        if side:
            return spot[0] + RADIUS <= LANDING
        return spot[0] - RADIUS >= BASE and (
            not boss or within(spot, self.centre, BOSS_WITHIN - RADIUS)
        )


def _rim(spot: Spot, rect: Rect) -> int:
    """The square of the distance from a place to a rectangle."""
    dx = max(rect.west - spot[0], 0, spot[0] - rect.east)
    dy = max(rect.south - spot[1], 0, spot[1] - rect.north)
    return dx * dx + dy * dy


def _rims(shape: Any) -> Iterator[Sequence[tuple[float, float]]]:
    """The rims of an area as shapely draws it, and of its holes."""
    for part in getattr(shape, "geoms", (shape,)):
        for rim in (part.exterior, *part.interiors):
            yield rim.coords


def _check(ground: Ground, shut: Any, fast: Any) -> None:
    """Raise BadMap for a map that cannot be played on.

    No area leaves the table, no obstacles overlap, every place can be reached, the fast ground
    hangs together (S2), and both sides can stand as the map has it (S5, S18).
    """
    import shapely

    table = ground.map
    board = shapely.box(0, 0, *table.size)
    for name, area in _areas(ground).items():
        if area.is_empty or not board.covers(area):
            raise BadMap(f"{table.name}: {name} is not on the table")
    solids = [
        *[
            shapely.union_all([shapely.box(*wall) for wall in each.walls()])
            for each in table.laboratories
        ]
    ]
    solids += [*[shapely.box(*console) for console in ground.consoles], ground.water]
    for at, one in enumerate(solids):
        if any(one.intersection(other).area > 0 for other in solids[at + 1 :]):
            raise BadMap(f"{table.name}: obstacles overlap")
    wide, high = table.size
    free = shapely.box(RADIUS, RADIUS, wide - RADIUS, high - RADIUS).difference(shut)
    if free.geom_type != "Polygon":
        raise BadMap(f"{table.name}: part of the table cannot be reached by a man")
    roads = fast.intersection(free)
    network = max(getattr(roads, "geoms", (roads,)), key=lambda part: part.area)
    for name, place in _places(ground).items():
        if not network.intersects(place):
            raise BadMap(f"{table.name}: the fast ground does not lead to {name}")
    _check_standing(ground)


def _areas(ground: Ground) -> dict[str, Any]:
    """Everything that is laid out on the table."""
    table = ground.map
    found = {
        "the ring": _circle(table.pool, table.ring),
        "the bridge": _box(table.bridge),
        "the helipad": _circle(table.helipad),
    }
    found |= {
        f"laboratory {at}": _box(each.area) for at, each in enumerate(table.laboratories, start=1)
    }
    found |= {f"console {at}": _box(each) for at, each in enumerate(ground.consoles, start=1)}
    return found | {f"catwalk {at}": _box(each) for at, each in enumerate(table.catwalks, start=1)}


def _box(rect: Rect) -> Any:
    """A rectangle's area; none if its sides are the wrong way round."""
    import shapely

    return (
        shapely.box(*rect)
        if rect.west < rect.east and rect.south < rect.north
        else shapely.Polygon()
    )


def _check_standing(ground: Ground) -> None:
    """Raise BadMap unless both sides can stand by the map's deployment (S5, S18)."""
    table, taken = ground.map, list[Spot]()
    for side, spots in ((MASTERMIND, table.guards), (SPY, table.commandos)):
        if len(spots) != len(SIDES[side]):
            raise BadMap(f"{table.name}: {len(SIDES[side])} figures are deployed, not {len(spots)}")
        for number, spot in zip(SIDES[side], spots, strict=True):
            clear = all(squared(spot, other) >= CONTACT for other in taken)
            if not (
                clear and ground.stands(spot) and ground.in_zone(spot, side, boss=number == BOSS)
            ):
                raise BadMap(f"{table.name}: {ROSTER[number].name} cannot be deployed at {spot}")
            taken.append(spot)


def _places(ground: Ground) -> dict[str, Any]:
    """What the fast ground must join (S2): edge A, north, south, helipad, ring, platform and every
    laboratory.
    """
    import shapely

    table, (wide, high) = ground.map, ground.map.size
    rim = shapely.Point(ground.centre).buffer((table.pool.radius + table.ring) / 2).exterior
    return {
        "edge A": shapely.box(0, 0, RADIUS, high),
        "the north": shapely.box(0, high - RADIUS, wide, high),
        "the south": shapely.box(0, 0, wide, RADIUS),
        "the helipad": _circle(table.helipad),
        "the ring": rim,
        "the platform": _circle(table.pool, RADIUS),
        **{
            f"laboratory {at}": shapely.box(*each.area).buffer(-2 * RADIUS)
            for at, each in enumerate(table.laboratories, start=1)
        },
    }


@lru_cache(maxsize=8)
def ground(key: MapKey) -> Ground:
    """The ground of a map that ships."""
    return Ground(MAPS[key])
