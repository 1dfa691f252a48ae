"""Run benchmarks: `python -m benchmarks [--long] [PART …]`.

The command prints all figures that have a budget or goal. The figures of a complete run are stored
in docs/speed.json. The page docs/speed.md is generated from them (benchmarks/speed.py). The exit
code is 1 if a part fails, or if a ratio or count misses its budget. Times alone never fail a run,
because they depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from . import machine, speed
from .line import RECORDS, Line, from_record

SHORT_RUN: Final[dict[str, tuple[str, ...]]] = {
    "week": (),
    "moves": ("--moves", "60"),
    "engine": ("--plies", "1000", "--playouts", "50"),
    "pages": ("--rounds", "40"),
    "job": ("--only", "PostgreSQL", "100"),
}
"""Parts of the short run and their arguments. Each part is a module of this package."""
LONG_RUN: Final[dict[str, tuple[str, ...]]] = {
    "week": (),
    "moves": (),
    "engine": ("--plies", "2000", "--playouts", "50"),
    "pages": (),
    "live": (),
    "start": (),
    "lighthouse": (),
    "bots": ("--matches", "10"),
    "job": ("100", "1000", "10000"),
}
MINUTES: Final = 5
"""Maximum duration of the short run, in minutes."""


class Answer(NamedTuple):
    """The result of a part: whether it completed, and its figures by title."""

    is_complete: bool
    figures: dict[str, list[Line]]

    @property
    def failed(self) -> bool:
        return not self.is_complete or any(
            line.fails for lines in self.figures.values() for line in lines
        )


def run(part: str, arguments: tuple[str, ...]) -> Answer:
    """Run one part, which prints its own figures, and return its result."""
    with tempfile.TemporaryDirectory() as folder:
        records_file = Path(folder) / "records"
        records_file.touch()
        process = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{part}", *arguments],
            env={**os.environ, RECORDS: str(records_file)},
            check=False,
        )
        figures: dict[str, list[Line]] = {}
        for record in map(json.loads, records_file.read_text(encoding="utf-8").splitlines()):
            figures.setdefault(record.pop("title"), []).append(from_record(record))
    fails = any(line.fails for lines in figures.values() for line in lines)
    return Answer(bool(figures) and process.returncode == fails, figures)


def table(figures: dict[str, list[Line]]) -> list[str]:
    """Return all figures with a budget or goal, under their titles."""
    rows = ["", "Against their budgets and goals"]
    for title, lines in figures.items():
        judged = [str(line) for line in lines if line.verdicts]
        rows += [title, *judged] if judged else []
    return rows


def record(company: machine.Company, seconds: float, figures: dict[str, list[Line]]) -> Any:
    """Return a run in the form in which it is stored."""
    return {
        "at": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "machine": machine.description(),
        "others": round(company.share(), 2),
        "seconds": round(seconds),
        "found": {title: [line.as_record() for line in lines] for title, lines in figures.items()},
    }


def main() -> int:
    """Run the requested parts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(LONG_RUN)}; all unless given")
    parser.add_argument("--long", action="store_true", help="all parts, in their largest sizes")
    options = parser.parse_args()
    parts_to_run = LONG_RUN if options.long else SHORT_RUN
    parts = options.parts or list(parts_to_run)
    company, began, answers = machine.Company(), time.monotonic(), dict[str, Answer]()
    for number, part in enumerate(parts, 1):
        print(f"[{number}/{len(parts)}] {part}", file=sys.stderr, flush=True)
        answers[part] = run(part, parts_to_run.get(part, LONG_RUN.get(part, ())))
    seconds = time.monotonic() - began
    figures = {
        title: lines for answer in answers.values() for title, lines in answer.figures.items()
    }
    print("\n".join(table(figures)))
    late = "" if options.long or seconds <= 60 * MINUTES else f", more than {MINUTES} minutes"
    print(f"\n{seconds:.0f} s{late}; others had {company.share():.0%} of the machine")
    broken = [part for part, answer in answers.items() if not answer.is_complete]
    if broken:
        print(f"Broke off: {', '.join(broken)}. Nothing is kept of this run.")
    elif not options.parts:
        speed.keep("long" if options.long else "short", record(company, seconds, figures))
        print("Written: docs/speed.json, docs/speed.md")
    return int(any(answer.failed for answer in answers.values()))


if __name__ == "__main__":
    sys.exit(main())
