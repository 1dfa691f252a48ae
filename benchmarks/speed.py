"""docs/speed.md, made of docs/speed.json: the newest run of each kind, short and long, on a quiet
machine and on a loaded one.

`python -m benchmarks.speed` makes the page anew of the figures that are there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .line import Line, duration, from_record, in_words
from .machine import QUIET

if TYPE_CHECKING:
    from collections.abc import Iterator

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

Made by `make bench` and `make bench-long` of what they measured (`speed.json` has the same for
programs): nothing here is written by hand. A *ratio* says how many of its yardstick a thing takes;
the two are measured by turns, and the ratio is of processor time where both have one. Times are
medians, in brackets the interval that holds the median with 95 % of certainty. A *budget* has to be
kept: a run fails where a ratio or a count misses it. A *goal* is still to be reached, and fails
nothing. Times without a ratio are this machine's own.
"""


def kind_of(size: str, run: dict[str, Any]) -> str:
    """Under what name a run is kept."""
    return f"{size}, {'quiet' if run['others'] <= QUIET else 'loaded'}"


def keep(size: str, run: dict[str, Any]) -> None:
    """Put a run in the place of the last one of its kind, and make the page anew."""
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    runs = kept | {kind_of(size, run): run}
    FIGURES.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(runs), encoding="utf-8")


def page(runs: dict[str, Any]) -> str:
    """The whole page."""
    parts = [HEAD, *["\n".join(_run(KINDS[kind], runs[kind])) for kind in KINDS if kind in runs]]
    return "\n".join(parts)


def _run(title: str, run: dict[str, Any]) -> Iterator[str]:
    on = run["machine"]
    yield f"## {title[0].upper()}{title[1:]}\n"
    yield (
        f"{run['at']}, commit `{on['commit']}`: {on['processor']}, {on['cores']} cores, "
        f"{on['memory']}; {on['system']}, Python {on['python']}, Django {on['django']}. "
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
    taken = (line.processor, line.wall)
    cells = [
        line.what.strip(),
        line.figure,
        in_words(line.ratio) if line.ratio else "",
        *[duration(each) if each else "" for each in taken],
        line.verdicts,
    ]
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def main() -> int:
    """Make the page anew; the answer is 1 where no figures were taken yet."""
    if not FIGURES.exists():
        print("No figures were taken yet: make bench")
        return 1
    PAGE.write_text(page(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
