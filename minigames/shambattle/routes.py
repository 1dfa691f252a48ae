"""Ways across a map: how many turns' walking every place is from a goal, and the next steps there. For bots; rules ask nobody."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from typing import TYPE_CHECKING, Final

import shapely

from .rules.ground import Ground, ground
from .rules.movement import FULL, PART

if TYPE_CHECKING:
    from .rules.values import MapKey, Spot

MESH: Final = 50
"""Places half an inch apart are looked at: two abreast fit every door."""

AROUND: Final = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]
LOOK_AHEAD: Final = 14
"""So many steps along a way are looked at for a short cut."""

UNREACHABLE: Final = 1e9


class Mesh:
    """The places of a map where a figure's centre may be, and which of them are fast going."""

    def __init__(self, floor: Ground) -> None:
        wide, high = floor.map.size
        cells = [(x, y) for x in range(1, wide // MESH) for y in range(1, high // MESH)]
        points = shapely.points([(x * MESH, y * MESH) for x, y in cells])
        free = ~shapely.intersects(floor.shut, points)
        fast = shapely.contains(floor.fast, points)
        self.cells = {cell: bool(quick) for cell, is_free, quick in zip(cells, free, fast, strict=True) if is_free}


@lru_cache(maxsize=8)
def mesh(key: MapKey) -> Mesh:
    """The mesh of a map that ships."""
    return Mesh(ground(key))


class Field:
    """How far every place of a map is from a goal, in turns of walking, others not in the way."""

    def __init__(self, key: MapKey, goals: tuple[Spot, ...]) -> None:
        self.floor, self.cells = ground(key), mesh(key).cells
        self.turns: dict[tuple[int, int], float] = {}
        self.next: dict[tuple[int, int], tuple[int, int]] = {}
        heap = [(0.0, self._cell(goal), self._cell(goal)) for goal in goals]
        while heap:
            turns, cell, came = heappop(heap)
            if cell in self.turns:
                continue
            self.turns[cell], self.next[cell] = turns, came
            for dx, dy in AROUND:
                other = (cell[0] + dx, cell[1] + dy)
                if other in self.cells and other not in self.turns:
                    stick = FULL if self.cells[cell] and self.cells[other] else PART
                    heappush(heap, (turns + MESH * (1.4142 if dx and dy else 1.0) / stick, other, cell))

    def _cell(self, spot: Spot) -> tuple[int, int]:
        """The free cell nearest to a place."""
        x, y = round(spot[0] / MESH), round(spot[1] / MESH)
        close = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) in self.cells]
        pool = close or list(self.cells)
        return min(pool, key=lambda c: (c[0] * MESH - spot[0]) ** 2 + (c[1] * MESH - spot[1]) ** 2)

    def at(self, spot: Spot) -> float:
        """Turns of walking from a place to the goal."""
        return self.turns.get(self._cell(spot), UNREACHABLE)

    def way(self, spot: Spot) -> tuple[Spot, ...]:
        """The next stretch of the way to the goal, corners cut: some turn's worth of it."""
        chain, cell = [], self._cell(spot)
        for _ in range(LOOK_AHEAD):
            chain.append((cell[0] * MESH, cell[1] * MESH))
            if (further := self.next.get(cell, cell)) == cell:
                break
            cell = further
        way: list[Spot] = []
        here = spot
        while chain and len(way) < 3:
            seen = next((at for at in range(len(chain) - 1, 0, -1) if self.floor.open(here, chain[at])), 0)
            here = chain[seen]
            way.append(here)
            chain = chain[seen + 1 :]
        return tuple([place for at, place in enumerate(way) if place != (spot if at == 0 else way[at - 1])])


@lru_cache(maxsize=256)
def field(key: MapKey, *goals: Spot) -> Field:
    """The field of these goals on a map; kept, since battles come back to the same few."""
    return Field(key, goals)


def to_place(key: MapKey, spot: Spot) -> Field:
    """The field of a moving goal, to the nearest two inches."""
    return field(key, (round(spot[0] / 200) * 200, round(spot[1] / 200) * 200))


def to_edge(key: MapKey) -> Field:
    """The field of edge A."""
    return field(key, *[(MESH, y) for y in range(200, ground(key).map.size[1], 200)])
