"""Times taken over and over, by turns with what they are compared with: seconds by the clock beside
seconds of the processor, and what lies in the middle of many.

A median alone flatters whoever was lucky, so each comes with its interval. A ratio is worked out
turn by turn: what slows a machine for a while slows both sides of one turn.
"""

from __future__ import annotations

import statistics
import time
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SURE: Final = 0.95
"""How sure it is that a median lies in its interval, where there are values enough for that."""


class Middle(NamedTuple):
    """A median, and between what bounds it lies."""

    median: float
    low: float
    high: float

    def times(self, factor: float) -> Middle:
        """The same in another unit."""
        return Middle(*[each * factor for each in self])


def middle(values: Sequence[float]) -> Middle:
    """The median of the values, with an interval that asks nothing of how they are spread: from the
    k-th lowest to the k-th highest, where both are as near as `SURE` allows. Of fewer than six
    values that is all of them, and less sure.
    """
    ordered = sorted(values)
    inwards = _inwards(len(ordered))
    return Middle(statistics.median(ordered), ordered[inwards], ordered[-1 - inwards])


def _inwards(count: int) -> int:
    """How many values at either end lie outside the interval of a median of so many."""
    outside, tail = 0, 1 + count
    while 2 * tail <= (1 - SURE) * 2**count:
        outside += 1
        tail += comb(count, outside + 1)
    return outside


class Taken(NamedTuple):
    """What an act took, time after time."""

    wall: list[float]
    processor: list[float]

    def share(self, of: int) -> Taken:
        """What one of so many took, each time."""
        return Taken([each / of for each in self.wall], [each / of for each in self.processor])


def took(taken: Taken, act: Callable[[], object]) -> None:
    """Do it, and add what it took. Processor time is this process's."""
    wall, processor = time.perf_counter(), time.process_time()
    act()
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    taken.wall.append(wall)
    taken.processor.append(processor)


def in_turns(
    acts: Mapping[str, Callable[[], object]], rounds: int, warm: int = 0
) -> dict[str, Taken]:
    """Do all acts in each round, beginning with another one each time, so that none always follows
    the same; what each took in all rounds but the first `warm`.
    """
    taken, warming = ({name: Taken([], []) for name in acts} for _ in range(2))
    order = list(acts)
    for number in range(warm + rounds):
        for name in order:
            took((warming if number < warm else taken)[name], acts[name])
        order.append(order.pop(0))
    return taken


def ratio(thing: Sequence[float], yardstick: Sequence[float]) -> Middle:
    """How many yardsticks the thing took, turn by turn."""
    return middle([one / other for one, other in zip(thing, yardstick, strict=True)])
