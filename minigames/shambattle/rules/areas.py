"""An area of a map, asked whether a straight way meets it or stays inside.

The table is laid out in squares. Through most of them the area's rim does not run: they lie inside
or outside as a whole, and most ways cross no others. Only where the rim may be in the way is the
way held against its edges. All is reckoned in whole numbers: no answer hangs on a rounding.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .values import Spot

SQUARE: Final = 25
"""The side of a square, in hundredths of an inch."""

FINE: Final = 52
"""The rim's corners are floating-point numbers. Counted in parts of 1 / 2**52 they are whole, as
long as they are not between 0 and 1.
"""

HALVINGS: Final = 12
"""A way is halved so often at most: the longest is not so many doublings of a square long."""


class Edge(NamedTuple):
    """A straight piece of the rim, its western end first, in fine parts."""

    west: int
    start: int
    east: int
    end: int

    def beside(self, x: int, y: int) -> int:
        """Above 0 for a place on one side of the edge's line, below 0 on the other, 0 on it."""
        return (self.east - self.west) * (y - self.start) - (self.end - self.start) * (
            x - self.west
        )

    def spans(self, level: int) -> bool:
        """Whether the edge leads from below this level to it or beyond, or back."""
        return (self.start < level) != (self.end < level)


class Area:
    """What these rims enclose, holes having rims of their own, on a table of this size.

    A rim is given by its corners, the first one again at the end. All places that are asked about
    lie on the table.
    """

    def __init__(self, rims: Iterable[Sequence[tuple[float, float]]], size: Spot) -> None:
        self._wide, self._high = size[0] // SQUARE + 1, size[1] // SQUARE + 1
        self._edges: dict[tuple[int, int], list[Edge]] = {}
        for rim in rims:
            for ends in pairwise(map(_fine, rim)):
                (west, start), (east, end) = sorted(ends)
                if west < 0:
                    raise ValueError("An area reaches beyond the western edge of the table.")
                self._lay(Edge(west, start, east, end))
        self._sums = self._summed()
        self._inside = [self._insides(row) for row in range(self._high)]

    def meets(self, a: Spot, b: Spot) -> bool:
        """Whether any place of the straight way from a to b lies in the area or on its rim."""
        if self._clear(*a, *b, SQUARE):
            return self._inside[a[1] // SQUARE][a[0] // SQUARE]
        return not self._keeps(a, b, inside=False)

    def holds(self, a: Spot, b: Spot) -> bool:
        """Whether all of the straight way from a to b lies inside, nothing of it on the rim."""
        if self._clear(*a, *b, SQUARE):
            return self._inside[a[1] // SQUARE][a[0] // SQUARE]
        return self._keeps(a, b, inside=True)

    # --- squares ---

    def _lay(self, edge: Edge) -> None:
        """Note an edge in all squares of the box that it spans."""
        south, north = sorted([edge.start, edge.end])
        for column in range(_square(edge.west), _square(edge.east) + 1):
            for row in range(_square(south), _square(north) + 1):
                self._edges.setdefault((column, row), []).append(edge)

    def _summed(self) -> list[list[int]]:
        """How many squares with edges lie south of a row and west of a column: `[row][column]`."""
        sums = [[0] * (self._wide + 1)]
        for row in range(self._high):
            own = accumulate([int((column, row) in self._edges) for column in range(self._wide)])
            sums.append([0, *[one + other for one, other in zip(sums[-1][1:], own, strict=True)]])
        return sums

    def _insides(self, row: int) -> list[bool]:
        """Of each square of a row whether it lies inside, as far as it has no edges: it lies as its
        neighbour does, where that has none either.
        """
        inside: list[bool] = []
        passed: set[Edge] = set()
        for column in range(self._wide):
            edges = self._edges.get((column, row), ())
            passed.update(edges)
            if edges:
                inside.append(False)
            elif column and (column - 1, row) not in self._edges:
                inside.append(inside[-1])
            else:
                middle = _middle(row)
                inside.append(sum([edge.spans(middle) for edge in passed]) % 2 == 1)
        return inside

    def _clear(self, ax: int, ay: int, bx: int, by: int, square: int) -> bool:
        """Whether there are no edges in any square of the box that a way spans. `square` is the
        side of one, in the unit of the way.
        """
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        low, high = self._sums[south // square], self._sums[north // square + 1]
        west, east = west // square, east // square + 1
        return high[east] - high[west] == low[east] - low[west]

    # --- edges ---

    def _keeps(self, a: Spot, b: Spot, *, inside: bool) -> bool:
        """Whether a way keeps inside, or outside, and off the rim. Its pieces are halved until
        there are no edges about them, or they are no longer than a square.
        """
        pieces = [(a[0] << HALVINGS, a[1] << HALVINGS, b[0] << HALVINGS, b[1] << HALVINGS)]
        square, known = SQUARE << HALVINGS, False
        while pieces:
            ax, ay, bx, by = pieces.pop()
            if self._clear(ax, ay, bx, by, square):
                known = True
                if self._inside[ay // square][ax // square] != inside:
                    return False
            elif -square <= ax - bx <= square and -square <= ay - by <= square:
                if self._meets_rim(ax, ay, bx, by):
                    return False
            else:
                x, y = (ax + bx) // 2, (ay + by) // 2
                pieces += [(ax, ay, x, y), (x, y, bx, by)]
        return known or self._holds(a) == inside

    def _meets_rim(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether a piece of a way, of a square's size at most, meets the rim."""
        columns = (ax // (SQUARE << HALVINGS), bx // (SQUARE << HALVINGS))
        rows = (ay // (SQUARE << HALVINGS), by // (SQUARE << HALVINGS))
        squares = {(column, row) for column in columns for row in rows}
        found = [self._edges[square] for square in squares if square in self._edges]
        way = [each << (FINE - HALVINGS) for each in (ax, ay, bx, by)]
        return any(_meets_any(edges, *way) for edges in found)

    def _holds(self, spot: Spot) -> bool:
        """Whether a place that is not on the rim lies inside: as the nearest square without edges
        west of it does, or not as that, by how often the rim runs between the two.
        """
        column, row = spot[0] // SQUARE, spot[1] // SQUARE
        passed: set[Edge] = set()
        while edges := self._edges.get((column, row)):
            passed.update(edges)
            column -= 1
        x, y, middle = spot[0] << FINE, spot[1] << FINE, _middle(column)
        between = sum(
            [
                edge.spans(y) and (edge.beside(x, y) > 0) != (edge.beside(middle, y) > 0)
                for edge in passed
            ]
        )
        return (column >= 0 and self._inside[row][column]) != (between % 2 == 1)


def _fine(corner: tuple[float, float]) -> tuple[int, int]:
    return round(corner[0] * 2**FINE), round(corner[1] * 2**FINE)


def _square(fine: int) -> int:
    """The column or row of squares in which a coordinate lies."""
    return fine // (SQUARE << FINE)


def _middle(square: int) -> int:
    """The coordinate of the middle of a column or row."""
    return (2 * square + 1) * SQUARE << (FINE - 1)


def _meets_any(edges: Iterable[Edge], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a piece of a way meets one of these edges, its ends counted in: their boxes overlap,
    and neither lies wholly on one side of the other's line.
    """
    (west, east), (south, north) = sorted([ax, bx]), sorted([ay, by])
    dx, dy = bx - ax, by - ay
    for edge in edges:
        left, start, right, end = edge
        if right < west or east < left or (start < south and end < south):
            continue
        if start > north and end > north:
            continue
        one, other = edge.beside(ax, ay), edge.beside(bx, by)
        if (one > 0 and other > 0) or (one < 0 and other < 0):
            continue
        one = dx * (start - ay) - dy * (left - ax)
        other = dx * (end - ay) - dy * (right - ax)
        if not ((one > 0 and other > 0) or (one < 0 and other < 0)):
            return True
    return False
