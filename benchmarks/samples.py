"""Repeated, alternating measurements of clock and processor time, with medians and intervals.

Ratios are computed per round, because a slow moment of the machine affects both measurements of
that round.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
"""Confidence level of a median's interval."""


class Middle(NamedTuple):
    """A median and the bounds of its interval."""

    median: float
    low: float
    high: float

    def times(self, factor: float) -> Middle:
        """Return the median and its interval, multiplied by a factor."""
        return Middle(*[value * factor for value in self])


def middle(values: Sequence[float]) -> Middle:
    """Return the median with a distribution-free interval.

    The interval goes from the k-th lowest to the k-th highest value, and is as narrow as
    `CONFIDENCE` allows. If there are fewer than six values, the interval spans all of them, and the
    confidence is lower.
    """
    ordered = sorted(values)
    inwards = _inwards(len(ordered))
    return Middle(statistics.median(ordered), ordered[inwards], ordered[-1 - inwards])


def _inwards(count: int) -> int:
    """Return the number of values that lie outside the interval at each end."""
    outside, tail = 0, 1 + count
    while 2 * tail <= (1 - CONFIDENCE) * 2**count:
        outside += 1
        tail += comb(count, outside + 1)
    return outside


class Samples(NamedTuple):
    """Repeated measurements of a function, in seconds."""

    wall: list[float]
    processor: list[float]

    def share(self, parts: int) -> Samples:
        """Return the measurements divided by the number of parts."""
        return Samples(
            [seconds / parts for seconds in self.wall],
            [seconds / parts for seconds in self.processor],
        )


def measure(samples: Samples, act: Callable[[], object]) -> None:
    """Run a function and add its measurement. Processor time is the time of this process."""
    wall, processor = time.perf_counter(), time.process_time()
    act()
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    samples.wall.append(wall)
    samples.processor.append(processor)


def in_turns(
    acts: Mapping[str, Callable[[], object]], rounds: int, warm: int = 0
) -> dict[str, Samples]:
    """Run all functions in each round. Return the measurements of the rounds after the `warm` ones.

    The order rotates, so that a function does not always follow the same one.
    """
    samples, warming = ({name: Samples([], []) for name in acts} for _ in range(2))
    order = list(acts)
    for number in range(warm + rounds):
        for name in order:
            measure((warming if number < warm else samples)[name], acts[name])
        order.append(order.pop(0))
    return samples


def ratio(values: Sequence[float], yardstick: Sequence[float]) -> Middle:
    """Return the ratio to a baseline, computed per round."""
    return middle([value / other for value, other in zip(values, yardstick, strict=True)])
