"""A long run in shares: what a share came to is written down as soon as it is played, and a run
that was stopped goes on where it stopped.

One file holds the shares of any number of runs, a line each. A share counts for a run of the same
game, rules, sweep and seed alone; where only the bots have changed, take another seed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from engine.values import Value

from .lab import Cell, Findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHARE: Final = 20
"""Matches of every case in a share."""


class Run(Value):
    """What is played: figures add up within one run."""

    game: str
    rules_version: int
    sweep: str
    seed: str


class Kept(Value):
    """A cell as it is written: the number of the case, the chart, the row, the cell's numbers."""

    case: int
    chart: str
    row: str
    cell: tuple[int, int, int, int, int, int]


class Share(Value):
    """Matches `start` to `stop` of a run, and what they came to; `matches` by case."""

    run: Run
    start: int
    stop: int
    matches: tuple[tuple[int, int], ...]
    cells: tuple[Kept, ...]

    @property
    def findings(self) -> Findings:
        """What its matches came to."""
        cells = {(one.case, one.chart, one.row): Cell(*one.cell) for one in self.cells}
        return Findings(Counter(dict(self.matches)), cells)


class Piece(NamedTuple):
    """A share of a run: its numbers, and what it came to if it was played before."""

    numbers: range
    found: Findings | None


def share_of(run: Run, numbers: range, found: Findings) -> Share:
    """What was found, as it is written down."""
    cells = [
        Kept(
            case=case,
            chart=chart,
            row=row,
            cell=(
                cell.matches,
                cell.of,
                cell.halves,
                cell.of_of,
                cell.of_halves,
                cell.halves_halves,
            ),
        )
        for (case, chart, row), cell in sorted(found.cells.items())
    ]
    return Share(
        run=run,
        start=numbers.start,
        stop=numbers.stop,
        matches=tuple(sorted(found.matches.items())),
        cells=tuple(cells),
    )


def line_of(share: Share) -> bytes:
    """A share as a line of the file, apart from one that may have been cut off before it."""
    return b"\n" + msgspec.json.encode(share) + b"\n"


def pieces(lines: Iterable[bytes], run: Run, matches: int, cases: int) -> Iterator[Piece]:
    """A run of so many matches in shares, in order, with what the file's lines have of them."""
    known = {(one.start, one.stop): one.findings for one in _kept(lines) if one.run == run}
    size = SHARE * cases
    for start in range(0, matches, size):
        numbers = range(start, min(start + size, matches))
        yield Piece(numbers, known.get((numbers.start, numbers.stop)))


def _kept(lines: Iterable[bytes]) -> Iterator[Share]:
    """The shares in a file; a line that was cut off when the run was stopped is none."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Share)
        except msgspec.DecodeError:
            continue
