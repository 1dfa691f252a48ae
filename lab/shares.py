"""Long runs in parts called shares. Results are stored after each share, so a stopped run can
resume.

One file holds the shares of any number of runs, one per line. A share is reused only in a run of
the same game, rules, sweep and seed. If only the bots have changed, use another seed.
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
"""Number of matches of each case in a share."""


class Run(Value):
    """The identity of a run. Only figures of the same run are summed."""

    game: str
    rules_version: int
    sweep: str
    seed: str


class Kept(Value):
    """A stored cell: the number of the case, the chart, the row, and the cell's numbers."""

    case: int
    chart: str
    row: str
    cell: tuple[int, int, int, int, int, int]


class Share(Value):
    """The results of matches `start` to `stop` of a run. `matches` counts them by case."""

    run: Run
    start: int
    stop: int
    matches: tuple[tuple[int, int], ...]
    cells: tuple[Kept, ...]

    @property
    def findings(self) -> Findings:
        """Return the results of the share's matches."""
        cells = {(one.case, one.chart, one.row): Cell(*one.cell) for one in self.cells}
        return Findings(Counter(dict(self.matches)), cells)


class Piece(NamedTuple):
    """A share of a run: its match numbers, and its results if it has been played."""

    numbers: range
    found: Findings | None


def share_of(run: Run, numbers: range, found: Findings) -> Share:
    """Return the results as a share for the file."""
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
    """Return a share as a line of the file, separated from any incomplete line before it."""
    return b"\n" + msgspec.json.encode(share) + b"\n"


def pieces(lines: Iterable[bytes], run: Run, matches: int, cases: int) -> Iterator[Piece]:
    """Yield the shares of a run in order, with stored results from the file's lines."""
    known = {(one.start, one.stop): one.findings for one in _kept(lines) if one.run == run}
    size = SHARE * cases
    for start in range(0, matches, size):
        numbers = range(start, min(start + size, matches))
        yield Piece(numbers, known.get((numbers.start, numbers.stop)))


def _kept(lines: Iterable[bytes]) -> Iterator[Share]:
    """Yield the shares in a file. Skip lines that were cut off when a run was stopped."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Share)
        except msgspec.DecodeError:
            continue
