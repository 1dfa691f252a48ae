"""Checks that an arena is fair and that cars can drive through it (V65)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from autoduel.rules.geometry import (
    Point,
    Polygon,
    Pose,
    box_meets_disc,
    corners,
    distance,
    move_pose,
    polygons_overlap,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoduel.rules.arenas import Arena, Gate

CAR_SIZE: Final = (500, 250)
MIN_THICKNESS: Final = 250
MIN_GAP: Final = 1500
MIN_GATE_DISTANCE: Final = 5990
GATE_DEPTH: Final = 1000
SEARCH_STEP: Final = 500


class BadArena(ValueError):
    """The error for an arena that breaks a requirement of V65. The message names the
    requirement.
    """


def check_arena(arena: Arena) -> None:
    """Raise BadArena unless the arena meets all requirements of V65."""
    for find_errors in (
        _asymmetry_errors,
        _convexity_errors,
        _thickness_errors,
        _gap_errors,
        _gate_errors,
        _reach_errors,
    ):
        for error in find_errors(arena):
            raise BadArena(f"{arena.name}: {error}")


def _asymmetry_errors(arena: Arena) -> Iterator[str]:
    turned_walls = {
        tuple(sorted((arena.width - x, arena.height - y) for x, y in wall)) for wall in arena.walls
    }
    if turned_walls != {tuple(sorted(wall)) for wall in arena.walls}:
        yield "its walls are not symmetrical under a half turn."
    pylons = {
        (arena.width - pylon.x, arena.height - pylon.y, pylon.radius) for pylon in arena.pylons
    }
    if pylons != {(pylon.x, pylon.y, pylon.radius) for pylon in arena.pylons}:
        yield "its pylons are not symmetrical under a half turn."


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _convexity_errors(arena: Arena) -> Iterator[str]:
    """Yield an error unless each wall is convex and counter-clockwise (V145)."""
    for wall in arena.walls:
        edges = [(end[0] - start[0], end[1] - start[1]) for start, end in _edges(wall)]
        following = (*edges[1:], edges[0])
        if any(ax * by - ay * bx <= 0 for (ax, ay), (bx, by) in zip(edges, following, strict=True)):
            yield "the corners of a wall are not convex and in counter-clockwise order."


def _thickness_errors(arena: Arena) -> Iterator[str]:
    """Yield an error for each solid object thinner than a quarter of an inch.

    A car could jump over such an object (V27).
    """
    for wall in arena.walls:
        for (ax, ay), (bx, by) in _edges(wall):
            width = max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in wall)
            if width**2 < MIN_THICKNESS**2 * ((bx - ax) ** 2 + (by - ay) ** 2):
                yield "a wall is thinner than a quarter of an inch."
    if any(2 * pylon.radius < MIN_THICKNESS for pylon in arena.pylons):
        yield "a pylon is thinner than a quarter of an inch."


def _is_nearer(point: Point, start: Point, end: Point, limit: int) -> bool:
    """Return whether a point is closer than `limit` to a line segment."""
    dx, dy, px, py = end[0] - start[0], end[1] - start[1], point[0] - start[0], point[1] - start[1]
    span, projection = dx * dx + dy * dy, px * dx + py * dy
    if 0 < projection < span:
        return (px * dy - py * dx) ** 2 < limit * limit * span
    return min(distance(point, start), distance(point, end)) < limit


def _gap_errors(arena: Arena) -> Iterator[str]:
    """Yield an error for each gap narrower than 1½ inches between two objects that do not touch."""
    for first_wall, other_wall in combinations(arena.walls, 2):
        close = any(
            _is_nearer(point, *edge, MIN_GAP)
            for from_wall, to_wall in ((first_wall, other_wall), (other_wall, first_wall))
            for point in from_wall
            for edge in _edges(to_wall)
        )
        if close and not _do_touch(first_wall, other_wall):
            yield "a gap between two walls is narrower than 1½ inches."
    for pylon in arena.pylons:
        centre, reach = (pylon.x, pylon.y), pylon.radius + MIN_GAP
        if any(_is_nearer(centre, *edge, reach) for wall in arena.walls for edge in _edges(wall)):
            yield "a gap between a pylon and a wall is narrower than 1½ inches."
        border = min(pylon.x, pylon.y, arena.width - pylon.x, arena.height - pylon.y)
        if border < reach:
            yield "a gap between a pylon and the border is narrower than 1½ inches."
    for from_wall, to_wall in combinations(arena.pylons, 2):
        if (
            distance((from_wall.x, from_wall.y), (to_wall.x, to_wall.y))
            < from_wall.radius + to_wall.radius + MIN_GAP
        ):
            yield "a gap between two pylons is narrower than 1½ inches."


def _do_touch(wall: Polygon, other_wall: Polygon) -> bool:
    return polygons_overlap(wall, other_wall) or any(
        _is_nearer(point, *edge, 1)
        for from_wall, to_wall in ((wall, other_wall), (other_wall, wall))
        for point in from_wall
        for edge in _edges(to_wall)
    )


def _obstruction_test(arena: Arena, size: Point) -> Callable[[Pose], bool]:
    """Return a function that tests whether a footprint meets a wall, a pylon or the border."""

    def meets(pose: Pose) -> bool:
        footprint = corners(pose, size)
        inside = all(0 <= x <= arena.width and 0 <= y <= arena.height for x, y in footprint)
        return (
            not inside
            or any(polygons_overlap(footprint, wall) for wall in arena.walls)
            or any(
                box_meets_disc(pose, size, (pylon.x, pylon.y), pylon.radius)
                for pylon in arena.pylons
            )
        )

    return meets


def _gate_errors(arena: Arena) -> Iterator[str]:
    is_obstructed = _obstruction_test(arena, CAR_SIZE)
    for first_gate, second_gate in combinations(arena.gates, 2):
        if (
            distance((first_gate.x, first_gate.y), (second_gate.x, second_gate.y))
            < MIN_GATE_DISTANCE
        ):
            yield "two gates are less than 6 inches apart."
    for gate in arena.gates:
        if is_obstructed(gate.pose):
            yield "a gate is blocked by an obstacle."
        if is_obstructed(move_pose(gate.pose, 2000, gate.heading)) or not _is_inside_border(
            arena, gate
        ):
            yield "a gate is not an inch inside the border and facing inward."


def _is_inside_border(arena: Arena, gate: Gate) -> bool:
    """Return whether a car in the gate has its tail an inch from the border and its nose at a right
    angle to the border.
    """
    x, y, _ = move_pose(gate.pose, CAR_SIZE[0] + GATE_DEPTH, gate.heading + 12)
    return gate.heading % 6 == 0 and (
        x in (0, arena.width) if gate.heading % 12 == 0 else y in (0, arena.height)
    )


def _reach_errors(arena: Arena) -> Iterator[str]:
    """Yield an error unless a car can drive from every gate to every other gate."""
    is_obstructed = _obstruction_test(arena, (SEARCH_STEP, SEARCH_STEP))
    first = arena.gates[0]
    start = (first.x // SEARCH_STEP, first.y // SEARCH_STEP)
    reached, pending = {start}, [start]
    while pending:
        x, y = pending.pop()
        for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if spot not in reached and not is_obstructed(
                (spot[0] * SEARCH_STEP, spot[1] * SEARCH_STEP, 0)
            ):
                reached.add(spot)
                pending.append(spot)
    if any((gate.x // SEARCH_STEP, gate.y // SEARCH_STEP) not in reached for gate in arena.gates):
        yield "a gate cannot be reached from another."
