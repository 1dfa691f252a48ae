"""Long runs that are split into shares.

The results of each share are stored when it is complete, so that a stopped run can be resumed. A
file can hold shares of several runs, one share per line. A share is reused only in a run with the
same game, rules, sweep and seed. If the bots have changed but the rules have not, use another seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from engine.values import Value

from .lab import Cell, Findings

SHARE: Final = 20
"""Number of matches of each case in a share."""


class Run(Value):
    """The parameters that identify a run. Only shares of the same run are added together."""

    game: str
    rules_version: int
    sweep: str
    seed: str


class StoredCell(Value):
    """A stored cell: its case number, its chart, its row, and its totals."""

    case: int
    chart: str
    row: str
    cell: tuple[int, int, int, int, int, int]


class Share(Value):
    """The results of the matches from `start` to `stop` of a run. `matches` counts them by case."""

    run: Run
    start: int
    stop: int
    matches: tuple[tuple[int, int], ...]
    cells: tuple[StoredCell, ...]

    @property
    def findings(self) -> Findings:
        """The results of the share's matches, as findings."""
        cells = {
            (stored.case, stored.chart, stored.row): Cell(*stored.cell) for stored in self.cells
        }
        return Findings(Counter(dict(self.matches)), cells)


class Piece(NamedTuple):
    """A share of a run: its match numbers, and its results if they are stored."""

    numbers: range
    findings: Findings | None


def share_of(run: Run, numbers: range, findings: Findings) -> Share:
    """Return the findings as a share that can be stored."""
    cells = [
        StoredCell(
            case=case,
            chart=chart,
            row=row,
            cell=(
                cell.matches,
                cell.chances,
                cell.halves,
                cell.chances_squared,
                cell.chances_times_halves,
                cell.halves_squared,
            ),
        )
        for (case, chart, row), cell in sorted(findings.cells.items())
    ]
    return Share(
        run=run,
        start=numbers.start,
        stop=numbers.stop,
        matches=tuple(sorted(findings.matches.items())),
        cells=tuple(cells),
    )


def line_of(share: Share) -> bytes:
    """Return a share as a line of the file, after a line break that ends any incomplete line."""
    return b"\n" + msgspec.json.encode(share) + b"\n"


def pieces(lines: Iterable[bytes], run: Run, matches: int, cases: int) -> Iterator[Piece]:
    """Yield the shares of a run in order, with the results stored in these lines."""
    stored = {
        (share.start, share.stop): share.findings
        for share in _read_shares(lines)
        if share.run == run
    }
    size = SHARE * cases
    for start in range(0, matches, size):
        numbers = range(start, min(start + size, matches))
        yield Piece(numbers, stored.get((numbers.start, numbers.stop)))


def _read_shares(lines: Iterable[bytes]) -> Iterator[Share]:
    """Yield the shares stored in these lines.

    Skip lines that were cut off when a run was stopped.
    """
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Share)
        except msgspec.DecodeError:
            continue
