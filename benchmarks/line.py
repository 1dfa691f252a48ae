"""One measured figure, as all benchmarks print and keep them."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .samples import Middle

if TYPE_CHECKING:
    from collections.abc import Iterable

RECORDS: Final = "BENCHMARK_RECORDS"
"""The environment's name for the file that figures are added to, one a line, as JSON."""
MIDDLES: Final = ("ratio", "wall", "processor")
_BEGAN: Final = time.monotonic()


class Line(NamedTuple):
    """One measured figure.

    A `budget` is what it has to keep, a `goal` what it should reach one day; both are words, beside
    whether that is so. `ratio` says how many of its yardstick the thing took, where there is one;
    `wall` and `processor` how many seconds. `counted` figures, such as queries, are the same on
    each machine.
    """

    what: str
    figure: str
    budget: str = ""
    kept: bool = True
    goal: str = ""
    reached: bool = True
    ratio: Middle | None = None
    wall: Middle | None = None
    processor: Middle | None = None
    counted: bool = False

    @property
    def fails(self) -> bool:
        """Whether this makes a run fail: a budget missed that is not a matter of the machine."""
        return not self.kept and (self.ratio is not None or self.counted)

    @property
    def verdicts(self) -> str:
        """The budget and the goal, and whether they are kept and reached."""
        budget = f"{self.budget}: {'kept' if self.kept else 'MISSED'}" if self.budget else ""
        goal = f"goal {self.goal}: {'reached' if self.reached else 'not yet'}" if self.goal else ""
        return ", ".join(filter(None, (budget, goal)))

    def __str__(self) -> str:
        return f"  {self.what:<44} {self.figure:>34}  {self.verdicts}".rstrip()

    def as_record(self) -> dict[str, Any]:
        """What JSON keeps of it: all that is not as usual, and five digits of what is measured."""
        usual = Line("", "")
        return {
            name: [float(f"{each:.5g}") for each in value] if name in MIDDLES and value else value
            for name, value in self._asdict().items()
            if name in {"what", "figure"} or value != getattr(usual, name)
        }


def from_record(record: dict[str, Any]) -> Line:
    """The figure that a record was made of."""
    read: dict[str, Any] = {
        name: Middle(*value) if name in MIDDLES else value for name, value in record.items()
    }
    return Line(**read)


def report(title: str, lines: Iterable[Line]) -> int:
    """Print figures below their title as they come, and keep them where a whole run asks for that;
    the answer is 1 if one of them makes a run fail.
    """
    print(title, flush=True)
    failed = False
    for line in lines:
        print(line, flush=True)
        failed = failed or line.fails
        if kept := os.environ.get(RECORDS):
            with Path(kept).open("a", encoding="utf-8") as file:
                print(json.dumps({"title": title, **line.as_record()}), file=file)
    return int(failed)


def progress(words: str) -> None:
    """Say on the side what is being measured now, and how long this process has been at it."""
    print(f"  … {time.monotonic() - _BEGAN:4.0f} s  {words}", file=sys.stderr, flush=True)


def in_words(taken: Middle) -> str:
    """A median and its bounds, which are left out where there is nothing between them."""
    median, low, high = map("{:.2f}".format, taken)
    return median if low == high else f"{median} ({low} to {high})"


def duration(taken: Middle) -> str:
    """Seconds in words, as thousandths or millionths of one."""
    factor, unit = (1e3, "ms") if taken.median >= 1e-4 else (1e6, "µs")
    median, *bounds = in_words(taken.times(factor)).split(" ", 1)
    return " ".join([f"{median} {unit}", *bounds])
