"""`python -m benchmarks [--full] [PART …]`: run all benchmarks one after another, then print
every figure that has a budget in one table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Final

from .line import has_budget

PARTS: Final[dict[str, tuple[str, ...]]] = {
    "engine": (),
    "bots": ("--matches", "0"),
    "week": (),
    "moves": (),
    "live": (),
    "pages": (),
    "start": (),
    "job": ("100", "1000"),
}
"""Each part is a module of this package that prints its own figures; here with what it is called
with.
"""

FULL: Final[dict[str, tuple[str, ...]]] = {"bots": (), "job": ("100", "1000", "10000")}


def run(part: str, arguments: tuple[str, ...]) -> tuple[int, list[str]]:
    """Run one part and pass on what it prints; its exit code, and its lines."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"benchmarks.{part}", *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        print(line, end="", flush=True)
        lines.append(line.rstrip("\n"))
    return process.wait(), lines


def table(found: dict[str, list[str]]) -> list[str]:
    """All figures with a budget, below the name of what they measure."""
    rows = ["", "Against their budgets"]
    for part, lines in found.items():
        title = part
        for line in lines:
            if not line.startswith(" "):
                title = line
            elif has_budget(line):
                rows += [title] if title else []
                rows.append(line)
                title = ""
    return rows


def main() -> int:
    """Run what is asked for; the answer is 1 if a budget is missed or a part breaks."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}; all unless given")
    parser.add_argument("--full", action="store_true", help="the largest sizes too")
    options = parser.parse_args()
    wanted = {**PARTS, **FULL} if options.full else PARTS
    answers = {part: run(part, wanted[part]) for part in options.parts or wanted}
    print("\n".join(table({part: lines for part, (_, lines) in answers.items()})))
    return int(any(code for code, _ in answers.values()))


if __name__ == "__main__":
    sys.exit(main())
