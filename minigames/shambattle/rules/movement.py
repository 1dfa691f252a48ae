"""Movement by the stick, over going (S3, S12). The same functions show a player what is allowed and
judge what is played.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from engine.game import IllegalMove
from engine.values import Seat, Value, changed

from .geometry import RADIUS, ahead, clear_of, length, measure, near, touching
from .ground import ground
from .position import is_captive, mover, others, with_man
from .roster import BOSS, ROSTER, SIDES
from .values import SPY, Stood, Walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import Spot, Table

FULL: Final = 600
PART: Final = 400
HALF: Final = 300
SHORT: Final = 200


class Measured(Value):
    """What a way comes to: its length, what it may be, whether all of it is fast going, and the
    fault in it, if any.

    `stop` is the legal way that goes furthest along it: `way` itself if there is no fault. Empty:
    not a step is possible.
    """

    spent: int
    allowance: int
    fast: bool
    stop: tuple[Spot, ...]
    code: str = ""
    sentence: str = ""


def allowance(table: Table, number: int, path: Sequence[Spot]) -> int:
    """How long this way, the start included, may be: full move if all of it is fast going, else
    part move (S3); a captive's 4.00 (S13).
    """
    if is_captive(table, number):
        return PART
    return FULL if ground(table.map).is_fast(path) else PART


def measured(table: Table, number: int, way: tuple[Spot, ...]) -> Measured:
    """Measure a figure's way from where it stands, going round nobody: what a page shows while a
    figure is dragged.
    """
    path = (table.men[number].spot, *way)
    stop = reach(table, number, way)
    allowed, fast = allowance(table, number, path), ground(table.map).is_fast(path)
    try:
        check_way(table, number, way)
    except IllegalMove as refusal:
        return Measured(
            spent=measure(path),
            allowance=allowed,
            fast=fast,
            stop=stop,
            code=refusal.code,
            sentence=refusal.sentence,
        )
    return Measured(spent=measure(path), allowance=allowed, fast=fast, stop=way)


def check_way(table: Table, number: int, way: Sequence[Spot]) -> int:
    """The length of a legal way; IllegalMove if it is too long, goes nowhere, or meets a wall,
    console, water, man or edge.
    """
    path = (table.men[number].spot, *way)
    if not way or any(a == b for a, b in zip(path, way, strict=False)):
        raise IllegalMove(
            "A path needs different points. Enter where the figure goes.", code="no-way"
        )
    spent = measure(path)
    if spent > PART and spent > (allowed := allowance(table, number, path)):
        raise IllegalMove(
            f"That path is {_inches(spent)} long, but the figure can move only {_inches(allowed)}.",
            code="too-far",
        )
    floor, men = ground(table.map), others(table, number)
    for a, b in zip(path, way, strict=False):
        if not floor.on_table(b):
            raise IllegalMove("Keep the whole figure on the table.", code="off-table")
        if not floor.passable(a, b, men):
            raise IllegalMove(
                "Something is in the way. Keep clear of walls, consoles, water and figures.",
                code="blocked",
            )
    return spent


def _inches(hundredths: int) -> str:
    return f"{hundredths / 100:.2f} in"


# --- how far a way can be followed ----------------------------------------------------------------


def reach(table: Table, number: int, way: Sequence[Spot]) -> tuple[Spot, ...]:
    """The legal way that goes furthest along this one, in hundredths; () if not a step of it is
    possible.
    """
    men = others(table, number)
    path = [table.men[number].spot]
    for spot in way:
        if spot != path[-1]:
            stop = furthest(table, path[-1], spot, men)
            path += [stop] if stop != path[-1] else []
            if stop != spot:
                break
    return tuple(_cut_to_allowance(table, number, path, men)[1:])


def furthest(table: Table, a: Spot, b: Spot, men: Sequence[Spot]) -> Spot:
    """The last place on the straight way from a to b that can be walked to past these figures."""
    floor, close = ground(table.map), near(a, b, men, 2 * RADIUS)
    if clear_of(a, b, close) and floor.open(a, b):
        return b
    low, high = 0, length(a, b)
    while low < high - 1:  # what is free up to here is free before: bisect, then make sure
        middle = (low + high) // 2
        spot = ahead(a, b, middle)
        if clear_of(a, spot, close) and floor.open(a, spot):
            low = middle
        else:
            high = middle
    return ahead(a, b, low)


def _cut_to_allowance(
    table: Table, number: int, path: list[Spot], men: Sequence[Spot]
) -> list[Spot]:
    """The longest start of a clear path that the figure's move pays for (S3)."""
    whole = measure(path)
    if whole <= PART:
        return path
    floor = ground(table.map)
    low, high = PART, min(whole, FULL) + 1
    if is_captive(table, number) or not floor.is_fast(path[:1]):
        high = PART + 1
    elif floor.is_fast(_start_of(path, high - 1)):
        low = high - 1
    while low < high - 1:  # a start of a fast way is fast
        middle = (low + high) // 2
        low, high = (middle, high) if floor.is_fast(_start_of(path, middle)) else (low, middle)
    while low > 0 and not _clear(table, cut := _start_of(path, low), men):
        low -= 1
    return cut if low else path[:1]


def _start_of(path: Sequence[Spot], distance: int) -> list[Spot]:
    """The first `distance` of a path."""
    start, left = [path[0]], distance
    for a, b in itertools.pairwise(path):
        long = length(a, b)
        if long >= left:
            stop = b if long == left else ahead(a, b, left)
            return [*start, stop] if stop != a else start
        start.append(b)
        left -= long
    return start


def _clear(table: Table, path: Sequence[Spot], men: Sequence[Spot]) -> bool:
    return ground(table.map).passable(path[-2], path[-1], men) if len(path) > 1 else True


def reach_in_touch(table: Table, way: Sequence[Spot]) -> tuple[Spot, ...]:
    """The longest start of a legal way of the captive that ends in touch with a guard (S34), in
    hundredths; () if none does.
    """
    path, men = [table.men[BOSS].spot, *way], others(table, BOSS)
    for distance in range(measure(path), 0, -1):
        start = _start_of(path, distance)
        if len(start) > 1 and in_touch(table, start[-1]) and _clear(table, start, men):
            return tuple(start[1:])
    return ()


# --- marching -------------------------------------------------------------------------------------


def march(table: Table, seat: Seat, walks: Sequence[Walk]) -> Table:
    """The table after these figures have walked, one after the other. IllegalMove names what does
    not go.
    """
    if not walks:
        raise IllegalMove("Choose which figures march, or end the step.", code="no-way")
    for walk in walks:
        check_walker(table, seat, walk.man)
        check_way(table, walk.man, walk.path)
        table = walked(table, walk)
    return table


def check_walker(table: Table, seat: Seat, number: int) -> None:
    """IllegalMove unless this figure may move now."""
    if number >= len(ROSTER) or not table.men[number].here or mover(table, number) != seat:
        raise IllegalMove("Choose a figure of yours that is on the table.", code="not-yours")
    man, name = table.men[number], ROSTER[number].name
    if man.moved:
        raise IllegalMove(f"{name} has already moved this turn.", code="moved-already")
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot move this turn.", code="stunned")
    if seat == SPY and table.men[0].moved:
        raise IllegalMove(
            "The captive moves last. After that, no one can move.", code="captive-moved"
        )


def may_walk(table: Table, seat: Seat) -> list[int]:
    """The side's figures that may still move, the captive, who moves last, at the end."""
    men, numbers = table.men, SIDES[seat]
    if seat == SPY and men[BOSS].moved:
        return []
    if is_captive(table, BOSS):
        numbers = (*numbers, BOSS) if seat == SPY else numbers[1:]
    return [n for n in numbers if (man := men[n]).here and not man.stun and not man.moved]


def walked(table: Table, walk: Walk) -> Table:
    """The table after a legal walk. Raises IllegalMove if a captive does not end in touch with a
    guard (S13).
    """
    man, to = table.men[walk.man], walk.path[-1]
    gone = (*table.gone, Stood(man=walk.man, spot=man.spot, holding=table.holding))
    if is_captive(table, walk.man) and not in_touch(table, to):
        raise IllegalMove("A captive must end the move in contact with a guard.", code="unguarded")
    if ROSTER[walk.man].side != SPY and not is_captive(table, walk.man):
        table = trodden(table, (man.spot, *walk.path))
    return changed(with_man(table, walk.man, changed(man, spot=to, moved=True)), gone=gone)


def in_touch(table: Table, spot: Spot) -> bool:
    """Whether a captive on this place would touch one of his guards (S13)."""
    return any(
        table.men[guard].here and touching(table.men[guard].spot, spot) for guard in table.guards
    )


def check_back(table: Table, walks: int) -> None:
    """IllegalMove unless so many walks of the step under way can be taken back (S31)."""
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


def taken_back(table: Table, walks: int) -> Table:
    """The table before the last so many walks of the step: the last one is taken back first, so
    nobody stands in another's way (S31).
    """
    for stood in reversed(table.gone[-walks:]):
        man = changed(table.men[stood.man], spot=stood.spot, moved=False)
        table = changed(with_man(table, stood.man, man), holding=stood.holding)
    return changed(table, gone=table.gone[:-walks])


def trodden(table: Table, path: Sequence[Spot]) -> Table:
    """The Mastermind's people went this way: on the platform they break what the Spy's hold there
    (S15).
    """
    if table.holding and any(
        ground(table.map).crosses_platform(a, b) for a, b in itertools.pairwise(path)
    ):
        return changed(table, holding=())
    return table
