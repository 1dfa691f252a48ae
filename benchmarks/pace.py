"""Speed of this machine, relative to the machine on which the budgets were set.

Speed is measured by the processor time of `random.randint`. Other processes can only increase this
time, so the lowest of many measurements is the best. Measurements are taken throughout a benchmark,
so that a busy moment does not lower a budget. A budget is never reduced below `LOWEST` times its
original value, even on a machine that is always busy or very slow.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Final

RANDINT: Final = 0.20
"""Cost of `random.randint(1, 6)` in µs on the original machine."""
LOWEST: Final = 0.4
TIMES: Final = 50_000


class Pace:
    """The best measurement of the machine's speed so far."""

    def __init__(self, cost: Callable[[], float]) -> None:
        self.cost, self.least = cost, 0.0

    def look(self) -> float:
        """Take another measurement and return the cost of a randint, in µs."""
        cost = self.cost()
        self.least = min(self.least, cost) if self.least else cost
        return cost

    @property
    def speed(self) -> float:
        """Speed relative to the original machine, from `LOWEST` to 1."""
        if not self.least:
            raise RuntimeError("Nobody has looked at the machine yet.")
        return max(LOWEST, min(1.0, RANDINT / self.least))

    def budget(self, original: float) -> int:
        """Return the budget, adjusted to this machine."""
        return round(original * self.speed)


def randint_cost() -> float:
    """Return the cost of `random.randint(1, 6)` in µs, without the function call around it."""
    numbers = random.Random(1)
    return max(
        (_seconds(lambda: numbers.randint(1, 6)) - _seconds(lambda: None)) / TIMES * 1e6, 1e-6
    )


def _seconds(act: Callable[[], object]) -> float:
    began = process_time()
    for _ in range(TIMES):
        act()
    return process_time() - began
