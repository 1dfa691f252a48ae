"""The data of the two maps. `ground.py` checks each map when it is loaded (S2)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from .values import MapKey, Spot

WALL_THICKNESS: Final = 25
"""Thickness of walls, a quarter of an inch. Walls are inside their laboratory's square (S2)."""


class Rect(NamedTuple):
    """A rectangle, defined by its four sides."""

    west: int
    south: int
    east: int
    north: int


class Disc(NamedTuple):
    """A circle."""

    centre: Spot
    radius: int


class Door(NamedTuple):
    """A gap in a wall of a laboratory. `start` and `end` are coordinates along the wall."""

    side: Literal["west", "south", "east", "north"]
    start: int
    end: int


class Laboratory(NamedTuple):
    """A square with walls, doors and a console."""

    area: Rect
    doors: tuple[Door, ...]
    console: Rect

    def walls(self) -> tuple[Rect, ...]:
        """Return the pieces of wall between the doors."""
        return tuple(
            [piece for side in ("west", "south", "east", "north") for piece in self._wall(side)]
        )

    def _wall(self, side: str) -> list[Rect]:
        west, south, east, north = self.area
        is_upright = side in ("west", "east")
        gaps = sorted([(door.start, door.end) for door in self.doors if door.side == side])
        edges = [
            south if is_upright else west,
            *[edge for gap in gaps for edge in gap],
            north if is_upright else east,
        ]
        pieces = [(edges[number], edges[number + 1]) for number in range(0, len(edges), 2)]
        match side:
            case "west":
                return [Rect(west, start, west + WALL_THICKNESS, end) for start, end in pieces]
            case "east":
                return [Rect(east - WALL_THICKNESS, start, east, end) for start, end in pieces]
            case "south":
                return [Rect(start, south, end, south + WALL_THICKNESS) for start, end in pieces]
            case _:
                return [Rect(start, north - WALL_THICKNESS, end, north) for start, end in pieces]


class Map(NamedTuple):
    """A map, with the standard deployments of both sides.

    `countdown` is the fairest countdown between bots.
    """

    key: MapKey
    name: str
    size: tuple[int, int]
    countdown: int
    pool: Disc
    ring: int
    platform: int
    bridge: Rect
    laboratories: tuple[Laboratory, ...]
    consoles: tuple[Rect, ...]
    catwalks: tuple[Rect, ...]
    helipad: Disc
    guards: tuple[Spot, ...]
    commandos: tuple[Spot, ...]


LANDING_WIDTH: Final = 600
"""Width of the Spy's deployment zone, which lies along edge A in the west (S5)."""

BASE_WEST_EDGE: Final = 1400
"""Western limit of the deployment zone of the Mastermind's side (S5)."""

BOSS_ZONE_RADIUS: Final = 600
"""Radius of the Mastermind's deployment zone around the platform's centre (S5, S18).

His whole disc must be inside the zone.
"""


def _laboratory(west: int, south: int, *doors: Door) -> Laboratory:
    """Return a laboratory of eight inches square, with its console in the place given by S2."""
    area = Rect(west, south, west + 800, south + 800)
    return Laboratory(area, doors, Rect(west + 200, south + 350, west + 600, south + 450))


def _grid(easts: tuple[int, ...], norths: tuple[int, ...]) -> tuple[Spot, ...]:
    return tuple([(east, north) for east in easts for north in norths])


VOLCANO: Final = Map(
    key="volcano",
    name="The Volcano",
    size=(6000, 3600),
    countdown=10,
    pool=Disc((3000, 1800), 300),
    ring=500,
    platform=150,
    bridge=Rect(2700, 1700, 3300, 1900),
    laboratories=(
        _laboratory(1400, 400, Door("north", 1700, 1900), Door("east", 700, 900)),
        _laboratory(3800, 400, Door("north", 4100, 4300), Door("west", 700, 900)),
        _laboratory(1400, 2400, Door("south", 1700, 1900), Door("east", 2700, 2900)),
        _laboratory(3800, 2400, Door("south", 4100, 4300), Door("west", 2700, 2900)),
    ),
    consoles=(Rect(2800, 2100, 3200, 2200),),
    catwalks=(
        Rect(0, 1700, 2600, 1900),
        Rect(3400, 1700, 5500, 1900),
        Rect(2900, 0, 3100, 1400),
        Rect(2900, 2200, 3100, 3600),
        Rect(1700, 1200, 1900, 1700),
        Rect(1700, 1900, 1900, 2400),
        Rect(4100, 1200, 4300, 1700),
        Rect(4100, 1900, 4300, 2400),
        Rect(2200, 700, 2900, 900),
        Rect(3100, 700, 3800, 900),
        Rect(2200, 2700, 2900, 2900),
        Rect(3100, 2700, 3800, 2900),
    ),
    helipad=Disc((5700, 1800), 200),
    guards=(
        (3440, 1800),
        (3000, 1850),
        (2900, 1800),
        (3090, 1760),
        (3300, 2060),
        (2600, 1950),
        (2600, 1650),
        (2760, 2250),
        (3000, 2270),
        (3240, 2250),
        (2760, 1350),
        (3000, 1340),
        (3240, 1350),
        (3400, 1960),
        (3400, 1640),
        (3540, 1740),
        (3540, 1860),
    ),
    commandos=(
        *_grid((450, 550, 350, 250, 150), (1750, 1850)),
        *_grid((550, 450, 350), (1640, 1960)),
        *_grid((550, 450), (1530, 2070)),
        (350, 1530),
    ),
)

DRYDOCK: Final = Map(
    key="drydock",
    name="The Drydock",
    size=(6000, 3600),
    countdown=9,
    pool=Disc((3400, 1800), 300),
    ring=500,
    platform=150,
    bridge=Rect(3100, 1700, 3700, 1900),
    laboratories=(
        _laboratory(1800, 2500, Door("south", 2100, 2300), Door("east", 2800, 3000)),
        _laboratory(1800, 300, Door("north", 2100, 2300), Door("east", 600, 800)),
        _laboratory(4400, 2500, Door("south", 4700, 4900), Door("west", 2800, 3000)),
        _laboratory(4400, 300, Door("north", 4700, 4900), Door("west", 600, 800)),
    ),
    consoles=(Rect(2750, 1650, 2850, 1950),),
    catwalks=(
        Rect(0, 2000, 3000, 2200),
        Rect(0, 1400, 3000, 1600),
        Rect(3800, 1700, 5500, 1900),
        Rect(3300, 0, 3500, 1400),
        Rect(3300, 2200, 3500, 3600),
        Rect(2100, 2200, 2300, 2500),
        Rect(2100, 1100, 2300, 1400),
        Rect(4700, 1900, 4900, 2500),
        Rect(4700, 1100, 4900, 1700),
        Rect(2600, 2800, 3300, 3000),
        Rect(2600, 600, 3300, 800),
        Rect(3500, 2800, 4400, 3000),
        Rect(3500, 600, 4400, 800),
    ),
    helipad=Disc((5700, 1800), 200),
    guards=(
        (3840, 1800),
        (3400, 1850),
        (3300, 1800),
        (3490, 1760),
        (3040, 1800),
        (2980, 1950),
        (2980, 1650),
        (3160, 2250),
        (3400, 2270),
        (3640, 2250),
        (3160, 1350),
        (3400, 1330),
        (3640, 1350),
        (3800, 1960),
        (3800, 1640),
        (3940, 1740),
        (3940, 1860),
    ),
    commandos=(*_grid((400, 500, 300, 200, 100), (1450, 1550, 2050, 2150)), (500, 1800)),
)

MAPS: Final[dict[MapKey, Map]] = {battle_map.key: battle_map for battle_map in (VOLCANO, DRYDOCK)}
