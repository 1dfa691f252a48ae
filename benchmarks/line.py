"""One measured figure, as all benchmarks print them."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One measured figure, and its budget if it has one."""

    what: str
    figure: str
    budget: str = ""
    kept: bool = True

    def __str__(self) -> str:
        verdict = f"{self.budget}: {'kept' if self.kept else 'MISSED'}" if self.budget else ""
        return f"  {self.what:<44} {self.figure:>34}  {verdict}".rstrip()


def has_budget(line: str) -> bool:
    """Whether a printed line is of a figure with a budget."""
    return line.endswith((": kept", ": MISSED"))
