"""Paths across a map: distances to a goal in turns, and the next steps towards it.

This module is used by bots, but not by the rules.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import dist
from typing import Final

from minigames.shambattle.rules.ground import Ground, ground
from minigames.shambattle.rules.movement import FULL_MOVE, PART_MOVE
from minigames.shambattle.rules.values import MapKey, Spot

MESH_SIZE: Final = 50
"""Distance between neighbouring places of the mesh.

With half an inch, every door has room for at least two places side by side.
"""

HALF_OF_NEIGHBOURS: Final = ((1, -1), (1, 0), (1, 1), (0, 1))
"""Offsets to half of a place's neighbours. Steps go both ways, so the other half is not needed."""

MAX_STEPS_AHEAD: Final = 14
"""Maximum number of steps along a path that are searched for a shortcut."""

UNREACHABLE: Final = 1e9

Cell = tuple[int, int]
"""A place in the mesh, as numbers of steps east and north."""


def _place(cell: Cell) -> Spot:
    return (cell[0] * MESH_SIZE, cell[1] * MESH_SIZE)


class Mesh:
    """The places on a map that a figure's centre can occupy, and the straight steps between them.

    Each step has a cost, as a share of a turn.
    """

    def __init__(self, floor: Ground) -> None:
        width, height = floor.map.size
        self.cells = {
            (x, y): floor.fast.contains(spot, spot)
            for x in range(1, width // MESH_SIZE)
            for y in range(1, height // MESH_SIZE)
            if floor.can_stand(spot := (x * MESH_SIZE, y * MESH_SIZE))
        }
        self.steps: dict[Cell, list[tuple[Cell, float]]] = {cell: [] for cell in self.cells}
        self._join(floor)

    def _join(self, floor: Ground) -> None:
        """Join neighbouring cells if a figure can walk straight from one to the other.

        This must be checked, because a corner can lie between two free places.
        """
        for a in self.cells:
            for dx, dy in HALF_OF_NEIGHBOURS:
                b = (a[0] + dx, a[1] + dy)
                if b in self.cells and floor.is_open(_place(a), _place(b)):
                    turns = (
                        MESH_SIZE
                        * dist(a, b)
                        / (FULL_MOVE if self.cells[a] and self.cells[b] else PART_MOVE)
                    )
                    self.steps[a].append((b, turns))
                    self.steps[b].append((a, turns))


@lru_cache(maxsize=8)
def mesh_of(key: MapKey) -> Mesh:
    """Return the mesh of a map, which is cached."""
    return Mesh(ground(key))


class Field:
    """The distance from each place on a map to the nearest goal, in turns.

    Other figures are ignored.
    """

    def __init__(self, key: MapKey, goals: tuple[Spot, ...]) -> None:
        self.floor, self.cells, steps = ground(key), mesh_of(key).cells, mesh_of(key).steps
        self.turns: dict[Cell, float] = {}
        self.next_cells: dict[Cell, Cell] = {}
        heap = [(0.0, self._cell(goal), self._cell(goal)) for goal in goals]
        while heap:
            turns, cell, previous = heappop(heap)
            if cell in self.turns:
                continue
            self.turns[cell], self.next_cells[cell] = turns, previous
            for neighbour, step in steps[cell]:
                if neighbour not in self.turns:
                    heappush(heap, (turns + step, neighbour, cell))

    def _cell(self, spot: Spot) -> Cell:
        """Return the free cell that is nearest to a place."""
        return min(
            self._cells_around(spot) or self.cells,
            key=lambda c: (c[0] * MESH_SIZE - spot[0]) ** 2 + (c[1] * MESH_SIZE - spot[1]) ** 2,
        )

    def _cells_around(self, spot: Spot) -> list[Cell]:
        x, y = round(spot[0] / MESH_SIZE), round(spot[1] / MESH_SIZE)
        return [
            (x + dx, y + dy)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (x + dx, y + dy) in self.cells
        ]

    def _entry(self, spot: Spot) -> Cell:
        """Return the nearest cell that a figure can reach in a straight line.

        If the figure touches a corner, this is not always the nearest cell of all.
        """
        candidates = sorted(self._cells_around(spot), key=lambda c: (dist(spot, _place(c)), c))
        return next(
            (c for c in candidates if self.floor.is_open(spot, _place(c))),
            self._cell(spot),
        )

    def turns_from(self, spot: Spot) -> float:
        """Return the number of turns that a figure needs to walk from a place to the goal."""
        return self.turns.get(self._cell(spot), UNREACHABLE)

    def path_from(self, spot: Spot) -> tuple[Spot, ...]:
        """Return the next points on the path to the goal, for about one turn.

        The path uses shortcuts.
        """
        chain, cell = [], self._entry(spot)
        for _ in range(MAX_STEPS_AHEAD):
            chain.append(_place(cell))
            if (next_cell := self.next_cells.get(cell, cell)) == cell:
                break
            cell = next_cell
        points: list[Spot] = []
        position = spot
        while chain and len(points) < 3:
            furthest_visible = next(
                (
                    index
                    for index in range(len(chain) - 1, 0, -1)
                    if self.floor.is_open(position, chain[index])
                ),
                0,
            )
            position = chain[furthest_visible]
            points.append(position)
            chain = chain[furthest_visible + 1 :]
        return tuple(
            place
            for index, place in enumerate(points)
            if place != (spot if index == 0 else points[index - 1])
        )


@lru_cache(maxsize=256)
def field_of(key: MapKey, *goals: Spot) -> Field:
    """Return the field for these goals on a map.

    Fields are cached, because battles use the same few goals.
    """
    return Field(key, goals)


def field_to_place(key: MapKey, spot: Spot) -> Field:
    """Return the field for a moving goal, whose place is rounded to two inches."""
    return field_of(key, (round(spot[0] / 200) * 200, round(spot[1] / 200) * 200))


def field_to_edge(key: MapKey) -> Field:
    """Return the field for edge A."""
    return field_of(key, *[(MESH_SIZE, y) for y in range(200, ground(key).map.size[1], 200)])
