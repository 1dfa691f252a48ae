"""Generator of docs/speed.md from docs/speed.json, which contains the latest run of each kind.

Run `python -m benchmarks.speed` to regenerate the page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .line import Line, duration, from_record, in_words
from .machine import QUIET

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
FIGURES: Final = DOCS / "speed.json"
PAGE: Final = DOCS / "speed.md"
KINDS: Final = {
    "short, quiet": "`make bench` on a quiet machine",
    "short, loaded": "`make bench` on a loaded machine",
    "long, quiet": "`make bench-long` on a quiet machine",
    "long, loaded": "`make bench-long` on a loaded machine",
}
HEAD: Final = """# How fast it is

`make bench` and `make bench-long` generate this page from their measurements (`speed.json` has them
for programs). A *ratio* compares a figure with its yardstick. Both are measured by turns, by
processor time if both have one. Times are medians with their 95 % confidence intervals in brackets.
A *budget* must be kept: a run fails if a ratio or a count misses it. A *goal* should be reached one
day, and fails nothing. Times without a ratio depend on the machine.
"""


def kind_of(size: str, run: dict[str, Any]) -> str:
    """Return the kind of a run: its size, and whether the machine was quiet."""
    return f"{size}, {'quiet' if run['others'] <= QUIET else 'loaded'}"


def keep(size: str, run: dict[str, Any]) -> None:
    """Store a run in place of the last run of the same kind, and regenerate the page."""
    stored_runs = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    runs = stored_runs | {kind_of(size, run): run}
    FIGURES.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(runs), encoding="utf-8")


def page(runs: dict[str, Any]) -> str:
    """Return the text of the page."""
    parts = [HEAD, *["\n".join(_run(KINDS[kind], runs[kind])) for kind in KINDS if kind in runs]]
    return "\n".join(parts)


def _run(title: str, run: dict[str, Any]) -> Iterator[str]:
    machine = run["machine"]
    yield f"## {title[0].upper()}{title[1:]}\n"
    yield (
        f"{run['at']}, commit `{machine['commit']}`: "
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory']}; "
        f"{machine['system']}, Python {machine['python']}, Django {machine['django']}. "
        f"It took {run['seconds'] / 60:.1f} minutes, while others had {run['others']:.0%} of the "
        "machine.\n"
    )
    yield "| what | figure | ratio | processor | clock | budget, goal |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, records in run["found"].items():
        yield f"| **{_cell(name)}** | | | | | |"
        yield from (_row(from_record(record)) for record in records)
    yield ""


def _row(line: Line) -> str:
    times = (line.processor, line.wall)
    cells = [
        line.what.strip(),
        line.figure,
        in_words(line.ratio) if line.ratio else "",
        *[duration(time) if time else "" for time in times],
        line.verdicts,
    ]
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Regenerate the page. Return 1 if there are no figures yet."""
    if not FIGURES.exists():
        print("No figures were taken yet: make bench")
        return 1
    PAGE.write_text(page(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
