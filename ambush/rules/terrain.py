"""The effects of a map: steps, lines of sight, cover, and how far bursts reach (P4, P5, P18).

Lines of sight are exact: a line joins two centres, and the squares that it crosses are computed
with integers. Sight is the same in both directions. Results are computed once per map, when they
are first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import isqrt
from typing import Final, TypeAlias

from .ground import (
    BLOCKS_SIGHT,
    CORNERS,
    COVER,
    LOW,
    OFF_MAP,
    SIDE,
    SLOW,
    SOLID,
    SQUARES,
    BadGround,
    Ground,
    check_letters,
    squared_distance,
)
from .maps import MAPS

STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions, clockwise from north. Directions with odd indexes are diagonal."""
STRAIGHT: Final = 2
STEP_COSTS: Final = (2, 3, 2, 3, 2, 3, 2, 3)
"""Average cost of a step in each direction, in half squares.

Every second diagonal costs two squares (P4).
"""
UNREACHABLE: Final = 100_000
BLOCKED: Final = -2
NEIGHBOUR: Final = 2
"""Squared distance to a diagonal neighbour."""
BLOCKS_LINE: Final = 2
GIVES_COVER: Final = 1
"""Effect of a square on lines of sight that cross it: 0 none, 1 gives cover, 2 blocks."""
MAX_CACHED_LINES: Final = 30_000
"""Maximum number of cached lines of sight per map."""

Line: TypeAlias = tuple[int, ...] | None
"""The squares on a line of sight that can give cover, or None if the line is blocked."""


class Terrain:
    """A map that has been checked.

    `steps[square * 8 + direction]` is the destination of a step: a square, OFF_MAP or BLOCKED.
    `open_steps[square]` lists the steps that lead to a square. `cached_paths` is the cache of
    `routes.shortest_path`.
    """

    def __init__(self, ground: Ground) -> None:
        check_letters(ground)
        self.ground = ground
        self.letters = "".join(ground.rows)
        self.solid = self._squares_with(SOLID)
        self.slow = self._squares_with(SLOW)
        self.low = self._squares_with(LOW)
        self._corner = self._squares_with(CORNERS)
        self._sight = tuple(
            [
                BLOCKS_LINE if letter in BLOCKS_SIGHT else GIVES_COVER * (letter in COVER)
                for letter in self.letters
            ]
        )
        self.steps = tuple(
            [self._step(square, direction) for square in range(SQUARES) for direction in range(8)]
        )
        self.open_steps = tuple(
            [
                tuple(
                    [
                        step
                        for step in range(square * 8, square * 8 + 8)
                        if self.steps[step] > OFF_MAP
                    ]
                )
                for square in range(SQUARES)
            ]
        )
        self._lines: dict[int, Line] = {}
        self._bursts: dict[tuple[int, int], frozenset[int]] = {}
        self.cached_paths: dict[tuple[int, int], dict[int, int]] = {}
        self.exit_directions = self._exit_directions()
        self._check_exits()

    def _squares_with(self, letters: str) -> tuple[bool, ...]:
        return tuple([letter in letters for letter in self.letters])

    def _step(self, square: int, direction: int) -> int:
        x, y = square % SIDE, square // SIDE
        dx, dy = STEPS[direction]
        if not (0 <= x + dx < SIDE and 0 <= y + dy < SIDE):
            return OFF_MAP
        next_square = square + dy * SIDE + dx
        if self.solid[next_square] or (
            direction % 2 and (self._corner[square + dx] or self._corner[square + dy * SIDE])
        ):
            return BLOCKED
        return next_square

    def _exit_directions(self) -> tuple[int, ...]:
        """Return the direction of the shortest way off the map from each square, or BLOCKED."""
        directions, costs = [BLOCKED] * SQUARES, [UNREACHABLE] * SQUARES
        pending: list[tuple[int, int]] = []
        for square in range(SQUARES):
            exits = [
                direction
                for direction in (0, 2, 4, 6)
                if not self.solid[square] and self.steps[square * 8 + direction] == OFF_MAP
            ]
            if exits:
                directions[square], costs[square] = exits[0], STRAIGHT
                pending.append((STRAIGHT, square))
        while pending:
            cost, square = heappop(pending)
            if cost > costs[square]:
                continue
            for direction in range(8):
                previous_square, previous_cost = (
                    self.steps[square * 8 + direction],
                    cost + STEP_COSTS[direction],
                )
                if previous_square >= 0 and previous_cost < costs[previous_square]:
                    directions[previous_square], costs[previous_square] = (
                        (direction + 4) % 8,
                        previous_cost,
                    )
                    heappush(pending, (previous_cost, previous_square))
        return tuple(directions)

    def _check_exits(self) -> None:
        for square in range(SQUARES):
            if not self.solid[square] and self.exit_directions[square] == BLOCKED:
                x, y = square % SIDE + 1, square // SIDE + 1
                raise BadGround(
                    f"{self.ground.title}, row {y}, column {x}: no one can walk from there to the "
                    "edge. Add a door."
                )

    # --- sight ------------------------------------------------------------------------------------

    def line_of_sight(self, square: int, other_square: int) -> Line:
        """Return the squares on a line that can give cover, or None if sight is blocked (P5)."""
        key = (
            square * SQUARES + other_square
            if square < other_square
            else other_square * SQUARES + square
        )
        try:
            return self._lines[key]
        except KeyError:
            if len(self._lines) >= MAX_CACHED_LINES:
                self._lines.clear()
            line = self._lines[key] = self._find_line(*divmod(key, SQUARES))
            return line

    def _find_line(self, first_square: int, other_square: int) -> Line:
        sight, cover = self._sight, []
        for step, at_corner in _relative_crossings(
            other_square % SIDE - first_square % SIDE, other_square // SIDE - first_square // SIDE
        ):
            square = first_square + step
            if not sight[square]:
                continue
            corner_square = first_square + at_corner if at_corner else square
            if sight[square] == sight[corner_square] == BLOCKS_LINE:
                if at_corner or square != other_square:
                    return None
            elif sight[corner_square]:
                cover += [
                    covering_square
                    for covering_square in {square: 0, corner_square: 0}
                    if sight[covering_square] == GIVES_COVER
                ]
        if sight[first_square] == GIVES_COVER:
            cover.append(first_square)
        return tuple(cover)

    def is_clear(self, square: int, other_square: int) -> bool:
        """Return whether nothing blocks sight between two squares, ignoring crouching and smoke."""
        return self.line_of_sight(square, other_square) is not None

    def hides_crouching(self, line: tuple[int, ...], crouching: int) -> bool:
        """Return whether a fence or pump on this line hides a fighter who crouches there (P5)."""
        return any(
            self.low[square] and 0 < squared_distance(square, crouching) <= NEIGHBOUR
            for square in line
        )

    def gives_cover(self, line: Line, shooter: int) -> bool:
        """Return whether this line gives cover from the shooter (P5).

        Something on the line must be outside the shooter's own square and its neighbours.
        """
        return line is not None and any(
            squared_distance(square, shooter) > NEIGHBOUR for square in line
        )

    def are_in_reach(self, square: int, other_square: int) -> bool:
        """Return whether two fighters can fight hand to hand (P9).

        They must be in neighbouring squares. Between diagonal neighbours, there must be no wall
        corner.
        """
        if squared_distance(square, other_square) > NEIGHBOUR:
            return False
        x, y = other_square % SIDE - square % SIDE, other_square // SIDE - square // SIDE
        return not (x and y and (self._corner[square + x] or self._corner[square + y * SIDE]))

    def burst_squares(self, square: int, reach: int) -> frozenset[int]:
        """Return the squares that a burst reaches in a clear line (P18)."""
        key = (square, reach)
        if key not in self._bursts:
            if len(self._bursts) >= SQUARES:
                self._bursts.clear()
            self._bursts[key] = frozenset(self._squares_in_burst(square, reach))
        return self._bursts[key]

    def _squares_in_burst(self, square: int, reach: int) -> Iterator[int]:
        x, y, radius = square % SIDE, square // SIDE, isqrt(reach)
        for row in range(max(0, y - radius), min(SIDE, y + radius + 1)):
            for column in range(max(0, x - radius), min(SIDE, x + radius + 1)):
                target = row * SIDE + column
                if (
                    squared_distance(square, target) <= reach
                    and not self.solid[target]
                    and self.is_clear(square, target)
                ):
                    yield target


def crossed_squares(square: int, other_square: int) -> Iterator[tuple[int, ...]]:
    """Yield the squares that the line between two centres crosses after the first, in order.

    At a corner, it crosses two squares at the same time.
    """
    for step, at_corner in _relative_crossings(
        other_square % SIDE - square % SIDE, other_square // SIDE - square // SIDE
    ):
        yield (square + step, square + at_corner) if at_corner else (square + step,)


@cache
def _relative_crossings(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """Return the squares that a line with these differences crosses, relative to the first.

    The second number is 0 unless the line crosses a corner.
    """
    width, height = abs(dx), abs(dy)
    column_step, row_step = (1 if dx > 0 else -1), (SIDE if dy > 0 else -SIDE)
    columns_done = rows_done = offset = 0
    offsets: list[tuple[int, int]] = []
    while columns_done < width or rows_done < height:
        comparison = (1 + 2 * columns_done) * height - (1 + 2 * rows_done) * width
        if comparison == 0:
            offsets.append((offset + column_step, offset + row_step))
        if comparison <= 0:
            offset += column_step
            columns_done += 1
        if comparison >= 0:
            offset += row_step
            rows_done += 1
        offsets.append((offset, 0))
    return tuple(offsets)


@lru_cache(maxsize=16)
def terrain_of(ground: str | Ground) -> Terrain:
    """Return the terrain of a map. Raise BadGround if the map is unusable."""
    if isinstance(ground, str):
        if ground not in MAPS:
            raise BadGround(f"There is no map called “{ground}”; the maps are {', '.join(MAPS)}.")
        return Terrain(MAPS[ground])
    return Terrain(ground)
