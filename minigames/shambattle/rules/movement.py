"""Movement along paths over terrain (S3, S12).

The same functions check moves and show players how far their figures can go.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from engine.game import IllegalMove
from engine.values import Seat, Value, changed

from .geometry import (
    RADIUS,
    is_clear_of,
    is_touching,
    length,
    near_segment,
    path_length,
    point_towards,
)
from .ground import ground
from .position import is_captive, other_places, side_that_moves, with_man
from .roster import BOSS, ROSTER, SIDES
from .values import SPY, PlaceBefore, Spot, Table, Walk

FULL_MOVE: Final = 600
PART_MOVE: Final = 400
HALF_MOVE: Final = 300
SHORT_MOVE: Final = 200


class PathMeasurement(Value):
    """The measurement of a path: its length, its allowance, and its error, if any.

    `fast` is true if the whole path is on fast ground. `stop` is the longest legal part of the
    path: the whole path if there is no error, or () if no step is possible.
    """

    spent: int
    allowance: int
    fast: bool
    stop: tuple[Spot, ...]
    code: str = ""
    sentence: str = ""


def allowance(table: Table, number: int, path: Sequence[Spot]) -> int:
    """Return how long a path can be (S3). The path includes its start.

    The allowance is a full move on fast ground, and otherwise a part move. For a captive, it is
    4.00 (S13).
    """
    if is_captive(table, number):
        return PART_MOVE
    return FULL_MOVE if ground(table.map).is_fast(path) else PART_MOVE


def measure_path(table: Table, number: int, route: tuple[Spot, ...]) -> PathMeasurement:
    """Measure a path from the figure's place, without detours.

    Pages use this measurement while a figure is being dragged.
    """
    whole_path = (table.men[number].spot, *route)
    stop = reachable_path(table, number, route)
    allowed_length, is_fast = (
        allowance(table, number, whole_path),
        ground(table.map).is_fast(whole_path),
    )
    try:
        check_path(table, number, route)
    except IllegalMove as refusal:
        return PathMeasurement(
            spent=path_length(whole_path),
            allowance=allowed_length,
            fast=is_fast,
            stop=stop,
            code=refusal.code,
            sentence=refusal.sentence,
        )
    return PathMeasurement(
        spent=path_length(whole_path), allowance=allowed_length, fast=is_fast, stop=route
    )


def check_path(table: Table, number: int, route: Sequence[Spot]) -> int:
    """Return the length of a legal path.

    Raise IllegalMove if the path is too long, leads nowhere, or touches a wall, a console, water,
    another figure or the table's edge.
    """
    whole_path = (table.men[number].spot, *route)
    if not route or any(a == b for a, b in zip(whole_path, route, strict=False)):
        raise IllegalMove(
            "A path needs different points. Enter where the figure goes.", code="no-way"
        )
    spent = path_length(whole_path)
    if spent > PART_MOVE and spent > (allowed_length := allowance(table, number, whole_path)):
        raise IllegalMove(
            f"That path is {_inches(spent)} long, but the figure can move only "
            f"{_inches(allowed_length)}.",
            code="too-far",
        )
    floor, men = ground(table.map), other_places(table, number)
    for a, b in zip(whole_path, route, strict=False):
        if not floor.is_on_table(b):
            raise IllegalMove("Keep the whole figure on the table.", code="off-table")
        if not floor.is_passable(a, b, men):
            raise IllegalMove(
                "Something is in the way. Keep clear of walls, consoles, water and figures.",
                code="blocked",
            )
    return spent


def _inches(hundredths: int) -> str:
    return f"{hundredths / 100:.2f} in"


# --- longest legal paths --------------------------------------------------------------------------


def reachable_path(table: Table, number: int, route: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the longest legal part of a path, or () if no step is possible.

    Points are in hundredths of an inch.
    """
    men = other_places(table, number)
    reached = [table.men[number].spot]
    for spot in route:
        if spot != reached[-1]:
            stop = furthest_point(table, reached[-1], spot, men)
            reached += [stop] if stop != reached[-1] else []
            if stop != spot:
                break
    return tuple(_cut_to_allowance(table, number, reached, men)[1:])


def furthest_point(table: Table, a: Spot, b: Spot, men: Sequence[Spot]) -> Spot:
    """Return the last place on the line from a to b that can be reached past these figures."""
    floor, near_figures = ground(table.map), near_segment(a, b, men, 2 * RADIUS)
    if is_clear_of(a, b, near_figures) and floor.is_open(a, b):
        return b
    low, high = 0, length(a, b)
    while low < high - 1:  # a free line has free beginnings, so bisect, then verify
        middle = (low + high) // 2
        spot = point_towards(a, b, middle)
        if is_clear_of(a, spot, near_figures) and floor.is_open(a, spot):
            low = middle
        else:
            high = middle
    return point_towards(a, b, low)


def _cut_to_allowance(
    table: Table, number: int, path: list[Spot], men: Sequence[Spot]
) -> list[Spot]:
    """Return the longest beginning of a clear path that is within the figure's allowance (S3)."""
    total = path_length(path)
    if total <= PART_MOVE:
        return path
    floor = ground(table.map)
    low, high = PART_MOVE, min(total, FULL_MOVE) + 1
    if is_captive(table, number) or not floor.is_fast(path[:1]):
        high = PART_MOVE + 1
    elif floor.is_fast(_start_of(path, high - 1)):
        low = high - 1
    while low < high - 1:  # every beginning of a fast path is fast
        middle = (low + high) // 2
        low, high = (middle, high) if floor.is_fast(_start_of(path, middle)) else (low, middle)
    while low > 0 and not _is_end_clear(table, start := _start_of(path, low), men):
        low -= 1
    return start if low else path[:1]


def _start_of(path: Sequence[Spot], distance: int) -> list[Spot]:
    start, remaining = [path[0]], distance
    for a, b in itertools.pairwise(path):
        segment = length(a, b)
        if segment >= remaining:
            stop = b if segment == remaining else point_towards(a, b, remaining)
            return [*start, stop] if stop != a else start
        start.append(b)
        remaining -= segment
    return start


def _is_end_clear(table: Table, path: Sequence[Spot], men: Sequence[Spot]) -> bool:
    return ground(table.map).is_passable(path[-2], path[-1], men) if len(path) > 1 else True


def reach_in_touch(table: Table, route: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the longest beginning of a captive's legal path that ends in contact with a guard.

    Return () if there is none (S34).
    """
    whole_path, men = [table.men[BOSS].spot, *route], other_places(table, BOSS)
    for distance in range(path_length(whole_path), 0, -1):
        start = _start_of(whole_path, distance)
        if len(start) > 1 and is_in_touch(table, start[-1]) and _is_end_clear(table, start, men):
            return tuple(start[1:])
    return ()


# --- marching -------------------------------------------------------------------------------------


def after_march(table: Table, seat: Seat, walks: Sequence[Walk]) -> Table:
    """Return the table after these figures have walked in this order.

    Raise IllegalMove for the first illegal walk.
    """
    if not walks:
        raise IllegalMove("Choose which figures march, or end the step.", code="no-way")
    for walk in walks:
        check_walker(table, seat, walk.man)
        check_path(table, walk.man, walk.path)
        table = after_walk(table, walk)
    return table


def check_walker(table: Table, seat: Seat, number: int) -> None:
    """Raise IllegalMove unless this figure can move now."""
    if (
        number >= len(ROSTER)
        or not table.men[number].here
        or side_that_moves(table, number) != seat
    ):
        raise IllegalMove("Choose one of your own figures on the table.", code="not-yours")
    man, name = table.men[number], ROSTER[number].name
    if man.moved:
        raise IllegalMove(f"{name} has already moved this turn.", code="moved-already")
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot move this turn.", code="stunned")
    if seat == SPY and table.men[0].moved:
        raise IllegalMove(
            "The captive moves last. After that, no one can move.", code="captive-moved"
        )


def figures_that_can_walk(table: Table, seat: Seat) -> list[int]:
    """Return the side's figures that can still move. A captive moves last, and so comes last."""
    men, numbers = table.men, SIDES[seat]
    if seat == SPY and men[BOSS].moved:
        return []
    if is_captive(table, BOSS):
        numbers = (*numbers, BOSS) if seat == SPY else numbers[1:]
    return [n for n in numbers if (man := men[n]).here and not man.stun and not man.moved]


def after_walk(table: Table, walk: Walk) -> Table:
    """Return the table after a legal walk.

    Raise IllegalMove if a captive does not end in contact with a guard (S13).
    """
    man, destination = table.men[walk.man], walk.path[-1]
    walks_so_far = (*table.gone, PlaceBefore(man=walk.man, spot=man.spot, holding=table.holding))
    if is_captive(table, walk.man) and not is_in_touch(table, destination):
        raise IllegalMove("A captive must end the move in contact with a guard.", code="unguarded")
    if ROSTER[walk.man].side != SPY and not is_captive(table, walk.man):
        table = after_crossing(table, (man.spot, *walk.path))
    return changed(
        with_man(table, walk.man, changed(man, spot=destination, moved=True)), gone=walks_so_far
    )


def is_in_touch(table: Table, spot: Spot) -> bool:
    """Return whether a captive at this place would touch any of his guards (S13)."""
    return any(
        table.men[guard].here and is_touching(table.men[guard].spot, spot) for guard in table.guards
    )


def check_back(table: Table, walks: int) -> None:
    """Raise IllegalMove unless this many walks of the current step can be undone (S31)."""
    if not table.gone:
        raise IllegalMove(
            "No figure has moved in this step, so there is nothing to undo.",
            code="nothing-to-take-back",
        )
    if walks > len(table.gone):
        raise IllegalMove(
            (
                f"Only {len(table.gone)} of your figures have moved in this step. You cannot undo "
                "more."
            ),
            code="nothing-to-take-back",
        )


def after_undo(table: Table, walks: int) -> Table:
    """Return the table as it was before the last walks of the step (S31).

    The walks are undone in reverse order, so no figure is in the way.
    """
    for place_before in reversed(table.gone[-walks:]):
        man = changed(table.men[place_before.man], spot=place_before.spot, moved=False)
        table = changed(with_man(table, place_before.man, man), holding=place_before.holding)
    return changed(table, gone=table.gone[:-walks])


def after_crossing(table: Table, path: Sequence[Spot]) -> Table:
    """Return the table after a figure of the Mastermind's side has walked along a path.

    If the path crosses the platform, the Spy's figures no longer hold it (S15).
    """
    if table.holding and any(
        ground(table.map).crosses_platform(a, b) for a, b in itertools.pairwise(path)
    ):
        return changed(table, holding=())
    return table
