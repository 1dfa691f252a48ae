"""Shortest paths on a map. A diagonal step costs one and a half squares (P4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Final

from .ground import OFF_MAP, SIDE, SQUARES
from .terrain import STEP_COSTS, STRAIGHT, UNREACHABLE, Terrain


def _min_cost(difference: int) -> int:
    """Return the minimum cost of a path between two squares in half squares.

    Obstacles are ignored. `difference` is the difference between the squares' entries in `_PLACES`.
    """
    wide = (difference + SIDE) % _ROW - SIDE
    high = abs(difference - wide) // _ROW
    return STRAIGHT * max(abs(wide), high) + min(abs(wide), high)


_ROW: Final = 2 * SIDE
"""Width of a row in `_PLACES`, large enough for a difference to determine both coordinates."""
_PLACES: Final = tuple([square // SIDE * _ROW + square % SIDE for square in range(SQUARES)])
_MIN_COSTS: Final = tuple(
    [_min_cost(difference) for difference in (*range(SIDE * _ROW), *range(-SIDE * _ROW, 0))]
)


class Routes:
    """Paths from one square to other squares.

    `cost` maps the squares within `limit` half squares to their cost. If `goal` is given, only the
    squares needed to reach it are included. Paths assume that nobody is in the way. If `is_goal` is
    given, the search ends at the nearest square that meets the condition, and `nearest` is set to
    this square. Otherwise `nearest` is OFF_MAP. The square with the lowest number wins a tie.
    """

    def __init__(
        self,
        terrain: Terrain,
        start: int,
        *,
        limit: int = UNREACHABLE,
        goal: int = OFF_MAP,
        is_goal: Callable[[int], bool] | None = None,
    ) -> None:
        self.cost: dict[int, int] = {start: 0}
        self.nearest = OFF_MAP
        self._previous_steps: dict[int, int] = {}
        if goal == OFF_MAP:
            self._search_all(terrain, start, limit, is_goal)
        else:
            self._search_goal(terrain, start, goal)

    def _search_all(
        self, terrain: Terrain, start: int, limit: int, is_goal: Callable[[int], bool] | None
    ) -> None:
        costs, previous_steps, cost_of = self.cost, self._previous_steps, self.cost.get
        steps, open_steps = terrain.steps, terrain.open_steps
        pending = [(0, start)]
        while pending:
            cost, square = heappop(pending)
            if cost > costs[square]:
                continue
            if is_goal is not None and is_goal(square):
                self.nearest = square
                return
            for step in open_steps[square]:
                next_square, next_cost = steps[step], cost + STEP_COSTS[step & 7]
                if next_cost <= limit and next_cost < cost_of(next_square, UNREACHABLE):
                    costs[next_square], previous_steps[next_square] = next_cost, step
                    heappush(pending, (next_cost, next_square))

    def _search_goal(self, terrain: Terrain, start: int, goal: int) -> None:
        costs, previous_steps, origin = [UNREACHABLE] * SQUARES, self._previous_steps, _PLACES[goal]
        steps, open_steps = terrain.steps, terrain.open_steps
        costs[start] = 0
        pending = [(0, 0, start)]
        while pending:
            _, cost, square = heappop(pending)
            if square == goal:
                return
            if cost > costs[square]:
                continue
            for step in open_steps[square]:
                next_square, next_cost = steps[step], cost + STEP_COSTS[step & 7]
                if next_cost < costs[next_square]:
                    costs[next_square], previous_steps[next_square] = next_cost, step
                    heappush(
                        pending,
                        (
                            next_cost + _MIN_COSTS[_PLACES[next_square] - origin],
                            next_cost,
                            next_square,
                        ),
                    )

    def directions_to(self, goal: int) -> dict[int, int]:
        """Return the direction to take at each square on the route to `goal`, if there is one."""
        directions: dict[int, int] = {}
        square = goal
        while square in self._previous_steps:
            square, direction = divmod(self._previous_steps[square], 8)
            directions[square] = direction
        return directions


MAX_CACHED_PATHS: Final = 1_000
"""Maximum number of cached paths per map."""


def shortest_path(terrain: Terrain, start: int, goal: int) -> Mapping[int, int]:
    """Return the direction to take at each square on the shortest path.

    The result is cached because fights begin from a few placings on a map.
    """
    cached_paths = terrain.cached_paths
    try:
        return cached_paths[start, goal]
    except KeyError:
        if len(cached_paths) >= MAX_CACHED_PATHS:
            cached_paths.clear()
        path = cached_paths[start, goal] = Routes(terrain, start, goal=goal).directions_to(goal)
        return path


def steps_off_map(terrain: Terrain, start: int) -> int:
    """Return the number of steps on the shortest way off the map."""
    square, steps = start, 0
    while square != OFF_MAP:
        square = terrain.steps[square * 8 + terrain.exit_directions[square]]
        steps += 1
    return steps
