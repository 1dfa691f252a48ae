"""`python -m benchmarks [--long] [PART …]`: run benchmarks one after another, then print every
figure that has a budget or a goal in one table.

A run of all parts is kept: its figures in docs/speed.json, and the page made of them, docs/speed.md
(benchmarks/speed.py). The answer is 1 if a part breaks, or a ratio or a count misses its budget;
seconds alone fail nothing, for they are a matter of the machine.
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

SHORT: Final[dict[str, tuple[str, ...]]] = {
    "week": (),
    "moves": ("--moves", "60"),
    "engine": ("--plies", "1000", "--playouts", "50"),
    "pages": ("--rounds", "40"),
    "statements": ("--rounds", "20"),
    "job": ("--only", "PostgreSQL", "100"),
}
"""Each part is a module of this package that prints its own figures; here with what it is called
with.
"""
LONG: Final[dict[str, tuple[str, ...]]] = {
    "week": (),
    "moves": (),
    "engine": ("--plies", "2000", "--playouts", "50"),
    "pages": (),
    "statements": (),
    "live": (),
    "start": (),
    "lighthouse": (),
    "bots": ("--matches", "10"),
    "job": ("100", "1000", "10000"),
}
MINUTES: Final = 5
"""So long the short run may take."""


class Answer(NamedTuple):
    """What a part came to: whether it went through to its end, and its figures below their
    titles.
    """

    whole: bool
    found: dict[str, list[Line]]

    @property
    def failed(self) -> bool:
        return not self.whole or any(line.fails for lines in self.found.values() for line in lines)


def run(part: str, arguments: tuple[str, ...]) -> Answer:
    """Run one part, which prints for itself."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "records"
        kept.touch()
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{part}", *arguments],
            env={**os.environ, RECORDS: str(kept)},
            check=False,
        )
        found: dict[str, list[Line]] = {}
        for record in map(json.loads, kept.read_text(encoding="utf-8").splitlines()):
            found.setdefault(record.pop("title"), []).append(from_record(record))
    fails = any(line.fails for lines in found.values() for line in lines)
    return Answer(bool(found) and done.returncode == fails, found)


def table(found: dict[str, list[Line]]) -> list[str]:
    """All figures with a budget or a goal, below the name of what they measure."""
    rows = ["", "Against their budgets and goals"]
    for title, lines in found.items():
        judged = [str(line) for line in lines if line.verdicts]
        rows += [title, *judged] if judged else []
    return rows


def record(company: machine.Company, seconds: float, found: dict[str, list[Line]]) -> Any:
    """What is kept of a run."""
    return {
        "at": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "machine": machine.description(),
        "others": round(company.share(), 2),
        "seconds": round(seconds),
        "found": {title: [line.as_record() for line in lines] for title, lines in found.items()},
    }


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(LONG)}; all unless given")
    parser.add_argument("--long", action="store_true", help="all parts, in their largest sizes")
    options = parser.parse_args()
    wanted = LONG if options.long else SHORT
    parts = options.parts or list(wanted)
    company, began, answers = machine.Company(), time.monotonic(), dict[str, Answer]()
    for number, part in enumerate(parts, 1):
        print(f"[{number}/{len(parts)}] {part}", file=sys.stderr, flush=True)
        answers[part] = run(part, wanted.get(part, LONG.get(part, ())))
    seconds = time.monotonic() - began
    found = {title: lines for answer in answers.values() for title, lines in answer.found.items()}
    print("\n".join(table(found)))
    late = "" if options.long or seconds <= 60 * MINUTES else f", more than {MINUTES} minutes"
    print(f"\n{seconds:.0f} s{late}; others had {company.share():.0%} of the machine")
    broken = [part for part, answer in answers.items() if not answer.whole]
    if broken:
        print(f"Broke off: {', '.join(broken)}. Nothing is kept of this run.")
    elif not options.parts:
        speed.keep("long" if options.long else "short", record(company, seconds, found))
        print("Written: docs/speed.json, docs/speed.md")
    return int(any(answer.failed for answer in answers.values()))


if __name__ == "__main__":
    sys.exit(main())
