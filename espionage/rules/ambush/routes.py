"""The shortest ways over a map, a diagonal counting one and a half (P4)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from .ground import OFF
from .terrain import COST, FAR

if TYPE_CHECKING:
    from .terrain import Terrain


class Routes:
    """The ways from one square to all others that cost at most `limit` half squares, as if nobody stood in the way."""

    def __init__(self, terrain: Terrain, start: int, limit: int = FAR) -> None:
        self.start = start
        self.cost: dict[int, int] = {start: 0}
        self._came: dict[int, tuple[int, int]] = {}
        pending = [(0, start)]
        while pending:
            cost, here = heappop(pending)
            if cost > self.cost[here]:
                continue
            for way in range(8):
                there = terrain.steps[here * 8 + way]
                after = cost + COST[way]
                if there > OFF and after <= limit and after < self.cost.get(there, FAR):
                    self.cost[there] = after
                    self._came[there] = (here, way)
                    heappush(pending, (after, there))

    def to(self, goal: int) -> dict[int, int]:
        """The way to go at each square on the route to `goal`; empty when there is no route."""
        ways: dict[int, int] = {}
        here = goal
        while here in self._came:
            here, way = self._came[here]
            ways[here] = way
        return ways


def steps_out(terrain: Terrain, start: int) -> int:
    """How many steps the shortest walk off the map takes."""
    here, steps = start, 0
    while here != OFF:
        here = terrain.steps[here * 8 + terrain.edge[here]]
        steps += 1
    return steps
