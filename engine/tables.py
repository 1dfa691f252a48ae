"""Tables from the rulebook. If rows have a gap or an overlap, the import of the module fails.

`Table({"2 or less": "caught", "3-6": "nothing", "7+": "seen"}, source="Watching Table").read(13)`
is "seen".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final, Generic, NamedTuple, TypeVar

from .dice import Dice, odds_of

T = TypeVar("T")

_SPAN: Final = re.compile(
    r"(?P<low>-?\d+)(?:\s*[-–]\s*(?P<high>-?\d+))?(?P<open>\s+or less|\s*\+|\s+or more)?"
)


class BadTable(ValueError):
    """The rows do not cover every total exactly once, or the totals of a row cannot be parsed."""


class Row(NamedTuple, Generic[T]):
    """One printed row. `low` is None in an "or less" row, and `high` is None in a "+" row."""

    printed: str
    low: int | None
    high: int | None
    result: T


class Table(Generic[T]):
    """A table with rows by their printed totals, starting with "2 or less", then "3" or "4-6", and
    ending with "12+". `source` says where the table is printed.
    """

    def __init__(self, rows: Mapping[str, T], *, source: str) -> None:
        self.source = source
        self.rows: tuple[Row[T], ...] = tuple(
            [_row(printed, result, source) for printed, result in rows.items()]
        )
        self._first, self._last = _check_ends(self.rows, source)
        _check_joints(self.rows, source)
        self._by_total = tuple(
            [
                row
                for total in range(self._first, self._last + 1)
                for row in self.rows
                if _holds(row, total)
            ]
        )

    def read(self, total: int) -> T:
        """Return the result for a total. Every total has a result."""
        if total <= self._first:
            return self.rows[0].result
        return (
            self._by_total[total - self._first].result
            if total < self._last
            else self.rows[-1].result
        )

    def row(self, total: int) -> Row[T]:
        """Return the printed row that contains a total."""
        return self._by_total[min(max(total, self._first), self._last) - self._first]

    def __iter__(self) -> Iterator[Row[T]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def odds(
    table: Table[T], modifier: int = 0, *, dice: int = 2, sides: int = 6
) -> tuple[tuple[Row[T], Fraction], ...]:
    """Return the probability of each row, in printed order, for 2d6 + modifier or for other dice.

    Rows that cannot be reached have probability 0.
    """

    def total(source: Dice) -> str:
        return table.row(sum(source.roll(dice, sides)) + modifier).printed

    chances = odds_of(total)
    return tuple([(row, chances[row.printed]) for row in table])


def _row(printed: str, result: T, source: str) -> Row[T]:
    span = _SPAN.fullmatch(printed.strip())
    if not span or (span["high"] and span["open"]):
        raise BadTable(f'{source}: "{printed}" is no row; write "2 or less", "3", "4-6" or "12+"')
    low, high, end = int(span["low"]), int(span["high"] or span["low"]), span["open"] or ""
    if "less" in end:
        return Row(printed, None, high, result)
    if end:
        return Row(printed, low, None, result)
    if high < low:
        raise BadTable(f'{source}: "{printed}" is in descending order')
    return Row(printed, low, high, result)


def _check_ends(rows: tuple[Row[T], ...], source: str) -> tuple[int, int]:
    """Return the highest total of the first row and the lowest total of the last row. Both rows
    must be open-ended.
    """
    if (
        len(rows) < 2
        or rows[0].low is not None
        or rows[0].high is None
        or rows[-1].high is not None
        or rows[-1].low is None
    ):
        raise BadTable(f'{source}: the first row reads "N or less" and the last one "N+"')
    return rows[0].high, rows[-1].low


def _check_joints(rows: tuple[Row[T], ...], source: str) -> None:
    """Check that each row starts directly after the previous one."""
    for above, below in pairwise(rows):
        if above.high is None or below.low is None:
            raise BadTable(
                f'{source}: "{above.printed}" and "{below.printed}": only the first and last '
                "rows are open"
            )
        if below.low > above.high + 1:
            raise BadTable(f'{source}: a gap between "{above.printed}" and "{below.printed}"')
        if below.low <= above.high:
            raise BadTable(
                f'{source}: "{above.printed}" and "{below.printed}" overlap or are out of order'
            )


def _holds(row: Row[T], total: int) -> bool:
    return (row.low is None or row.low <= total) and (row.high is None or total <= row.high)
