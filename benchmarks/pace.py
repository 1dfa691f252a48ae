"""How fast this machine is, as a share of the one on which the budgets were set.

The measure is the processor time that `random.randint` takes here and there. Whatever else runs on
a machine can only make it dearer, so the cheapest of many looks is the nearest to the machine
itself; looks are taken all through a benchmark, between the runs that are judged, and the cheapest
so far counts from then on. So a busy moment lowers no budget. A machine that was busy all the time,
or is very slow, has budgets of `LOWEST` of the first machine's and no lower: what is missed then is
shown as missed, and is to be measured again in peace.
"""

from __future__ import annotations

import random
from time import process_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

RANDINT: Final = 0.20
"""What `random.randint(1, 6)` cost, in µs, where the budgets were set."""
LOWEST: Final = 0.4
TIMES: Final = 50_000


class Pace:
    """The cheapest look at the reference so far."""

    def __init__(self, cost: Callable[[], float]) -> None:
        self.cost, self.least = cost, 0.0

    def look(self) -> float:
        """Measure the reference once more; what it costs at this moment."""
        cost = self.cost()
        self.least = min(self.least, cost) if self.least else cost
        return cost

    @property
    def speed(self) -> float:
        """A share of the first machine's: 1 at most, `LOWEST` at least."""
        if not self.least:
            raise RuntimeError("Nobody has looked at the machine yet.")
        return max(LOWEST, min(1.0, RANDINT / self.least))

    def budget(self, wanted: float) -> int:
        """What is wanted of this machine, where so much was wanted of the first."""
        return round(wanted * self.speed)


def randint_cost() -> float:
    """What `random.randint(1, 6)` costs now, in µs, without the call of a function around it."""
    numbers = random.Random(1)
    return max(
        (_seconds(lambda: numbers.randint(1, 6)) - _seconds(lambda: None)) / TIMES * 1e6, 1e-6
    )


def _seconds(act: Callable[[], object]) -> float:
    began = process_time()
    for _ in range(TIMES):
        act()
    return process_time() - began
