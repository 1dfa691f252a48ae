"""Whether an arena can be driven in, and is fair (V65)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from .geometry import (
    Point,
    Polygon,
    Pose,
    box_meets_disc,
    corners,
    distance,
    moved,
    polygons_overlap,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .arenas import Arena, Gate

CAR: Final = (500, 250)
THINNEST: Final = 250
NARROWEST: Final = 1500
GATES_APART: Final = 5990
INSIDE: Final = 1000
STEP: Final = 500


class BadArena(ValueError):
    """An arena that cannot be driven in; says why."""


def check_arena(arena: Arena) -> None:
    """Raise BadArena unless all that V65 asks holds."""
    for wrong in (_unequal, _not_convex, _too_thin, _too_narrow, _gates, _cut_off):
        for sentence in wrong(arena):
            raise BadArena(f"{arena.name}: {sentence}")


def _unequal(arena: Arena) -> Iterator[str]:
    turned = {
        tuple(sorted((arena.width - x, arena.height - y) for x, y in wall)) for wall in arena.walls
    }
    if turned != {tuple(sorted(wall)) for wall in arena.walls}:
        yield "turned by half a turn its walls are others."
    pylons = {(arena.width - one.x, arena.height - one.y, one.radius) for one in arena.pylons}
    if pylons != {(one.x, one.y, one.radius) for one in arena.pylons}:
        yield "turned by half a turn its pylons are others."


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _not_convex(arena: Arena) -> Iterator[str]:
    """A wall's corners go round it counter-clockwise, and none of them inwards (V145)."""
    for wall in arena.walls:
        edges = [(end[0] - start[0], end[1] - start[1]) for start, end in _edges(wall)]
        following = (*edges[1:], edges[0])
        if any(ax * by - ay * bx <= 0 for (ax, ay), (bx, by) in zip(edges, following, strict=True)):
            yield "a wall's corners do not go round it counter-clockwise, each outwards."


def _too_thin(arena: Arena) -> Iterator[str]:
    """Nothing solid is thinner than a quarter of an inch, so that no car comes through (V27)."""
    for wall in arena.walls:
        for (ax, ay), (bx, by) in _edges(wall):
            across = max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in wall)
            if across**2 < THINNEST**2 * ((bx - ax) ** 2 + (by - ay) ** 2):
                yield "a wall is thinner than a quarter of an inch."
    if any(2 * one.radius < THINNEST for one in arena.pylons):
        yield "a pylon is thinner than a quarter of an inch."


def _nearer(point: Point, start: Point, end: Point, most: int) -> bool:
    """Whether a point is nearer than `most` to a line between two points."""
    dx, dy, px, py = end[0] - start[0], end[1] - start[1], point[0] - start[0], point[1] - start[1]
    span, along = dx * dx + dy * dy, px * dx + py * dy
    if 0 < along < span:
        return (px * dy - py * dx) ** 2 < most * most * span
    return min(distance(point, start), distance(point, end)) < most


def _too_narrow(arena: Arena) -> Iterator[str]:
    """A gap between two things that do not touch is at least 1½ inches wide."""
    for one, other in combinations(arena.walls, 2):
        close = any(
            _nearer(point, *edge, NARROWEST)
            for a, b in ((one, other), (other, one))
            for point in a
            for edge in _edges(b)
        )
        if close and not _touch(one, other):
            yield "a gap between two walls is narrower than 1½ inches."
    for pylon in arena.pylons:
        centre, reach = (pylon.x, pylon.y), pylon.radius + NARROWEST
        if any(_nearer(centre, *edge, reach) for wall in arena.walls for edge in _edges(wall)):
            yield "a gap between a pylon and a wall is narrower than 1½ inches."
        border = min(pylon.x, pylon.y, arena.width - pylon.x, arena.height - pylon.y)
        if border < reach:
            yield "a gap between a pylon and the border is narrower than 1½ inches."
    for a, b in combinations(arena.pylons, 2):
        if distance((a.x, a.y), (b.x, b.y)) < a.radius + b.radius + NARROWEST:
            yield "a gap between two pylons is narrower than 1½ inches."


def _touch(one: Polygon, other: Polygon) -> bool:
    return polygons_overlap(one, other) or any(
        _nearer(point, *edge, 1) for a, b in ((one, other), (other, one)) for point in a
        for edge in _edges(b)
    )  # fmt: skip


def _built_over(arena: Arena, size: Point) -> Callable[[Pose], bool]:
    """Whether a footprint meets a wall, a pylon or the border."""

    def meets(pose: Pose) -> bool:
        footprint = corners(pose, size)
        inside = all(0 <= x <= arena.width and 0 <= y <= arena.height for x, y in footprint)
        return (
            not inside
            or any(polygons_overlap(footprint, wall) for wall in arena.walls)
            or any(box_meets_disc(pose, size, (one.x, one.y), one.radius) for one in arena.pylons)
        )

    return meets


def _gates(arena: Arena) -> Iterator[str]:
    built_over = _built_over(arena, CAR)
    for one, other in combinations(arena.gates, 2):
        if distance((one.x, one.y), (other.x, other.y)) < GATES_APART:
            yield "two gates are less than 6 inches apart."
    for gate in arena.gates:
        if built_over(gate.pose):
            yield "a gate is built over."
        if built_over(moved(gate.pose, 2000, gate.heading)) or not _backs_on_border(arena, gate):
            yield "a gate does not look inward from the border, an inch inside it."


def _backs_on_border(arena: Arena, gate: Gate) -> bool:
    """Whether a car in the gate has its tail an inch from the border, square to it."""
    x, y, _ = moved(gate.pose, CAR[0] + INSIDE, gate.heading + 12)
    return gate.heading % 6 == 0 and (
        x in (0, arena.width) if gate.heading % 12 == 0 else y in (0, arena.height)
    )


def _cut_off(arena: Arena) -> Iterator[str]:
    """A car can drive from every gate to every other."""
    built_over = _built_over(arena, (STEP, STEP))
    first = arena.gates[0]
    start = (first.x // STEP, first.y // STEP)
    reached, ahead = {start}, [start]
    while ahead:
        x, y = ahead.pop()
        for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if spot not in reached and not built_over((spot[0] * STEP, spot[1] * STEP, 0)):
                reached.add(spot)
                ahead.append(spot)
    if any((gate.x // STEP, gate.y // STEP) not in reached for gate in arena.gates):
        yield "a gate cannot be reached from another."
