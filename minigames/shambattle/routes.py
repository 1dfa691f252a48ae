"""Ways across a map: how many turns' walking every place is from a goal, and the next steps there.
For bots; rules ask nobody.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import dist
from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.ground import Ground, ground
from minigames.shambattle.rules.movement import FULL, PART

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import MapKey, Spot

MESH: Final = 50
"""Places half an inch apart are looked at: two abreast fit every door."""

HALF_AROUND: Final = ((1, -1), (1, 0), (1, 1), (0, 1))
"""From every place to half of its neighbours: steps go both ways."""

LOOK_AHEAD: Final = 14
"""So many steps along a way are looked at for a short cut."""

UNREACHABLE: Final = 1e9

Cell = tuple[int, int]
"""A place of the mesh: how many of its steps east and north."""


def _place(cell: Cell) -> Spot:
    return (cell[0] * MESH, cell[1] * MESH)


class Mesh:
    """The places of a map where a figure's centre may be, and the straight steps between them with
    their share of a turn's walking.
    """

    def __init__(self, floor: Ground) -> None:
        wide, high = floor.map.size
        self.cells = {
            (x, y): floor.fast.holds(spot, spot)
            for x in range(1, wide // MESH)
            for y in range(1, high // MESH)
            if floor.stands(spot := (x * MESH, y * MESH))
        }
        self.steps: dict[Cell, list[tuple[Cell, float]]] = {cell: [] for cell in self.cells}
        self._join(floor)

    def _join(self, floor: Ground) -> None:
        """Neighbours are joined if a figure can go straight from one to the other: between two free
        places a corner may stick out.
        """
        for a in self.cells:
            for dx, dy in HALF_AROUND:
                b = (a[0] + dx, a[1] + dy)
                if b in self.cells and floor.open(_place(a), _place(b)):
                    turns = MESH * dist(a, b) / (FULL if self.cells[a] and self.cells[b] else PART)
                    self.steps[a].append((b, turns))
                    self.steps[b].append((a, turns))


@lru_cache(maxsize=8)
def mesh(key: MapKey) -> Mesh:
    """The mesh of a map that ships."""
    return Mesh(ground(key))


class Field:
    """How far every place of a map is from a goal, in turns of walking, others not in the way."""

    def __init__(self, key: MapKey, goals: tuple[Spot, ...]) -> None:
        self.floor, self.cells, steps = ground(key), mesh(key).cells, mesh(key).steps
        self.turns: dict[Cell, float] = {}
        self.next: dict[Cell, Cell] = {}
        heap = [(0.0, self._cell(goal), self._cell(goal)) for goal in goals]
        while heap:
            turns, cell, came = heappop(heap)
            if cell in self.turns:
                continue
            self.turns[cell], self.next[cell] = turns, came
            for other, step in steps[cell]:
                if other not in self.turns:
                    heappush(heap, (turns + step, other, cell))

    def _cell(self, spot: Spot) -> Cell:
        """The free cell nearest to a place."""
        return min(
            self._close(spot) or self.cells,
            key=lambda c: (c[0] * MESH - spot[0]) ** 2 + (c[1] * MESH - spot[1]) ** 2,
        )

    def _close(self, spot: Spot) -> list[Cell]:
        """The free cells about a place."""
        x, y = round(spot[0] / MESH), round(spot[1] / MESH)
        return [
            (x + dx, y + dy)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (x + dx, y + dy) in self.cells
        ]

    def _entry(self, spot: Spot) -> Cell:
        """The nearest cell to which a figure can go straight: one in touch with a corner may not
        see the very nearest.
        """
        close = sorted(self._close(spot), key=lambda c: (dist(spot, _place(c)), c))
        return next(
            (c for c in close if self.floor.open(spot, _place(c))),
            self._cell(spot),
        )

    def at(self, spot: Spot) -> float:
        """Turns of walking from a place to the goal."""
        return self.turns.get(self._cell(spot), UNREACHABLE)

    def way(self, spot: Spot) -> tuple[Spot, ...]:
        """The next stretch of the way to the goal, corners cut: some turn's worth of it."""
        chain, cell = [], self._entry(spot)
        for _ in range(LOOK_AHEAD):
            chain.append(_place(cell))
            if (further := self.next.get(cell, cell)) == cell:
                break
            cell = further
        way: list[Spot] = []
        here = spot
        while chain and len(way) < 3:
            seen = next(
                (at for at in range(len(chain) - 1, 0, -1) if self.floor.open(here, chain[at])), 0
            )
            here = chain[seen]
            way.append(here)
            chain = chain[seen + 1 :]
        return tuple(
            [place for at, place in enumerate(way) if place != (spot if at == 0 else way[at - 1])]
        )


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
