"""A measured figure. All benchmarks print and store figures in this form."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from .samples import Middle

RECORDS: Final = "BENCHMARK_RECORDS"
"""Environment variable with the path of the file to which figures are appended as lines of JSON."""
MIDDLES: Final = ("ratio", "wall", "processor")
_BEGAN: Final = time.monotonic()


class Line(NamedTuple):
    """A measured figure.

    A `budget` must be met, and a `goal` should be reached one day. `kept` and `reached` are true if
    they are met. `ratio` is a multiple of a baseline. `wall` and `processor` are in seconds. Set
    `counted` for figures that are the same on every machine, such as the number of queries.
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
        """True if the figure fails a run: it misses a budget that is the same on every machine."""
        return not self.kept and (self.ratio is not None or self.counted)

    @property
    def verdicts(self) -> str:
        """The budget and the goal, each with its result."""
        budget = f"{self.budget}: {'kept' if self.kept else 'MISSED'}" if self.budget else ""
        goal = f"goal {self.goal}: {'reached' if self.reached else 'not yet'}" if self.goal else ""
        return ", ".join(filter(None, (budget, goal)))

    def __str__(self) -> str:
        return f"  {self.what:<44} {self.figure:>34}  {self.verdicts}".rstrip()

    def as_record(self) -> dict[str, Any]:
        """Return the figure as a JSON object.

        Default values are left out, and medians and intervals are rounded to five digits.
        """
        usual = Line("", "")
        return {
            name: [float(f"{number:.5g}") for number in value]
            if name in MIDDLES and value
            else value
            for name, value in self._asdict().items()
            if name in {"what", "figure"} or value != getattr(usual, name)
        }


def from_record(record: dict[str, Any]) -> Line:
    """Return the figure for a stored JSON object."""
    read: dict[str, Any] = {
        name: Middle(*value) if name in MIDDLES else value for name, value in record.items()
    }
    return Line(**read)


def report(title: str, lines: Iterable[Line]) -> int:
    """Print figures under a title. If this is part of a complete run, also store them.

    Return 1 if any figure fails the run.
    """
    print(title, flush=True)
    failed = False
    for line in lines:
        print(line, flush=True)
        failed = failed or line.fails
        if records_file := os.environ.get(RECORDS):
            with Path(records_file).open("a", encoding="utf-8") as file:
                print(json.dumps({"title": title, **line.as_record()}), file=file)
    return int(failed)


def progress(text: str) -> None:
    """Print what is being measured, and the seconds since the start, to standard error."""
    print(f"  … {time.monotonic() - _BEGAN:4.0f} s  {text}", file=sys.stderr, flush=True)


def in_words(value: Middle) -> str:
    """Return a median as a string, followed by its interval if it has one."""
    median, low, high = map("{:.2f}".format, value)
    return median if low == high else f"{median} ({low} to {high})"


def duration(value: Middle) -> str:
    """Format a number of seconds as milliseconds or microseconds."""
    factor, unit = (1e3, "ms") if value.median >= 1e-4 else (1e6, "µs")
    median, *bounds = in_words(value.times(factor)).split(" ", 1)
    return " ".join([f"{median} {unit}", *bounds])
