"""What a map means: where one can step, who sees whom, what gives cover, what a burst reaches (P4,
P5, P18).

Sight is exact: a line between two centres, over every square it crosses, in whole numbers only, and
the same both ways. Everything is worked out once a map, when it is first asked for.
"""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from math import isqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from .ground import (
    BLOCKS_SIGHT,
    CORNERS,
    COVER,
    LOW,
    OFF,
    SIDE,
    SLOW,
    SOLID,
    SQUARES,
    BadGround,
    Ground,
    apart,
    check_letters,
)
from .maps import MAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Eight directions, clockwise from north: odd ones are diagonal."""
STRAIGHT: Final = 2
COST: Final = (2, 3, 2, 3, 2, 3, 2, 3)
"""What a step that way costs on average, in half squares: every second diagonal counts two (P4)."""
FAR: Final = 100_000
BLOCKED: Final = -2
NEIGHBOUR: Final = 2
"""The squared distance of a diagonal neighbour."""
HIDES: Final = 2
COVERS: Final = 1
"""What a square does to a line that crosses it: nothing (0), gives cover, blocks it."""
REMEMBERED: Final = 30_000
"""So many lines of sight are kept for a map."""

Line: TypeAlias = tuple[int, ...] | None
"""None where sight is blocked, else the squares on the line that may give cover."""


class Terrain:
    """A checked map, ready to be played on.

    `steps[square * 8 + direction]` is where a step leads: a square, OFF for leaving the map,
    BLOCKED. `open_steps[square]` are the steps from there that lead to a square. `ways` are what
    `routes.way_to` remembers.
    """

    def __init__(self, ground: Ground) -> None:
        check_letters(ground)
        self.ground = ground
        self.letters = "".join(ground.rows)
        self.solid = self._are(SOLID)
        self.slow = self._are(SLOW)
        self.low = self._are(LOW)
        self._corner = self._are(CORNERS)
        self._sight = tuple(
            [
                HIDES if letter in BLOCKS_SIGHT else COVERS * (letter in COVER)
                for letter in self.letters
            ]
        )
        self.steps = tuple(
            [self._step(square, way) for square in range(SQUARES) for way in range(8)]
        )
        self.open_steps = tuple(
            [
                tuple(
                    [step for step in range(square * 8, square * 8 + 8) if self.steps[step] > OFF]
                )
                for square in range(SQUARES)
            ]
        )
        self._lines: dict[int, Line] = {}
        self._bursts: dict[tuple[int, int], frozenset[int]] = {}
        self.ways: dict[tuple[int, int], dict[int, int]] = {}
        self.edge = self._walks_out()
        self._check()

    def _are(self, letters: str) -> tuple[bool, ...]:
        return tuple([letter in letters for letter in self.letters])

    def _step(self, square: int, way: int) -> int:
        x, y = square % SIDE, square // SIDE
        dx, dy = STEPS[way]
        if not (0 <= x + dx < SIDE and 0 <= y + dy < SIDE):
            return OFF
        there = square + dy * SIDE + dx
        if self.solid[there] or (
            way % 2 and (self._corner[square + dx] or self._corner[square + dy * SIDE])
        ):
            return BLOCKED
        return there

    def _walks_out(self) -> tuple[int, ...]:
        """The direction of the shortest walk off the map from each square; BLOCKED where there is
        none.
        """
        out, costs = [BLOCKED] * SQUARES, [FAR] * SQUARES
        pending: list[tuple[int, int]] = []
        for square in range(SQUARES):
            ways = [
                way
                for way in (0, 2, 4, 6)
                if not self.solid[square] and self.steps[square * 8 + way] == OFF
            ]
            if ways:
                out[square], costs[square] = ways[0], STRAIGHT
                pending.append((STRAIGHT, square))
        while pending:
            cost, square = heappop(pending)
            if cost > costs[square]:
                continue
            for way in range(8):
                before, longer = self.steps[square * 8 + way], cost + COST[way]
                if before >= 0 and longer < costs[before]:
                    out[before], costs[before] = (way + 4) % 8, longer
                    heappush(pending, (longer, before))
        return tuple(out)

    def _check(self) -> None:
        """Every square where somebody can stand has a way out."""
        for square in range(SQUARES):
            if not self.solid[square] and self.edge[square] == BLOCKED:
                x, y = square % SIDE + 1, square // SIDE + 1
                raise BadGround(
                    f"{self.ground.title}, row {y}, column {x}: no one can walk from there to the "
                    "edge. Add a door."
                )

    # --- sight ------------------------------------------------------------------------------------

    def line(self, one: int, other: int) -> Line:
        """What lies between two squares: None if it blocks sight, else what may give cover (P5)."""
        key = one * SQUARES + other if one < other else other * SQUARES + one
        try:
            return self._lines[key]
        except KeyError:
            if len(self._lines) >= REMEMBERED:
                self._lines.clear()
            found = self._lines[key] = self._look(*divmod(key, SQUARES))
            return found

    def _look(self, one: int, other: int) -> Line:
        sight, cover = self._sight, []
        for step, at_corner in _course(other % SIDE - one % SIDE, other // SIDE - one // SIDE):
            square = one + step
            if not sight[square]:
                continue
            beside = one + at_corner if at_corner else square
            if sight[square] == sight[beside] == HIDES:
                if at_corner or square != other:
                    return None
            elif sight[beside]:
                cover += [each for each in {square: 0, beside: 0} if sight[each] == COVERS]
        if sight[one] == COVERS:
            cover.append(one)
        return tuple(cover)

    def clear(self, one: int, other: int) -> bool:
        """Whether nothing blocks sight between two squares, nobody crouching and no smoke in the
        air.
        """
        return self.line(one, other) is not None

    def hides(self, line: tuple[int, ...], crouching: int) -> bool:
        """Whether who crouches on that square is right behind a fence or pump on this line (P5)."""
        return any(
            self.low[square] and 0 < apart(square, crouching) <= NEIGHBOUR for square in line
        )

    def covers(self, line: Line, shooter: int) -> bool:
        """Whether this line gives cover from that shooter: something on it is not in his own or a
        neighbouring square (P5).
        """
        return line is not None and any(apart(square, shooter) > NEIGHBOUR for square in line)

    def arms_length(self, one: int, other: int) -> bool:
        """Whether two can fight hand to hand: neighbours, a diagonal only where no wall corner lies
        between (P9).
        """
        if apart(one, other) > NEIGHBOUR:
            return False
        x, y = other % SIDE - one % SIDE, other // SIDE - one // SIDE
        return not (x and y and (self._corner[one + x] or self._corner[one + y * SIDE]))

    def burst(self, square: int, reach: int) -> frozenset[int]:
        """The squares within squared distance `reach` of a burst that are in a clear line from it
        (P18).
        """
        key = (square, reach)
        if key not in self._bursts:
            if len(self._bursts) >= SQUARES:
                self._bursts.clear()
            self._bursts[key] = frozenset(self._reached(square, reach))
        return self._bursts[key]

    def _reached(self, square: int, reach: int) -> Iterator[int]:
        x, y, radius = square % SIDE, square // SIDE, isqrt(reach)
        for row in range(max(0, y - radius), min(SIDE, y + radius + 1)):
            for column in range(max(0, x - radius), min(SIDE, x + radius + 1)):
                there = row * SIDE + column
                if (
                    apart(square, there) <= reach
                    and not self.solid[there]
                    and self.clear(square, there)
                ):
                    yield there


def crossings(one: int, other: int) -> Iterator[tuple[int, ...]]:
    """The squares that the line between two centres crosses after the first one, in order; two
    together where it meets a corner.
    """
    for step, at_corner in _course(other % SIDE - one % SIDE, other // SIDE - one // SIDE):
        yield (one + step, one + at_corner) if at_corner else (one + step,)


@cache
def _course(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The same for every line that goes so far across and down, as differences to its first square;
    0 where nothing is beside.
    """
    wide, high = abs(dx), abs(dy)
    right, down = (1 if dx > 0 else -1), (SIDE if dy > 0 else -SIDE)
    across = along = here = 0
    found: list[tuple[int, int]] = []
    while across < wide or along < high:
        sooner = (1 + 2 * across) * high - (1 + 2 * along) * wide
        if sooner == 0:
            found.append((here + right, here + down))
        if sooner <= 0:
            here += right
            across += 1
        if sooner >= 0:
            here += down
            along += 1
        found.append((here, 0))
    return tuple(found)


@lru_cache(maxsize=16)
def terrain_of(ground: str | Ground) -> Terrain:
    """The terrain of one of our maps, by its key, or of a campaign's own. Raises BadGround for a
    map that cannot be played on.
    """
    if isinstance(ground, str):
        if ground not in MAPS:
            raise BadGround(f"There is no map called “{ground}”; the maps are {', '.join(MAPS)}.")
        return Terrain(MAPS[ground])
    return Terrain(ground)
