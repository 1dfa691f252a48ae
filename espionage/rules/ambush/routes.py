"""The shortest ways over a map, a diagonal counting one and a half (P4)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from .ground import OFF, SIDE
from .terrain import COST, FAR, STRAIGHT

if TYPE_CHECKING:
    from .terrain import Terrain


class Routes:
    """The ways from one square to all that cost at most `limit` half squares, or to `goal` alone,
    as if nobody stood in the way.
    """

    def __init__(self, terrain: Terrain, start: int, *, limit: int = FAR, goal: int = OFF) -> None:
        self.cost: dict[int, int] = {start: 0}
        self._came: dict[int, tuple[int, int]] = {}
        pending = [(0, 0, start)]
        while pending:
            _, cost, here = heappop(pending)
            if here == goal:
                break
            if cost > self.cost[here]:
                continue
            for way in range(8):
                there = terrain.steps[here * 8 + way]
                after = cost + COST[way]
                if there > OFF and after <= limit and after < self.cost.get(there, FAR):
                    self.cost[there] = after
                    self._came[there] = (here, way)
                    heappush(
                        pending, (after if goal == OFF else after + crow(there, goal), after, there)
                    )

    def to(self, goal: int) -> dict[int, int]:
        """The way to go at each square on the route to `goal`; empty when there is no route."""
        ways: dict[int, int] = {}
        here = goal
        while here in self._came:
            here, way = self._came[here]
            ways[here] = way
        return ways


def crow(one: int, other: int) -> int:
    """What the way between two squares costs at least, in half squares: as if nothing were between
    them.
    """
    wide, high = abs(one % SIDE - other % SIDE), abs(one // SIDE - other // SIDE)
    return STRAIGHT * max(wide, high) + min(wide, high)


def steps_out(terrain: Terrain, start: int) -> int:
    """How many steps the shortest walk off the map takes."""
    here, steps = start, 0
    while here != OFF:
        here = terrain.steps[here * 8 + terrain.edge[here]]
        steps += 1
    return steps
