"""Areas of a map, which can be tested against straight lines.

The table is divided into squares. Most squares are entirely inside or outside an area, and most
lines cross only such squares. Lines are compared with the area's edges only near the boundary. All
calculations use integers, so no result depends on rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from .values import Spot

SQUARE_SIZE: Final = 25
"""Side length of a square, in hundredths of an inch."""

FRACTION_BITS: Final = 52
"""Number of fractional bits in the coordinates of edges.

The corners of a boundary are floating-point numbers. Unless they are between 0 and 1, they are
exact multiples of 1 / 2**52.
"""

MAX_HALVINGS: Final = 12
"""Maximum number of times that a line is halved.

This is enough to reduce the longest line to the size of a square.
"""


class Edge(NamedTuple):
    """A straight piece of the boundary, in fine units. The western end comes first."""

    west: int
    start: int
    east: int
    end: int

    def side_of(self, x: int, y: int) -> int:
        """Return which side of the edge's line a place is on.

        The result is positive on one side, negative on the other side, and 0 on the line.
        """
        return (self.east - self.west) * (y - self.start) - (self.end - self.start) * (
            x - self.west
        )

    def crosses_level(self, level: int) -> bool:
        """Return whether the edge crosses this horizontal line."""
        return (self.start < level) != (self.end < level)


class Area:
    """The inside of one or more closed boundaries on a table of this size.

    Holes have boundaries of their own. A boundary is a list of corners that ends with its first
    corner. All places passed to methods must be on the table.
    """

    def __init__(self, rims: Iterable[Sequence[tuple[float, float]]], size: Spot) -> None:
        self._columns, self._rows = size[0] // SQUARE_SIZE + 1, size[1] // SQUARE_SIZE + 1
        self._edges: dict[tuple[int, int], list[Edge]] = {}
        for rim in rims:
            for ends in pairwise(map(_to_fine_units, rim)):
                (west, start), (east, end) = sorted(ends)
                if west < 0:
                    raise ValueError("An area reaches beyond the western edge of the table.")
                self._register(Edge(west, start, east, end))
        self._edge_sums = self._count_edges()
        self._inside = [self._squares_inside(row) for row in range(self._rows)]

    def meets(self, a: Spot, b: Spot) -> bool:
        """Return whether any part of the line from a to b is in the area or on its boundary."""
        if self._is_free_of_edges(*a, *b, SQUARE_SIZE):
            return self._inside[a[1] // SQUARE_SIZE][a[0] // SQUARE_SIZE]
        return not self._stays(a, b, inside=False)

    def contains(self, a: Spot, b: Spot) -> bool:
        """Return whether the whole line from a to b is inside, without touching the boundary."""
        if self._is_free_of_edges(*a, *b, SQUARE_SIZE):
            return self._inside[a[1] // SQUARE_SIZE][a[0] // SQUARE_SIZE]
        return self._stays(a, b, inside=True)

    # --- squares ---

    def _register(self, edge: Edge) -> None:
        south, north = sorted([edge.start, edge.end])
        for column in range(_square_index(edge.west), _square_index(edge.east) + 1):
            for row in range(_square_index(south), _square_index(north) + 1):
                self._edges.setdefault((column, row), []).append(edge)

    def _count_edges(self) -> list[list[int]]:
        """Return counts of the squares with edges, for fast queries.

        `[row][column]` counts the squares with edges that are south of the row and west of the
        column.
        """
        edge_counts = [[0] * (self._columns + 1)]
        for row in range(self._rows):
            row_sums = accumulate(
                [int((column, row) in self._edges) for column in range(self._columns)]
            )
            edge_counts.append(
                [
                    0,
                    *[
                        above + in_row
                        for above, in_row in zip(edge_counts[-1][1:], row_sums, strict=True)
                    ],
                ]
            )
        return edge_counts

    def _squares_inside(self, row: int) -> list[bool]:
        """Return whether each square of a row is inside.

        The result is meaningless for squares with edges. Two neighbouring squares without edges
        have the same result.
        """
        squares: list[bool] = []
        edges_passed: set[Edge] = set()
        for column in range(self._columns):
            edges = self._edges.get((column, row), ())
            edges_passed.update(edges)
            if edges:
                squares.append(False)
            elif column and (column - 1, row) not in self._edges:
                squares.append(squares[-1])
            else:
                middle = _middle_of(row)
                squares.append(sum([edge.crosses_level(middle) for edge in edges_passed]) % 2 == 1)
        return squares

    def _is_free_of_edges(self, ax: int, ay: int, bx: int, by: int, square: int) -> bool:
        """Return whether no square in the line's bounding box has edges.

        `square` is the side length of a square in the same unit as the line.
        """
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        low, high = self._edge_sums[south // square], self._edge_sums[north // square + 1]
        west, east = west // square, east // square + 1
        return high[east] - high[west] == low[east] - low[west]

    # --- edges ---

    def _stays(self, a: Spot, b: Spot, *, inside: bool) -> bool:
        """Return whether a line stays inside, or outside, without touching the boundary.

        The line is halved repeatedly until each piece has no edges near it or is no longer than a
        square.
        """
        pieces = [
            (a[0] << MAX_HALVINGS, a[1] << MAX_HALVINGS, b[0] << MAX_HALVINGS, b[1] << MAX_HALVINGS)
        ]
        square, is_known = SQUARE_SIZE << MAX_HALVINGS, False
        while pieces:
            ax, ay, bx, by = pieces.pop()
            if self._is_free_of_edges(ax, ay, bx, by, square):
                is_known = True
                if self._inside[ay // square][ax // square] != inside:
                    return False
            elif -square <= ax - bx <= square and -square <= ay - by <= square:
                if self._meets_boundary(ax, ay, bx, by):
                    return False
            else:
                x, y = (ax + bx) // 2, (ay + by) // 2
                pieces += [(ax, ay, x, y), (x, y, bx, by)]
        return is_known or self._contains(a) == inside

    def _meets_boundary(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Return whether a piece of a line meets the boundary.

        The piece is at most as long as a square.
        """
        columns = (ax // (SQUARE_SIZE << MAX_HALVINGS), bx // (SQUARE_SIZE << MAX_HALVINGS))
        rows = (ay // (SQUARE_SIZE << MAX_HALVINGS), by // (SQUARE_SIZE << MAX_HALVINGS))
        squares = {(column, row) for column in columns for row in rows}
        edge_lists = [self._edges[square] for square in squares if square in self._edges]
        line = [coordinate << (FRACTION_BITS - MAX_HALVINGS) for coordinate in (ax, ay, bx, by)]
        return any(_meets_any(edges, *line) for edges in edge_lists)

    def _contains(self, spot: Spot) -> bool:
        """Return whether a place that is not on the boundary is inside.

        The place is compared with the nearest square in the west that has no edges. The two differ
        only if an odd number of edges lie between them.
        """
        column, row = spot[0] // SQUARE_SIZE, spot[1] // SQUARE_SIZE
        edges_passed: set[Edge] = set()
        while edges := self._edges.get((column, row)):
            edges_passed.update(edges)
            column -= 1
        x, y, middle = spot[0] << FRACTION_BITS, spot[1] << FRACTION_BITS, _middle_of(column)
        crossings = sum(
            [
                edge.crosses_level(y) and (edge.side_of(x, y) > 0) != (edge.side_of(middle, y) > 0)
                for edge in edges_passed
            ]
        )
        return (column >= 0 and self._inside[row][column]) != (crossings % 2 == 1)


def _to_fine_units(corner: tuple[float, float]) -> tuple[int, int]:
    return round(corner[0] * 2**FRACTION_BITS), round(corner[1] * 2**FRACTION_BITS)


def _square_index(fine: int) -> int:
    return fine // (SQUARE_SIZE << FRACTION_BITS)


def _middle_of(square: int) -> int:
    """Return the coordinate of the middle of a column or row."""
    return (2 * square + 1) * SQUARE_SIZE << (FRACTION_BITS - 1)


def _meets_any(edges: Iterable[Edge], ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether a piece of a line, including its ends, meets any of these edges.

    A line meets an edge if their bounding boxes overlap and neither lies entirely on one side of
    the other.
    """
    (west, east), (south, north) = sorted([ax, bx]), sorted([ay, by])
    dx, dy = bx - ax, by - ay
    for edge in edges:
        left, start, right, end = edge
        if right < west or east < left or (start < south and end < south):
            continue
        if start > north and end > north:
            continue
        first, second = edge.side_of(ax, ay), edge.side_of(bx, by)
        if (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        first = dx * (start - ay) - dy * (left - ax)
        second = dx * (end - ay) - dy * (right - ax)
        if not ((first > 0 and second > 0) or (first < 0 and second < 0)):
            return True
    return False
