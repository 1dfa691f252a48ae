"""The shortest ways over a map, a diagonal counting one and a half (P4)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from .ground import OFF, SIDE, SQUARES
from .terrain import COST, FAR, STRAIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .terrain import Terrain


def _crow(difference: int) -> int:
    """What the way between two squares costs at least, in half squares, as if nothing were between
    them; by the difference of their `_PLACES`.
    """
    wide = (difference + SIDE) % _ROW - SIDE
    high = abs(difference - wide) // _ROW
    return STRAIGHT * max(abs(wide), high) + min(abs(wide), high)


_ROW: Final = 2 * SIDE
"""Rows so far apart that the difference of two places says how far it is across and down."""
_PLACES: Final = tuple([square // SIDE * _ROW + square % SIDE for square in range(SQUARES)])
_CROWS: Final = tuple(
    [_crow(difference) for difference in (*range(SIDE * _ROW), *range(-SIDE * _ROW, 0))]
)


class Routes:
    """The ways from one square to all that cost at most `limit` half squares (`cost`, by square),
    or to `goal` alone, as if nobody stood in the way. With `wanted` the search ends at the nearest
    square that is, of equally near ones at the lowest number: `found`, OFF if there is none.
    """

    def __init__(
        self,
        terrain: Terrain,
        start: int,
        *,
        limit: int = FAR,
        goal: int = OFF,
        wanted: Callable[[int], bool] | None = None,
    ) -> None:
        self.cost: dict[int, int] = {start: 0}
        self.found = OFF
        self._came: dict[int, int] = {}
        if goal == OFF:
            self._spread(terrain, start, limit, wanted)
        else:
            self._seek(terrain, start, goal)

    def _spread(
        self, terrain: Terrain, start: int, limit: int, wanted: Callable[[int], bool] | None
    ) -> None:
        costs, came, known = self.cost, self._came, self.cost.get
        steps, open_steps = terrain.steps, terrain.open_steps
        pending = [(0, start)]
        while pending:
            cost, here = heappop(pending)
            if cost > costs[here]:
                continue
            if wanted is not None and wanted(here):
                self.found = here
                return
            for step in open_steps[here]:
                there, after = steps[step], cost + COST[step & 7]
                if after <= limit and after < known(there, FAR):
                    costs[there], came[there] = after, step
                    heappush(pending, (after, there))

    def _seek(self, terrain: Terrain, start: int, goal: int) -> None:
        costs, came, origin = [FAR] * SQUARES, self._came, _PLACES[goal]
        steps, open_steps = terrain.steps, terrain.open_steps
        costs[start] = 0
        pending = [(0, 0, start)]
        while pending:
            _, cost, here = heappop(pending)
            if here == goal:
                return
            if cost > costs[here]:
                continue
            for step in open_steps[here]:
                there, after = steps[step], cost + COST[step & 7]
                if after < costs[there]:
                    costs[there], came[there] = after, step
                    heappush(pending, (after + _CROWS[_PLACES[there] - origin], after, there))

    def to(self, goal: int) -> dict[int, int]:
        """The way to go at each square on the route to `goal`; empty when there is no route."""
        ways: dict[int, int] = {}
        here = goal
        while here in self._came:
            here, way = divmod(self._came[here], 8)
            ways[here] = way
        return ways


REMEMBERED: Final = 1_000
"""So many ways are kept for a map."""


def way_to(terrain: Terrain, start: int, goal: int) -> Mapping[int, int]:
    """The way to go at each square on the shortest route from one square to another. Remembered,
    for fights begin from the same few placings of a map.
    """
    ways = terrain.ways
    try:
        return ways[start, goal]
    except KeyError:
        if len(ways) >= REMEMBERED:
            ways.clear()
        found = ways[start, goal] = Routes(terrain, start, goal=goal).to(goal)
        return found


def steps_out(terrain: Terrain, start: int) -> int:
    """How many steps the shortest walk off the map takes."""
    here, steps = start, 0
    while here != OFF:
        here = terrain.steps[here * 8 + terrain.edge[here]]
        steps += 1
    return steps
